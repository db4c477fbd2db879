"""What facts stand on: the board, or the board on which some boxes have become walls for good."""

from __future__ import annotations

from collections.abc import Callable, Set
from dataclasses import dataclass
from functools import cached_property

from sokospec.board import Square
from sokospec.certificates.grid import Grid, bits
from sokospec.errors import SokobanError


class Rejected(SokobanError):
    """The evidence does not show what it claims; the text says why."""


Node = tuple[int, int]
"""A box alone on the board: its square and the part of the other floor where the player is, as masks."""


Distances = dict[int, dict[Node, int]]
"""For each goal (or box) and each node the pushes between them; nodes without a way between are left out."""


@dataclass(frozen=True)
class Ground:
    """A board with the boxes of frozen patterns as walls; it is about the states that match these patterns.

    `fixed` are those boxes and `region` is where the player is; both are 0 on the board itself. Whatever takes long
    calls `look` now and then, which may raise `LimitReached`.
    """

    grid: Grid
    fixed: int = 0
    region: int = 0
    look: Callable[[], object] = lambda: None

    def mask(self, squares: Set[Square]) -> int:
        """Return the mask of some squares. Raises `Rejected` if one of them is no floor here."""
        if not squares <= self.grid.board.beyond.keys() or self.grid.mask(squares) & ~self.grid.floor:
            raise Rejected("a square of a fact is no floor, or a frozen box")
        return self.grid.mask(squares)

    def holds(self, boxes: int, player: int) -> bool:
        """Say whether a state is one of those that this ground is about."""
        return not self.fixed or (boxes & self.fixed == self.fixed and player & self.region != 0)

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
    def nodes(self) -> list[Node]:
        """All nodes."""
        return [(box, part) for box, parts in self.parts.items() for part in parts]

    @cached_property
    def _before(self) -> dict[Node, list[Node]]:
        """For each node those from which one push leads to it."""
        before: dict[Node, list[Node]] = {node: [] for node in self.nodes}
        for box, part in self.nodes:
            for pushed, landing in self.grid.pushes(box, part):
                before[self.node(landing, pushed)].append((box, part))
        return before

    @cached_property
    def to_goals(self) -> Distances:
        """For each goal the least pushes from each node to it, the player on any side of it then."""
        return {
            goal: self._distances([(goal, part) for part in self.parts[goal]], self._before)
            for goal in bits(self.grid.goals)
        }

    def from_boxes(self, boxes: int, player: int) -> Distances:
        """Return for each of some boxes the least pushes from it, with the player where he is, to each node."""
        after: dict[Node, list[Node]] = {node: [] for node in self.nodes}
        for node, others in self._before.items():
            for other in others:
                after[other].append(node)
        return {box: self._distances([self.node(box, player)], after) for box in bits(boxes)}

    def _distances(self, first: list[Node], steps: dict[Node, list[Node]]) -> dict[Node, int]:
        """Return the least number of steps from the first nodes to each other one, breadth first."""
        self.look()
        found = dict.fromkeys(first, 0)
        for node in (queue := list(found)):
            for other in steps[node]:
                if other not in found:
                    found[other] = found[node] + 1
                    queue.append(other)
        return found
