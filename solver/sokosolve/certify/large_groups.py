"""Large groups of boxes: their excess, by a search of these boxes alone.

The tables of `bounds.group_tables` have the excess of all groups of up to four boxes; `group_library` grows others.

A search begins with a group's first state and some *slack*: pushes that may be spent beyond the prices. A push lowers
the slack by what it spends. A state is abandoned if the tables, and opened states of smaller groups, its *parts*, say
that it needs more than its slack. If no solution is left, each opened state needs at least its slack and one push more.
All of them are a fact of a certificate: a push leads to another opened state, or to groups of the tables and the parts.
In the same way as iterative deepening, a search also finds the least slack with which it would have gone further.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import comb
from typing import NamedTuple

import numpy as np

from sokosolve.bounds.box_groups import DEAD
from sokosolve.bounds.group_tables import least_by_prices
from sokosolve.certify import group_kernel
from sokosolve.certify.group_kernel import GroupSearch
from sokosolve.certify.pattern_kernel import Patterns
from sokosolve.level.arrays import INFINITE, INT32, INT64, UINT64_2D
from sokosolve.level.level_tables import LevelTables
from sokosolve.level.packed_boxes import pack
from sokosolve.level.world import World
from sokosolve.policy.policy_kernel import enter_first, fill_state_slots, lacks_room
from sokosolve.search import build
from sokosolve.search.columns import NOBODY, PLAYER
from sokosolve.search.state_space import STATES, StateSpace, double, new_space

Group = tuple[tuple[int, ...], int]
"""Squares of boxes in increasing order, and the first square of the player's component of the rest."""

_MOST_FITTING = 64
"""Patterns that fit a state; more are left out."""

_MOST_BOXES = 64
"""Boxes of a group whose search makes use of parts."""

_MOST_EXCESS = DEAD - 1
"""The largest finite excess; what needs more needs at least that."""

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

    def list_excesses(self) -> Iterator[LargeGroup]:
        """Yield the groups of the tables in the first state with an excess."""
        for size in range(2, min(self.largest, len(self.boxes)) + 1):
            for some in combinations(self.boxes, size):
                excess = self.look_up(some, self.player)
                if excess > 0:
                    group = self.find_group(some, self.player)
                    yield LargeGroup(group, excess, States.none(self), self._as_states(group))

    def _as_states(self, group: Group) -> States:
        boxes, first = group
        words = np.zeros(self.world.floor.words, dtype=np.uint64)
        pack(self.world.floor, list(boxes), words)
        return States(words[np.newaxis], np.array([first], dtype=np.int32), np.zeros(1, dtype=np.int32))

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


class States(NamedTuple):
    """Boxes of states as `words`, a row each, with the players' first squares, and what the opened ones need."""

    words: UINT64_2D
    first: INT32
    needs: INT32

    @classmethod
    def none(cls, tables: GroupTables) -> States:
        empty = np.zeros(0, dtype=np.int32)
        return cls(np.zeros((0, tables.world.floor.words), dtype=np.uint64), empty, empty)


@dataclass(frozen=True, slots=True, eq=False)
class LargeGroup:
    """A group with its excess, its opened states, and the tables' groups and large groups that a proof of this uses."""

    group: Group
    excess: int
    opened: States
    used: States
    parts: tuple[LargeGroup, ...] = ()

    @property
    def boxes(self) -> tuple[int, ...]:
        """The squares."""
        return self.group[0]


def search_states(
    tables: GroupTables,
    boxes: Sequence[int],
    slack: int,
    most: int,
    pause: Callable[[], None],
    parts: Sequence[LargeGroup] = (),
) -> LargeGroup | list[Group] | None:
    """Search some boxes in their first state, with some slack, and with what `parts` of them prove.

    Returns the group with an excess above the slack, or the states of a play that solves it. Returns None with more
    than `most` states, or with an excess that is too large to store.
    """
    first = tables.find_group(boxes, tables.player)
    world = tables.world._replace(k=len(boxes))
    parts = parts if len(boxes) <= _MOST_BOXES else ()
    scratch, search = build.new_scratch(world), _new_search(tables, first, slack, parts)
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
    excess = DEAD if further >= group_kernel.NEVER else min(further, _MOST_EXCESS)
    if excess <= slack:
        return None
    of = search.states.of[: search.states.counts[STATES]]
    opened = np.flatnonzero(of[:, group_kernel.PREVIOUS] == group_kernel.OPENED)
    needs = of[opened, group_kernel.SLACK] + (excess - slack)
    if excess == DEAD:
        needs[:] = DEAD
    return LargeGroup(
        first,
        excess,
        _copy_states(search.states, opened)._replace(needs=needs),
        _copy_states(search.used, np.arange(search.used.counts[STATES])),
        tuple(part for part, is_used in zip(parts, search.patterns.used, strict=True) if is_used),
    )


def _new_search(tables: GroupTables, first: Group, slack: int, parts: Sequence[LargeGroup]) -> GroupSearch:
    floor, (boxes, player) = tables.world.floor, first
    states, used = new_space(floor.words, group_kernel.COLUMNS), new_space(floor.words)
    pack(floor, list(boxes), states.words[: floor.words])
    enter_first(states, player)
    states.of[0, group_kernel.SLACK :] = slack, NOBODY, NOBODY, NOBODY
    heads = np.full(slack + 1, NOBODY, dtype=np.int32)
    heads[slack] = 0
    price = np.full(floor.n + 1, group_kernel.NO_PRICE, dtype=np.int32)
    price[list(tables.prices)] = list(tables.prices.values())
    counts = np.array([slack, group_kernel.NEVER, NOBODY])
    return GroupSearch(states, used, patterns_of(tables, parts), heads, price, counts)


