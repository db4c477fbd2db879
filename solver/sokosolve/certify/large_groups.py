"""Large groups of boxes: their excess, by a search of these boxes alone.

The tables of `bounds.group_tables` have the excess of all groups of up to four boxes; `group_library` grows others.

A search begins with a group's first state and some *slack*: pushes that may be spent beyond the prices. A push lowers
the slack by what it spends. A state is abandoned if the tables, and opened states of smaller groups, its *parts*, say
that it needs more than its slack. If no solution is left, each opened state needs at least its slack and one push more.
All of them are a fact of a certificate: a push leads to another opened state, or to groups of the tables and the parts.
In the same way as iterative deepening, a search also finds the least slack with which it would have gone further.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

import numpy as np

from sokosolve.bounds.box_groups import DEAD
from sokosolve.certify import group_kernel
from sokosolve.certify.boxes_alone import Group, GroupTables, add_greedily
from sokosolve.certify.group_kernel import GroupSearch
from sokosolve.certify.pattern_kernel import Patterns
from sokosolve.level.arrays import INT32, INT64, UINT64_2D
from sokosolve.level.packed_boxes import pack
from sokosolve.policy.policy_kernel import enter_first, fill_state_slots, lacks_room
from sokosolve.search import build
from sokosolve.search.columns import NOBODY, Column, Count
from sokosolve.search.state_space import StateSpace, double, new_space

_MOST_FITTING = 64
"""Patterns that fit a state; more are left out."""

_MOST_BOXES = 64
"""Boxes of a group whose search makes use of parts."""

_MOST_EXCESS = DEAD - 1
"""The largest finite excess; what needs more needs at least that."""

_AT_ONCE = 4096


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


def list_table_groups(tables: GroupTables) -> Iterator[LargeGroup]:
    """Yield the groups of the tables in the first state with an excess."""
    for size in range(2, min(tables.largest, len(tables.boxes)) + 1):
        for some in combinations(tables.boxes, size):
            excess = tables.look_up(some, tables.player)
            if excess > 0:
                boxes, first = group = tables.find_group(some, tables.player)
                words = np.zeros(tables.world.floor.words, dtype=np.uint64)
                pack(tables.world.floor, list(boxes), words)
                used = States(words[np.newaxis], np.array([first], dtype=np.int32), np.zeros(1, dtype=np.int32))
                yield LargeGroup(group, excess, States.none(tables), used)


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
    scratch, search = build.new_scratch(world), _new_search(tables, first, slack, patterns_of(tables, parts))
    ending = group_kernel.UNFINISHED
    while ending < group_kernel.EXHAUSTED:
        ending = group_kernel.search_states.of(tables.compiled)(world, scratch, search, min(_AT_ONCE, most))
        pause()
        if ending < group_kernel.EXHAUSTED and search.states.counts[Count.STATES] > most:
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
    of = search.states.of[: search.states.counts[Count.STATES]]
    opened = np.flatnonzero(of[:, group_kernel.PREVIOUS] == group_kernel.OPENED)
    needs = of[opened, group_kernel.SLACK] + (excess - slack)
    if excess == DEAD:
        needs[:] = DEAD
    return LargeGroup(
        first,
        excess,
        _copy_states(search.states, opened)._replace(needs=needs),
        _copy_states(search.used, np.arange(search.used.counts[Count.STATES])),
        tuple(part for part, is_used in zip(parts, search.patterns.used, strict=True) if is_used),
    )


def choose_unpaid(tables: GroupTables, state: Group, slack: int, patterns: Patterns) -> list[tuple[int, ...]]:
    """Return disjoint groups that need more than the slack in a state of all boxes; none if the slack may suffice."""
    search = _new_search(tables, state, slack, patterns)
    patterns.taken[:] = 0
    scratch = build.new_scratch(tables.world)
    group_kernel.search_states.of(tables.compiled)(tables.world, scratch, search, 1)
    if search.counts[group_kernel.LAST] >= 0 or search.states.of[0, group_kernel.PREVIOUS] == group_kernel.OPENED:
        return []
    chosen = list_groups(tables, _copy_states(search.used, np.arange(search.used.counts[Count.STATES])))
    for row in patterns.rows[np.flatnonzero(patterns.taken)]:
        squares = patterns.squares[row * patterns.width : (row + 1) * patterns.width].tolist()
        chosen.append((tuple(square for square in squares if square != NOBODY), NOBODY))
    return [boxes for boxes, _ in chosen]


def _new_search(tables: GroupTables, first: Group, slack: int, patterns: Patterns) -> GroupSearch:
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
    return GroupSearch(states, used, patterns, heads, price, counts)


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
    return States(words, space.of[numbers, Column.PLAYER], np.zeros(len(numbers), dtype=np.int32))


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
    return add_greedily([(-closed[group], len(group[0]), group[0][::-1]) for group in inside])[0]
