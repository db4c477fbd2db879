"""Finds the boards that are drawn in a text: in files of levels, on pages, in strings of programs, in JSON."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

IN_ONE_LINE = re.compile(r"[0-9#@+$*.\-_ ]+(?:(?:\\n|\||/|%0A)[0-9#@+$*.\-_ ]+){2,}")
INSIDE = frozenset(" -_@+.$*")
"""The symbols of squares that are no walls."""

Place = tuple[int, int]
Board = tuple[tuple[Place, bool], ...]
"""The squares inside the walls, counted from the first row and column, and whether they are goals. Where the boxes and
the player stand does not count: a level in the middle of play is still that level.
"""


def boards(text: str) -> Iterator[Board]:
    """Yield the boards in a text, in lines below each other or in a string with marks between its rows.

    >>> [len(board) for board in boards("As in  #####  and in '#####|#@$.#|#####'\\n       #@$.#\\n       #####")]
    [3, 3]
    """
    yield from _drawn([line.expandtabs(8) for line in text.splitlines()])
    for match in IN_ONE_LINE.finditer(text):
        rows = re.split(r"\\n|\||/|%0A", match[0])
        yield from _drawn([re.sub(r"(\d{1,3})(\D)", lambda run: int(run[1]) * run[2], row) for row in rows])


def _drawn(rows: Sequence[str]) -> Iterator[Board]:
    """Yield the boards in some rows: what walls surround, with a box and a goal in it, whatever is around the walls."""
    seen: set[Place] = set()
    for i, row in enumerate(rows):
        for match in re.finditer(r"[@+$*]", row):
            if (i, match.start()) not in seen:
                inside = _surrounded(rows, (i, match.start()))
                seen.update(inside)
                if {"$", "*"} & set(inside.values()) and {".", "*", "+"} & set(inside.values()):
                    yield _moved_to_the_corner({place: symbol in ".*+" for place, symbol in inside.items()})


def _surrounded(rows: Sequence[str], first: Place) -> dict[Place, str]:
    """Return the squares that walls surround together with one, by their symbols; none if something else is there."""
    found = {first: rows[first[0]][first[1]]}
    for row, column in (queue := [first]):
        for i, j in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            symbol = rows[i][j] if 0 <= i < len(rows) and 0 <= j < len(rows[i]) else ""
            if symbol != "#" and (i, j) not in found:
                if symbol not in INSIDE:
                    return {}
                found[i, j] = symbol
                queue.append((i, j))
    return found


def _moved_to_the_corner(inside: Mapping[Place, bool]) -> Board:
    top, left = min(row for row, _ in inside), min(column for _, column in inside)
    return tuple(sorted(((row - top, column - left), is_goal) for (row, column), is_goal in inside.items()))


def turned_and_mirrored(board: Board) -> Iterator[Board]:
    """Yield a board in its eight positions."""
    for down in (1, -1):
        for right in (1, -1):
            yield _moved_to_the_corner({(down * row, right * column): is_goal for (row, column), is_goal in board})
            yield _moved_to_the_corner({(right * column, down * row): is_goal for (row, column), is_goal in board})


def drawn(board: Board) -> str:
    """Return a board as a drawing, without boxes and player.

    >>> print(drawn((((0, 0), False), ((0, 1), True))))
    ####
    # .#
    ####
    """
    height, width = max(row for (row, _), _ in board) + 3, max(column for (_, column), _ in board) + 3
    symbols = {place: "." if is_goal else " " for place, is_goal in board}
    return "\n".join("".join(symbols.get((i - 1, j - 1), "#") for j in range(width)) for i in range(height))
