"""Prices: a lower bound of the pushes by weak duality, from one price for each goal."""

from __future__ import annotations

from collections.abc import Sequence

from sokospec.certificates.grid import INFINITE, bits
from sokospec.certificates.ground import Distances, Ground, Rejected
from sokospec.errors import counted


class PriceBound:
    """A price for each goal.

    A solution brings each box to a goal of its own, and takes at least as many pushes for it as the box would need were
    it alone. These sum up to the distances minus the prices of the goals, each at least the least one of its box, plus
    all prices. Any integers are sound; those of an optimal dual solution of the assignment give its whole value.
    Only a box without a way shows a state to be dead, as then it does so in every state with that box. A finite bound
    holds for states with as many boxes as goals, frozen ones apart; all that a closed set asks about are such states.
    """

    def __init__(self, ground: Ground, distances: Distances, prices: Sequence[int]) -> None:
        """Keep the prices, of the goals in row order; `distances` are those to all of them."""
        if len(prices) != len(distances):
            raise Rejected(f"{counted(len(prices), 'price')} for {counted(len(distances), 'goal')}")
        self._priced = [(price, distances[goal]) for price, goal in zip(prices, sorted(distances), strict=True)]
        self.ground = ground
        self._sum = sum(prices)
        self._price_of = dict(zip(sorted(distances), prices, strict=True))
        self._least: dict[int, list[tuple[int, int | None]]] = {}

    def bound(self, boxes: int, player: int) -> float:
        """Return the pushes that a state needs at least, infinity when a box can get to no goal. O(boxes)."""
        if not self.ground.holds(boxes, player):
            return 0
        total = self._sum
        for box in bits(boxes & ~self.ground.fixed):
            for part, least in self._least.get(box) or self._sides(box):
                if part & player:
                    if least is None:
                        return INFINITE
                    total += least
                    break
        return total

    def least(self, box: int, player: int) -> int | None:
        """Return the least pushes minus price that a box needs alone, None when it can get to no goal."""
        for part, least in self._least.get(box) or self._sides(box):
            if part & player:
                return least
        raise Rejected("the player stands on a wall or a box")

    def _sides(self, box: int) -> list[tuple[int, int | None]]:
        """Return what a box needs alone for each part of the other floor where the player may be, and keep it."""
        self._least[box] = []
        for part in self.ground.parts[box]:
            rests = [found[box, part] - price for price, found in self._priced if (box, part) in found]
            self._least[box].append((part, min(rests, default=None)))
        return self._least[box]

    def price(self, goal: int) -> int:
        """Return the price of a goal."""
        return self._price_of[goal]
