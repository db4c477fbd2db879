"""Levels as arrays of XSB characters."""

from __future__ import annotations

from sokogen.reductions.gadgets.library import LIBRARY
from sokogen.reductions.layout.parts import PlacedTile, squares_of
from sokosolve.level.arrays import UINT8_2D

Squares = UINT8_2D

WALL, FLOOR, PLAYER_HERE = map(ord, "# @")


def stamp(squares: Squares, placed: PlacedTile) -> None:
    at = squares_of(placed)
    gadget = LIBRARY[placed.tile.kind].gadget
    goals, boxes = gadget.configurations[placed.tile.goal], gadget.configurations[placed.tile.start]
    for square, there in at.items():
        squares[there] = ord((" ", "$", ".", "*")[(square in boxes) + 2 * (square in goals)])


def draw_line(squares: Squares, top: int, left: int, bottom: int, right: int) -> None:
    """Make floor of the squares between two ends."""
    top, bottom = sorted((top, bottom))
    left, right = sorted((left, right))
    squares[top : bottom + 1, left : right + 1] = FLOOR


def text_of(squares: Squares) -> str:
    return "\n".join(row.tobytes().decode("ascii") for row in squares)
