"""HTML pages of a served folder."""

from __future__ import annotations

import re
from html import escape
from importlib.resources import files
from pathlib import Path

from sokospec.errors import quantify
from sokospec.formats import Collection, Entry
from sokospec.formats.xsb import one_line
from sokoview.player import Offer, Panel, page
from sokoview.serving.folder import Folder, address_of, name_text
from sokoview.serving.overview import Overview, is_drawn

PER_PAGE = 60
"""Levels on one page of a file's list."""


def folder_page(folder: Folder, path: Path, overview: Overview) -> str:
    """Return the page of a folder."""
    names = folder.names(path)
    parts = []
    if names.folders:
        items = (_folder_item(path / name, folder.root) for name in names.folders)
        parts.append(f'<ul class="names">{"".join(items)}</ul>')
    if names.files:
        items = (_file_item(path / name, folder.root, overview) for name in names.files)
        parts.append(f'<ul class="files">{"".join(items)}</ul>')
        parts.append(f'<script type="module">\n{_read("listing.mjs")}</script>')
    if not parts:
        parts.append("<p>There are no files of levels here.</p>")
    if names.more:
        parts.append("<p>There is more here than these; put the others into folders of their own.</p>")
    return _fill_listing(_trail(folder, path), name_text(path.name), parts)


def levels_page(folder: Folder, path: Path, collection: Collection, number: int, overview: Overview) -> str:
    """Return a page of a file's levels, reading only these."""
    pages = page_count(collection)
    first = (number - 1) * PER_PAGE
    address = address_of(path, folder.root)
    entries = collection[first : first + PER_PAGE]
    solved = overview.find_solved(path, entries)
    cards = [_card(address, entry, solved=entry.number in solved) for entry in entries]
    title = one_line(collection.header.title)
    parts = [f"<p>{quantify(len(collection), 'level')}{f', {escape(title)}' if title else ''}</p>"]
    if pages > 1:
        parts.append(_pager(address, number, pages))
    parts.append(f'<ol class="cards" start="{first + 1}">{"".join(cards)}</ol>')
    return _fill_listing(_trail(folder, path), name_text(path.name), parts)


def page_count(collection: Collection) -> int:
    """Return the number of pages of a file's list."""
    return max(1, -(-len(collection) // PER_PAGE))


def level_page(folder: Folder, path: Path, collection: Collection, entry: Entry, overview: Overview) -> str:
    """Return the player page of a level with the solver panel. Raises `InvalidLevel`."""
    address, number = address_of(path, folder.root), entry.number
    title = f"{name_text(path.name)}: {_name(entry)}"
    listed = f"/levels/{address}?page={(number - 1) // PER_PAGE + 1}"
    links = [
        _step(f"/play/{address}?level={number - 1}", f"‹ {number - 1}", "previous", there=number > 1),
        f'<a rel="up" href="{listed}">{number:,} of {len(collection):,}</a>',
        _step(f"/play/{address}?level={number + 1}", f"{number + 1} ›", "next", there=number < len(collection)),
    ]
    panel = _read("solve.html").replace("{{LINKS}}", "".join(links))
    offer = Offer(title, entry.level, solution=overview.solution(path, entry))
    return page([offer], title, Panel(panel, _read("solve.mjs")))


def _step(address: str, text: str, relation: str, *, there: bool) -> str:
    if not there:
        return "<span></span>"
    return f'<a rel="{relation[:4]}" href="{address}" aria-label="{relation.capitalize()} level">{text}</a>'


def _name(entry: Entry) -> str:
    title = one_line(entry.title)
    return f"Level {entry.number}" if title in ("", str(entry.number)) else f"{entry.number}. {title}"


def _card(address: str, entry: Entry, *, solved: bool) -> str:
    name = escape(_name(entry))
    level = entry.drawn.level
    if level is None:
        defects = "; ".join(str(defect) for defect in entry.drawn.defects[:3])
        return f'<li><span class="bad"><b>{name}</b>no level: {escape(defects)}</span></li>'
    picture = ""
    if is_drawn(entry):
        picture = f'<img loading="lazy" alt="" src="/picture/{address}?level={entry.number}">'
    facts = f"{level.board.width} × {level.board.height}, {quantify(len(level.boxes), 'box')}"
    if solved:
        facts += ' <span class="solved">✓ solved</span>'
    return f'<li><a href="/play/{address}?level={entry.number}">{picture}<b>{name}</b><span>{facts}</span></a></li>'


def _pager(address: str, number: int, pages: int) -> str:
    near = sorted({1, 2, pages - 1, pages, *range(number - 2, number + 3)} & set(range(1, pages + 1)))
    links, last = [], 0
    for page_number in near:
        if page_number > last + 1:
            links.append("<span>…</span>")
        current = ' aria-current="page"' if page_number == number else ""
        links.append(f'<a href="/levels/{address}?page={page_number}"{current}>{page_number}</a>')
        last = page_number
    return f'<nav class="pager" aria-label="Pages">{"".join(links)}</nav>'


def _folder_item(path: Path, root: Path) -> str:
    return f'<li><a href="/folder/{address_of(path, root)}">{escape(name_text(path.name))}/</a></li>'


def _file_item(path: Path, root: Path, overview: Overview) -> str:
    address, summary = address_of(path, root), overview.find_summary(path)
    told = f"<span>{escape(summary.text)}</span>" if summary else f'<span data-ask="/api/files/{address}">…</span>'
    picture = f'<img loading="lazy" alt="" src="/cover/{address}">'
    return f'<li><a href="/levels/{address}">{picture}<b>{escape(name_text(path.name))}</b>{told}</a></li>'


def _trail(folder: Folder, path: Path) -> str:
    if folder.file is not None:
        return ""
    links = [f'<a href="/">{escape(name_text(folder.root.name))}</a>']
    above = [parent for parent in path.parents if parent.is_relative_to(folder.root)]
    for parent in reversed(above[:-1]):
        links.append(f'<a href="/folder/{address_of(parent, folder.root)}">{escape(name_text(parent.name))}</a>')
    return " / ".join(links if above else [])


def _fill_listing(trail: str, title: str, parts: list[str]) -> str:
    fields = {"TRAIL": trail, "TITLE": escape(title), "BODY": "\n".join(parts)}
    return re.sub(r"\{\{([A-Z]+)\}\}", lambda place: fields[place[1]], _read("listing.html"))


def _read(name: str) -> str:
    return files("sokoview.serving").joinpath(name).read_text(encoding="utf-8")
