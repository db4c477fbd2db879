"""What the pages call by a dotted name is there."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
NAME = re.compile(r"\bsoko(?:spec|solve|dead|gen|proof|check|view|cli|course|gym)(?:\.(?!rst\b)\w+)+")
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


def exists(name: str) -> bool:
    """Say whether a dotted name is a module, or something in one."""
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        try:
            found: object = import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for part in parts[length:]:
            found = getattr(found, part, None)
        return found is not None
    return False


def names_on(page: Path) -> list[str]:
    """Return the dotted names on a page."""
    return NAME.findall(page.read_text("utf-8"))


@pytest.mark.parametrize("name", sorted({name for page in PAGES for name in names_on(page)}))
def test_a_name_on_a_page_is_there(name: str) -> None:
    assert exists(name)


def test_a_name_that_is_not_there_is_noticed() -> None:
    assert not exists("sokosolve.best_first") and not exists("sokospec.rules.nothing")
