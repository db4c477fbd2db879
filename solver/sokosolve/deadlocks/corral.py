"""Corral deadlocks: the boxes around a place that the player cannot reach cannot all get to goals, even alone.

For each connected set C of unreachable free squares, the pushes of the adjacent boxes B alone are searched. From a
solution, its pushes of B would let the player into C or bring all of B to goals. If neither is possible, the state is
dead.
"""

from __future__ import annotations

from random import Random

import numpy as np

from sokosolve.deadlocks.freeze import is_frozen, new_freeze
from sokosolve.kernel import kernel, step
from sokosolve.level.arrays import UINT8, ints
from sokosolve.level.floor import Floor
from sokosolve.level.packed_boxes import are_same, flip, mark_boxes
from sokosolve.level.reach import Flood, boxes_around, first_after_push, new_flood, only_walls, reach, reach_after
from sokosolve.level.square_keys import square_keys
from sokosolve.level.world import CorralSearch

_FIRST_STATES = 16
TRIED_AT = (1, 4, 16)
"""Numbers of requests at which a search is made, with its length in units of FIRST_STATES."""
_MOST_STATES = _FIRST_STATES * TRIED_AT[-1]
_KNOWN = 1 << 14  # entries of the table, a power of two
_OPEN, _UNPROVABLE, _DEAD = range(3)
_LET_IN = -1
LAST_LABEL = 1 << 30


@kernel
def _enter(search: CorralSearch, size: int, states: int, player: int, key: int) -> bool:
    boxes = search.boxes[_MOST_STATES + 1]
    slot = key & (search.slots.size - 1)
    while search.slots[slot] >= 0:
        state = search.slots[slot]
        if search.key[state] == key and search.player[state] == player:
            same = 0
            for i in range(size):
                for j in range(size):
                    if search.boxes[state, i] == boxes[j]:
                        same += 1
            if same == size:
                return False
        slot = (slot + 1) & (search.slots.size - 1)
    search.slots[slot] = states
    search.key[states] = key
    search.player[states] = player
    for i in range(size):
        search.boxes[states, i] = boxes[i]
    return True


@step
def _enter_first(search: CorralSearch, size: int, player: int) -> None:
    search.slots[:] = -1
    key = np.int64(0)
    for i in range(size):
        key ^= search.zobrist[search.boxes[0, i]]
    search.slots[key & (search.slots.size - 1)] = 0
    search.key[0] = key
    search.player[0] = player


@step
def _is_solved(search: CorralSearch, state: int, size: int, is_goal: UINT8) -> bool:
    for i in range(size):
        if is_goal[search.boxes[state, i]] == 0:
            return False
    return True


@step
def _is_way_in(search: CorralSearch, corral: int, floor: Floor, square: int) -> bool:
    """Tell whether the player can enter the corral from the square that a box has left.

    Initially all squares beside the corral are walls or boxes. If a box leaves one and this is false, the adjacent
    squares of the corral hold boxes. Pushing one of these lets the player in.
    """
    if search.area[square] == corral:
        return True
    for direction in range(4):
        near = floor.beyond[square * 4 + direction]
        if search.area[near] == corral and search.occupied[near] == 0:
            return True
    return False


@step
def _push_out(
    search: CorralSearch, state: int, states: int, size: int, corral: int, floor: Floor, is_goal: UINT8, most: int
) -> int:
    """Enter the states after one push; return their number, at most `most` + 1, or LET_IN."""
    boxes, flood = search.boxes[_MOST_STATES + 1], search.flood
    for i in range(size):
        for direction in range(4):
            box = search.boxes[state, i]
            landing = floor.beyond[box * 4 + direction]
            behind = floor.beyond[box * 4 + (direction ^ 1)]
            if floor.live[landing] == 0 or search.occupied[landing] == 1 or flood.mark[behind] != flood.stamp[0]:
                continue
            search.occupied[box] = 0
            search.occupied[landing] = 1
            frozen = is_frozen(landing, floor, search.occupied, is_goal, search.freeze)
            let_in = not frozen and _is_way_in(search, corral, floor, box)
            if not frozen and not let_in:
                for j in range(size):
                    boxes[j] = search.boxes[state, j]
                boxes[i] = landing
                first = first_after_push(search.player[state], box, landing, floor, search.occupied, flood)
                if first < 0:
                    first = reach_after(box, floor, search.occupied, flood)
                key = search.key[state] ^ search.zobrist[box] ^ search.zobrist[landing]
                if _enter(search, size, states, first, key):
                    states += 1
            search.occupied[landing] = 0
            search.occupied[box] = 1
            if let_in:
                return _LET_IN
            if states > most:
                return states
    return states


