"""Every link between pages leads to a file, and to a heading if it names one."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = [
    *(ROOT / f"{name}.md" for name in ("README", "CONTRIBUTING", "SECURITY")),
    *sorted((ROOT / "docs").rglob("*.md")),
]
CODE = re.compile(r"^```.*?^```|`[^`\n]*`", re.DOTALL | re.MULTILINE)
FENCE = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\(([^()\s]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


def anchor_of(heading: str) -> str:
    """Return the anchor that GitHub and the site give a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


@cache
def anchors_of(page: Path) -> frozenset[str]:
    """Return the anchors of the headings of a page."""
    return frozenset(map(anchor_of, HEADING.findall(FENCE.sub("", page.read_text(encoding="utf-8")))))


def broken_links(page: Path) -> list[str]:
    """Return the links of a page, but those to other sites, that lead nowhere."""
    broken = []
    for link in LINK.findall(CODE.sub("", page.read_text(encoding="utf-8"))):
        name, _, anchor = link.partition("#")
        target = (page.parent / name).resolve() if name else page
        is_there = target.exists() and (not anchor or target.suffix != ".md" or anchor in anchors_of(target))
        if "://" not in link and not is_there:
            broken.append(link)
    return broken


def test_every_link_of_a_page_leads_to_a_file_and_a_heading() -> None:
    broken = {page.name: links for page in PAGES if (links := broken_links(page))}
    assert broken == {}


def test_a_link_to_a_missing_heading_or_file_is_noticed(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# One `word`\n\n[a](#one-word) [b](#two) [c](no.md) [d](page.md#one)\n", encoding="utf-8")
    assert broken_links(page) == ["#two", "no.md", "page.md#one"]
