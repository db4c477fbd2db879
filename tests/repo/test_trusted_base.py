"""The trusted base: what has to be believed when a certificate is accepted. It is small and rests on nothing else."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tools.structure import MOST_TRUSTED_LINES
from tools.trusted_base import FIGURE, REFERENCE, ROOT, code_lines, counts, pages, trusted

from sokocheck.checkers.all_checkers import BELIEVED, PROVED
from sokocheck.checkers.all_checkers import REFERENCE as REFERENCE_CHECKER
from sokospec import Objective

BESIDES = {"sokospec", "sokospec.clock", "sokospec.history", "sokospec.limits", "sokospec.certificates.packed"}
"""What is loaded besides, but cannot make the checker accept anything: an import, clocks, and what unpacks a text that
is then checked."""

CERTIFICATE = """\
sokospec certificate 1
claim at-least pushes 1
level 3 5
#####
#@$.#
#####
forwards
prices 1 : 0
start : 1
end
"""

IN_A_FRESH_PROCESS = """
import sys
from sokospec.certificates.verify import verify
with open(0, "rb", closefd=False) as stream:
    assert verify(stream).accepted
print(*sys.modules, sep="\\n")
"""


def imports(source: str) -> set[str]:
    """Return the modules that a source imports on its top level."""
    found: set[str] = set()
    for node in ast.parse(source).body:
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module or ".")
    return found


@pytest.mark.parametrize("name", trusted())
def test_the_trusted_base_imports_only_the_standard_library_and_itself(name: str) -> None:
    for module in imports(trusted()[name].read_text(encoding="utf-8")):
        if module.partition(".")[0] == "sokospec":
            assert module in {*trusted(), *BESIDES}
        else:
            assert module.partition(".")[0] in sys.stdlib_module_names


def test_a_check_loads_nothing_else_of_ours(tmp_path: Path) -> None:
    file = tmp_path / "certificate"
    file.write_text(CERTIFICATE, encoding="ascii")
    command = [sys.executable, "-c", IN_A_FRESH_PROCESS]
    with file.open("rb") as stream:
        run = subprocess.run(command, stdin=stream, capture_output=True, text=True, check=True, cwd=REFERENCE)
    ours = {name for name in run.stdout.split() if name.startswith("soko")}
    assert "sokospec.certificates.states" in ours
    assert ours <= {*trusted(), *BESIDES}


def test_the_trusted_base_is_small_enough_to_be_read() -> None:
    assert sum(counts().values()) <= MOST_TRUSTED_LINES, counts()


def test_every_page_that_names_the_size_of_the_trusted_base_names_what_the_command_counts() -> None:
    total = f"{sum(counts().values()):,}"
    named = {page.relative_to(ROOT).as_posix(): FIGURE.findall(page.read_text(encoding="utf-8")) for page in pages()}
    wrong = {page: figures for page, figures in named.items() if set(figures) - {total}}
    assert not wrong, f"the trusted base has {total} lines of code: python -m tools.trusted_base --write"
    for page in ("README.md", "docs/background/certificates.md"):
        text = (ROOT / page).read_text(encoding="utf-8")
        assert named[page] == [total]
        assert "python -m tools.trusted_base" in text, f"{page} names the figure without the command"


def test_what_one_has_to_believe_names_its_sizes() -> None:
    assert f"{sum(counts().values()):,} lines of it" in BELIEVED[REFERENCE_CHECKER]
    rocq = ROOT / "proofs" / "rocq"
    rules = len((rocq / "Rules.v").read_text(encoding="utf-8").splitlines())
    is_silent = re.compile(r"^ *(\(\*.*\*\))? *$").match
    glue = sum(
        not is_silent(line)
        for name in ("big.ml", "main.ml")
        for line in (rocq / "ml" / name).read_text(encoding="utf-8").splitlines()
    )
    assert f"{rules} lines of Coq" in BELIEVED[PROVED] and f"{glue} lines of OCaml" in BELIEVED[PROVED]


def test_no_page_and_no_docstring_guesses_the_size_of_the_checker() -> None:
    sources = [path for folder in sorted(ROOT.glob("*/soko*")) for path in sorted(folder.rglob("*.py"))]
    for path in [*pages(), *sources]:
        guessed = re.search(r"(hundred|thousand)\s+lines", path.read_text(encoding="utf-8"))
        assert not guessed, f"{path.relative_to(ROOT)} guesses a size: {guessed}"


def test_what_a_claimed_cost_means_is_trusted() -> None:
    """Which counts an objective compares decides what an accepted claim says; so it is counted with the rules."""
    assert sys.modules[Objective.cost.__module__].__name__ in trusted()


def test_what_is_no_code_is_not_counted() -> None:
    source = '"""Text.\n\nMore."""\n\nimport os  # a comment\n\ndef f() -> str:\n    "text"\n    return """a\n\nb"""\n'
    assert code_lines(source) == 5
    assert imports(source) == {"os"}
