"""Fact `Potential`: a bound of moves that charges each push for the player's way back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sokospec.certificates.grid import bits, shift
from sokospec.certificates.ground import Ground, Rejected
from sokospec.errors import quantify


def ground_with_potential(ground: Ground, heights: Sequence[int]) -> Ground:
    """Return the ground on which a push that takes the player from u to v costs 1 + height(u) - height(v).

    If every move costs that, each costs 0 to 2, and together their number plus the first height minus the last. The
    last height is not negative. So if the pushes cost at least c, there are at least c / 2 pushes, and at least c minus
    the first height moves. Prices and groups bound c as they bound pushes elsewhere.
    """
    squares = list(bits(ground.grid.floor))
    if len(heights) != len(squares):
        raise Rejected(f"{quantify(len(heights), 'height')} for {quantify(len(squares), 'floor square')}")
    height = dict(zip(squares, heights, strict=True))
    beside = [(square, shift(square, step)) for square in squares for step in ground.grid.steps]
    if min(heights) < 0 or any(abs(height[square] - height.get(near, height[square])) > 1 for square, near in beside):
        raise Rejected("a height is less than 0, or neighbours differ by more than 1")
    return replace(ground, height=height)
