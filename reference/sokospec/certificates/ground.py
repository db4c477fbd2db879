"""What facts stand on: the board, or the board on which some boxes have become walls for good."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass, field
from functools import cached_property

from sokospec.board import Square
from sokospec.certificates.grid import INFINITE, Grid, bits
from sokospec.errors import SokobanError


class Rejected(SokobanError):
    """The evidence does not show what it claims; the text says why."""


Node = tuple[int, int]
"""A box alone on the board: its square and the part of the other floor where the player is, as masks."""


Distances = dict[int, dict[Node, int]]
"""For each goal (or box) and each node what the pushes between them count; nodes without a way are left out."""

Steps = dict[Node, list[tuple[Node, int]]]
"""For each node those that one push leads to (or comes from), with what it counts."""


@dataclass(frozen=True, eq=False)
class Ground:
    """A board with the boxes of frozen patterns as walls; it is about the states that match these patterns.

    `fixed` are those boxes and `region` is where the player is; both are 0 on the board itself. Whatever takes long
    calls `look` in its innermost loop, and that may raise `LimitReached`. Where squares have a `height`, facts bound
    moves, and pushes count by it, as `heights` has it; elsewhere each push counts 1.
    """

    grid: Grid
    fixed: int = 0
    region: int = 0
    look: Callable[[], object] = lambda: None
    height: Mapping[int, int] = field(default_factory=dict)

    def mask(self, squares: Set[Square]) -> int:
        """Return the mask of some squares. Raises `Rejected` if one of them is no floor here."""
        self.look()
        if not squares <= self.grid.board.beyond.keys() or self.grid.mask(squares) & ~self.grid.floor:
            raise Rejected("a square of a fact is no floor, or a frozen box")
        return self.grid.mask(squares)

    def holds(self, boxes: int, player: int) -> bool:
        """Say whether a state is one of those that this ground is about. Every bound asks this first."""
        self.look()
        return not self.fixed or (boxes & self.fixed == self.fixed and player & self.region != 0)

    def count(self, before: int, after: int) -> int:
        """Return what a push counts that takes the player from one square to another."""
        return 1 + self.height.get(before, 0) - self.height.get(after, 0)

    @cached_property
    def parts(self) -> dict[int, list[int]]:
        """For each floor square the parts into which a box there divides the rest."""
        found = {}
        for square in bits(self.grid.floor):
            self.look()
            found[square] = self.grid.parts(square)
        return found

    def node(self, box: int, player: int) -> Node:
        """Return a box, were it alone, with the side of it where the player is."""
        for part in self.parts[box]:
            if part & player:
                return box, part
        raise Rejected("the player stands on a wall or a box")

    @cached_property
    def _before(self) -> Steps:
        """For each node those from which one push leads to it."""
        before: Steps = {}
        for box, part in ((box, part) for box, parts in self.parts.items() for part in parts):
            self.look()
            for pushed, landing in self.grid.pushes(box, part):
                count = self.count(behind(pushed, landing), pushed)
                before.setdefault(self.node(landing, pushed), []).append(((box, part), count))
        return before

    @cached_property
    def to_goals(self) -> Distances:
        """For each goal the least that pushes from each node to it count, the player on any side of it then."""
        return {
            goal: self._distances([(goal, part) for part in self.parts[goal]], self._before)
            for goal in bits(self.grid.goals)
        }

    def from_boxes(self, boxes: int, player: int) -> Distances:
        """Return for each of some boxes the least that pushes from it to each node count, the player being here."""
        after: Steps = {}
        for node, others in self._before.items():
            for other, count in others:
                after.setdefault(other, []).append((node, count))
        return {box: self._distances([self.node(box, player)], after) for box in bits(boxes)}

    def _distances(self, first: list[Node], steps: Steps) -> dict[Node, int]:
        """Return the least that steps from the first nodes to each other one count; each count is 0 or more."""
        found = dict.fromkeys(first, 0)
        for node in (queue := list(found)):
            self.look()
            for other, count in steps.get(node, ()):
                if found[node] + count < found.get(other, INFINITE):
                    found[other] = found[node] + count
                    queue.append(other)
        return found


def behind(box: int, landing: int) -> int:
    """Return the square from which a box is pushed to its landing: as far from it, the other way."""
    return box * box // landing
