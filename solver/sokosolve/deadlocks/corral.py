"""Corral deadlocks: the boxes around a place that the player cannot reach, taken alone, cannot all get to goals.

For each connected set C of free squares out of reach, the boxes B beside it are kept and all others removed. From there
all pushes are searched until a state shows that nothing is proved: the player gets into C, all boxes of B are on goals,
or there are too many states. If none does, no sequence of pushes solves the boxes of B even with nothing else in the
way, so the state is dead: a solution of the whole, without its pushes of other boxes, would solve B. Closed diagonals
are a case of it. What is found out about (B, player's region) is remembered in a table of limited size.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sokosolve.deadlocks.freeze import is_frozen
from sokosolve.kernel import kernel
from sokosolve.level.level_tables import INT32, INT64, UINT8, UINT32, UINT64
from sokosolve.level.reach import first_reachable, next_stamp

MOST_STATES = 200
KNOWN = 1 << 14  # entries of the table, a power of two
UNKNOWN, NOT_PROVED, DEAD = range(3)
STAMP, CHILD_STAMP, LABELS = range(3)
LAST_LABEL = 1 << 30


class Enclosure(NamedTuple):
    """Room for the small searches, and the table of what they found (`known_*`).

    `boxes` (MOST_STATES + 2, k) and `player` are the states of a search, the last row for one in the making; `slots`
    finds them. `zobrist` hashes squares.
    """

    boxes: INT32
    player: INT32
    key: INT64
    slots: INT32
    occupied: UINT8
    mark: UINT32
    child_mark: UINT32
    queue: INT32
    area: INT32
    held: UINT8
    cluster: INT32
    stamps: INT64
    zobrist: INT64
    wanted: UINT64
    known_words: UINT64
    known_player: INT32
    known: UINT8


@kernel
def find(room: Enclosure, size: int, states: int, boxes: INT32, player: int, key: int) -> bool:
    """Say whether the boxes (in any order within the row) and player are among the states; enter them otherwise."""
    slot = key & (room.slots.size - 1)
    while room.slots[slot] >= 0:
        state = room.slots[slot]
        if room.key[state] == key and room.player[state] == player:
            same = 0
            for i in range(size):
                for j in range(size):
                    if room.boxes[state, i] == boxes[j]:
                        same += 1
            if same == size:
                return True
        slot = (slot + 1) & (room.slots.size - 1)
    room.slots[slot] = states
    room.key[states] = key
    room.player[states] = player
    for i in range(size):
        room.boxes[states, i] = boxes[i]
    return False


@kernel
def is_sealed(
    n: int, size: int, corral: int, player: int, beyond: INT32, live: UINT8, is_goal: UINT8, room: Enclosure
) -> bool:
    """Say whether the first `size` boxes of state 0, alone, can never let the player into the area `corral`, nor all
    get to goals; False when that takes more than MOST_STATES states to tell."""
    room.slots[:] = -1
    states = 1
    index = 0
    stamp = 0
    key = np.int64(0)
    for i in range(size):
        key ^= room.zobrist[room.boxes[0, i]]
    room.slots[key & (room.slots.size - 1)] = 0
    room.key[0] = key
    room.player[0] = player
    boxes = room.boxes[MOST_STATES + 1]
    while index < states:
        off = 0
        for i in range(size):
            room.occupied[room.boxes[index, i]] = 1
            if is_goal[room.boxes[index, i]] == 0:
                off += 1
        sealed = off > 0
        if sealed:
            stamp = next_stamp(room.stamps, STAMP, room.mark)
            first_reachable(room.player[index], beyond, room.occupied, room.mark, stamp, room.queue)
            for square in range(n):
                if room.area[square] == corral and room.mark[square] == stamp:
                    sealed = False
                    break
        if sealed:
            for i in range(size):
                for direction in range(4):
                    box = room.boxes[index, i]
                    landing = beyond[box * 4 + direction]
                    behind = beyond[box * 4 + (direction ^ 1)]
                    if live[landing] == 0 or room.occupied[landing] == 1 or room.mark[behind] != stamp:
                        continue
                    room.occupied[box] = 0
                    room.occupied[landing] = 1
                    if not is_frozen(landing, n, beyond, room.occupied, live, is_goal, room.held, room.cluster):
                        for j in range(size):
                            boxes[j] = room.boxes[index, j]
                        boxes[i] = landing
                        child_stamp = next_stamp(room.stamps, CHILD_STAMP, room.child_mark)
                        first = first_reachable(box, beyond, room.occupied, room.child_mark, child_stamp, room.queue)
                        after = room.key[index] ^ room.zobrist[box] ^ room.zobrist[landing]
                        if not find(room, size, states, boxes, first, after):
                            states += 1
                    room.occupied[landing] = 0
                    room.occupied[box] = 1
                    if states > MOST_STATES:
                        sealed = False
                        break
                if not sealed:
                    break
        for i in range(size):
            room.occupied[room.boxes[index, i]] = 0
        if not sealed:
            return False
        index += 1
    return True


@kernel
def has_sealed_corral(
    n: int,
    k: int,
    words: int,
    boxes: INT32,
    player: int,
    beyond: INT32,
    live: UINT8,
    is_goal: UINT8,
    bit_of: INT32,
    occupied: UINT8,
    reached: UINT32,
    stamp: int,
    room: Enclosure,
) -> bool:
    """Say whether the boxes around some place out of reach are proved dead; `reached` stamps the player's squares."""
    one = np.uint64(1)
    if room.stamps[LABELS] > LAST_LABEL:
        room.area[:] = 0
        room.stamps[LABELS] = 0
    base = room.stamps[LABELS]
    for start in range(n):
        if occupied[start] == 1 or reached[start] == stamp or room.area[start] > base:
            continue
        room.stamps[LABELS] += 1
        corral = room.stamps[LABELS]
        room.area[start] = corral
        room.queue[0] = start
        head = 0
        tail = 1
        size = 0
        while head < tail:
            square = room.queue[head]
            head += 1
            for direction in range(4):
                near = beyond[square * 4 + direction]
                if near == n or room.area[near] == corral:
                    continue
                room.area[near] = corral
                if occupied[near] == 1:
                    room.boxes[0, size] = near
                    size += 1
                else:
                    room.queue[tail] = near
                    tail += 1
        off = 0
        key = np.int64(0)
        for j in range(words):
            room.wanted[j] = np.uint64(0)
        for i in range(size):
            box = room.boxes[0, i]
            room.area[box] = 0
            key ^= room.zobrist[box]
            bit = bit_of[box]
            room.wanted[bit >> 6] |= one << np.uint64(bit & 63)
            if is_goal[box] == 0:
                off += 1
        if off == 0:
            continue
        for i in range(size):
            room.occupied[room.boxes[0, i]] = 1
        here = next_stamp(room.stamps, STAMP, room.mark)
        first = first_reachable(player, beyond, room.occupied, room.mark, here, room.queue)
        for i in range(size):
            room.occupied[room.boxes[0, i]] = 0
        place = (key ^ (room.zobrist[first] >> 7)) & (room.known.size - 1)
        same = room.known[place] != UNKNOWN and room.known_player[place] == first
        for j in range(words):
            if room.known_words[place * words + j] != room.wanted[j]:
                same = False
        if not same:
            dead = is_sealed(n, size, corral, first, beyond, live, is_goal, room)
            room.known[place] = DEAD if dead else NOT_PROVED
            room.known_player[place] = first
            for j in range(words):
                room.known_words[place * words + j] = room.wanted[j]
        if room.known[place] == DEAD:
            return True
    return False


