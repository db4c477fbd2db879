"""Open list: a queue with two levels of buckets, last in first out within a bucket.

Costs are pairs (f1, f2). A state's f1 is at least that of its parent. So only the states of the least f1, the current
layer, are ordered further, in buckets by rank: `docs/background/solver.md`, "Search".

A state has one entry of its own, the column NEXT of its row. If it is put again while that is in a list, it gets an
*extra* entry. The first one closes the state, later ones are skipped. Entry numbers are those of states, or less than
NOBODY, which ends a list.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from sokosolve.kernel import entry, kernel, step
from sokosolve.level.arrays import INT32, INT32_2D, INT64
from sokosolve.search.columns import NOBODY, UNLISTED, Column

_STATE, _NEXT_ENTRY = range(2)
_FIRST_EXTRA = NOBODY - 1

_KINDS = 64  # for each bound, by the player's square
RANKS = _KINDS << 10  # larger bounds share the last; there may be more for second costs


class Place(IntEnum):
    """Fill levels of an open list, and positions in it."""

    USED = 0  # extra entries in use or free again
    FREE = 1  # the first free one again, NOBODY without any
    LEAST_F1 = 2  # of the current layer
    LEAST_RANK = 3  # of the current layer
    MOST_RANK = 4  # of the current layer
    TURN = 5  # the rank dequeued last


class OpenList(NamedTuple):
    """Linked lists of entries: heads[f1] by cost, inner[rank] for the current layer.

    `extra` has the state and the next entry of each extra entry; `place` is by `Place`.
    """

    heads: INT32
    inner: INT32
    extra: INT32_2D
    place: INT64


class Order(NamedTuple):
    """Order in a layer: whether a second cost counts, and the most that a push adds."""

    lexicographic: int
    most_a_push: int


def new_open_list(extra: int, buckets: int, ranks: int) -> OpenList:
    place = np.zeros(len(Place), dtype=np.int64)
    place[Place.FREE] = place[Place.LEAST_F1] = place[Place.MOST_RANK] = NOBODY
    return OpenList(
        heads=np.full(buckets, NOBODY, dtype=np.int32),
        inner=np.full(ranks, NOBODY, dtype=np.int32),
        extra=np.zeros((extra, _NEXT_ENTRY + 1), dtype=np.int32),
        place=place,
    )


@step
def _state_of(queue: OpenList, entry: int) -> int:
    return entry if entry > NOBODY else int(queue.extra[_FIRST_EXTRA - entry, _STATE])


@step
def _entry_after(queue: OpenList, of: INT32, entry: int) -> int:
    return int(of[entry, Column.NEXT] if entry > NOBODY else queue.extra[_FIRST_EXTRA - entry, _NEXT_ENTRY])


@step
def _link(queue: OpenList, of: INT32, entry: int, following: int) -> None:
    if entry > NOBODY:
        of[entry, Column.NEXT] = following
    else:
        queue.extra[_FIRST_EXTRA - entry, _NEXT_ENTRY] = following


@step
def _free_entry(queue: OpenList, of: INT32, state: int) -> int:
    if of[state, Column.NEXT] == UNLISTED:
        return state
    place = queue.place
    entry = int(place[Place.FREE])
    if entry != NOBODY:
        place[Place.FREE] = queue.extra[_FIRST_EXTRA - entry, _NEXT_ENTRY]
    else:
        entry = int(_FIRST_EXTRA - place[Place.USED])
        place[Place.USED] += 1
    queue.extra[_FIRST_EXTRA - entry, _STATE] = state
    return entry


@step
def _rank_of(queue: OpenList, order: Order, of: INT32, state: int) -> int:
    bound = of[state, Column.BOUND] // order.most_a_push
    if order.lexicographic == 1:
        return int(of[state, Column.SECOND] + bound)
    if of.shape[1] > Column.SECOND:  # moves: bounds are weak, so the last layer is a small part of all
        return 0
    return int(min(bound * _KINDS + (of[state, Column.PLAYER] & (_KINDS - 1)), queue.inner.size - 1))


@kernel
def _to_layer(queue: OpenList, order: Order, of: INT32, entry: int) -> None:
    rank = _rank_of(queue, order, of, _state_of(queue, entry))
    _link(queue, of, entry, int(queue.inner[rank]))
    queue.inner[rank] = entry
    queue.place[Place.LEAST_RANK] = min(queue.place[Place.LEAST_RANK], rank)
    queue.place[Place.MOST_RANK] = max(queue.place[Place.MOST_RANK], rank)


@kernel
def enqueue(queue: OpenList, order: Order, of: INT32, state: int, f1: int) -> None:
    """Add a state at f1; there must be an extra entry, and buckets for f1 and the rank."""
    entry = _free_entry(queue, of, state)
    if f1 <= queue.place[Place.LEAST_F1]:
        _to_layer(queue, order, of, entry)
    else:
        _link(queue, of, entry, int(queue.heads[f1]))
        queue.heads[f1] = entry


@step
def _next_rank(queue: OpenList, order: Order) -> int:
    inner, place = queue.inner, queue.place
    while place[Place.LEAST_RANK] <= place[Place.MOST_RANK] and inner[place[Place.LEAST_RANK]] == NOBODY:
        place[Place.LEAST_RANK] += 1
    least = place[Place.LEAST_RANK]
    if least > place[Place.MOST_RANK]:
        return -1
    if order.lexicographic == 1:
        return int(least)
    rank = min(place[Place.TURN] - 1, place[Place.MOST_RANK])
    while rank >= least and inner[rank] == NOBODY:
        rank -= 1
    if rank < least:
        while inner[place[Place.MOST_RANK]] == NOBODY:
            place[Place.MOST_RANK] -= 1
        rank = place[Place.MOST_RANK]
    place[Place.TURN] = rank
    return int(rank)


@step
def _release(queue: OpenList, of: INT32, entry: int) -> None:
    if entry > NOBODY:
        of[entry, Column.NEXT] = UNLISTED
    else:
        _link(queue, of, entry, int(queue.place[Place.FREE]))
        queue.place[Place.FREE] = entry


@step
def _next_layer(queue: OpenList, order: Order, of: INT32) -> bool:
    """Sort the open entries of the least f1 by rank; return False without any."""
    place = queue.place
    f1 = place[Place.LEAST_F1] + 1
    while f1 < queue.heads.size and queue.heads[f1] == NOBODY:
        f1 += 1
    if f1 >= queue.heads.size:
        return False
    place[Place.LEAST_F1] = f1
    place[Place.LEAST_RANK] = queue.inner.size
    place[Place.MOST_RANK] = -1
    entry = int(queue.heads[f1])
    queue.heads[f1] = NOBODY
    while entry != NOBODY:
        following = _entry_after(queue, of, entry)
        if of[_state_of(queue, entry), Column.PARENT] < 0:
            _release(queue, of, entry)
        else:
            _to_layer(queue, order, of, entry)
        entry = following
    return True


@kernel
def dequeue(queue: OpenList, order: Order, of: INT32) -> int:
    """Remove and return an open state of least cost, or -1."""
    while True:
        rank = _next_rank(queue, order)
        if rank >= 0:
            entry = int(queue.inner[rank])
            queue.inner[rank] = _entry_after(queue, of, entry)
            state = _state_of(queue, entry)
            _release(queue, of, entry)
            if of[state, Column.PARENT] >= 0:
                return state
        elif not _next_layer(queue, order, of):
            return -1


@step
def _hasten_list(queue: OpenList, of: INT32, entries: int, f1: int, by: int) -> None:
    entry = entries
    while entry != NOBODY:
        following = _entry_after(queue, of, entry)
        state = _state_of(queue, entry)
        if of[state, Column.PARENT] < 0:
            _release(queue, of, entry)
        else:
            due = min(f1, max(f1 - by, of[state, Column.FIRST] + of[state, Column.BOUND]))
            _link(queue, of, entry, int(queue.heads[due]))
            queue.heads[due] = entry
            queue.place[Place.LEAST_F1] = min(queue.place[Place.LEAST_F1], due - 1)
        entry = following


@entry
def hasten(queue: OpenList, of: INT32_2D, by: int) -> None:
    """Move all states that wait for more than their cost and bound to `by` less, at least to those."""
    place, heads, inner = queue.place, queue.heads, queue.inner
    layer = int(place[Place.LEAST_F1])
    place[Place.LEAST_F1] = heads.size
    for rank in range(place[Place.LEAST_RANK], place[Place.MOST_RANK] + 1):
        entries = int(inner[rank])
        inner[rank] = NOBODY
        _hasten_list(queue, of, entries, layer, by)
    place[Place.MOST_RANK] = -1
    for f1 in range(layer + 1, heads.size):
        entries = int(heads[f1])
        heads[f1] = NOBODY
        _hasten_list(queue, of, entries, f1, by)
