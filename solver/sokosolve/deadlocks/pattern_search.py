"""Proofs of dead patterns by small searches.

Boxes are dead if, alone on the board, no reachable state has all of them on targets; so is every state with more boxes.

Backwards the same holds of pulls, with initial squares as targets. A pattern of pulls says that no play from the
initial state leads to the state, so the two kinds must not be mixed.
"""

from __future__ import annotations

from enum import IntEnum
from random import Random
from typing import NamedTuple

import numpy as np

from sokosolve.deadlocks.freeze import is_frozen, new_freeze
from sokosolve.deadlocks.learned_patterns import Patterns, first_match
from sokosolve.kernel import kernel, step
from sokosolve.level.arrays import INFINITE, INT32, INT32_2D, INT64, UINT8, UINT64, ints
from sokosolve.level.packed_boxes import are_same, copy_pushed, flip, mark_boxes
from sokosolve.level.reach import Flood, first_after_push, new_flood, only_walls, reach, reach_after
from sokosolve.level.square_keys import square_keys
from sokosolve.level.world import Freeze, World

NOT_PROVED = 0
_QUESTIONS = 1 << 16  # that are remembered at most
SOLVABLE = -1
_LEVELS = 1024  # of the sum of distances; all larger ones count as the last


class PatternCounter(IntEnum):
    """The counters of `PatternSearch`."""

    LEAST = 0
    MOST = 1
    ENTERED = 2
    SEARCHES = 3
    ASKED = 4


class PatternSearch(NamedTuple):
    """Working memory for searches of up to `states.size - 2` states, and for learning.

    A state has its `boxes`, also as words (`packed`), each with a goal (`goal_of`), and the first square of the
    `player`'s component. `off` counts the boxes off the targets; states are searched by the `sum` of distances. The
    last row is for a state under construction.

    `nearest[square * 4 + component]` is the least distance, `chosen` the boxes on trial. `asked` holds keys of
    requested boxes, `times` their requests or SOLVABLE.
    """

    boxes: INT32_2D
    goal_of: INT32_2D
    packed: UINT64
    player: INT32
    key: INT64
    slot: INT32
    off: INT32
    sum: INT32
    next_open: INT32
    first_open: INT32
    slots: INT32
    nearest: INT32
    occupied: UINT8
    flood: Flood
    freeze: Freeze
    row_of: INT32
    way: INT32
    waiting: INT32
    chosen: INT32
    rank: INT32
    around: INT32
    seen: INT32
    zobrist: INT64
    asked: INT64
    times: INT32
    counters: INT64


def new_pattern_search(world: World, most_states: int) -> PatternSearch:
    n, k, rows = world.floor.n, world.k, most_states + 2
    rng = Random(2)
    slots = np.full(1 << (2 * rows).bit_length(), -1, dtype=np.int32)
    return PatternSearch(
        boxes=ints(rows, k),
        goal_of=ints(rows, k),
        packed=np.zeros(rows * world.floor.words, dtype=np.uint64),
        player=ints(rows),
        key=np.zeros(rows, dtype=np.int64),
        slot=ints(rows),
        off=ints(rows),
        sum=ints(rows),
        next_open=ints(rows),
        first_open=ints(_LEVELS),
        slots=slots,
        nearest=world.distances.pushes[0].min(axis=2, initial=INFINITE).astype(np.int32).reshape(4 * n),
        occupied=only_walls(n),
        flood=new_flood(n),
        freeze=new_freeze(n, k),
        row_of=ints(k),
        way=ints(k),
        waiting=ints(k + 1),
        chosen=ints(k),
        rank=ints(k),
        around=ints(k),
        seen=ints(n + 1),
        zobrist=square_keys(rng, 62, n + 1),
        asked=np.zeros(_QUESTIONS, dtype=np.int64),
        times=ints(_QUESTIONS),
        counters=np.zeros(len(PatternCounter), dtype=np.int64),
    )


