"""The open list: a queue with two levels of buckets, last in first out within a bucket of the second.

Costs are pairs (f1, f2) in lexicographic order. A state's f1 is never taken to be less than the f1 of the state that
led to it, which is a lower bound too, or twice a cost that is less than its own. So only the states of the least f1,
the layer at hand, need more order, and they lie in buckets by rank.

Where a second cost counts, a state's rank is f2, and the least has the turn. Where none does, any order in a layer is
right; but how soon a solution is found in the last one, all of whose states cost the same, depends on nothing else.
Taking the least bound first stays for long among states whose boxes went to the goals in a wrong order. So a rank is a
bound together with where the player is, and all ranks take turns, from the largest bound to the least: mostly a child
of the state just expanded is next, so that each round is a dive to the goals, and the next one goes another way. This
is type-based exploration (Xie, Müller, Holte and Imai, AAAI 2014), among equal costs (Asai and Fukunaga, JAIR 2017).
It takes neighbours out of the cache, so it is not for moves, where nearly all time goes to the layers below.

heads[f1] and inner[rank] are the first entries of linked lists; EMPTY ends a list. `place` holds the entry counter, the
free list, the least f1, between which ranks the entries of its layer are, and the rank of the last turn.
"""

from __future__ import annotations

from sokosolve.kernel import kernel
from sokosolve.level.level_tables import INT32, INT64, UINT32
from sokosolve.search.columns import BOUND, CLOSED, MOVE, PLAYER, SECOND

EMPTY = 0xFFFFFFFF
USED, FREE, LEAST_F1, LEAST_RANK, MOST_RANK, TURN = range(6)

KINDS = 64  # for each bound, by the player's square
RANKS = KINDS << 10  # larger bounds share the last; there may be more for second costs


@kernel
def rank_of(state: int, of: INT32, inner: UINT32, lexicographic: bool, most_a_push: int) -> int:
    """Return the bucket of a state in its layer."""
    bound = of[state, BOUND] // most_a_push
    if lexicographic:
        return int(of[state, SECOND] + bound)
    if of.shape[1] > SECOND:  # moves: bounds are weak, so the last layer is a small part of all
        return 0
    return int(min(bound * KINDS + (of[state, PLAYER] & (KINDS - 1)), inner.size - 1))


@kernel
def to_layer(
    entry: int,
    inner: UINT32,
    entry_state: UINT32,
    entry_next: UINT32,
    place: INT64,
    of: INT32,
    lexicographic: bool,
    most_a_push: int,
) -> None:
    """Add an entry to the layer at hand."""
    rank = rank_of(entry_state[entry], of, inner, lexicographic, most_a_push)
    entry_next[entry] = inner[rank]
    inner[rank] = entry
    place[LEAST_RANK] = min(place[LEAST_RANK], rank)
    place[MOST_RANK] = max(place[MOST_RANK], rank)


@kernel
def enqueue(
    f1: int,
    state: int,
    heads: UINT32,
    inner: UINT32,
    entry_state: UINT32,
    entry_next: UINT32,
    place: INT64,
    of: INT32,
    lexicographic: bool,
    most_a_push: int,
) -> None:
    """Add a state at f1; there must be room for one more entry, and a bucket for f1 and for its rank."""
    entry = place[FREE]
    if entry != EMPTY:
        place[FREE] = entry_next[entry]
    else:
        entry = place[USED]
        place[USED] += 1
    entry_state[entry] = state
    if f1 <= place[LEAST_F1]:
        to_layer(entry, inner, entry_state, entry_next, place, of, lexicographic, most_a_push)
    else:
        entry_next[entry] = heads[f1]
        heads[f1] = entry


@kernel
def next_rank(inner: UINT32, place: INT64, lexicographic: bool) -> int:
    """Return the rank in the layer at hand that has the turn, -1 when the layer is empty."""
    while place[LEAST_RANK] <= place[MOST_RANK] and inner[place[LEAST_RANK]] == EMPTY:
        place[LEAST_RANK] += 1
    least = place[LEAST_RANK]
    if least > place[MOST_RANK]:
        return -1
    if lexicographic:
        return int(least)
    rank = min(place[TURN] - 1, place[MOST_RANK])
    while rank >= least and inner[rank] == EMPTY:
        rank -= 1
    if rank < least:
        while inner[place[MOST_RANK]] == EMPTY:
            place[MOST_RANK] -= 1
        rank = place[MOST_RANK]
    place[TURN] = rank
    return int(rank)


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
    """Take out and return a state of least f1 (and f2, where that counts) that is not closed; -1 when there is none."""
    while True:
        rank = next_rank(inner, place, lexicographic)
        if rank >= 0:
            entry = inner[rank]
            inner[rank] = entry_next[entry]
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
        place[LEAST_RANK] = inner.size
        place[MOST_RANK] = -1
        entry = heads[f1]
        heads[f1] = EMPTY
        while entry != EMPTY:
            following = entry_next[entry]
            if of[entry_state[entry], MOVE] >= CLOSED:
                entry_next[entry] = place[FREE]
                place[FREE] = entry
            else:
                to_layer(entry, inner, entry_state, entry_next, place, of, lexicographic, most_a_push)
            entry = following
