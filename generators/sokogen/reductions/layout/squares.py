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


def text_of(squares: Squares) -> str:
    return "\n".join(row.tobytes().decode("ascii") for row in squares)
