"""Fact `Groups`: pushes that boxes need together beyond what each needs alone; and the choice of disjoint groups."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from sokospec.certificates.dead_patterns import read_pattern
from sokospec.certificates.facts import Pattern
from sokospec.certificates.grid import INFINITE, bits
from sokospec.certificates.ground import Ground, Rejected, behind
from sokospec.certificates.prices import PriceBound

_LEAST = 2
"""Smallest size of a group; single boxes are covered by the prices."""

_Group = tuple[float, int, int]
"""(minus the excess, the size, minus the mask of the boxes): groups are chosen in increasing order."""


@dataclass(slots=True)
class _TrieNode:
    """Trie node: the groups that end here, and the boxes that may follow."""

    groups: list[tuple[int, _Group]] = field(default_factory=list)
    later: int = 0
    longer: dict[int, _TrieNode] = field(default_factory=dict)


class GroupChoice:
    """Groups with their excesses, and the largest sums for disjoint ones that a state holds."""

    def __init__(self, ground: Ground, excesses: Sequence[tuple[int | None, Pattern]]) -> None:
        """Read the groups."""
        self._ground = ground
        self._trie = _TrieNode()
        self.all = [
            (*read_pattern(ground, group), INFINITE if excess is None else excess) for excess, group in excesses
        ]
        """The boxes, the player's region and the excess of each group."""
        for boxes, region, excess in self.all:
            if boxes.bit_count() < _LEAST:
                raise Rejected(f"a group has at least {_LEAST} boxes")
            begun = self._trie
            for box in bits(boxes):
                begun.later |= box
                begun = begun.longer.setdefault(box, _TrieNode())
            begun.groups.append((region, (-excess, boxes.bit_count(), -boxes)))

    def excess(self, boxes: int, player: int) -> float:
        """Return the excess of a state."""
        found = self._find_groups(boxes, player)
        sizes = {size for _, size, _ in found}
        return max((self._greedy([group for group in found if group[1] <= most]) for most in sizes), default=0)

    def excess_after(self, boxes: int, player: int) -> float:
        """Return the excess of a group's boxes after a push."""
        found = self._find_groups(boxes, player)
        return max((self._greedy([first, *found]) for first in found), default=0)

    def _find_groups(self, boxes: int, player: int) -> list[_Group]:
        """Return the groups of a state in the order of choice; a dead one is returned alone."""
        found = []
        for begun in (beginnings := [self._trie]):
            rest = boxes & begun.later
            while rest:
                box = rest & -rest
                rest ^= box
                longer = begun.longer[box]
                if boxes & longer.later:
                    beginnings.append(longer)
                for region, group in longer.groups:
                    if player & region:
                        if group[0] == -INFINITE:
                            return [group]
                        found.append(group)
        return sorted(found)

    def _greedy(self, groups: Sequence[_Group]) -> float:
        self._ground.look()
        taken: int = 0
        total: float = 0  # an integer unless it is infinite: numbers of any size are compared as they are
        for excess, _, group in groups:
            if not taken & -group:
                taken |= -group
                total -= excess
        return total


class GroupBound:
    """Groups with their excesses, closed under the pushes of their own boxes; other groups have the excess 0.

    The need of a group is its excess plus the reduced distances of its boxes. Claim: a solution pushes these boxes at
    least as often as the need plus the prices of the goals that they reach. A push leads to disjoint groups whose needs
    add up to at most one push less. When all boxes are on goals, the need is at most minus the prices of these.
    Backwards, the same holds of pulls. Proof: certificates.md, "Groups".
    """

    def __init__(
        self,
        ground: Ground,
        prices: PriceBound,
        excesses: Sequence[tuple[int | None, Pattern]],
        first: tuple[int, int] | None,
    ) -> None:
        """Check the groups. O(groups * pushes * groups of the boxes after the push)."""
        self._ground, self._prices, self._first = ground, prices, first
        self._groups = GroupChoice(ground, excesses)
        for boxes, region, excess in self._groups.all:
            self._check(boxes, region, excess)

    def bound(self, boxes: int, player: int) -> float:
        """Return the pushes that a state needs at least, infinity if it contains a dead group."""
        alone = self._prices.bound(boxes, player)
        if not self._ground.holds(boxes, player) or alone >= INFINITE:
            return alone
        return alone + self._groups.excess(boxes & ~self._ground.fixed, player)

    def _check(self, boxes: int, region: int, excess: float) -> None:
        """Raise `Rejected` unless a group's excess holds if its boxes stay, and survives each push."""
        least = self._prices.least
        alone = [least(box, region) for box in bits(boxes)]
        if INFINITE in alone:
            return  # the prices say that it is dead
        ends = boxes & ~self._ground.grid.goals if self._first is None else boxes & ~self._first[0]
        may_stay = not ends and (self._first is None or region & self._first[1])
        if may_stay and excess + sum(alone) + sum(self._prices.of_goal[goal] for goal in bits(boxes)) > 0:
            raise Rejected("a group has an excess where its boxes may stay")
        for box, landing, player, count in self._steps(boxes, region):
            before, after = excess + least(box, region), count + least(landing, player)
            if before > after and before > after + self._groups.excess_after(boxes ^ box ^ landing, player):
                [square], [target] = self._ground.grid.squares(box), self._ground.grid.squares(landing)
                raise Rejected(f"one push, from {tuple(square)} to {tuple(target)}, lowers a group's need by over 1")

    def _steps(self, boxes: int, region: int) -> Iterator[tuple[int, int, int, int]]:
        grid, count = self._ground.grid, self._ground.count
        if self._first is None:
            for box, landing in grid.pushes(boxes, region):
                yield box, landing, box, count(behind(box, landing), box)
        else:
            for box, before, player in grid.pulls(boxes, region):
                yield box, before, player, count(player, before)
