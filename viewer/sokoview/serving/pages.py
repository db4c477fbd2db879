"""The pages of a served folder: what a folder holds, what a file holds, and a level to play and to have solved."""

from __future__ import annotations

import os
import re
from html import escape
from importlib.resources import files
from pathlib import Path
from urllib.parse import quote

from sokospec.formats import Collection, Entry
from sokospec.formats.xsb import one_line
from sokoview.player import Offer, Panel, page
from sokoview.serving.folder import Folder, address_of, shown

PER_PAGE = 60
"""Levels on one page of a file's list."""

LARGEST_PICTURE = 4_000
"""Levels of more squares are listed without a picture."""


def folder_page(folder: Folder, path: Path) -> str:
    """Return the page of a folder: its subfolders, and its files of levels."""
    names = folder.names(path)
    items = [_item("/folder/", path / name, folder.root, "folder", f"{shown(name)}/") for name in names.folders]
    items += [_item("/levels/", path / name, folder.root, "file", shown(name)) for name in names.files]
    parts = [f'<ul class="names">{"".join(items)}</ul>' if items else "<p>There are no files of levels here.</p>"]
    if names.more:
        parts.append("<p>There is more here than these; put the others into folders of their own.</p>")
    return _listing(_trail(folder, path), shown(path.name), parts)


def levels_page(folder: Folder, path: Path, collection: Collection, number: int) -> str:
    """Return a page of the list of a file's levels; of these alone the levels are read."""
    pages = page_count(collection)
    first = (number - 1) * PER_PAGE
    address = address_of(path, folder.root)
    cards = [_card(address, entry) for entry in collection[first : first + PER_PAGE]]
    count = len(collection)
    title = one_line(collection.title)
    parts = [f"<p>{count:,} level{'' if count == 1 else 's'}{f', {escape(title)}' if title else ''}</p>"]
    if pages > 1:
        parts.append(_pager(address, number, pages))
    parts.append(f'<ol class="cards" start="{first + 1}">{"".join(cards)}</ol>')
    return _listing(_trail(folder, path), shown(path.name), parts)


def page_count(collection: Collection) -> int:
    """Return how many pages the list of a file's levels has."""
    return max(1, -(-len(collection) // PER_PAGE))


def level_page(folder: Folder, path: Path, collection: Collection, entry: Entry) -> str:
    """Return the player page for one level, with the panel that has it solved; raises `InvalidLevel`."""
    address, number = address_of(path, folder.root), entry.number
    title = f"{shown(path.name)}: {_name(entry)}"
    listed = f"/levels/{address}?page={(number - 1) // PER_PAGE + 1}"
    links = [
        _step(f"/play/{address}?level={number - 1}", f"‹ {number - 1}", "previous", there=number > 1),
        f'<a rel="up" href="{listed}">{number:,} of {len(collection):,}</a>',
        _step(f"/play/{address}?level={number + 1}", f"{number + 1} ›", "next", there=number < len(collection)),
    ]
    panel = _read("solve.html").replace("{{LINKS}}", "".join(links))
    return page([Offer(title, entry.level)], title, Panel(panel, _read("solve.mjs")))


def _step(address: str, text: str, relation: str, *, there: bool) -> str:
    if not there:
        return "<span></span>"
    return f'<a rel="{relation[:4]}" href="{address}" aria-label="{relation.capitalize()} level">{text}</a>'


def _name(entry: Entry) -> str:
    title = one_line(entry.title)
    return f"Level {entry.number}" if title in ("", str(entry.number)) else f"{entry.number}. {title}"


def _card(address: str, entry: Entry) -> str:
    name = escape(_name(entry))
    level = entry.drawn.level
    if level is None:
        defects = "; ".join(str(defect) for defect in entry.drawn.defects[:3])
        return f'<li><span class="bad"><b>{name}</b>no level: {escape(defects)}</span></li>'
    width, height = level.board.width, level.board.height
    picture = ""
    if width * height <= LARGEST_PICTURE:
        picture = f'<img loading="lazy" alt="" src="/picture/{address}?level={entry.number}">'
    boxes = len(level.boxes)
    facts = f"{width} × {height}, {boxes} box{'' if boxes == 1 else 'es'}"
    return f'<li><a href="/play/{address}?level={entry.number}">{picture}<b>{name}</b>{facts}</a></li>'


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


def _item(prefix: str, path: Path, root: Path, kind: str, name: str) -> str:
    return f'<li class="{kind}"><a href="{prefix}{address_of(path, root)}">{escape(name)}</a></li>'


def _trail(folder: Folder, path: Path) -> str:
    """Return the links to the folders above a file or a folder."""
    links = [f'<a href="/">{escape(shown(folder.root.name))}</a>']
    parts = path.relative_to(folder.root).parts
    for depth in range(1, len(parts)):
        above = "/".join(quote(os.fsencode(part), safe="") for part in parts[:depth])
        links.append(f'<a href="/folder/{above}">{escape(shown(parts[depth - 1]))}</a>')
    return " / ".join(links if parts else [])


def _listing(trail: str, title: str, parts: list[str]) -> str:
    fields = {"TRAIL": trail, "TITLE": escape(title), "BODY": "\n".join(parts)}
    return re.sub(r"\{\{([A-Z]+)\}\}", lambda place: fields[place[1]], _read("listing.html"))


def _read(name: str) -> str:
    return files("sokoview.serving").joinpath(name).read_text(encoding="utf-8")
