"""Corral deadlocks: the boxes around a place that the player cannot reach, taken alone, cannot all get to goals.

For each connected set C of free squares out of reach, the boxes B beside it are kept and all others removed. From there
all pushes are searched until a state shows that nothing is proved: the player gets into C, all boxes of B are on goals,
or there are too many states. If none does, no sequence of pushes solves the boxes of B even with nothing else in the
way, so the state is dead: a solution of the whole, without its pushes of other boxes, would solve B. Closed diagonals
are a case of it. What is found out about (B, player's component) is remembered in a table of limited size.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

import numpy as np

from sokosolve.deadlocks.freeze import Freeze, is_frozen, new_freeze
from sokosolve.kernel import kernel, step
from sokosolve.level.arrays import INT32, INT32_2D, INT64, UINT8, UINT32, UINT64
from sokosolve.level.floor import Floor
from sokosolve.level.reach import Flood, boxes_around, first_reachable, new_flood, next_stamp, only_walls
from sokosolve.level.square_keys import square_keys

MOST_STATES = 200
KNOWN = 1 << 14  # entries of the table, a power of two
UNKNOWN, NOT_PROVED, DEAD = range(3)
REACHED, REACHED_AFTER, LABELS = range(3)
LAST_LABEL = 1 << 30


class CorralSearch(NamedTuple):
    """Room for the small searches, and the table of what they found (`known_*`).

    `boxes` (MOST_STATES + 2, k) and `player` are the states of a search, the last row for one in the making; `slots`
    finds them. `area` labels the squares of the place out of reach, `counters` holds the stamps and the last label,
    `zobrist` hashes squares.
    """

    boxes: INT32_2D
    player: INT32
    key: INT64
    slots: INT32
    occupied: UINT8
    flood: Flood
    area: INT32
    freeze: Freeze
    counters: INT64
    zobrist: INT64
    packed: UINT64
    known_words: UINT64
    known_player: INT32
    known: UINT8


@kernel
def enter(search: CorralSearch, size: int, states: int, player: int, key: int) -> bool:
    """Enter the state in the making, with a player, as number `states`; False if it is among the states already."""
    boxes = search.boxes[MOST_STATES + 1]
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
def enter_first(search: CorralSearch, size: int, player: int) -> None:
    """Begin a search at the first `size` boxes of state 0."""
    search.slots[:] = -1
    key = np.int64(0)
    for i in range(size):
        key ^= search.zobrist[search.boxes[0, i]]
    search.slots[key & (search.slots.size - 1)] = 0
    search.key[0] = key
    search.player[0] = player


@step
def stays_shut(
    search: CorralSearch, state: int, size: int, corral: int, floor: Floor, is_goal: UINT8, stamp: int
) -> bool:
    """Say whether a state, whose boxes stand on `occupied`, has a box off the goals and the player out of the corral;
    stamps the squares that he reaches."""
    off = 0
    for i in range(size):
        if is_goal[search.boxes[state, i]] == 0:
            off += 1
    if off == 0:
        return False
    first_reachable(search.player[state], floor, search.occupied, search.flood.mark, stamp, search.flood.queue)
    for square in range(floor.n):
        if search.area[square] == corral and search.flood.mark[square] == stamp:
            return False
    return True


@step
def push_out(search: CorralSearch, state: int, states: int, size: int, floor: Floor, is_goal: UINT8, stamp: int) -> int:
    """Enter the states that one push leads to; returns how many states there are then, at most MOST_STATES + 1."""
    boxes = search.boxes[MOST_STATES + 1]
    for i in range(size):
        for direction in range(4):
            box = search.boxes[state, i]
            landing = floor.beyond[box * 4 + direction]
            behind = floor.beyond[box * 4 + (direction ^ 1)]
            if floor.live[landing] == 0 or search.occupied[landing] == 1 or search.flood.mark[behind] != stamp:
                continue
            search.occupied[box] = 0
            search.occupied[landing] = 1
            if not is_frozen(landing, floor, search.occupied, is_goal, search.freeze):
                for j in range(size):
                    boxes[j] = search.boxes[state, j]
                boxes[i] = landing
                after = next_stamp(search.counters, REACHED_AFTER, search.flood.mark_after)
                first = first_reachable(box, floor, search.occupied, search.flood.mark_after, after, search.flood.queue)
                key = search.key[state] ^ search.zobrist[box] ^ search.zobrist[landing]
                if enter(search, size, states, first, key):
                    states += 1
            search.occupied[landing] = 0
            search.occupied[box] = 1
            if states > MOST_STATES:
                return states
    return states


@kernel
def is_sealed(search: CorralSearch, size: int, corral: int, player: int, floor: Floor, is_goal: UINT8) -> bool:
    """Say whether the first `size` boxes of state 0, alone, can never let the player into the area `corral`, nor all
    get to goals; False when that takes more than MOST_STATES states to tell."""
    enter_first(search, size, player)
    states = 1
    state = 0
    while state < states:
        for i in range(size):
            search.occupied[search.boxes[state, i]] = 1
        stamp = next_stamp(search.counters, REACHED, search.flood.mark)
        sealed = stays_shut(search, state, size, corral, floor, is_goal, stamp)
        if sealed:
            states = push_out(search, state, states, size, floor, is_goal, stamp)
            sealed = states <= MOST_STATES
        for i in range(size):
            search.occupied[search.boxes[state, i]] = 0
        if not sealed:
            return False
        state += 1
    return True


@step
def is_known_dead(search: CorralSearch, size: int, corral: int, player: int, floor: Floor, is_goal: UINT8) -> bool:
    """Say whether the boxes collected in state 0 are proved dead, by the table or by a search."""
    one = np.uint64(1)
    key = np.int64(0)
    for j in range(floor.words):
        search.packed[j] = np.uint64(0)
    for i in range(size):
        box = search.boxes[0, i]
        key ^= search.zobrist[box]
        bit = floor.bit_of[box]
        search.packed[bit >> 6] |= one << np.uint64(bit & 63)
        search.occupied[box] = 1
    stamp = next_stamp(search.counters, REACHED, search.flood.mark)
    first = first_reachable(player, floor, search.occupied, search.flood.mark, stamp, search.flood.queue)
    for i in range(size):
        search.occupied[search.boxes[0, i]] = 0
    place = (key ^ (search.zobrist[first] >> 7)) & (search.known.size - 1)
    same = search.known[place] != UNKNOWN and search.known_player[place] == first
    for j in range(floor.words):
        if search.known_words[place * floor.words + j] != search.packed[j]:
            same = False
    if not same:
        search.known[place] = DEAD if is_sealed(search, size, corral, first, floor, is_goal) else NOT_PROVED
        search.known_player[place] = first
        for j in range(floor.words):
            search.known_words[place * floor.words + j] = search.packed[j]
    return bool(search.known[place] == DEAD)


@kernel
def has_sealed_corral(
    search: CorralSearch, player: int, floor: Floor, is_goal: UINT8, occupied: UINT8, mark: UINT32, stamp: int
) -> bool:
    """Say whether the boxes around some place out of reach are proved dead; the player reaches what `mark` has
    stamped."""
    if search.counters[LABELS] > LAST_LABEL:
        search.area[:] = 0
        search.counters[LABELS] = 0
    base = search.counters[LABELS]
    for start in range(floor.n):
        if occupied[start] == 1 or mark[start] == stamp or search.area[start] > base:
            continue
        search.counters[LABELS] += 1
        corral = search.counters[LABELS]
        size = boxes_around(start, floor, occupied, search.area, int(corral), search.flood.queue, search.boxes[0])
        off = 0
        for i in range(size):
            if is_goal[search.boxes[0, i]] == 0:
                off += 1
        if off > 0 and is_known_dead(search, size, corral, player, floor, is_goal):
            return True
    return False


def new_corral_search(n: int, k: int, words: int) -> CorralSearch:
    """Return room for the searches in a level of n squares and k boxes."""
    rng = Random(1)

    def ints(*shape: int) -> INT32:
        return np.zeros(shape, dtype=np.int32)

    return CorralSearch(
        boxes=ints(MOST_STATES + 2, k),
        player=ints(MOST_STATES + 2),
        key=np.zeros(MOST_STATES + 2, dtype=np.int64),
        slots=ints(1024),
        occupied=only_walls(n),
        flood=new_flood(n),
        area=ints(n + 1),
        freeze=new_freeze(n, k),
        counters=np.zeros(3, dtype=np.int64),
        zobrist=square_keys(rng, 40, n + 1),
        packed=np.zeros(words, dtype=np.uint64),
        known_words=np.zeros(KNOWN * words, dtype=np.uint64),
        known_player=ints(KNOWN),
        known=np.zeros(KNOWN, dtype=np.uint8),
    )
