"""Large groups of boxes: their excess, by a search of these boxes alone.

The tables of `bounds.group_tables` have the excess of all groups of up to four boxes. Here, disjoint groups of a
level's boxes are joined as long as some need more together than apart.

A search begins with a group's first state and some *slack*: pushes that may be spent beyond the prices. A push lowers
the slack by what it spends. A state is abandoned if the tables say that it needs more than its slack. If no solution is
left, each opened state needs at least its slack and one push more. All of them are a fact of a certificate: a push
leads to another opened state, or to groups of the tables. In the same way as iterative deepening, a search also finds
the least slack with which it would have gone further.

A solution of a group alone tells which box to add: one in the way of its first push that is impossible in the level.
So groups grow until no solution is left, or there are too many states. This is counterexample-guided abstraction
refinement (Clarke, Grumberg, Jha, Lu and Veith 2003).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import comb
from random import Random

import numpy as np

from sokosolve.bounds.box_groups import DEAD
from sokosolve.bounds.group_tables import least_by_prices
from sokosolve.certify import group_kernel
from sokosolve.certify.group_kernel import GroupSearch
from sokosolve.level.arrays import INFINITE, INT32
from sokosolve.level.level_tables import LevelTables
from sokosolve.level.packed_boxes import pack
from sokosolve.level.world import World
from sokosolve.policy.policy_kernel import enter_first, fill_state_slots, lacks_room
from sokosolve.policy.state_space import STATES, StateSpace, double, new_space
from sokosolve.search import build
from sokosolve.search.columns import NOBODY, PLAYER

Group = tuple[tuple[int, ...], int]
"""Squares of boxes in increasing order, and the first square of the player's component of the rest."""

_FIRST_STATES, _GROWTH = 250, 4
"""States of the first searches, and how many times as many each time after."""

_TRIES, _WHOLE = 12, 0.6
"""How often a group grows in other ways, with as many states, and how often boxes bring their groups along."""

_AT_ONCE = 4096
_MANY = 1 << 30


class GroupTables:
    """Groups of a level's boxes, forwards, with the tables' excesses."""

    def __init__(self, world: World, tables: LevelTables, prices: INT32, *, compiled: bool) -> None:
        floor, n = world.floor, world.floor.n
        self.world, self.compiled = world, compiled
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

    def find_obstacles(self, play: Sequence[Group], others: Collection[int]) -> list[int]:
        """Return other boxes in the way of the first impossible push of a play of a group; none if all are possible."""
        player = self.player
        for (before, _), (after, _) in pairwise(play):
            box, landing = set(before).difference(after).pop(), set(after).difference(before).pop()
            if landing in others:
                return [landing]
            direction = self._beyond[box].index(landing)
            on_way = self._cross_fewest(before, player, self._beyond[box][direction ^ 1], others)
            if on_way:
                return on_way
            player = box
        return []

    def _cross_fewest(self, boxes: Collection[int], start: int, end: int, others: Collection[int]) -> list[int]:
        """Return the other boxes on a way of the player that crosses the fewest of them."""
        crossed, before, waiting = {start: 0}, {start: start}, deque([start])
        while waiting:
            square = waiting.popleft()
            for ahead in self._beyond[square]:
                count = crossed[square] + (ahead in others)
                if ahead >= 0 and ahead not in boxes and count < crossed.get(ahead, _MANY):
                    crossed[ahead], before[ahead] = count, square
                    waiting.append(ahead) if ahead in others else waiting.appendleft(ahead)
        way = [end]
        while way[-1] != start:
            way.append(before[way[-1]])
        return [square for square in way if square in others]


@dataclass(frozen=True, slots=True)
class LargeGroup:
    """A group with its excess, what its opened states need, and the tables' groups that a proof of this uses.

    A group of the tables has neither.
    """

    group: Group
    excess: int
    needs: dict[Group, int]
    used: list[Group]

    @property
    def boxes(self) -> tuple[int, ...]:
        """The squares."""
        return self.group[0]


