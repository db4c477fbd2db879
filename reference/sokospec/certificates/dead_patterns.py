"""Fact `Patterns`: a set of unsolved patterns that play cannot leave."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sokospec.certificates.facts import Pattern
from sokospec.certificates.grid import INFINITE, bits
from sokospec.certificates.ground import Ground, Rejected

Bound = Callable[[int, int], float]
"""Function from a state (masks of its boxes and player) to a lower bound of its pushes: an integer or `INFINITE`."""


def read_pattern(ground: Ground, pattern: Pattern) -> tuple[int, int]:
    """Return a pattern as the masks of its boxes and of the player's region."""
    boxes, player = ground.mask(pattern.boxes), ground.mask({pattern.player})
    if not boxes or boxes & player:
        raise Rejected("a pattern has boxes and a player on different floor squares")
    if ground.region and not player & ground.region:
        raise Rejected("the player of a pattern is outside the region of the frozen boxes")
    return boxes, ground.grid.reachable(player, boxes)


def pushes_are_covered(ground: Ground, boxes: int, region: int, covered: Sequence[Bound]) -> None:
    """Raise `Rejected` unless each push of a pattern's boxes leads to a state with an infinite bound."""
    for box, landing in ground.grid.pushes(boxes, region):
        after = boxes ^ box ^ landing | ground.fixed
        if all(bound(after, box) < INFINITE for bound in covered):
            [square], [target] = ground.grid.squares(box), ground.grid.squares(landing)
            raise Rejected(f"nothing shows that the push from {tuple(square)} to {tuple(target)} leads to a dead state")


class DeadPatterns:
    """Patterns, closed under the pushes of their own boxes.

    A state that matches one is dead. One box is off the goals, and until one of them is pushed the player stays in the
    region. The push leads to a match again, or to a state dead by an earlier fact.
    """

    def __init__(self, ground: Ground, patterns: Sequence[Pattern], earlier: Sequence[Bound]) -> None:
        """Check the patterns. O(patterns * pushes * patterns with the same first box)."""
        self._ground = ground
        self._by_first: dict[int, list[tuple[int, int]]] = {}
        masks = [read_pattern(ground, pattern) for pattern in patterns]
        for boxes, region in masks:
            if not boxes & ~ground.grid.goals:
                raise Rejected("a pattern has all of its boxes on goals")
            self._by_first.setdefault(boxes & -boxes, []).append((boxes, region))
        for boxes, region in masks:
            pushes_are_covered(ground, boxes, region, [self.bound, *earlier])

    def bound(self, boxes: int, player: int) -> float:
        """Return infinity for a state that matches a pattern, else 0."""
        if self._ground.holds(boxes, player):
            for box in bits(boxes):
                for pattern, region in self._by_first.get(box, ()):
                    if player & region and boxes & pattern == pattern:
                        return INFINITE
        return 0
