"""Large groups of boxes: their excess, by a search of these boxes alone.

The tables of `bounds.group_tables` have the excess of all groups of up to four boxes. Here, disjoint groups of a
level's boxes are joined as long as two of them need more together than apart.

A search begins with a group's first state and some *slack*: pushes that may be spent beyond the prices. A push lowers
the slack by what it spends. A state is abandoned if the tables say that it needs more than its slack. If no solution is
left, each visited state needs at least its slack and one push more. All of them are a fact of a certificate: a push
leads to another visited state, or to groups of the tables. In the same way as iterative deepening, a search also finds
the least slack with which it would have gone further.

All of this runs in Python: a group worth its search is found among some thousand states, or not at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb

from sokosolve.bounds.box_groups import DEAD
from sokosolve.bounds.group_tables import least_by_prices
from sokosolve.level.arrays import INFINITE, INT32
from sokosolve.level.level_tables import LevelTables
from sokosolve.level.world import World

Group = tuple[tuple[int, ...], int]
"""Squares of boxes in increasing order, and the first square of the player's component of the rest."""

_FIRST_STATES, _GROWTH = 250, 4
"""States of the first search of two groups, and how many times as many each time after."""

_NEVER = 1 << 30


class GroupTables:
    """Groups of a level's boxes, forwards, with the tables' excesses."""

    def __init__(self, world: World, tables: LevelTables, prices: INT32) -> None:
        floor, n = world.floor, world.floor.n
        self.boxes, self.player = tuple(sorted(map(int, tables.boxes))), int(tables.player)
        self.prices = {int(goal): int(price) for goal, price in zip(tables.goals, prices, strict=True)}
        beyond = floor.beyond.tolist()
        self._beyond = [[ahead if ahead < n else -1 for ahead in beyond[4 * at : 4 * at + 4]] for at in range(n)]
        self._bit_of = floor.bit_of.tolist()
        self._least = least_by_prices(world, prices).tolist()
        self._component = world.distances.component[0].tolist()
        self._groups, self.largest = world.groups, world.groups.largest
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
        best, chosen = _add_greedily(found)
        return best, [self.find_group(some, player) for some in chosen]

    def count_waste(self, group: Group) -> int:
        """Return what the prices of boxes that are all on goals leave unpaid; _NEVER if one is on none."""
        boxes, player = group
        if any(box not in self.prices for box in boxes):
            return _NEVER
        return -sum(self.prices[box] for box in boxes) - self.sum_alone(boxes, player)


@dataclass(frozen=True, slots=True)
class LargeGroup:
    """A group with its excess, and what its visited states need: none for a group of the tables."""

    group: Group
    excess: int
    needs: dict[Group, int]


class _NoProof(Exception):  # control flow: there is a solution, or there are too many states
    """The search has come to no end that helps."""


def _exhaust(tables: GroupTables, first: Group, slack: int, most: int) -> tuple[dict[Group, int], int]:
    """Return the open states with what they need, and the least slack that would have led further.

    Raises `_NoProof` with a solution, or more than `most` states.
    """
    slacks, excesses = {first: slack}, {first: tables.choose(*first)[0]}
    waiting, further = [first], _NEVER
    opened: dict[Group, int] = {}
    while waiting:
        group = waiting.pop()
        left = slacks[group]
        if opened.get(group, -1) >= left:
            continue
        opened[group] = left
        for after, spent in tables.try_pushes(group):
            rest = left - spent
            if rest < 0:
                further = min(further, slack - rest)
                continue
            if slacks.get(after, -1) >= rest:
                continue
            slacks[after] = rest
            if len(slacks) > most or tables.count_waste(after) <= rest:
                raise _NoProof
            if after not in excesses:
                excesses[after] = tables.choose(*after)[0]
            if excesses[after] <= rest:
                waiting.append(after)
            else:
                further = min(further, slack + excesses[after] - rest)
    return {group: left + further - slack for group, left in opened.items()}, further


