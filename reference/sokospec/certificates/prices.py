"""Prices: a lower bound of the pushes by weak duality, from one price for each goal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sokospec.certificates.grid import INFINITE
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

    def __init__(
        self, ground: Ground, distances: Distances, prices: Sequence[int], of_player: Mapping[int, int]
    ) -> None:
        """Keep the prices, of the goals in row order; `distances` are those to all of them, and `of_player` is what the
        player's square adds where squares have heights."""
        if len(prices) != len(distances):
            raise Rejected(f"{counted(len(prices), 'price')} for {counted(len(distances), 'goal')}")
        self.ground, self._distances, self._of_player = ground, distances, of_player
        self.of_goal = dict(zip(sorted(distances), prices, strict=True))
        self._sum = sum(prices)
        self._least: dict[int, list[tuple[int, float]]] = {}

    def bound(self, boxes: int, player: int) -> float:
        """Return the pushes, or moves, that a state needs at least, infinity when a box has no goal. O(boxes)."""
        if not self.ground.holds(boxes, player):
            return 0
        total: float = self._sum + self._of_player.get(player, 0)
        rest = boxes & ~self.ground.fixed
        while rest:
            box = rest & -rest
            rest ^= box
            for part, least in self._least.get(box) or self._sides(box):
                if part & player:
                    if least == INFINITE:
                        return INFINITE
                    total += least
                    break
        return total

    def least(self, box: int, player: int) -> float:
        """Return the least pushes minus price that a box needs alone, infinity when it can get to no goal."""
        return next(least for part, least in self._least.get(box) or self._sides(box) if part & player)

    def _sides(self, box: int) -> list[tuple[int, float]]:
        """Return what a box needs alone for each part of the other floor where the player may be, and keep it."""
        self._least[box] = []
        for part in self.ground.parts[box]:
            rests = [to[box, part] - self.of_goal[goal] for goal, to in self._distances.items() if (box, part) in to]
            self._least[box].append((part, min(rests, default=INFINITE)))
        return self._least[box]
