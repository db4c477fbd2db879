"""A* over pushes, exact for every objective; the kernel that does the work.

A node is the boxes and a player square: for the objective `pushes` the first square of his region (states equal up to
walking), otherwise the square where the last push left him. An edge is a walk and a push.
"""

from __future__ import annotations

import numpy as np

from sokosolve.assignment import assign, reassign
from sokosolve.corral import corral_pushes
from sokosolve.freeze import is_frozen
from sokosolve.kernel import kernel
from sokosolve.queue import EMPTY, USED, dequeue, enqueue
from sokosolve.reach import first_reachable, walking_distances
from sokosolve.tables import FAR, INT32, INT64, NO_DISTANCE, UINT8, UINT16, UINT32, UINT64

NEED_ROOM, NEED_BUCKETS, BUDGET_USED, SOLVED, EXHAUSTED = range(5)
STATES, EXPANDED, GENERATED, GOAL = range(4)
PUSHES, MOVES, PUSHES_MOVES, MOVES_PUSHES = range(4)


@kernel
def slot_of(words: UINT64, player: UINT16, slots: UINT32, wanted: UINT64, square: int, key: int, w: int) -> int:
    """Return the slot of a state in the hash table, or the free slot where it belongs."""
    size = slots.size
    slot = key & (size - 1)
    while slots[slot] != EMPTY:
        index = slots[slot]
        if player[index] == square:
            same = True
            for i in range(w):
                if words[index * w + i] != wanted[i]:
                    same = False
                    break
            if same:
                return slot
        slot = (slot + 1) & (size - 1)
    return slot


@kernel
def fill_slots(slots: UINT32, keys: UINT32, player: UINT16, player_key: UINT32, states: int) -> None:
    """Enter the first `states` states into an empty hash table."""
    for state in range(states):
        slot = (keys[state] ^ player_key[player[state]]) & (slots.size - 1)
        while slots[slot] != EMPTY:
            slot = (slot + 1) & (slots.size - 1)
        slots[slot] = state


@kernel
def boxes_of(words: UINT64, state: int, w: int, square_of: INT32, boxes: INT32) -> None:
    """Unpack a state's boxes into `boxes`, in row order."""
    one = np.uint64(1)
    size = 0
    for i in range(w):
        word = words[state * w + i]
        bit = i * 64
        while word != np.uint64(0):
            if word & one:
                boxes[size] = square_of[bit]
                size += 1
            word >>= one
            bit += 1


