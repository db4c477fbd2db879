"""Facts `Area`, `Outside` and `Inside`: pushes that are wasted outside and inside an area with all goals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sokospec.certificates.facts import Pattern
from sokospec.certificates.grid import INFINITE, bits
from sokospec.certificates.ground import Ground, Rejected, behind
from sokospec.certificates.groups import GroupChoice
from sokospec.certificates.prices import PriceBound


class AreaGround:
    """Squares with all goals, and what a push wastes.

    A push from b to u wastes 1 + the reduced distance of u - that of b, each with the player's side. That is never
    negative. So a solution has the pushes that the prices say and all that it wastes, at least. Proof:
    certificates.md, "Areas".
    """

    def __init__(self, ground: Ground, prices: PriceBound, squares: int) -> None:
        """Store the squares. Raises `Rejected` if a goal is missing."""
        if ground.grid.goals & ~squares:
            raise Rejected("an area has all goals")
        self.ground, self.prices, self.squares = ground, prices, squares

    def waste(self, box: int, landing: int) -> float:
        """Return the pushes that a push wastes, infinity if no solution has it."""
        before, after = self.prices.least(box, behind(box, landing)), self.prices.least(landing, box)
        return INFINITE if INFINITE in (before, after) else 1 + after - before


class OutsideBound:
    """Groups outside an area, closed under the pushes of their own boxes; a box that enters the area leaves its group.

    Claim: a solution wastes at least the excess of a group, with pushes of its boxes from outside to outside.
    """

    def __init__(self, area: AreaGround, excesses: Sequence[tuple[int | None, Pattern]]) -> None:
        """Check the groups. O(groups * pushes * groups of the boxes after the push)."""
        self.area, self._groups = area, GroupChoice(area.ground, excesses)
        for boxes, region, excess in self._groups.all:
            if boxes & area.squares:
                raise Rejected("a group outside has a box in the area")
            self._check(boxes, region, excess)

    def bound(self, boxes: int, player: int) -> float:
        """Return the pushes that a state needs at least, infinity if it contains a dead group."""
        return self.area.prices.bound(boxes, player) + self.excess(boxes, player)

    def excess(self, boxes: int, player: int) -> float:
        """Return the pushes that a solution wastes outside, at least."""
        return self._groups.excess(boxes, player)

    def _check(self, boxes: int, region: int, excess: float) -> None:
        area, grid = self.area, self.area.ground.grid
        if any(area.prices.least(box, region) == INFINITE for box in bits(boxes)):
            return  # the prices say that it is dead
        for box, landing in grid.pushes(boxes, region):
            waste = area.waste(box, landing)
            counted = 0 if landing & area.squares and waste < INFINITE else waste
            if excess > counted and excess > counted + self._groups.excess_after(boxes ^ box ^ landing, box):
                raise _loss(area, "outside", box, landing)


class InsideBound:
    """Excess by all boxes in an area and the player's region among them; other states have the excess 0.

    Claim: a solution wastes at least the excess with pushes that do not go from outside to outside. A box outside may
    enter at any time, from any square.
    """

    def __init__(self, area: AreaGround, excesses: Sequence[tuple[int, Pattern]], outside: OutsideBound | None) -> None:
        """Check the states. O(states * pushes * floor)."""
        self._area, self._outside = area, outside
        self._excess: dict[int, dict[int, int]] = {}
        read = [(*self._read(pattern), excess) for excess, pattern in excesses]
        for boxes, region, excess in read:
            self._excess.setdefault(boxes, {}).setdefault(region, excess)
        for boxes, region, excess in read:
            self._check(boxes, region, excess)

    def bound(self, boxes: int, player: int) -> float:
        """Return the pushes that a state needs at least."""
        outside = 0 if self._outside is None else self._outside.excess(boxes, player)
        return self._area.prices.bound(boxes, player) + outside + self._find(boxes & self._area.squares, player)

    def _read(self, pattern: Pattern) -> tuple[int, int]:
        ground = self._area.ground
        boxes, player = ground.mask(pattern.boxes), ground.mask({pattern.player})
        if boxes & ~self._area.squares or boxes & player:
            raise Rejected("a state inside has its boxes in the area, and the player on another square")
        return boxes, ground.grid.reachable(player, boxes)

    def _find(self, boxes: int, player: int) -> int:
        for region, excess in self._excess.get(boxes, {}).items():
            if player & region:
                return excess
        return 0

    def _check(self, boxes: int, region: int, excess: int) -> None:
        if boxes == self._area.ground.grid.goals:
            raise Rejected("a state inside has an excess where it is solved")
        for box, landing in self._steps(boxes, region):
            after = (boxes & ~box | landing) & self._area.squares
            if excess > self._area.waste(box, landing) + self._find(after, box):
                raise _loss(self._area, "inside", box, landing)

    def _steps(self, boxes: int, region: int) -> Iterator[tuple[int, int]]:
        grid, outside = self._area.ground.grid, self._area.ground.grid.floor & ~self._area.squares
        self._area.ground.look()
        yield from grid.pushes(boxes, region)
        if boxes.bit_count() < grid.goals.bit_count():
            for box, landing in grid.pushes(boxes | outside, region):
                if box & outside:
                    yield box, landing


def _loss(area: AreaGround, where: str, box: int, landing: int) -> Rejected:
    [square], [target] = area.ground.grid.squares(box), area.ground.grid.squares(landing)
    return Rejected(f"one push {where}, from {tuple(square)} to {tuple(target)}, lowers an excess too much")
