"""Looks of rows: plain ones, wrapped ones, rulers and whole boards."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from sokospec.board import Square
from sokospec.formats.lines import PLAIN, Line, cache_short_lines
from sokospec.formats.walking import Walk

LEAST_ROWS = 3  # of a board
LONGEST = 500  # characters of a line that may be wrapped
_WRAPPABLE = ("row", "floor", "flawed", "text", "property", "remark")

BLOCKS = "\u2588\u2589\u2592\u2593\u25a0\u25fc\u2b1b\u2501\u2503\u2550\u2551\u2554\u2557\u255a\u255d"
_WALL = re.compile(f"[#\uff03{BLOCKS}]|&#0*+35;|&num;")
_EDGE = re.compile(r"[\s+|=_.'`*\u2500-\u257f-]++")
_RULER = re.compile(r"\s*+[|:+]?[0-9A-Za-z](?: ?[0-9A-Za-z]){2,}+[|:+]?\s*+")


def has_wall(text: str) -> bool:
    """Tell whether a text has a symbol that may be a wall.

    >>> has_wall("\uff03"), has_wall("&#35;"), has_wall("-")
    (True, True, False)
    """
    return _WALL.search(text) is not None


def look_of(line: Line) -> str:
    """Return 'row', 'spaced' (symbols apart), 'wrapped', 'edge' (of a frame), or nothing for other lines.

    >>> [look_of(Line(1, text, "text")) for text in ("#@$.#", "# @ $", "1 #@$.#", "=====", "a title")]
    ['row', 'spaced', 'wrapped', 'edge', '']
    """
    return _look_at(line.text) if line.kind in _WRAPPABLE and len(line.text) <= LONGEST else ""


@cache_short_lines
def _look_at(text: str) -> str:
    if PLAIN.fullmatch(text):
        bare = text.strip()
        return "spaced" if bare[0] in "*+" or bare[1:2] in (" ", "\t") else "row"
    if _WALL.search(text) and not text.lstrip().startswith(";"):
        return "wrapped"
    if is_ruler(text):
        return "wrapped"
    return "edge" if _EDGE.fullmatch(text) else ""


def is_ruler(text: str) -> bool:
    """Tell whether a text numbers columns.

    >>> is_ruler("0123456789012"), is_ruler("  a b c d"), is_ruler("1,2,3")
    (True, True, False)
    """
    if not _RULER.fullmatch(text):
        return False
    marks = [ord(mark) for mark in text if mark.isalnum()]
    return all(after - mark in (1, -9 if mark == ord("9") else 1) for mark, after in pairwise(marks))


def is_around(line: Line) -> bool:
    """Tell whether a line may stand above or below wrapped rows."""
    return bool(_EDGE.fullmatch(line.text)) or is_ruler(line.text)


def is_drawn(rows: Sequence[str]) -> bool:
    """Tell whether rows have plain symbols alone, with a wall and a player."""
    return all(not row.strip() or PLAIN.fullmatch(row) or not row.strip("-_ \t") for row in rows) and (
        any("#" in row for row in rows) and any("@" in row or "+" in row for row in rows)
    )


def is_whole_board(rows: Sequence[str]) -> bool:
    """Tell whether rows are a closed board with one player and as many boxes as goals.

    >>> is_whole_board(["#####", "#@$.#", "#####"]), is_whole_board(["#####", "#@$.", "#####"])
    (True, False)
    """
    symbols = "".join(rows)
    players = symbols.count("@") + symbols.count("+")
    boxes, goals = symbols.count("$"), symbols.count(".") + symbols.count("+")
    if len(rows) < LEAST_ROWS or players != 1 or boxes != goals or not is_drawn(rows):
        return False
    width = max(map(len, rows))
    padded = [row.replace("-", " ").replace("_", " ").ljust(width) for row in rows]
    player = next(Square(number, row.index(mark)) for number, row in enumerate(padded) for mark in "@+" if mark in row)
    return not Walk(padded, [player]).edge()
