"""Groups of boxes: what they need together beyond what each of them needs alone, by one price for each goal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from sokospec.certificates.dead_patterns import read_pattern
from sokospec.certificates.facts import Pattern
from sokospec.certificates.grid import INFINITE, bits
from sokospec.certificates.ground import Ground, Rejected, behind
from sokospec.certificates.prices import PriceBound

LEAST = 2
"""A group has so many boxes at least: for one box the prices say what it needs."""

Group = tuple[float, int, int]
"""A group: minus the pushes that it needs beyond the prices, its size, and minus the mask of its boxes. The one that is
chosen first is the least."""


@dataclass(slots=True)
class _Beginning:
    """Boxes with which groups begin: the groups of these alone, and where one of the `later` boxes comes next."""

    groups: list[tuple[int, Group]] = field(default_factory=list)
    later: int = 0
    longer: dict[int, _Beginning] = field(default_factory=dict)


class GroupBound:
    """Groups with their excesses, closed under the pushes of their own boxes; the others have the excess 0.

    Let what a group is said to need be the least pushes minus price of each of its boxes, and its excess. A solution
    takes at least so many pushes of these boxes, and the prices of the goals that they get to. For as long as none of
    them is pushed they stay, and the player stays in his region. One push of theirs leads to another group, or to
    disjoint smaller ones, which are said to need at most one push less; and when all are on goals, what they are said
    to need is no more than minus the prices of these goals. So any disjoint groups of a state add up, with the least
    pushes minus price of the other boxes, and all prices. Backwards the same holds of pulls, to where the boxes of the
    first state stand.
    """

    def __init__(
        self,
        ground: Ground,
        prices: PriceBound,
        excesses: Sequence[tuple[int | None, Pattern]],
        first: tuple[int, int] | None,
    ) -> None:
        """Check the groups; None is for those that get to no goals, and `first` the first state, if it is backwards.

        O(groups * pushes * groups of the boxes after the push).
        """
        self._ground, self._prices, self._first = ground, prices, first
        self._begun = _Beginning()
        read = [(*read_pattern(ground, group), INFINITE if excess is None else excess) for excess, group in excesses]
        for boxes, region, excess in read:
            if boxes.bit_count() < LEAST:
                raise Rejected(f"a group has {LEAST} boxes at least")
            begun = self._begun
            for box in bits(boxes):
                begun.later |= box
                begun = begun.longer.setdefault(box, _Beginning())
            begun.groups.append((region, (-excess, boxes.bit_count(), -boxes)))
        for boxes, region, excess in read:
            self._check(boxes, region, excess)

    def bound(self, boxes: int, player: int) -> float:
        """Return the pushes that a state needs at least, infinity when it holds a dead group.

        O(k log k), times the sizes of groups, for k boxes and sets of boxes that begin groups.
        """
        alone = self._prices.bound(boxes, player)
        if not self._ground.holds(boxes, player) or alone >= INFINITE:
            return alone
        return alone + self._excess(boxes & ~self._ground.fixed, player)

    def _excess(self, boxes: int, player: int) -> float:
        """Return what disjoint groups of some boxes add: the largest of the greedy sums, largest excess first, over the
        groups of up to two boxes, of up to three, and so on."""
        found = self._found(boxes, player)
        sizes = {size for _, size, _ in found}
        return max((self._greedy([group for group in found if group[1] <= most]) for most in sizes), default=0)

    def _excess_after(self, boxes: int, player: int) -> float:
        """Return what disjoint groups add after a push of a group, whose boxes are few: the largest of the greedy sums,
        each group being the first in one of them."""
        found = self._found(boxes, player)
        return max((self._greedy([first, *found]) for first in found), default=0)

    def _found(self, boxes: int, player: int) -> list[Group]:
        """Return the groups of some boxes, in the order in which they are chosen, or a dead one alone. All boxes that
        begin groups are tried, and each with one of the later boxes more."""
        found = []
        for begun in (beginnings := [self._begun]):
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

    def _greedy(self, groups: Sequence[Group]) -> float:
        """Return the sum of the excesses of groups, those left out that share a box with an earlier one."""
        self._ground.look()
        taken: int = 0
        total: float = 0  # an integer unless it is infinite: numbers of any size are compared as they are
        for excess, _, group in groups:
            if not taken & -group:
                taken |= -group
                total -= excess
        return total

    def _check(self, boxes: int, region: int, excess: float) -> None:
        """Raise `Rejected` unless a group's excess is right where its boxes need not move, or is after each push."""
        least = self._prices.least
        alone = [least(box, region) for box in bits(boxes)]
        if INFINITE in alone:
            return  # the prices say that it is dead
        ends = boxes & ~self._ground.grid.goals if self._first is None else boxes & ~self._first[0]
        may_stay = not ends and (self._first is None or region & self._first[1])
        if may_stay and excess + sum(alone) + sum(self._prices.of_goal[goal] for goal in bits(boxes)) > 0:
            raise Rejected("a group is said to need pushes where its boxes may stay")
        for box, landing, player, count in self._steps(boxes, region):
            before, after = excess + least(box, region), count + least(landing, player)
            if before > after and before > after + self._excess_after(boxes ^ box ^ landing, player):
                [square], [target] = self._ground.grid.squares(box), self._ground.grid.squares(landing)
                raise Rejected(f"one push, from {tuple(square)} to {tuple(target)}, takes more off than one push")

    def _steps(self, boxes: int, region: int) -> Iterator[tuple[int, int, int, int]]:
        """Yield the box, its landing, the player after each push, or seen backwards each pull, and what it counts."""
        grid, count = self._ground.grid, self._ground.count
        if self._first is None:
            for box, landing in grid.pushes(boxes, region):
                yield box, landing, box, count(behind(box, landing), box)
        else:
            for box, before, player in grid.pulls(boxes, region):
                yield box, before, player, count(player, before)
