"""Learning of dead patterns: boxes are removed while `pattern_search` proves the others dead."""

from __future__ import annotations

import numpy as np

from sokosolve.deadlocks.learned_patterns import Patterns, is_full, keep, matches_any
from sokosolve.deadlocks.pattern_search import NOT_PROVED, SOLVABLE, PatternCounter, PatternSearch, prove
from sokosolve.kernel import entry, kernel, step
from sokosolve.level.arrays import INT32, UINT8
from sokosolve.level.floor import Floor
from sokosolve.level.packed_boxes import mark_boxes
from sokosolve.level.reach import boxes_around, reach
from sokosolve.level.world import World

_NEAR = 5
"""Number of steps within which boxes count as near a square."""


@step
def _free_axes(floor: Floor, occupied: UINT8, box: int) -> int:
    axes = 0
    for axis in range(0, 4, 2):
        if occupied[floor.beyond[box * 4 + axis]] == 0 and occupied[floor.beyond[box * 4 + axis + 1]] == 0:
            axes += 1
    return axes


@step
def _measure(floor: Floor, search: PatternSearch, starts: int, most: int) -> None:
    """Write the walks to each square from the first `starts` of the queue; n beyond `most` steps."""
    distance, queue = search.flood.moves, search.flood.queue
    distance[:] = floor.n
    for i in range(starts):
        distance[queue[i]] = 0
    head = 0
    tail = starts
    while head < tail and distance[queue[head]] < most:
        square = queue[head]
        head += 1
        for direction in range(4):
            near = floor.beyond[square * 4 + direction]
            if near != floor.n and distance[near] == floor.n:
                distance[near] = distance[square] + 1
                queue[tail] = near
                tail += 1


@step
def _measure_from_stuck(floor: Floor, search: PatternSearch, boxes: INT32, size: int) -> None:
    stuck = 0
    for i in range(size):
        if _free_axes(floor, search.occupied, boxes[i]) == 0:
            search.flood.queue[stuck] = boxes[i]
            stuck += 1
    _measure(floor, search, stuck, floor.n)


@kernel
def _choose(floor: Floor, search: PatternSearch, boxes: INT32, size: int) -> int:
    """Order boxes in `chosen` for removal, most free axes first; return the number with two."""
    chosen, rank = search.chosen, search.rank
    _measure_from_stuck(floor, search, boxes, size)
    free = 0
    for i in range(size):
        box = boxes[i]
        axes = _free_axes(floor, search.occupied, box)
        if axes == 2:
            free += 1
        worth = axes * (floor.n + 1) + search.flood.moves[box]
        place = i
        while place > 0 and rank[place - 1] < worth:
            chosen[place] = chosen[place - 1]
            rank[place] = rank[place - 1]
            place -= 1
        chosen[place] = box
        rank[place] = worth
    return free


@step
def _try_chosen(search: PatternSearch, first: int, size: int, without: int) -> int:
    number = 0
    for i in range(first, size):
        if i != without:
            search.boxes[0, number] = search.chosen[i]
            number += 1
    return number


@kernel
def _states_for(floor: Floor, search: PatternSearch, number: int, player: int, most_states: int) -> int:
    """Return the allowed states for a search of the boxes of row 0, 0 for none.

    Boxes are searched longer each time, at the 1st, 4th, 16th, 64th and 256th request.
    """
    key = np.int64(0)
    for i in range(number):
        search.occupied[search.boxes[0, i]] = 1
        key ^= search.zobrist[search.boxes[0, i]]
    key ^= search.zobrist[reach(player, floor, search.occupied, search.flood)] >> 9
    mark_boxes(search.boxes[0, :number], search.occupied, 0)
    place = (key ^ (key >> 31)) & (search.asked.size - 1)
    search.counters[PatternCounter.ASKED] = place
    if search.asked[place] != key:
        search.asked[place] = key
        search.times[place] = 0
    if search.times[place] == SOLVABLE:
        return 0
    search.times[place] += 1
    times = int(search.times[place])
    return most_states * times if times in (1, 4, 16, 64, 256) else 0


