"""Search of a large group of boxes alone, and the groups of the tables that abandoned states need.

States are looked at by slack, most first. As a push never adds slack, a state is looked at once, with its most slack.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sokosolve.bounds.group_excess import choose_groups, find_all_groups, least_single
from sokosolve.certify.pattern_kernel import Patterns, choose_with_patterns, find_patterns, use_taken
from sokosolve.kernel import entry, kernel, step
from sokosolve.level.arrays import INFINITE, INT32, INT64, UINT64
from sokosolve.level.packed_boxes import copy_pushed, flip, lift_boxes, place_boxes
from sokosolve.level.reach import first_after_push, first_reachable, next_stamp
from sokosolve.level.world import Scratch, ScratchCounter, World
from sokosolve.policy.policy_kernel import enter_packed, lacks_room
from sokosolve.search.columns import EMPTY, NOBODY, Column, Count
from sokosolve.search.state_space import StateSpace
from sokosolve.search.store import slot_of

SLACK, PARENT, NEXT, PREVIOUS, COLUMNS = range(Column.PLAYER + 1, Column.PLAYER + 6)
"""Columns of a state after its player: its most slack, the state before, and both neighbours in its list."""

OPENED = -2
"""In PREVIOUS, for a state whose pushes were tried."""

LEVEL, BEYOND, LAST = range(3)
"""Counters: the slack at hand, the least slack above the first that would have led further, and the state that solves
the group, or NOBODY."""

NO_PRICE = 1 << 28
"""In place of a price, on a square without a goal."""

NEVER = 1 << 30
"""In `BEYOND`, if no slack would have led further."""

UNFINISHED, CROWDED, EXHAUSTED, SOLVED = range(4)


class GroupSearch(NamedTuple):
    """States of a group, the table's groups that abandoned states need, and lists of states by slack from `heads` on.

    `price` has a price for each square, or NO_PRICE.
    """

    states: StateSpace
    used: StateSpace
    patterns: Patterns
    heads: INT32
    price: INT32
    counts: INT64


@step
def _link(search: GroupSearch, state: int, slack: int) -> None:
    of, head = search.states.of, search.heads[slack]
    of[state, SLACK] = slack
    of[state, NEXT] = head
    of[state, PREVIOUS] = NOBODY
    if head >= 0:
        of[head, PREVIOUS] = state
    search.heads[slack] = state


@step
def _unlink(search: GroupSearch, state: int) -> None:
    of = search.states.of
    before, after = of[state, PREVIOUS], of[state, NEXT]
    if before >= 0:
        of[before, NEXT] = after
    else:
        search.heads[of[state, SLACK]] = after
    if after >= 0:
        of[after, PREVIOUS] = before


@kernel
def _reach_state(search: GroupSearch, packed: UINT64, player: int, slack: int, parent: int) -> None:
    """Enter a state, or raise its slack."""
    states = search.states
    slot = slot_of(states, packed, player)
    if states.slots[slot] == EMPTY:
        state = int(states.counts[Count.STATES])
        enter_packed(states, packed, player)
    else:
        state = int(states.slots[slot])
        if states.of[state, SLACK] >= slack:
            return
        _unlink(search, state)
    states.of[state, PARENT] = parent
    _link(search, state, slack)


@kernel
def _use_group(world: World, scratch: Scratch, search: GroupSearch, player: int, packed: UINT64) -> None:
    """Enter a group of the tables, with the boxes marked in `packed` and in `scratch.walls`."""
    flood = scratch.flood
    stamp = next_stamp(scratch.counters, ScratchCounter.REACHED_AFTER, flood.mark_after)
    first = first_reachable(player, world.floor, scratch.walls, flood.mark_after, stamp, flood.queue)
    if search.used.slots[slot_of(search.used, packed, first)] == EMPTY:
        enter_packed(search.used, packed, first)


@kernel
def _use_chosen(world: World, scratch: Scratch, search: GroupSearch, player: int, found: int) -> None:
    """Enter the chosen groups of the state at hand; or the dead one, of minus `found` boxes."""
    choice, walls, packed = scratch.groups, scratch.walls, scratch.packed
    walls[world.floor.n] = 1
    for group in range(max(1, found)):
        packed[:] = np.uint64(0)
        size = 0
        for i in range(world.k):
            is_member = found > 0 and choice.chosen[i] == group
            for which in range(-found):
                is_member |= choice.turn[which] == i
            if is_member:
                size += 1
                walls[scratch.boxes[i]] = 1
                flip(world.floor, packed, 0, scratch.boxes[i])
        if size > 0:
            _use_group(world, scratch, search, player, packed)
        for i in range(world.k):
            walls[scratch.boxes[i]] = 0
    walls[world.floor.n] = 0


@kernel
def _is_solved(world: World, scratch: Scratch, search: GroupSearch, alone: int, slack: int) -> bool:
    """Tell whether all boxes are on goals, and the slack pays what their prices leave unpaid."""
    paid = 0
    for i in range(world.k):
        price = search.price[scratch.boxes[i]]
        if price == NO_PRICE:
            return False
        paid += price
    return -paid - alone <= slack


@kernel
def _push_all(world: World, scratch: Scratch, search: GroupSearch, state: int, slack: int) -> None:
    """Reach the states after each push that leaves the box a way."""
    floor, flood, occupied = world.floor, scratch.flood, scratch.occupied
    least, component, counts = world.groups.least, world.distances.component, search.counts
    first_slack = search.heads.size - 1
    stamp = next_stamp(scratch.counters, ScratchCounter.REACHED, flood.mark)
    player = first_reachable(search.states.of[state, Column.PLAYER], floor, occupied, flood.mark, stamp, flood.queue)
    for candidate in range(4 * world.k):
        box = scratch.boxes[candidate >> 2]
        direction = candidate & 3
        landing = floor.beyond[box * 4 + direction]
        behind = floor.beyond[box * 4 + (direction ^ 1)]
        if occupied[landing] == 1 or floor.bit_of[landing] < 0 or flood.mark[behind] != stamp:
            continue
        after = least[landing, component[0, landing, box]]
        if after >= INFINITE // 2:
            continue
        rest = slack - 1 - after + least[box, component[0, box, behind]]
        if rest < 0:
            counts[BEYOND] = min(counts[BEYOND], first_slack - rest)
            continue
        occupied[box] = 0
        occupied[landing] = 1
        first = first_after_push(player, box, landing, floor, occupied, flood.mark, stamp)
        if first < 0:
            stamp_after = next_stamp(scratch.counters, ScratchCounter.REACHED_AFTER, flood.mark_after)
            first = first_reachable(box, floor, occupied, flood.mark_after, stamp_after, flood.queue)
        occupied[landing] = 0
        occupied[box] = 1
        copy_pushed(floor, search.states.words, state, scratch.packed, 0, box, landing)
        _reach_state(search, scratch.packed, int(first), int(rest), state)


@kernel
def _look_at(world: World, scratch: Scratch, search: GroupSearch, state: int) -> None:
    """Abandon a state, find that it is solved, or open it."""
    states, counts = search.states, search.counts
    slack, player = int(states.of[state, SLACK]), int(states.of[state, Column.PLAYER])
    _unlink(search, state)
    place_boxes(world.floor, scratch, states.words, state)
    found = find_all_groups(world, scratch, player)
    excess = choose_groups(world, scratch, found) if found >= 0 else NEVER
    fitting = find_patterns(world, scratch, search.patterns, player) if excess <= slack else 0
    if fitting > 0:
        excess = max(excess, choose_with_patterns(scratch.groups, search.patterns, found, fitting))
    if excess > slack:
        use_taken(search.patterns, fitting)
        if found >= 0:
            counts[BEYOND] = min(counts[BEYOND], search.heads.size - 1 + excess - slack)
        _use_chosen(world, scratch, search, player, found)
    elif _is_solved(world, scratch, search, least_single(world, scratch, player) - world.groups.prices, slack):
        counts[LAST] = state
    else:
        states.of[state, PREVIOUS] = OPENED
        _push_all(world, scratch, search, state, slack)
    lift_boxes(scratch)


@entry
def search_states(world: World, scratch: Scratch, search: GroupSearch, most: int) -> int:
    """Look at no more than `most` states, as long as there is room for what each may add."""
    counts, heads = search.counts, search.heads
    for _ in range(most):
        while counts[LEVEL] >= 0 and heads[counts[LEVEL]] < 0:
            counts[LEVEL] -= 1
        if counts[LEVEL] < 0:
            return EXHAUSTED
        if lacks_room(search.states, world.k) or lacks_room(search.used, world.k):
            return CROWDED
        _look_at(world, scratch, search, int(heads[counts[LEVEL]]))
        if counts[LAST] >= 0:
            return SOLVED
    return UNFINISHED
