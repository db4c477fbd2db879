"""Boxes of a level alone on the board: their pushes, and what the tables prove."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import comb

from sokosolve.bounds.box_groups import DEAD
from sokosolve.bounds.group_tables import least_by_prices
from sokosolve.level.arrays import INFINITE, INT32
from sokosolve.level.level_tables import LevelTables
from sokosolve.level.packed_boxes import place_boxes
from sokosolve.level.world import Scratch, World
from sokosolve.search.columns import Column, Count
from sokosolve.search.state_space import StateSpace

Group = tuple[tuple[int, ...], int]
"""Squares of boxes in increasing order, and the first square of the player's component of the rest."""


class GroupTables:
    """Groups of a level's boxes, forwards, with the tables' excesses."""

    def __init__(self, world: World, tables: LevelTables, prices: INT32, *, compiled: bool) -> None:
        floor, n = world.floor, world.floor.n
        least = least_by_prices(world, prices)
        self.world, self.compiled = world._replace(groups=world.groups._replace(least=least)), compiled
        self.boxes, self.player = tuple(sorted(map(int, tables.boxes))), int(tables.player)
        self.prices = {int(goal): int(price) for goal, price in zip(tables.goals, prices, strict=True)}
        beyond = floor.beyond.tolist()
        self._beyond = [[ahead if ahead < n else -1 for ahead in beyond[4 * at : 4 * at + 4]] for at in range(n)]
        self._bit_of = floor.bit_of.tolist()
        self._least = least.tolist()
        self._component = world.distances.component[0].tolist()
        self._groups, self.largest = self.world.groups, world.groups.largest
        self.base = int(prices.sum()) + self.sum_alone(self.boxes, self.player)

    def reach(self, boxes: Sequence[int], player: int) -> set[int]:
        closed, waiting = {*boxes, player}, [player]
        while waiting:
            for ahead in self._beyond[waiting.pop()]:
                if ahead >= 0 and ahead not in closed:
                    closed.add(ahead)
                    waiting.append(ahead)
        return closed.difference(boxes)

    def find_group(self, boxes: Sequence[int], player: int) -> Group:
        """Return the group of some boxes with the player in his component."""
        return tuple(sorted(boxes)), min(self.reach(boxes, player))

    def sum_alone(self, boxes: Sequence[int], player: int) -> int:
        """Return the pushes that boxes need alone, by the prices; at least INFINITE / 2 if one has no way."""
        return sum(self._least[box][self._component[box][player]] for box in boxes)

    def try_pushes(self, group: Group) -> Iterator[tuple[Group, int]]:
        """Yield the groups after each push that leaves the box a way, with the slack that the push spends."""
        boxes, player = group
        inside, before = self.reach(boxes, player), self.sum_alone(boxes, player)
        for place, box in enumerate(boxes):
            for direction in range(4):
                behind, ahead = self._beyond[box][direction ^ 1], self._beyond[box][direction]
                if behind not in inside or ahead < 0 or self._bit_of[ahead] < 0 or ahead in boxes:
                    continue
                if self.sum_alone((ahead,), box) < INFINITE // 2:
                    after = self.find_group((*boxes[:place], ahead, *boxes[place + 1 :]), box)
                    yield after, 1 + self.sum_alone(*after) - before

    def look_up(self, boxes: Sequence[int], player: int) -> int:
        """Return the excess of two to four boxes, or DEAD."""
        groups, size = self._groups, len(boxes)
        number = sum(comb(self._bit_of[box], count + 1) for count, box in enumerate(boxes))
        group = int(groups.offset[size]) + number
        return int(groups.excess[int(groups.first[group]) + int(groups.component[groups.row[group], player])])

    def choose(self, boxes: tuple[int, ...], player: int) -> tuple[int, list[Group]]:
        """Return the greatest greedy excess of disjoint groups of the tables, and these; DEAD with a dead one."""
        found: list[tuple[int, int, tuple[int, ...]]] = []
        for size in range(2, min(self.largest, len(boxes)) + 1):
            for some in combinations(boxes, size):
                excess = self.look_up(some, player)
                if excess == DEAD:
                    return DEAD, [self.find_group(some, player)]
                if excess > 0:
                    found.append((-excess, size, some))
        best, chosen = add_greedily(found)
        return best, [self.find_group(some, player) for some in chosen]


def groups_in(space: StateSpace, world: World, scratch: Scratch) -> Iterator[Group]:
    """Yield the groups that are stored as states."""
    for state in range(space.counts[Count.STATES]):
        size = place_boxes(world.floor, scratch, space.words, state)
        boxes = tuple(scratch.boxes[:size].tolist())
        scratch.occupied[list(boxes)] = 0
        yield boxes, int(space.of[state, Column.PLAYER])


def add_greedily(groups: Sequence[tuple[int, int, tuple[int, ...]]]) -> tuple[int, list[tuple[int, ...]]]:
    """Return the greatest sum of excesses of disjoint groups, and these.

    A group is its negative excess, its size and its boxes. The groups of up to each size are taken in their order.
    """
    best, chosen, ordered = 0, list[tuple[int, ...]](), sorted(groups)
    for most in sorted({size for _, size, _ in groups}):
        total, taken, here = 0, set[int](), list[tuple[int, ...]]()
        for excess, size, some in ordered:
            if size <= most and taken.isdisjoint(some):
                total -= excess
                taken.update(some)
                here.append(some)
        if total > best:
            best, chosen = total, here
    return best, chosen


def choose_greedily(tables: GroupTables, closed: Mapping[Group, int]) -> int:
    """Return the excess of the first state, as checkers choose among the groups of a fact."""
    boxes, player = set(tables.boxes), tables.player
    inside = [group for group in closed if boxes.issuperset(group[0]) and tables.find_group(group[0], player) == group]
    return add_greedily([(-closed[group], len(group[0]), group[0][::-1]) for group in inside])[0]


def close_tables(tables: GroupTables, groups: Sequence[Group], closed: Mapping[Group, int]) -> dict[Group, int]:
    """Return the excess of each group of a fact: those `closed`, some of the tables, and all that these use."""
    fact, waiting = {**closed}, [*groups]
    while waiting:
        one = waiting.pop()
        if one in fact:
            continue
        excess = fact[one] = tables.look_up(*one)
        for after, spent in tables.try_pushes(one):
            if excess == DEAD or excess > spent:
                waiting += tables.choose(*after)[1]
    return fact


def close_first(tables: GroupTables) -> dict[Group, int]:
    """Return the excess of each group of a fact that proves what the tables choose for the first state."""
    return close_tables(tables, tables.choose(tables.boxes, tables.player)[1], {})
