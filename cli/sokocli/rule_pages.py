"""Pages that define the rules, and the titles there."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

PAGES = {"rules.md": "background", "formats.md": "reference"}
"""The pages, and their folders in `docs` of a clone; wheels hold copies in the folder `pages`."""

_HEADING = re.compile(r"^### ([A-Z])(\d+)\. (.*)$", re.MULTILINE)
_TAG = re.compile(r"\[([A-Z]\d+)\]")


def page_text(name: str) -> str:
    """Return the text of a page. Raises `OSError`."""
    here = Path(__file__).resolve()
    page = here.parent / "pages" / name
    if not page.exists():
        page = here.parents[2] / "docs" / PAGES[name] / name
    return page.read_text(encoding="utf-8")


@cache
def rule_titles() -> dict[str, str]:
    """Return the titles of the rules by id, in the order of letters and numbers."""
    headings = [heading for page in PAGES for heading in _HEADING.findall(page_text(page))]
    headings.sort(key=lambda heading: (heading[0], int(heading[1])))
    return {f"{letter}{number}": title for letter, number, title in headings}


def explain_rules(text: str) -> str | None:
    """Return the titles of the rules that a text names in brackets, or None, also where the pages are missing.

    >>> explain_rules("the level has no box [L2]")
    'rules: L2, At least one box; for the text: sokospec explain L2'
    """
    named_ids = _TAG.findall(text)
    try:
        titles = rule_titles() if named_ids else {}
    except OSError:
        return None
    ids = [each for each in dict.fromkeys(named_ids) if each in titles]
    if not ids:
        return None
    named = "; ".join(f"{each}, {titles[each]}" for each in ids)
    return f"rules: {named}; for the text: sokospec explain {' '.join(ids)}"
