"""Fact `Counting`: more boxes than goals where they are confined."""

from __future__ import annotations

from collections.abc import Set

from sokospec.board import Square
from sokospec.certificates.grid import INFINITE, bits
from sokospec.certificates.ground import Distances, Ground, Node, Rejected


class Count:
    """Set of goals, and the boxes that can reach no other goal (confined boxes).

    A box stays confined: its pushes are possible for it alone, and the player does not cross it. A solved state has a
    goal for each box, so a state with more confined boxes than goals in the set is dead (Hall's condition).
    """

    def __init__(self, ground: Ground, distances: Distances, goals: Set[Square]) -> None:
        self._ground = ground
        chosen = set(bits(ground.mask(goals)))
        if chosen - distances.keys():
            raise Rejected("a counted square is not a goal")
        self._goals = len(goals)
        self._free: set[Node] = set()
        for goal in distances.keys() - chosen:
            self._free.update(distances[goal])

    def bound(self, boxes: int, player: int) -> float:
        """Return infinity for a state with more confined boxes than goals, else 0."""
        if not self._ground.holds(boxes, player):
            return 0
        inside = sum(self._ground.node(box, player) not in self._free for box in bits(boxes & ~self._ground.fixed))
        return INFINITE if inside > self._goals else 0
