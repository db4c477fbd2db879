"""Which lines of a text belong to which board: those above it, its title line, the board, and those below it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from sokospec.formats.boards import Part
from sokospec.formats.collection import Properties
from sokospec.formats.lines import Line, kind_of_play, property_of

SILENT = ("blank", "remark")
SAYING = ("text", "property", "comment")


class Place(NamedTuple):
    """The lines of an entry; the title line counts as blank among those above or below."""

    above: Sequence[Line]
    title: Line | None
    board: Sequence[Line]
    below: Sequence[Line]


Cut = Callable[[Sequence[Line]], int]
"""Where, in the lines between two boards, those begin that belong to the second."""


def placed(parts: Iterable[Part]) -> tuple[list[Line], Iterator[Place]]:
    """Return the lines above the first entry, and the place of each entry, known when the next board is.

    Rule F15: a title is a property `Title:`, else a title line: the last line of text before a board, if a blank line
    precedes it or it is the only text there. A file may give properties before each board, when it gives `Title:`
    before the first and none after the last; or a line of text directly below each board, when nothing precedes the
    first: then these are the titles.

    So a text that may be of one of the latter two kinds is read to its end, or until it turns out to be of none.
    """
    parts = iter(parts)
    first = next(parts)
    if not first.board:
        return first.gap, iter(())
    read = [first, next(parts)]
    if _texts_stand_below(read, parts):
        return first.gap, _titled_below(chain(read, parts))
    cut = _last_paragraph if _properties_stand_above(read, parts) else _title_or_end
    return first.gap[: cut(first.gap)], _titled_above(chain(read, parts), cut)


def _titled_below(parts: Iterable[Part]) -> Iterator[Place]:
    board: Sequence[Line] = ()
    for part in parts:
        if board:
            yield Place((), part.gap[0], board, _without(part.gap, 0))
        board = part.board


def _titled_above(parts: Iterable[Part], cut: Cut) -> Iterator[Place]:
    above: Sequence[Line] = ()
    title: Line | None = None
    board: Sequence[Line] = ()
    for gap, following in parts:
        start = cut(gap) if following else len(gap)
        if board:
            yield Place(above, title, board, gap[:start])
        at = title_line(gap, 0, len(gap))
        title = None if at is None else gap[at]
        above = _without(gap, at)[start:]
        board = following


def _without(lines: Sequence[Line], title: int | None) -> list[Line]:
    return [line._replace(kind="blank") if index == title else line for index, line in enumerate(lines)]


def _title_or_end(gap: Sequence[Line]) -> int:
    at = title_line(gap, 0, len(gap))
    return len(gap) if at is None else at


def _last_paragraph(gap: Sequence[Line]) -> int:
    """Return where the last paragraph begins."""
    index = len(gap)
    while index and gap[index - 1].kind in SILENT:
        index -= 1
    while index and gap[index - 1].kind in SAYING:
        index -= 1
    return index


def _texts_stand_below(read: list[Part], parts: Iterator[Part]) -> bool:
    """Say whether a single line of text is directly below every board and nothing is said above the first.

    Reads parts as long as it may be so, and appends them to `read`.
    """
    if any(line.kind in SAYING for line in read[0].gap):
        return False
    while True:
        kinds = [line.kind for line in read[-1].gap[:2]]
        if kinds[:1] != ["text"] or kinds[1:] == ["text"]:
            return False
        if not read[-1].board:
            return True
        read.append(next(parts))


def _properties_stand_above(read: list[Part], parts: Iterator[Part]) -> bool:
    """Say whether the file gives `Title:` before each board: it does before the first, and does not after the last.

    Reads all parts if it may be so, and appends them to `read`.
    """
    first = read[0].gap
    if not any(values(properties_in(first[_last_paragraph(first) :]), "title")):
        return False
    read.extend(parts)
    return not any(values(properties_in(read[-1].gap), "title"))


def title_line(lines: Sequence[Line], start: int, end: int, *, of_play: bool = False) -> int | None:
    """Return the index of the title line before a board or a play (Sok 0.19, "Titles"), or None.

    Before a play, a property such as 'Solution:' is a title as well.
    """
    index = end - 1
    while index >= start and lines[index].kind in SILENT:
        index -= 1
    if index < start:
        return None
    line = lines[index]
    names_it = of_play and line.kind == "property" and kind_of_play(line.text.partition(":")[0])
    if line.kind != "text" and not names_it:
        return None
    above = lines[index - 1].kind if index > start else "blank"
    return None if above in ("text", "comment") or (above == "property" and not of_play) else index


def properties_in(lines: Iterable[Line]) -> Properties:
    """Return the properties among the lines."""
    return tuple(pair for line in lines if line.kind == "property" and (pair := property_of(line.text)))


def values(properties: Properties, key: str) -> list[str]:
    """Return the values of a key."""
    return [value for name, value in properties if name == key]