@kernel
def _find_goal(world: World, search: PatternSearch, state: int, size: int, moved: int, player: int) -> bool:
    """Give a box of a state a goal of its own; without one, return False and change nothing."""
    k, way, row_of, waiting = world.k, search.way, search.row_of, search.waiting
    pushes, component = world.distances.pushes, world.distances.component
    boxes, goal_of = search.boxes[state], search.goal_of[state]
    for j in range(k):
        row_of[j] = -1
        way[j] = -1
    for i in range(size):
        if i != moved and goal_of[i] >= 0:
            row_of[goal_of[i]] = i
    waiting[0] = moved
    head, tail = 0, 1
    while head < tail:
        i = waiting[head]
        head += 1
        number = component[0, boxes[i], player]
        for j in range(k):
            if way[j] >= 0 or pushes[0, boxes[i], number, j] >= INFINITE:
                continue
            way[j] = i
            if row_of[j] >= 0:
                waiting[tail] = row_of[j]
                tail += 1
                continue
            goal = j
            row = i
            while row != moved:
                before = goal_of[row]
                goal_of[row] = goal
                goal = before
                row = way[goal]
            goal_of[moved] = goal
            return True
    return False


@step
def _enter(world: World, search: PatternSearch, size: int, player: int) -> None:
    w = world.floor.words
    states = search.counters[PatternCounter.ENTERED]
    new = search.player.size - 1
    key = search.key[new] ^ (search.zobrist[player] >> 9)
    slot = (key ^ (key >> 31)) & (search.slots.size - 1)
    while search.slots[slot] >= 0:
        state = search.slots[slot]
        if search.player[state] == player and are_same(w, search.packed, state, search.packed, new):
            return
        slot = (slot + 1) & (search.slots.size - 1)
    search.slots[slot] = states
    search.slot[states] = slot
    search.player[states] = player
    search.key[states] = search.key[new]
    search.off[states] = search.off[new]
    search.sum[states] = search.sum[new]
    for j in range(w):
        search.packed[states * w + j] = search.packed[new * w + j]
    if states > 0:  # the first state stands in its row from the beginning
        for i in range(size):
            search.boxes[states, i] = search.boxes[new, i]
            search.goal_of[states, i] = search.goal_of[new, i]
    level = min(_LEVELS - 1, search.sum[new])
    search.next_open[states] = search.first_open[level]
    search.first_open[level] = states
    if level < search.counters[PatternCounter.LEAST]:
        search.counters[PatternCounter.LEAST] = level
    search.counters[PatternCounter.ENTERED] += 1


@step
def _is_dead_first(world: World, patterns: Patterns, search: PatternSearch, size: int, player: int, known: int) -> bool:
    """Tell whether the first state is dead without a search; assigns goals."""
    boxes = search.boxes[0]
    for i in range(size):
        search.goal_of[0, i] = -1
    for i in range(size):
        if not _find_goal(world, search, 0, size, i, player):
            return True
    mark_boxes(boxes[:size], search.occupied, 1)
    dead = False
    for i in range(size):
        if first_match(patterns, known, search.occupied, boxes[i], player) >= 0:
            dead = True
        elif world.backwards == 0:
            dead |= is_frozen(boxes[i], world.floor, search.occupied, world.is_target, search.freeze)
    mark_boxes(boxes[:size], search.occupied, 0)
    return dead


@step
def _enter_first(world: World, search: PatternSearch, size: int, player: int) -> None:
    floor = world.floor
    new = search.player.size - 1
    search.first_open[:] = -1
    search.counters[PatternCounter.LEAST] = _LEVELS
    search.counters[PatternCounter.ENTERED] = 0
    search.key[new] = 0
    search.off[new] = 0
    search.sum[new] = 0
    for j in range(floor.words):
        search.packed[new * floor.words + j] = np.uint64(0)
    for i in range(size):
        box = search.boxes[0, i]
        flip(floor, search.packed, new, box)
        search.key[new] ^= search.zobrist[box]
        search.off[new] += 1 - world.is_target[box]
        search.sum[new] += search.nearest[box * 4 + world.distances.component[0, box, player]]
        search.occupied[box] = 1
    first = reach(player, floor, search.occupied, search.flood)
    mark_boxes(search.boxes[0, :size], search.occupied, 0)
    _enter(world, search, size, first)


@step
def _make(world: World, search: PatternSearch, state: int, size: int, moved: int, landing: int, player: int) -> bool:
    """Construct the state after a push; return False if not every box has its own goal."""
    new = search.player.size - 1
    boxes, goal_of = search.boxes[new], search.goal_of[new]
    component = world.distances.component
    for i in range(size):
        boxes[i] = search.boxes[state, i]
        goal_of[i] = search.goal_of[state, i]
    box = boxes[moved]
    boxes[moved] = landing
    before = search.nearest[box * 4 + component[0, box, search.player[state]]]
    number = component[0, landing, player]
    search.sum[new] = search.sum[state] - before + search.nearest[landing * 4 + number]
    search.off[new] = search.off[state] + world.is_target[box] - world.is_target[landing]
    search.key[new] = search.key[state] ^ search.zobrist[box] ^ search.zobrist[landing]
    copy_pushed(world.floor, search.packed, state, search.packed, new, int(box), landing)
    if world.distances.pushes[0, landing, number, goal_of[moved]] < INFINITE:
        return True
    return _find_goal(world, search, new, size, moved, player)