@kernel
def _distil(
    world: World, patterns: Patterns, search: PatternSearch, first: int, size: int, player: int, most_states: int
) -> int:
    """Store a pattern of the chosen boxes that a proof needs; return its size or 0."""
    chosen, known = search.chosen, patterns.number[0]
    number = _try_chosen(search, first, size, size)
    most_states = _states_for(world.floor, search, number, player, most_states) if number > 0 else 0
    if most_states == 0:
        return 0
    if prove(world, patterns, search, number, player, most_states, known) == NOT_PROVED:
        if search.counters[PatternCounter.ENTERED] <= search.counters[PatternCounter.MOST]:
            search.times[search.counters[PatternCounter.ASKED]] = SOLVABLE
        return 0
    i = first
    while i < size:
        number = _try_chosen(search, first, size, i)
        if number > 0 and prove(world, patterns, search, number, player, most_states, known) != NOT_PROVED:
            needless = chosen[i]
            for j in range(i, first, -1):
                chosen[j] = chosen[j - 1]
            chosen[first] = needless
            first += 1
        i += 1
    number = _try_chosen(search, first, size, size)
    if number > patterns.boxes.shape[1]:
        return 0
    states = prove(world, patterns, search, number, player, most_states, known)
    if states == NOT_PROVED:
        return 0
    mark_boxes(search.boxes[0, :number], search.occupied, 1)
    reach(player, world.floor, search.occupied, search.flood)
    mark_boxes(search.boxes[0, :number], search.occupied, 0)
    keep(patterns, world.floor, search.boxes[0], number, search.flood, states)
    return number


@kernel
def _begin(patterns: Patterns, search: PatternSearch, boxes: INT32, player: int) -> bool:
    """Mark the boxes in `occupied`; return False if they match a pattern or there is no room."""
    mark_boxes(boxes, search.occupied, 1)
    if not is_full(patterns) and not matches_any(patterns, search.occupied, player):
        return True
    mark_boxes(boxes, search.occupied, 0)
    return False


@entry
def learn(world: World, patterns: Patterns, search: PatternSearch, boxes: INT32, player: int, most_states: int) -> int:
    """Learn a pattern from a state that seems dead, in at most 2 k + 4 searches; return its size or 0."""
    if not _begin(patterns, search, boxes, player):
        return 0
    free = _choose(world.floor, search, boxes, boxes.size)
    mark_boxes(boxes, search.occupied, 0)
    number = _distil(world, patterns, search, free, boxes.size, player, most_states)
    if number == 0 and free > 0:
        number = _distil(world, patterns, search, 0, boxes.size, player, most_states)
    return number


@entry
def learn_corral(
    world: World, patterns: Patterns, search: PatternSearch, boxes: INT32, player: int, most_states: int
) -> int:
    """Learn from the boxes around an unreachable place; return the size or 0."""
    if not _begin(patterns, search, boxes, player):
        return 0
    floor, occupied, seen, around = world.floor, search.occupied, search.seen, search.around
    seen[:] = 0
    boxes_around(player, floor, occupied, seen, 1, search.flood.queue, around)
    number = 0
    for start in range(floor.n):
        if seen[start] == 1 or occupied[start] == 1:
            continue
        size = boxes_around(start, floor, occupied, seen, 1, search.flood.queue, around)
        _choose(floor, search, around, size)
        mark_boxes(boxes, search.occupied, 0)
        number = _distil(world, patterns, search, 0, size, player, most_states)
        if number > 0:
            return number
        mark_boxes(boxes, occupied, 1)
    mark_boxes(boxes, search.occupied, 0)
    return 0


@entry
def learn_near(
    world: World, patterns: Patterns, search: PatternSearch, boxes: INT32, player: int, square: int, most_states: int
) -> int:
    """Learn from the boxes near a square; return the size or 0."""
    if not _begin(patterns, search, boxes, player):
        return 0
    search.flood.queue[0] = square
    _measure(world.floor, search, 1, _NEAR)
    size = 0
    for i in range(boxes.size):
        if search.flood.moves[boxes[i]] <= _NEAR:
            search.around[size] = boxes[i]
            size += 1
    _choose(world.floor, search, search.around, size)
    mark_boxes(boxes, search.occupied, 0)
    return _distil(world, patterns, search, 0, size, player, most_states)
