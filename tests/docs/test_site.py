"""The documentation site builds without a warning, and every page has its place in it."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
MISSING = [name for name in ("furo", "gymnasium", "myst_parser", "sphinx", "sympy", "z3") if find_spec(name) is None]
NO_SPHINX = "Sphinx is not installed (pip install '.[docs]')"


def pages_named() -> list[str]:
    named = []
    for folder in ("", "background/course/"):  # the course has an index of its own
        text = (DOCS / folder / "index.md").read_text(encoding="utf-8")
        trees = re.findall(r"^```\{toctree\}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
        lines = [line for tree in trees for line in tree.splitlines()]
        named += [folder + line for line in lines if line and not line.startswith(":")]
    return named


def test_the_indexes_name_every_page_once() -> None:
    pages = [str(path.relative_to(DOCS).with_suffix("")) for kind in ("*.md", "*.rst") for path in DOCS.rglob(kind)]
    assert sorted(pages_named()) == sorted(set(pages) - {"index"})


def test_the_reference_names_only_modules_that_exist() -> None:
    for page in sorted((DOCS / "reference").glob("*.rst")):
        for package, only in re.findall(r"^\.\. modules:: (\S+)(?: only (.*))?$", page.read_text(), re.MULTILINE):
            for module in [package, *(f"{package}.{name}" for name in only.split())]:
                assert find_spec(module) is not None, f"{page.name} names {module}"


def test_the_examples_of_what_makes_the_reference_print_what_they_say(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(DOCS))
    assert doctest.testmod(import_module("reference_pages")).failed == 0


def test_the_site_draws_the_counterexample_of_every_refuted_claim(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(DOCS))
    reference_pages = import_module("reference_pages")
    for page in sorted((DOCS / "background" / "claims").glob("*.md")):
        source = [page.read_text(encoding="utf-8")]
        reference_pages.expand(None, f"background/claims/{page.stem}", source)
        for section in source[0].split("\n## ")[1:]:
            title, *lines = section.splitlines()
            drawn = section.count("<svg ")
            assert drawn == (1 if "\nRefuted: " in section else 0), (page.name, title)
            if drawn:
                board = lines[lines.index("</div>") + 2 :]
                boxes = sum(line.count("$") + line.count("*") for line in board if line.startswith("    "))
                picture = lines[lines.index('<div class="board">') : lines.index("</div>")]
                assert f"{boxes} box" in picture[2] and "" not in picture  # HTML in Markdown ends at an empty line


@pytest.mark.skipif(bool(MISSING), reason=NO_SPHINX)
def test_the_site_builds_without_a_warning_and_holds_docstrings_and_help(tmp_path: Path) -> None:
    site = tmp_path / "site"
    arguments = ["-q", "-W", "--keep-going", "-b", "html", "-d", str(tmp_path / "doctrees"), str(DOCS), str(site)]
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", *arguments], cwd=ROOT, capture_output=True, text=True, timeout=900, check=False
    )
    assert done.returncode == 0, done.stderr
    for page in pages_named():
        assert (site / f"{page}.html").is_file()
    assert 'id="sokospec.replay.replay"' in (site / "reference" / "api" / "sokospec.html").read_text(encoding="utf-8")
    commands = (site / "reference" / "commands.html").read_text(encoding="utf-8")
    assert "Usage: sokospec check [OPTIONS] FILES..." in commands
    assert "Usage: sokospec generate random [OPTIONS]" in commands