@step
def _component_after(world: World, search: PatternSearch, state: int, box: int, landing: int, player: int) -> int:
    if world.backwards == 0:
        first = first_after_push(search.player[state], box, landing, world.floor, search.occupied, search.flood)
        if first >= 0:
            return first
    return reach_after(player, world.floor, search.occupied, search.flood)


@kernel
def _push_all(world: World, patterns: Patterns, search: PatternSearch, state: int, size: int, known: int) -> bool:
    """Enter the states after one push (pull); return True if one is solved."""
    floor, occupied, counters = world.floor, search.occupied, search.counters
    new = search.player.size - 1
    stamp = search.flood.stamp[0]
    for i in range(size):
        box = search.boxes[state, i]
        for direction in range(4):
            landing = floor.beyond[box * 4 + direction]
            near = landing if world.backwards == 1 else floor.beyond[box * 4 + (direction ^ 1)]
            player = floor.beyond[landing * 4 + direction] if world.backwards == 1 else box
            free = player if world.backwards == 1 else landing
            if search.flood.mark[near] != stamp or occupied[free] == 1 or floor.live[landing] == 0:
                continue
            occupied[box] = 0
            occupied[landing] = 1
            frozen = world.backwards == 0 and is_frozen(landing, floor, occupied, world.is_target, search.freeze)
            solved = False
            if (
                not frozen
                and first_match(patterns, known, occupied, landing, player) < 0
                and _make(world, search, state, size, i, landing, player)
            ):
                solved = search.off[new] == 0
                _enter(world, search, size, _component_after(world, search, state, box, landing, player))
            occupied[landing] = 0
            occupied[box] = 1
            if solved or counters[PatternCounter.ENTERED] > counters[PatternCounter.MOST]:
                return bool(solved)
    return False


@step
def _next_state(search: PatternSearch) -> int:
    """Remove and return the open state of least sum, or -1."""
    level = search.counters[PatternCounter.LEAST]
    while level < _LEVELS and search.first_open[level] < 0:
        level += 1
    search.counters[PatternCounter.LEAST] = level
    if level == _LEVELS:
        return -1
    state = search.first_open[level]
    search.first_open[level] = search.next_open[state]
    return int(state)


@step
def is_closed(world: World, patterns: Patterns, search: PatternSearch, size: int, known: int) -> bool:
    """Search from the first state; return whether all states were expanded, none solved."""
    while search.counters[PatternCounter.ENTERED] <= search.counters[PatternCounter.MOST]:
        state = _next_state(search)
        if state < 0:
            return True
        mark_boxes(search.boxes[state, :size], search.occupied, 1)
        reach(search.player[state], world.floor, search.occupied, search.flood)
        solved = _push_all(world, patterns, search, state, size, known)
        mark_boxes(search.boxes[state, :size], search.occupied, 0)
        if solved:
            break
    return False


@kernel
def prove(
    world: World, patterns: Patterns, search: PatternSearch, size: int, player: int, most_states: int, known: int
) -> int:
    """Return the number of states of the first boxes of row 0 alone if they are dead, else NOT_PROVED."""
    counters = search.counters
    off = 0
    for i in range(size):
        if world.floor.live[search.boxes[0, i]] == 0:
            return NOT_PROVED
        off += 1 - world.is_target[search.boxes[0, i]]
    if off == 0:
        return NOT_PROVED
    counters[PatternCounter.MOST] = min(most_states, search.player.size - 2)
    dead = _is_dead_first(world, patterns, search, size, player, known)
    _enter_first(world, search, size, player)
    if not dead:
        dead = is_closed(world, patterns, search, size, known)
    for state in range(counters[PatternCounter.ENTERED]):
        search.slots[search.slot[state]] = -1
    counters[PatternCounter.SEARCHES] += 1
    return int(counters[PatternCounter.ENTERED]) if dead else NOT_PROVED
