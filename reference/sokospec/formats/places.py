"""Lines that belong to each board of a text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from sokospec.errors import Defect
from sokospec.formats.boards import TextPart
from sokospec.formats.collection import Properties
from sokospec.formats.lines import Line, announces_solution, kind_of_play, property_of, with_other_notations
from sokospec.formats.styles import SAYING, SILENT, Style, style_of, style_of_text

_ADORNED = re.compile(r"\s*+([-=~_*.+#/])\1{2,}+.*\1{3}\s*+", re.DOTALL)
"""Line that begins and ends with at least three of one symbol."""

_MARK = re.compile(
    r"[\W_]*+(?:(?:begin|start|end|stop|of|the|level|board|map|maze|puzzle|sokoban)(?![^\W\d_])[\W_]*+)*+",
    re.IGNORECASE,
)
"""Text of a fence, the same line above (or below) every board, that says nothing but where a board begins or ends."""


class NumberedProperty(NamedTuple):
    """Property and its line."""

    line: int
    key: str
    value: str


class Place(NamedTuple):
    """Lines of an entry; the title line is blank among those above or below."""

    above: Sequence[Line]
    title: Line | None
    board: Sequence[Line]
    below: Sequence[Line]


def find_places(parts: Iterable[TextPart]) -> tuple[list[Line], Iterator[Place], tuple[Defect, ...]]:
    """Return the lines above the first entry, the place of each entry, and warnings.

    Rule F15: a title is a property or a line of text before a board. The text on one side of every board describes
    these (docs/reference/formats.md); such a file is read to its end.
    """
    parts = (part._replace(gap=with_other_notations(part.gap)) for part in parts)
    first = next(parts)
    if not first.board:
        return first.gap, iter(()), ()
    read = [first, next(parts)]
    warnings = _take_off_fences(read, parts)
    style, doubts = style_of(read, parts)
    warnings += doubts
    if style is None:
        style, doubts = style_of_text(read, parts)
        warnings += doubts
    are_below = not (style and style.has_titles) and _titles_stand_below(read, parts)
    header = first.gap[: _start(read, style, are_below=are_below)]
    return header, _places(chain(read, parts), len(header), style, are_below=are_below), warnings


def _start(read: Sequence[TextPart], style: Style | None, *, are_below: bool) -> int:
    gap = read[0].gap
    if style:
        return style.cut(gap, is_first=True)
    at = None if are_below else title_line(gap, 0, len(gap))
    if at is None:
        return len(gap)
    has_header = any(line.kind in SAYING for line in gap[:at])
    return len(gap) if has_header and at < len(gap) - 1 and _is_alone(gap[at], read[1]) else at


def _is_alone(title: Line, second: TextPart) -> bool:
    if not second.board:
        return False
    at = title_line(second.gap, 0, len(second.gap))
    return at is None or bool(_ADORNED.fullmatch(second.gap[at].text) and not _ADORNED.fullmatch(title.text))


def _places(parts: Iterable[TextPart], header: int, style: Style | None, *, are_below: bool) -> Iterator[Place]:
    above: Sequence[Line] = ()
    title: Line | None = None
    board: Sequence[Line] = ()
    for gap, following in parts:
        if not board:
            start = header
        elif not following:
            start = len(gap)
        else:
            start = style.cut(gap) if style else len(gap) if are_below else _title_or_end(gap)
        if board and are_below:
            below = _first_below(gap)
            yield Place(above, gap[below], board, _without(gap, below)[:start])
        elif board:
            yield Place(above, title, board, gap[:start])
        at = None if are_below else title_line(gap, 0, len(gap))
        if at is None and style and following and not are_below:
            at = _find_heading(gap, start, style)
        if at is not None and at < start:  # it ends the header
            at = None
        title = None if at is None else gap[at]
        above = _without(gap, at)[start:]
        board = following


def _find_heading(gap: Sequence[Line], start: int, style: Style) -> int | None:
    texts = [index for index in range(start, len(gap)) if gap[index].kind == "text"]
    return start if texts[:1] == [start] and (style.has_titles or len(texts) == 1) else None


def _without(lines: Sequence[Line], title: int | None) -> list[Line]:
    return [line._replace(kind="blank") if index == title else line for index, line in enumerate(lines)]


def _title_or_end(gap: Sequence[Line]) -> int:
    at = title_line(gap, 0, len(gap))
    return len(gap) if at is None else at


def _titles_stand_below(read: list[TextPart], parts: Iterator[TextPart]) -> bool:
    first = read[0].gap
    has_header = any(line.kind in SAYING for line in first)
    at = title_line(first, 0, len(first))
    if at is not None and (at == len(first) - 1 or not read[1].board):
        return False
    for gap, board in _read_on(read, parts):
        below = _first_below(gap)
        kinds = [line.kind for line in gap[below : below + 2]]
        if kinds[:1] != ["text"] or kinds[1:] == ["text"]:
            return False
        if has_header and board and title_line(gap, below + 1, len(gap)) is not None:
            return False
    return True


def _read_on(read: list[TextPart], parts: Iterator[TextPart]) -> Iterator[TextPart]:
    yield from read[1:]
    for part in parts:
        read.append(part)
        yield part


def _first_below(gap: Sequence[Line]) -> int:
    return next((index for index, line in enumerate(gap) if line.kind != "remark"), 0)


def title_line(lines: Sequence[Line], start: int, end: int, *, of_play: bool = False) -> int | None:
    """Return the index of the title line before a board or a play (Sok 0.19, "Titles"), or None."""
    index = end - 1
    while index >= start and lines[index].kind in SILENT:
        index -= 1
    if index < start:
        return None
    line = lines[index]
    if not of_play and announces_solution(line.text):
        return None
    names_it = of_play and line.kind == "property" and kind_of_play(line.text.partition(":")[0])
    if line.kind != "text" and not names_it:
        return None
    above = lines[index - 1].kind if index > start else "blank"
    return None if above in ("text", "comment") or (above == "property" and not of_play) else index


def properties_in(lines: Iterable[Line]) -> tuple[NumberedProperty, ...]:
    """Return the properties among the lines."""
    pairs = ((line.number, property_of(line.text)) for line in lines if line.kind == "property")
    return tuple(NumberedProperty(number, *pair) for number, pair in pairs if pair)


def values(properties: Properties, key: str) -> list[str]:
    """Return the values of a key."""
    return [value for name, value in properties if name == key]


def _take_off_fences(read: list[TextPart], parts: Iterator[TextPart]) -> tuple[Defect, ...]:
    first, second = read[0].gap, read[1].gap
    if not read[1].board or not first or len(second) < 2 or first[-1].kind != "text" or second[0].kind != "text":
        return ()
    opening, closing = first[-1], second[0]
    while read[-1].board:
        if not _is_closed(read[-1], closing) or not _is_same(read[-1].gap[-1], opening):
            return ()
        read.append(next(parts))
    if not _is_closed(read[-1], closing):
        return ()
    for index, part in enumerate(read):
        if index:
            part.gap[0] = part.gap[0]._replace(kind="remark")
        if part.board:
            part.gap[-1] = part.gap[-1]._replace(kind="remark")
    if _MARK.fullmatch(opening.text) and _MARK.fullmatch(closing.text):
        return ()
    return (
        Defect(
            "F15",
            f"the lines {opening.text.strip()!r} above and {closing.text.strip()!r} below every board are taken to be "
            "marks around it, not a title and a note; to be sure, write 'Title:' before titles",
            opening.number,
        ),
    )


def _is_same(line: Line, other: Line) -> bool:
    return line.kind == "text" and line.text.strip() == other.text.strip()


def _is_closed(part: TextPart, closing: Line) -> bool:
    return len(part.gap) > bool(part.board) and _is_same(part.gap[0], closing)