def patterns_of(tables: GroupTables, parts: Sequence[LargeGroup]) -> Patterns:
    """Return the opened states of large groups in order."""
    width = max((len(part.boxes) for part in parts), default=0)
    rows = sum(len(part.opened.first) for part in parts)
    squares = np.full((rows, width), NOBODY, dtype=np.int32)
    row = 0
    for part in parts:
        count = len(part.opened.first)
        squares[row : row + count, : len(part.boxes)] = _unpack(tables, part.opened)[1].reshape(count, len(part.boxes))
        row += count
    order = np.lexsort(squares.T[::-1]) if rows else np.arange(0)
    squares = squares[order]
    begins = np.ones((rows, width), dtype=bool)
    begins[1:] = np.logical_or.accumulate(squares[1:] != squares[:-1], axis=1)
    following = np.empty((rows, width), dtype=np.int32)
    for place in range(width):
        starts = np.append(np.flatnonzero(begins[:, place]), rows)
        following[:, place] = starts[np.searchsorted(starts, np.arange(rows), side="right")]

    def in_order(columns: Iterable[INT32]) -> INT32:
        return np.concatenate((np.zeros(0, dtype=np.int32), *columns))[order].astype(np.int32)

    excess = in_order(part.opened.needs for part in parts)
    excess[excess == DEAD] = group_kernel.NEVER
    return Patterns(
        width,
        squares.ravel(),
        following.ravel(),
        in_order(part.opened.first for part in parts),
        excess,
        in_order(np.full(len(part.opened.first), number, dtype=np.int32) for number, part in enumerate(parts)),
        used=np.zeros(len(parts), dtype=np.uint8),
        rows=np.zeros(_MOST_FITTING, dtype=np.int32),
        size=np.zeros(_MOST_FITTING, dtype=np.int32),
        mask=np.zeros(_MOST_FITTING, dtype=np.uint64),
        taken=np.zeros(_MOST_FITTING, dtype=np.uint8),
    )


def _with_room(tables: GroupTables, space: StateSpace, k: int) -> StateSpace:
    """Return the states, with twice the room if there is too little."""
    if not lacks_room(space, k):
        return space
    larger = double(space)
    fill_state_slots.of(tables.compiled)(larger)
    return larger


def _copy_states(space: StateSpace, numbers: INT64) -> States:
    words = space.words.reshape(-1, space.width)[numbers]
    return States(words, space.of[numbers, PLAYER], np.zeros(len(numbers), dtype=np.int32))


def _unpack(tables: GroupTables, states: States) -> tuple[INT64, INT32]:
    """Return a row and a square for each box, in order of both."""
    bits = np.unpackbits(states.words.view(np.uint8), axis=1, bitorder="little")
    rows, places = np.nonzero(bits)
    return rows, tables.world.floor.square_of[places]


def list_groups(tables: GroupTables, states: States) -> list[Group]:
    """Return the states as groups."""
    if not len(states.first):
        return []
    rows, squares = _unpack(tables, states)
    groups = np.split(squares, np.flatnonzero(np.diff(rows)) + 1)
    return [(tuple(some.tolist()), first) for some, first in zip(groups, states.first.tolist(), strict=True)]


def _play_to(tables: GroupTables, search: GroupSearch) -> list[Group]:
    """Return the states on the way to the solved one."""
    states, number = [], int(search.counts[group_kernel.LAST])
    while number != NOBODY:
        states.append(number)
        number = int(search.states.of[number, group_kernel.PARENT])
    return list_groups(tables, _copy_states(search.states, np.array(states[::-1])))


def search_group(
    tables: GroupTables,
    boxes: Sequence[int],
    least: int,
    most: int,
    pause: Callable[[], None] = lambda: None,
    parts: Sequence[LargeGroup] = (),
) -> LargeGroup | None:
    """Return a group of boxes in their first state if they need more than `least`; a search ends at `most` states."""
    better, excess = None, least
    while excess < DEAD:
        ended = search_states(tables, boxes, excess, most, pause, parts)
        if not isinstance(ended, LargeGroup):
            break
        better, excess = ended, ended.excess
    return better


def close_groups(tables: GroupTables, groups: Sequence[LargeGroup]) -> dict[Group, int]:
    """Return the excess of each group of a fact that proves those of `groups`; DEAD of a dead one."""
    closed: dict[Group, int] = {}
    waiting: list[Group] = []
    for each in _with_parts(groups):
        waiting += list_groups(tables, each.used)
        for group, need in zip(list_groups(tables, each.opened), each.opened.needs.tolist(), strict=True):
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


def _with_parts(groups: Sequence[LargeGroup]) -> list[LargeGroup]:
    """Return large groups and all that their proofs use."""
    every, waiting = dict[LargeGroup, None](), [*groups]
    while waiting:
        each = waiting.pop()
        if each not in every:
            every[each] = None
            waiting += each.parts
    return [*every]


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