def search_group(tables: GroupTables, boxes: Sequence[int], least: int, most: int) -> LargeGroup | None:
    """Return a group of boxes in their first state if they need more than `least`; a search ends at `most` states."""
    first = tables.find_group(boxes, tables.player)
    better, excess = None, max(least, tables.choose(*first)[0])
    if excess >= DEAD:
        return None
    try:
        while excess < DEAD:
            needs, excess = _exhaust(tables, first, excess, most)
            better = LargeGroup(first, min(excess, DEAD), needs)
    except _NoProof:
        pass
    return better


def join_groups(
    tables: GroupTables, wanted: int, distance: Callable[[int, int], int], pause: Callable[[], None], most: int
) -> Iterator[list[LargeGroup]]:
    """Yield disjoint groups of all boxes, better each time, until their excesses add up to `wanted`.

    Searches have up to `most` states; `pause` may raise.
    """
    chosen = tables.choose(tables.boxes, tables.player)[1]
    single = {*tables.boxes}.difference(*(boxes for boxes, _ in chosen))
    groups = [LargeGroup(group, tables.look_up(group[0], tables.player), {}) for group in chosen]
    groups += [LargeGroup(tables.find_group((box,), tables.player), 0, {}) for box in sorted(single)]
    tried: set[tuple[tuple[int, ...], int]] = set()
    yield groups
    states = min(_FIRST_STATES, most)
    while sum(each.excess for each in groups) < wanted:
        joined = _join_two(tables, groups, distance, pause, tried, states)
        if joined is not None:
            taken = set(joined.group[0])
            groups = [joined, *(each for each in groups if taken.isdisjoint(each.group[0]))]
            yield groups
        elif states >= most:
            return
        else:
            states = min(_GROWTH * states, most)


def _join_two(
    tables: GroupTables,
    groups: Sequence[LargeGroup],
    distance: Callable[[int, int], int],
    pause: Callable[[], None],
    tried: set[tuple[tuple[int, ...], int]],
    states: int,
) -> LargeGroup | None:
    """Return two groups in one that needs more than both; near ones are tried first."""

    def apart(pair: tuple[LargeGroup, LargeGroup]) -> int:
        return min(distance(one, other) for one in pair[0].group[0] for other in pair[1].group[0])

    for one, other in sorted(combinations(groups, 2), key=apart):
        boxes = tuple(sorted(one.group[0] + other.group[0]))
        if len(boxes) > tables.largest and (boxes, states) not in tried:
            tried.add((boxes, states))
            pause()
            joined = search_group(tables, boxes, one.excess + other.excess, states)
            if joined is not None:
                return joined
    return None


def close_groups(tables: GroupTables, groups: Sequence[LargeGroup]) -> dict[Group, int]:
    """Return the excess of each group of a fact that proves those of `groups`; DEAD of a dead one."""
    closed: dict[Group, int] = {}
    waiting = [each.group for each in groups if each.excess > 0 and not each.needs]
    for each in groups:
        for group, need in each.needs.items():
            closed[group] = max(need, closed.get(group, 0))
        for group, need in each.needs.items():
            for after, spent in tables.try_pushes(group):
                if need - spent > each.needs.get(after, 0):
                    waiting += tables.choose(*after)[1]
    while waiting:
        group = waiting.pop()
        if group in closed:
            continue
        excess = closed[group] = tables.look_up(*group)
        for after, spent in tables.try_pushes(group):
            if excess == DEAD or excess > spent:
                waiting += tables.choose(*after)[1]
    return closed


def choose_greedily(tables: GroupTables, closed: Mapping[Group, int]) -> int:
    """Return the excess of the first state, as checkers choose among the groups of a fact."""
    boxes, player = set(tables.boxes), tables.player
    inside = [group for group in closed if boxes.issuperset(group[0]) and tables.find_group(group[0], player) == group]
    return _add_greedily([(-closed[group], len(group[0]), group[0][::-1]) for group in inside])[0]


def _add_greedily(groups: Sequence[tuple[int, int, tuple[int, ...]]]) -> tuple[int, list[tuple[int, ...]]]:
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
