"""The open list: a queue with two levels of buckets, last in first out within a bucket.

Costs are pairs (f1, f2) in lexicographic order; the single objectives use f2 = 0. A state's f1 is never taken to be
less than the f1 of the state that led to it, which is a lower bound too, or twice a cost that is less than its own. So
only the entries of the least f1 need to be sorted by f2, and a bucket for each value does that.

heads[f1] and inner[f2] are the first entries of linked lists; EMPTY ends a list. `place` holds the entry counter, the
free list, and the least f1 and f2.
"""

from __future__ import annotations

from sokosolve.columns import BOUND, CLOSED, MOVE, SECOND
from sokosolve.kernel import kernel
from sokosolve.tables import INT32, INT64, UINT32

EMPTY = 0xFFFFFFFF
USED, FREE, LEAST_F1, LEAST_F2 = range(4)


@kernel
def enqueue(
    f1: int, f2: int, state: int, heads: UINT32, inner: UINT32, entry_state: UINT32, entry_next: UINT32, place: INT64
) -> None:
    """Add a state at (f1, f2); there must be room for one more entry, and a bucket for f1 and f2."""
    entry = place[FREE]
    if entry != EMPTY:
        place[FREE] = entry_next[entry]
    else:
        entry = place[USED]
        place[USED] += 1
    entry_state[entry] = state
    if f1 <= place[LEAST_F1]:
        entry_next[entry] = inner[f2]
        inner[f2] = entry
        place[LEAST_F2] = min(place[LEAST_F2], f2)
    else:
        entry_next[entry] = heads[f1]
        heads[f1] = entry


@kernel
def dequeue(
    heads: UINT32,
    inner: UINT32,
    entry_state: UINT32,
    entry_next: UINT32,
    place: INT64,
    of: INT32,
    lexicographic: bool,
    most_a_push: int,
) -> int:
    """Take out and return a state of least (f1, f2) that is not closed; -1 when there is none."""
    while True:
        f2 = place[LEAST_F2]
        while f2 < inner.size and inner[f2] == EMPTY:
            f2 += 1
        if f2 < inner.size:
            place[LEAST_F2] = f2
            entry = inner[f2]
            inner[f2] = entry_next[entry]
            entry_next[entry] = place[FREE]
            place[FREE] = entry
            state = entry_state[entry]
            if of[state, MOVE] < CLOSED:
                return int(state)
            continue
        f1 = place[LEAST_F1] + 1
        while f1 < heads.size and heads[f1] == EMPTY:
            f1 += 1
        if f1 >= heads.size:
            return -1
        place[LEAST_F1] = f1
        place[LEAST_F2] = 0
        if not lexicographic:
            inner[0] = heads[f1]
            heads[f1] = EMPTY
            continue
        entry = heads[f1]
        heads[f1] = EMPTY
        while entry != EMPTY:
            following = entry_next[entry]
            state = entry_state[entry]
            if of[state, MOVE] >= CLOSED:
                entry_next[entry] = place[FREE]
                place[FREE] = entry
            else:
                f2 = of[state, SECOND] + of[state, BOUND] // most_a_push
                entry_next[entry] = inner[f2]
                inner[f2] = entry
            entry = following
