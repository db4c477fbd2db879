"""Fences: the same line directly above every board of a text, and the same line directly below."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sokospec.errors import Defect
from sokospec.formats.boards import Part
from sokospec.formats.lines import Line

_MARK = re.compile(
    r"[\W_]*+(?:(?:begin|start|end|stop|of|the|level|board|map|maze|puzzle|sokoban)(?![^\W\d_])[\W_]*+)*+",
    re.IGNORECASE,
)


def take_off_fences(read: list[Part], parts: Iterator[Part]) -> tuple[Defect, ...]:
    """Turn the lines of a fence into remarks; return a warning if they may mean something.

    Reads more parts, and appends them to `read`, while they may have the same fence. A text with one board has no
    fence.
    """
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


def _is_closed(part: Part, closing: Line) -> bool:
    """Tell whether `closing` stands directly below the board above a part, besides the opening of the next."""
    return len(part.gap) > bool(part.board) and _is_same(part.gap[0], closing)
