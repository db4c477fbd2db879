"""Smallest level that a given solution solves."""

from __future__ import annotations

from sokospec.board import Board, Level, Square, State, neighbour
from sokospec.errors import LimitError, ParseError
from sokospec.formats.rle import DEFAULT_LIMIT
from sokospec.replay import DIRECTION_OF


def reconstruct(lurd: str, *, limit: int = DEFAULT_LIMIT) -> Level:
    """Return the smallest level that a LURD solves, which is unique up to a translation.

    A box stands where a push first meets an unknown square. Raises `ParseError` with the column if no level fits, and
    `LimitError`.

    >>> print(reconstruct("rRR"))
    #######
    #@ $ .#
    #######
    """
    start = player = Square(0, 0)
    floor = {start}
    first_boxes: set[Square] = set()
    boxes: set[Square] = set()
    for at, letter in enumerate(lurd):
        direction = DIRECTION_OF.get(letter.lower())
        if direction is None:
            raise ParseError("P1", f"{letter!r} is not one of the letters udlrUDLR", 1, at + 1)
        ahead = neighbour(player, direction)
        if letter.islower() and ahead in boxes:
            raise ParseError("P2", f"{letter!r} walks onto a square where earlier steps have put a box", 1, at + 1)
        if letter.isupper():
            landing = neighbour(ahead, direction)
            if ahead not in boxes and ahead in floor:
                raise ParseError("P2", f"{letter!r} pushes on a square where earlier steps have left no box", 1, at + 1)
            if landing in boxes:
                raise ParseError("T4", f"{letter!r} pushes a box against another", 1, at + 1)
            if ahead not in floor:
                first_boxes.add(ahead)
            boxes.discard(ahead)
            boxes.add(landing)
            floor.add(landing)
        floor.add(ahead)
        player = ahead
    if not boxes:
        raise ParseError("L2", "the steps push no box, so they determine no level", 1, 1)
    return _enclose(floor, start, first_boxes, boxes, limit)


def _enclose(floor: set[Square], start: Square, boxes: set[Square], goals: set[Square], limit: int) -> Level:
    top, left = min(square.row for square in floor) - 1, min(square.column for square in floor) - 1
    height = max(square.row for square in floor) - top + 2
    width = max(square.column for square in floor) - left + 2
    if height * width > limit:
        raise LimitError("R3", f"the level has {height} x {width} squares, more than the limit of {limit:,}")

    def move(squares: set[Square]) -> frozenset[Square]:
        return frozenset(Square(square.row - top, square.column - left) for square in squares)

    around = {
        Square(row + rows, column + columns) for row, column in floor for rows in (-1, 0, 1) for columns in (-1, 0, 1)
    }
    (player,) = move({start})
    return Level(Board(width, height, move(around - floor), move(goals)), State(move(boxes), player))