@kernel
def run(
    budget: int,
    n: int,
    k: int,
    w: int,
    objective: int,
    use_corrals: bool,
    reach: int,
    beyond: INT32,
    sides: UINT8,
    distance: UINT16,
    live: UINT8,
    bit_of: INT32,
    square_of: INT32,
    is_goal: UINT8,
    zobrist: UINT32,
    player_key: UINT32,
    words: UINT64,
    player: UINT16,
    first: INT32,
    second: INT32,
    h: INT32,
    parent: UINT32,
    move: UINT32,
    closed: UINT8,
    keys: UINT32,
    slots: UINT32,
    heads: UINT32,
    inner: UINT32,
    entry_state: UINT32,
    entry_next: UINT32,
    place: INT64,
    counts: INT64,
) -> int:
    """Expand up to `budget` states and say why it stopped; resumable, the arrays hold everything.

    `reach` bounds what a child's cost pair and lower bound can add to its parent's cost.
    """
    occupied = np.zeros(n + 1, dtype=np.uint8)
    occupied[n] = 1
    mark = np.zeros(n + 1, dtype=np.uint32)
    walk = np.zeros(n + 1, dtype=np.int32)
    child_mark = np.zeros(n + 1, dtype=np.uint32)
    label = np.zeros(n + 1, dtype=np.int32)
    queue = np.empty(n + 1, dtype=np.int32)
    held = np.zeros(n + 1, dtype=np.uint8)
    cluster = np.empty(k + 1, dtype=np.int32)
    boxes = np.empty(k, dtype=np.int32)
    cost = np.empty((k, k), dtype=np.int32)
    row_cost = np.empty(k, dtype=np.int32)
    u = np.empty(k, dtype=np.int32)
    v = np.empty(k, dtype=np.int32)
    row_of = np.empty(k, dtype=np.int32)
    column_of = np.empty(k, dtype=np.int32)
    way = np.empty(k, dtype=np.int32)
    dist = np.empty(k, dtype=np.int32)
    done = np.empty(k, dtype=np.int32)
    candidates = np.empty(4 * k, dtype=np.int32)
    found = np.empty(4 * k, dtype=np.int32)
    wanted = np.empty(w, dtype=np.uint64)
    one = np.uint64(1)
    stamp = 0
    child_stamp = 0
    exact = objective != PUSHES
    lexicographic = objective in (PUSHES_MOVES, MOVES_PUSHES)
    while budget > 0:
        room = 4 * k
        if (
            counts[STATES] + room >= h.size
            or place[USED] + room >= entry_state.size
            or 2 * (counts[STATES] + room) > slots.size
        ):
            return NEED_ROOM
        state = dequeue(heads, inner, entry_state, entry_next, place, second, h, closed, lexicographic)
        if state < 0:
            return EXHAUSTED
        if h[state] == 0:
            counts[GOAL] = state
            return SOLVED
        if first[state] + reach >= heads.size or (lexicographic and second[state] + reach >= inner.size):
            f2 = second[state] + h[state] if lexicographic else 0
            enqueue(first[state] + h[state], f2, state, heads, inner, entry_state, entry_next, place)
            return NEED_BUCKETS
        closed[state] = 1
        budget -= 1
        counts[EXPANDED] += 1
        boxes_of(words, state, w, square_of, boxes)
        for i in range(k):
            occupied[boxes[i]] = 1
        stamp += 1
        start = player[state]
        walking_distances(start, beyond, occupied, mark, stamp, queue, walk)
        for i in range(k):
            part = sides[boxes[i] * n + start]
            for j in range(k):
                d = distance[j, boxes[i], part]
                cost[i, j] = FAR if d == NO_DISTANCE else d
        total = assign(cost, k, u, v, row_of, column_of, way, dist, done)
        number = -1
        if use_corrals:
            number = corral_pushes(
                n, k, boxes, beyond, occupied, live, is_goal, mark, stamp, label, queue, found, candidates
            )
        if number < 0:
            number = 0
            for i in range(k):
                for direction in range(4):
                    candidates[number] = i * 4 + direction
                    number += 1
        base_key = keys[state]
        for c in range(number):
            i = candidates[c] >> 2
            direction = candidates[c] & 3
            box = boxes[i]
            landing = beyond[box * 4 + direction]
            behind = beyond[box * 4 + (direction ^ 1)]
            if live[landing] == 0 or occupied[landing] == 1 or mark[behind] != stamp:
                continue
            part = sides[landing * n + box]
            nearest = FAR
            for j in range(k):
                d = distance[j, landing, part]
                row_cost[j] = FAR if d == NO_DISTANCE else d
                if row_cost[j] < nearest:
                    nearest = row_cost[j]
            if nearest >= FAR:
                continue
            counts[GENERATED] += 1
            occupied[box] = 0
            occupied[landing] = 1
            if is_frozen(landing, n, beyond, occupied, live, is_goal, held, cluster):
                occupied[landing] = 0
                occupied[box] = 1
                continue
            if exact:
                after = box
            else:
                child_stamp += 1
                after = first_reachable(box, beyond, occupied, child_mark, child_stamp, queue)
            occupied[landing] = 0
            occupied[box] = 1
            for j in range(w):
                wanted[j] = words[state * w + j]
            from_bit = bit_of[box]
            to_bit = bit_of[landing]
            wanted[from_bit >> 6] ^= one << np.uint64(from_bit & 63)
            wanted[to_bit >> 6] ^= one << np.uint64(to_bit & 63)
            box_key = base_key ^ zobrist[box] ^ zobrist[landing]
            slot = slot_of(words, player, slots, wanted, after, box_key ^ player_key[after], w)
            reached = slots[slot]
            steps = walk[behind] + 1
            c1 = first[state]
            c2 = second[state]
            if objective == PUSHES:
                c1 += 1
            elif objective == MOVES:
                c1 += steps
            elif objective == PUSHES_MOVES:
                c1 += 1
                c2 += steps
            else:
                c1 += steps
                c2 += 1
            if reached != EMPTY:
                if c1 > first[reached] or (c1 == first[reached] and c2 >= second[reached]):
                    continue
                bound = h[reached]
            else:
                least = reassign(cost, k, total, i, row_cost, u, v, row_of, column_of, way, dist, done)
                if least >= FAR:
                    continue
                bound = least
                reached = counts[STATES]
                counts[STATES] += 1
                slots[slot] = reached
                for j in range(w):
                    words[reached * w + j] = wanted[j]
                player[reached] = after
                h[reached] = bound
                closed[reached] = 0
                keys[reached] = box_key
            first[reached] = c1
            second[reached] = c2
            parent[reached] = state
            move[reached] = box * 4 + direction
            enqueue(
                c1 + bound, c2 + bound if lexicographic else 0, reached, heads, inner, entry_state, entry_next, place
            )
        for i in range(k):
            occupied[boxes[i]] = 0
    return BUDGET_USED