def search_states(
    tables: GroupTables, boxes: Sequence[int], slack: int, most: int, pause: Callable[[], None]
) -> LargeGroup | list[Group] | None:
    """Search some boxes in their first state, with some slack.

    Returns the group with an excess above the slack, or the states of a play that solves it, or None with more than
    `most` states.
    """
    first = tables.find_group(boxes, tables.player)
    world = tables.world._replace(k=len(boxes))
    scratch, search = build.new_scratch(world), _new_search(tables, first, slack)
    ending = group_kernel.UNFINISHED
    while ending < group_kernel.EXHAUSTED:
        ending = group_kernel.search_states.of(tables.compiled)(world, scratch, search, _AT_ONCE)
        pause()
        if search.states.counts[STATES] > most:
            return None
        if ending == group_kernel.CROWDED:
            states, used = (_with_room(tables, space, world.k) for space in (search.states, search.used))
            search = search._replace(states=states, used=used)
    if ending == group_kernel.SOLVED:
        return _play_to(tables, search)
    further = int(search.counts[group_kernel.BEYOND])
    of = search.states.of[: search.states.counts[STATES]]
    opened = np.flatnonzero(of[:, group_kernel.PREVIOUS] == group_kernel.OPENED)
    slacks = of[opened, group_kernel.SLACK].tolist()
    needs = dict(
        zip(_groups_in(tables, search.states, opened), (left + further - slack for left in slacks), strict=True)
    )
    used_groups = _groups_in(tables, search.used, np.arange(search.used.counts[STATES]))
    return LargeGroup(first, min(further, DEAD), needs, used_groups)


def _new_search(tables: GroupTables, first: Group, slack: int) -> GroupSearch:
    floor, (boxes, player) = tables.world.floor, first
    states, used = new_space(floor.words, group_kernel.COLUMNS), new_space(floor.words)
    pack(floor, list(boxes), states.words[: floor.words])
    enter_first(states, player)
    states.of[0, group_kernel.SLACK :] = slack, NOBODY, NOBODY, NOBODY
    heads = np.full(slack + 1, NOBODY, dtype=np.int32)
    heads[slack] = 0
    price = np.full(floor.n + 1, group_kernel.NO_PRICE, dtype=np.int32)
    price[list(tables.prices)] = list(tables.prices.values())
    return GroupSearch(states, used, heads, price, np.array([slack, group_kernel.NEVER, NOBODY]))


def _with_room(tables: GroupTables, space: StateSpace, k: int) -> StateSpace:
    """Return the states, with twice the room if there is too little."""
    if not lacks_room(space, k):
        return space
    larger = double(space)
    fill_state_slots.of(tables.compiled)(larger)
    return larger


def _groups_in(tables: GroupTables, groups: StateSpace, numbers: Collection[int]) -> list[Group]:
    listed = np.asarray(numbers, dtype=np.int64)
    if not len(listed):
        return []
    words = groups.words.reshape(-1, groups.width)[listed]
    bits = np.unpackbits(words.view(np.uint8), axis=1, bitorder="little")
    rows, places = np.nonzero(bits)
    squares = np.split(tables.world.floor.square_of[places], np.cumsum(np.bincount(rows, minlength=len(listed)))[:-1])
    players = groups.of[listed, PLAYER].tolist()
    return [(tuple(some.tolist()), player) for some, player in zip(squares, players, strict=True)]


def _play_to(tables: GroupTables, search: GroupSearch) -> list[Group]:
    """Return the states on the way to the solved one."""
    states, number = [], int(search.counts[group_kernel.LAST])
    while number != NOBODY:
        states.append(number)
        number = int(search.states.of[number, group_kernel.PARENT])
    return _groups_in(tables, search.states, states[::-1])


def search_group(
    tables: GroupTables, boxes: Sequence[int], least: int, most: int, pause: Callable[[], None] = lambda: None
) -> LargeGroup | None:
    """Return a group of boxes in their first state if they need more than `least`; a search ends at `most` states."""
    better, excess = None, least
    while excess < DEAD:
        ended = search_states(tables, boxes, excess, most, pause)
        if not isinstance(ended, LargeGroup):
            break
        better, excess = ended, ended.excess
    return better