@kernel
def _search_corral(
    search: CorralSearch, size: int, corral: int, player: int, floor: Floor, is_goal: UINT8, most: int
) -> int:
    """Return DEAD, UNPROVABLE, or OPEN if it takes more than `most` states."""
    _enter_first(search, size, player)
    states = 1
    state = 0
    while state < states:
        if _is_solved(search, state, size, is_goal):
            return _UNPROVABLE
        mark_boxes(search.boxes[state, :size], search.occupied, 1)
        reach(search.player[state], floor, search.occupied, search.flood)
        states = _push_out(search, state, states, size, corral, floor, is_goal, most)
        mark_boxes(search.boxes[state, :size], search.occupied, 0)
        if states == _LET_IN:
            return _UNPROVABLE
        if states > most:
            return _OPEN
        state += 1
    return _DEAD


@step
def _is_known_dead(search: CorralSearch, size: int, corral: int, player: int, floor: Floor, is_goal: UINT8) -> bool:
    key = np.int64(0)
    search.packed[:] = np.uint64(0)
    for i in range(size):
        box = search.boxes[0, i]
        key ^= search.zobrist[box]
        flip(floor, search.packed, 0, box)
        search.occupied[box] = 1
    first = reach(player, floor, search.occupied, search.flood)
    mark_boxes(search.boxes[0, :size], search.occupied, 0)
    place = (key ^ (search.zobrist[first] >> 7)) & (search.known.size - 1)
    if search.known_player[place] != first or not are_same(floor.words, search.known_words, place, search.packed, 0):
        search.known[place] = _OPEN
        search.known_times[place] = 0
        search.known_player[place] = first
        for j in range(floor.words):
            search.known_words[place * floor.words + j] = search.packed[j]
    if search.known[place] == _OPEN and search.known_times[place] < TRIED_AT[-1]:
        search.known_times[place] += 1
        times = int(search.known_times[place])
        if times in TRIED_AT:
            most = _FIRST_STATES * times
            search.known[place] = _search_corral(search, size, corral, first, floor, is_goal, most)
    return bool(search.known[place] == _DEAD)


@step
def _is_sealed_around(
    search: CorralSearch, start: int, player: int, floor: Floor, is_goal: UINT8, occupied: UINT8
) -> bool:
    """Tell whether the boxes around a free square's area are proved dead, and not all on goals."""
    search.label[0] += 1
    corral = int(search.label[0])
    size = boxes_around(start, floor, occupied, search.area, corral, search.flood.queue, search.boxes[0])
    for i in range(size):
        if is_goal[search.boxes[0, i]] == 0:
            return _is_known_dead(search, size, corral, player, floor, is_goal)
    return False


@kernel
def has_sealed_corral(
    search: CorralSearch, player: int, landing: int, floor: Floor, is_goal: UINT8, occupied: UINT8, flood: Flood
) -> bool:
    """Tell whether the boxes around a place not marked in `flood` are proved dead.

    Only places beside `landing` are checked, the only ones that changed; all if it is the number of squares.
    """
    if search.label[0] > LAST_LABEL:
        search.area[:] = 0
        search.label[0] = 0
    base = int(search.label[0])
    everywhere = landing == floor.n
    for i in range(floor.n if everywhere else 4):
        start = i if everywhere else int(floor.beyond[landing * 4 + i])
        if occupied[start] == 1 or flood.mark[start] == flood.stamp[0] or search.area[start] > base:
            continue  # in reach, or looked at already
        if _is_sealed_around(search, start, player, floor, is_goal, occupied):
            return True
    return False


def new_corral_search(n: int, k: int, words: int) -> CorralSearch:
    rng = Random(1)
    return CorralSearch(
        boxes=ints(_MOST_STATES + 2, k),
        player=ints(_MOST_STATES + 2),
        key=np.zeros(_MOST_STATES + 2, dtype=np.int64),
        slots=ints(1024),
        occupied=only_walls(n),
        flood=new_flood(n),
        area=ints(n + 1),
        freeze=new_freeze(n, k),
        label=np.zeros(1, dtype=np.int64),
        zobrist=square_keys(rng, 40, n + 1),
        packed=np.zeros(words, dtype=np.uint64),
        known_words=np.zeros(_KNOWN * words, dtype=np.uint64),
        known_player=ints(_KNOWN),
        known=np.zeros(_KNOWN, dtype=np.uint8),
        known_times=ints(_KNOWN),
    )