def new_enclosure(n: int, k: int, words: int) -> Enclosure:
    """Return room for the searches in a level of n squares and k boxes."""
    rng = np.random.default_rng(1)

    def ints(*shape: int) -> INT32:
        return np.zeros(shape, dtype=np.int32)

    occupied = np.zeros(n + 1, dtype=np.uint8)
    occupied[n] = 1
    return Enclosure(
        boxes=ints(MOST_STATES + 2, k),
        player=ints(MOST_STATES + 2),
        key=np.zeros(MOST_STATES + 2, dtype=np.int64),
        slots=ints(1024),
        occupied=occupied,
        mark=np.zeros(n + 1, dtype=np.uint32),
        child_mark=np.zeros(n + 1, dtype=np.uint32),
        queue=ints(n + 1),
        area=ints(n + 1),
        held=np.zeros(n + 1, dtype=np.uint8),
        cluster=ints(k + 1),
        stamps=np.zeros(3, dtype=np.int64),
        zobrist=rng.integers(0, 1 << 40, n + 1, dtype=np.int64),
        wanted=np.zeros(words, dtype=np.uint64),
        known_words=np.zeros(KNOWN * words, dtype=np.uint64),
        known_player=ints(KNOWN),
        known=np.zeros(KNOWN, dtype=np.uint8),
    )
