"""Potentials: a bound of moves, not of pushes, that charges each push for the player's way back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sokospec.certificates.grid import bits, shifted
from sokospec.certificates.ground import Ground, Rejected
from sokospec.errors import counted


def ground_with_potential(ground: Ground, heights: Sequence[int]) -> Ground:
    """Return the ground on which a push that takes the player from square u to square v counts 1 + height(u) -
    height(v).

    Let every move count so. Neighbours differ by 1 at most, so no move counts less than 0, or more than 2. All moves of
    a play come to their number, plus the height where the player was first, minus that where he is last. So whatever
    the pushes alone count at least, there are no fewer moves than that, minus the first height, plus the last one,
    which is 0 or more; and no fewer pushes than half of it. What the pushes of a box alone, of prices and of groups
    count is bounded as their number is on another ground, with 1 replaced by what the push counts.
    """
    squares = list(bits(ground.grid.floor))
    if len(heights) != len(squares):
        raise Rejected(f"{counted(len(heights), 'height')} for {counted(len(squares), 'floor square')}")
    height = dict(zip(squares, heights, strict=True))
    beside = [(square, shifted(square, step)) for square in squares for step in ground.grid.steps]
    if min(heights) < 0 or any(abs(height[square] - height.get(near, height[square])) > 1 for square, near in beside):
        raise Rejected("a height is less than 0, or neighbours differ by more than 1")
    return replace(ground, height=height)
