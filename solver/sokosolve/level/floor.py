"""Numbered floor of a level."""

from __future__ import annotations

from typing import NamedTuple

from sokosolve.level.arrays import INT32, UINT8


class Floor(NamedTuple):
    """Floor squares 0 to n - 1 in row order; n stands for every wall.

    `beyond[square * 4 + direction]` is the neighbour, `ring[square * 8 + i]` the eight neighbours in turn, straight
    ones at even i. Only live squares hold boxes: `bit_of` and `square_of` number them.
    """

    n: int
    words: int
    beyond: INT32
    ring: INT32
    live: UINT8
    bit_of: INT32
    square_of: INT32
