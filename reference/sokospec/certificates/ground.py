"""Grounds of facts: boards, perhaps with frozen boxes as walls, and distances of single boxes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass, field
from functools import cached_property

from sokospec.board import Square
from sokospec.certificates.grid import INFINITE, Grid, bits
from sokospec.errors import SokobanError


class Rejected(SokobanError):
    """Evidence that does not show what it claims, with the reason."""


Node = tuple[int, int]
"""A box alone on the board: the masks of its square and of the player's component of the remaining floor."""


Distances = dict[int, dict[Node, int]]
"""For each goal (or box) the cost of the pushes between it and each node; unreachable nodes are absent."""

_Steps = dict[Node, list[tuple[Node, int]]]
"""For each node its successors (or predecessors) by one push, with the cost of the push."""


@dataclass(frozen=True, eq=False)
class Ground:
    """Board with the boxes of frozen patterns as walls; it covers the states that match these patterns.

    `fixed` are those boxes and `region` the player's region, or 0. With `height`, pushes cost as in `heights`, else 1.
    `look` may raise `LimitReached`.
    """

    grid: Grid
    fixed: int = 0
    region: int = 0
    look: Callable[[], object] = lambda: None
    height: Mapping[int, int] = field(default_factory=dict)

    def mask(self, squares: Set[Square]) -> int:
        """Return a mask of squares. Raises `Rejected` if one is not floor here."""
        self.look()
        if not squares <= self.grid.board.beyond.keys() or self.grid.mask(squares) & ~self.grid.floor:
            raise Rejected("a square of a fact is not floor, or has a frozen box")
        return self.grid.mask(squares)

    def holds(self, boxes: int, player: int) -> bool:
        """Tell whether this ground covers a state. Every bound asks this first."""
        self.look()
        return not self.fixed or (boxes & self.fixed == self.fixed and player & self.region != 0)

    def count(self, before: int, after: int) -> int:
        """Return the cost of a push that moves the player from one square to another."""
        return 1 + self.height.get(before, 0) - self.height.get(after, 0)

    @cached_property
    def parts(self) -> dict[int, list[int]]:
        """Components into which a box on each floor square divides the rest."""
        found = {}
        for square in bits(self.grid.floor):
            self.look()
            found[square] = self.grid.parts(square)
        return found

    def node(self, box: int, player: int) -> Node:
        """Return the square of a box and the player's side of it."""
        for part in self.parts[box]:
            if part & player:
                return box, part
        raise Rejected("the player stands on a wall or a box")

    @cached_property
    def _before(self) -> _Steps:
        before: _Steps = {}
        for box, part in ((box, part) for box, parts in self.parts.items() for part in parts):
            self.look()
            for pushed, landing in self.grid.pushes(box, part):
                count = self.count(behind(pushed, landing), pushed)
                before.setdefault(self.node(landing, pushed), []).append(((box, part), count))
        return before

    @cached_property
    def to_goals(self) -> Distances:
        """Least cost of pushes from each node to each goal."""
        return {
            goal: self._distances([(goal, part) for part in self.parts[goal]], self._before)
            for goal in bits(self.grid.goals)
        }

    def from_boxes(self, boxes: int, player: int) -> Distances:
        """Return for each box the least cost of pushes to each node, starting with this player."""
        after: _Steps = {}
        for node, others in self._before.items():
            for other, count in others:
                after.setdefault(other, []).append((node, count))
        return {box: self._distances([self.node(box, player)], after) for box in bits(boxes)}

    def _distances(self, first: list[Node], steps: _Steps) -> dict[Node, int]:
        found = dict.fromkeys(first, 0)
        for node in (queue := list(found)):
            self.look()
            for other, count in steps.get(node, ()):
                if found[node] + count < found.get(other, INFINITE):
                    found[other] = found[node] + count
                    queue.append(other)
        return found


def behind(box: int, landing: int) -> int:
    """Return the square behind a box pushed to `landing`."""
    return box * box // landing
