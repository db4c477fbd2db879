"""Every extra stands on the page about installing, and messages about what is missing name extras that there are."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NAMED = re.compile(r"(?:sokospec|\.)\[([\w,]+)\]'")


def extras() -> set[str]:
    """Return the extras that pyproject.toml declares."""
    return set(tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"])


def test_the_page_about_installing_has_a_row_for_each_extra() -> None:
    rows = re.findall(r"^\|[^|]+\| `(\w+)` \|", (ROOT / "docs" / "start" / "install.md").read_text(), re.MULTILINE)
    assert sorted(rows) == sorted(extras())


def test_every_extra_that_is_named_anywhere_is_there() -> None:
    listed = subprocess.run(["git", "ls-files", "*.py", "*.md"], cwd=ROOT, capture_output=True, text=True, check=True)
    named = {
        extra
        for file in listed.stdout.splitlines()
        if (ROOT / file).is_file()
        for names in NAMED.findall((ROOT / file).read_text(encoding="utf-8"))
        for extra in names.split(",")
    }
    assert named <= extras()
    assert {"experiments", "pictures", "proofs"} <= named


def test_nothing_says_to_install_sokospec_from_an_index_where_it_is_not() -> None:
    listed = subprocess.run(["git", "ls-files", "*.py", "*.md"], cwd=ROOT, capture_output=True, text=True, check=True)
    ordered = re.compile(r"pip install\s+'?sokospec\b")
    wrong = [file for file in listed.stdout.splitlines() if ordered.search(_text(file))]
    assert wrong == []


def test_a_message_about_a_missing_package_names_packages_of_an_extra() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    brought = {re.split(r"[><=\[]", package)[0] for packages in declared.values() for package in packages}
    command = re.compile(r"pip install ([a-z][\w-]*(?: [a-z][\w-]*)*)")
    named = set()
    for folder in ("cli", "crosscheck", "proofs", "environments"):
        for file in (ROOT / folder).rglob("*.py"):
            named |= {name for found in command.findall(file.read_text(encoding="utf-8")) for name in found.split()}
    assert {"pillow", "matplotlib", "sympy", "z3-solver", "distributed", "gymnasium"} <= named <= brought


def _text(file: str) -> str:
    path = ROOT / file
    return path.read_text(encoding="utf-8") if path.is_file() else ""
