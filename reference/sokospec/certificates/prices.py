"""Prices: a lower bound of the pushes by weak duality, from one price for each goal."""

from __future__ import annotations

from collections.abc import Sequence

from sokospec.certificates.grid import INFINITE, bits
from sokospec.certificates.ground import Ground, Node, Rejected


class PriceBound:
    """A price for each goal.

    A solution brings each box to a goal of its own, and takes at least as many pushes for it as the box would need were
    it alone. These sum up to the distances minus the prices of the goals, each at least the least one of its box, plus
    all prices. Any integers are sound; those of an optimal dual solution of the assignment give its whole value.
    """

    def __init__(self, ground: Ground, prices: Sequence[int]) -> None:
        """Keep the prices, of the goals in row order."""
        self._ground = ground
        goals = list(bits(ground.grid.goals))
        if len(prices) != len(goals):
            raise Rejected(f"{len(prices)} prices for {len(goals)} goals")
        self._prices = dict(zip(goals, prices, strict=True))
        self._sum = sum(prices)
        self._least: dict[Node, int] = {}

    def bound(self, boxes: int, player: int) -> int:
        """Return the pushes that a state needs at least, infinity when a box can get to no goal. O(boxes)."""
        ground = self._ground
        if not ground.holds(boxes, player):
            return 0
        total = self._sum
        for box in bits(boxes & ~ground.fixed):
            node = ground.node(box, player)
            least = self._least.get(node)
            if least is None:
                least = self._least[node] = ground.least(node, self._prices)
            if least == INFINITE:
                return INFINITE
            total += least
        return total
