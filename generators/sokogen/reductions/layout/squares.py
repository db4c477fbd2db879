"""Levels as arrays of XSB characters."""

from __future__ import annotations

import numpy as np

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


def squares_of_text(text: str) -> Squares:
    r"""Return the squares of XSB text.

    >>> text_of(squares_of_text("####\n#@ #\n####"))
    '####\n#@ #\n####'
    """
    return np.array([list(row.encode("ascii")) for row in text.splitlines()], np.uint8)


def text_of(squares: Squares) -> str:
    return "\n".join(row.tobytes().decode("ascii") for row in squares)
