"""What facts stand on: the board, or the board on which some boxes have become walls for good."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from sokospec.certificates.grid import INFINITE, Grid, bits
from sokospec.errors import SokobanError


class Rejected(SokobanError):
    """The evidence does not show what it claims; the text says why."""


Node = tuple[int, int]
"""A box alone on the board: its square and the part of the other floor where the player is, as masks."""


@dataclass(frozen=True)
class Ground:
    """A board with the boxes of frozen patterns as walls; it is about the states that match these patterns.

    `fixed` are those boxes and `region` is where the player is; both are 0 on the board itself.
    """

    grid: Grid
    fixed: int = 0
    region: int = 0

    def holds(self, boxes: int, player: int) -> bool:
        """Say whether a state is one of those that this ground is about."""
        return not self.fixed or (boxes & self.fixed == self.fixed and player & self.region != 0)

    @cached_property
    def parts(self) -> dict[int, list[int]]:
        """For each floor square the parts into which a box there divides the rest."""
        return {square: self.grid.parts(square) for square in bits(self.grid.floor)}

    def node(self, box: int, player: int) -> Node:
        """Return a box, were it alone, with the side of it where the player is."""
        for part in self.parts[box]:
            if part & player:
                return box, part
        raise Rejected("the player stands on a wall or a box")

    @cached_property
    def _before(self) -> dict[Node, list[Node]]:
        """For each node those from which one push leads to it."""
        before: dict[Node, list[Node]] = {(box, part): [] for box, parts in self.parts.items() for part in parts}
        for box, part in list(before):
            for pushed, landing in self.grid.pushes(box, part):
                before[self.node(landing, pushed)].append((box, part))
        return before

    @cached_property
    def distances(self) -> dict[int, dict[Node, int]]:
        """For each goal the least pushes from each node to it; nodes that cannot get there are left out.

        Breadth first, backwards from the goal with the player on any side of it.
        """
        table = {}
        for goal in bits(self.grid.goals):
            found = {(goal, part): 0 for part in self.parts[goal]}
            for node in (queue := list(found)):
                for other in self._before[node]:
                    if other not in found:
                        found[other] = found[node] + 1
                        queue.append(other)
            table[goal] = found
        return table

    def least(self, node: Node, prices: dict[int, int]) -> int:
        """Return the least distance minus price to a goal; infinite when there is none to get to."""
        return min(
            (found[node] - prices[goal] for goal, found in self.distances.items() if node in found), default=INFINITE
        )
