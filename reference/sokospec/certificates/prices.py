"""Fact `Prices`: a lower bound of the pushes by weak duality."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sokospec.certificates.grid import INFINITE
from sokospec.certificates.ground import Distances, Ground, Rejected
from sokospec.errors import quantify


class PriceBound:
    """Bound of the pushes from a price for each goal; any integers are sound.

    A solution brings each box to a goal of its own, with at least the pushes that the box needs alone. Their sum is
    that of distances minus prices of these goals, each at least the box's reduced distance, plus all prices.

    A finite bound holds for states with as many boxes as goals, frozen ones apart; a closed set has only these.
    """

    def __init__(
        self, ground: Ground, distances: Distances, prices: Sequence[int], of_player: Mapping[int, int]
    ) -> None:
        """Store the prices, in row order of the goals; `of_player` is the player's term for a potential."""
        if len(prices) != len(distances):
            raise Rejected(f"{quantify(len(prices), 'price')} for {quantify(len(distances), 'goal')}")
        self.ground, self._distances, self._of_player = ground, distances, of_player
        self.of_goal = dict(zip(sorted(distances), prices, strict=True))
        self._sum = sum(prices)
        self._least: dict[int, list[tuple[int, float]]] = {}

    def bound(self, boxes: int, player: int) -> float:
        """Return the pushes, or moves, that a state needs at least; infinity if a box has no goal."""
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
        """Return the reduced distance of a box alone."""
        return next(least for part, least in self._least.get(box) or self._sides(box) if part & player)

    def _sides(self, box: int) -> list[tuple[int, float]]:
        self._least[box] = []
        for part in self.ground.parts[box]:
            rests = [to[box, part] - self.of_goal[goal] for goal, to in self._distances.items() if (box, part) in to]
            self._least[box].append((part, min(rests, default=INFINITE)))
        return self._least[box]