def join_groups(tables: GroupTables, wanted: int, pause: Callable[[], None], most: int) -> Iterator[list[LargeGroup]]:
    """Yield disjoint groups of all boxes, better each time, until their excesses add up to `wanted`.

    Searches have up to `most` states; `pause` may raise.
    """
    groups = _fill_up(tables, [], tables.boxes)
    yield groups
    states = min(_FIRST_STATES, most)
    while _sum_of(groups) < wanted and all(each.excess < DEAD for each in groups):
        joined = _join_some(tables, groups, states, pause)
        if joined is not None:
            groups = [joined, *_groups_beside(tables, groups, joined.boxes)]
            yield groups
        elif states >= most:
            return
        else:
            states = min(_GROWTH * states, most)


def _sum_of(groups: Sequence[LargeGroup]) -> int:
    return sum(each.excess for each in groups)


def _fill_up(tables: GroupTables, groups: list[LargeGroup], boxes: Sequence[int]) -> list[LargeGroup]:
    """Return the groups and disjoint ones of the tables for the boxes, in the end each box alone."""
    chosen = tables.choose(tuple(sorted(boxes)), tables.player)[1]
    of_tables = [LargeGroup(group, tables.look_up(group[0], tables.player), {}, []) for group in chosen]
    single = {*boxes}.difference(*(some for some, _ in chosen))
    alone = [LargeGroup(tables.find_group((box,), tables.player), 0, {}, []) for box in sorted(single)]
    return [*groups, *of_tables, *alone]


def _groups_beside(tables: GroupTables, groups: Sequence[LargeGroup], boxes: Collection[int]) -> list[LargeGroup]:
    """Return the groups without any of the boxes, and groups of the tables for what is left of the others."""
    taken = set(boxes)
    apart = [each for each in groups if taken.isdisjoint(each.boxes)]
    left = [box for each in groups if not taken.isdisjoint(each.boxes) for box in each.boxes if box not in taken]
    return _fill_up(tables, apart, left)


def _join_some(
    tables: GroupTables, groups: Sequence[LargeGroup], states: int, pause: Callable[[], None]
) -> LargeGroup | None:
    """Return a group of boxes that needs more than their groups in exchange."""
    for attempt in range(_TRIES):
        for start in groups:
            grown = _grow(tables, groups, start, Random(attempt), states, pause)
            if grown is not None:
                return grown
    return None


def _grow(
    tables: GroupTables,
    groups: Sequence[LargeGroup],
    start: LargeGroup,
    rng: Random,
    states: int,
    pause: Callable[[], None],
) -> LargeGroup | None:
    """Add boxes that are in the way of plays, with their groups or without, until no play is left."""

    def with_some(box: int) -> tuple[int, ...]:
        return next(each.boxes for each in groups if box in each.boxes) if rng.random() < _WHOLE else (box,)

    def search(boxes: Sequence[int]) -> LargeGroup | list[Group] | None:
        slack = _sum_of(groups) - _sum_of(_groups_beside(tables, groups, boxes))
        return search_states(tables, boxes, slack, states, pause) if slack >= 0 else None

    boxes = with_some(rng.choice(start.boxes))
    while not isinstance(ended := search(boxes), LargeGroup):
        obstacles = [] if ended is None else tables.find_obstacles(ended, set(tables.boxes).difference(boxes))
        if not obstacles:
            return None
        boxes = tuple(dict.fromkeys((*boxes, *with_some(rng.choice(obstacles)))))
    for box in boxes:
        fewer = tuple(other for other in ended.boxes if other != box)
        smaller = search(fewer) if fewer else None
        ended = smaller if isinstance(smaller, LargeGroup) else ended
    return search_group(tables, ended.boxes, ended.excess, states, pause) or ended


def close_groups(tables: GroupTables, groups: Sequence[LargeGroup]) -> dict[Group, int]:
    """Return the excess of each group of a fact that proves those of `groups`; DEAD of a dead one."""
    closed: dict[Group, int] = {}
    waiting = [each.group for each in groups if each.excess > 0 and not each.needs]
    for each in groups:
        waiting += each.used
        for group, need in each.needs.items():
            closed[group] = max(need, closed.get(group, 0))
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
