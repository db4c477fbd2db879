"""All states of a search in flat arrays: packed boxes, costs, parents, a hash table, and the open list."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sokosolve.kernel import kernel
from sokosolve.level.level_tables import INT32, INT64, UINT32, UINT64
from sokosolve.level.world import World
from sokosolve.search.columns import CLOSED, KEY, MOVE, NO_TWIN, PLAYER, SECOND, TWIN
from sokosolve.search.open_list import EMPTY, FREE, LEAST_F1, MOST_RANK, RANKS, TURN

FIRST_CAPACITY = 1 << 10
MOST_STATES = 1 << 31  # their numbers are in 32-bit columns, and negative ones mean something else
STATES, EXPANDED, GOAL = range(3)


class States(NamedTuple):
    """The states of a search, numbered from 0 in the order in which they were found.

    `words` holds their boxes, and `of` has a row for each, with the columns of `columns`; a row is no
    longer than half a line of the cache, as looking a state up is mostly waiting for the memory. MOVE leads to a state
    from PARENT, and has the bit CLOSED once the state was expanded. `slots` is the hash table, and `twin_heads` one of
    lists, linked by TWIN, of states with the same boxes. The rest is the open list of `queue`. Without exact player
    squares SECOND and TWIN are not there, and the lists of twins have no size.
    """

    words: UINT64
    of: INT32
    entry_state: UINT32
    entry_next: UINT32
    slots: UINT32
    heads: UINT32
    inner: UINT32
    place: INT64
    counts: INT64
    zobrist: INT32
    player_key: INT32
    twin_heads: INT32


PER_STATE = ("words", "of", "entry_state", "entry_next")
"""The arrays that grow with the number of states, besides the hash table."""


def new_states(world: World, buckets: int) -> States:
    """Return the arrays of an empty search, with room for a thousand states."""
    rng = np.random.default_rng(0)
    room = FIRST_CAPACITY
    place = np.zeros(TURN + 1, dtype=np.int64)
    place[FREE] = EMPTY
    place[LEAST_F1] = place[MOST_RANK] = -1
    return States(
        words=np.zeros(room * world.words, dtype=np.uint64),
        of=np.zeros((room, TWIN + 1 if world.exact_player else SECOND), dtype=np.int32),
        entry_state=np.zeros(room, dtype=np.uint32),
        entry_next=np.zeros(room, dtype=np.uint32),
        slots=np.full(2 * room, EMPTY, dtype=np.uint32),
        heads=np.full(buckets, EMPTY, dtype=np.uint32),
        inner=np.full(buckets if world.exact_player else RANKS, EMPTY, dtype=np.uint32),
        place=place,
        counts=np.zeros(3, dtype=np.int64),
        zobrist=rng.integers(0, 1 << 31, world.n, dtype=np.int32),
        player_key=rng.integers(0, 1 << 31, world.n, dtype=np.int32),
        twin_heads=np.full(room * world.exact_player, NO_TWIN, dtype=np.int32),
    )


def bytes_per_state(world: World) -> int:
    """Return the bytes that one state takes, its place in the open list and two slots of the hash table included.

    Where the room is no power of two, the table has up to four slots a state.
    """
    return 8 * world.words + 4 * (SECOND + 3 * world.exact_player) + 8 + 8


def growth_bytes(states: States, room: int) -> int:
    """Return how many bytes more it takes to have room for that many states, while it is being made too.

    Less than twice the room is made in place, and for more an array is copied at a time.
    """
    old = len(states.of)
    arrays = [getattr(states, name) for name in PER_STATE]
    more = sum(array.nbytes // old * (room - old) for array in arrays)
    lists = 4 * (_slots_for(room) - len(states.slots)) * (3 if states.twin_heads.size else 2) // 2
    return int(more + max(0, lists) + (max(array.nbytes for array in arrays) if room >= 2 * old else 0))


def hollow(states: States) -> States:
    """Return a search without its states, counts apart, which stands in for it while it grows."""
    nothing = {name: getattr(states, name)[:0].copy() for name in (*PER_STATE, "slots", "twin_heads")}
    return states._replace(**nothing)


def grown(holder: list[States], room: int, *, compiled: bool) -> States:
    """Return the search in `holder`, which is taken out of it, with room for more states.

    An array goes as soon as its successor is filled, if nobody else keeps the search. In place, the system moves the
    pages of an array and not its bytes, but all of the new room is taken at once; so that is for when memory is short.
    """
    arrays = holder.pop()._asdict()
    old, columns = arrays["of"].shape
    for name in PER_STATE:
        array = arrays[name]
        shape = (len(array) // old * room, *array.shape[1:])
        if room < 2 * old:
            array.resize(shape, refcheck=False)
        else:
            arrays[name] = np.zeros(shape, dtype=array.dtype)
            arrays[name][: len(array)] = array
    del array
    size = _slots_for(room)
    if size == len(arrays["slots"]):
        return States(**arrays)
    arrays["slots"] = arrays["twin_heads"] = None
    arrays["slots"] = np.full(size, EMPTY, dtype=np.uint32)
    arrays["twin_heads"] = np.full(size // 2 if columns > TWIN else 0, NO_TWIN, dtype=np.int32)
    states = States(**arrays)
    fill_slots.of(compiled)(states)
    return states


def _slots_for(room: int) -> int:
    """Return the size of a hash table that is never more than half full, a power of two."""
    return 2 << (room - 1).bit_length()


def with_buckets(states: States) -> States:
    """Return the same search with twice the range of costs that the open list can hold."""

    def doubled(array: UINT32) -> UINT32:
        return np.concatenate((array, np.full_like(array, EMPTY)))

    inner = doubled(states.inner) if states.twin_heads.size else states.inner  # without a second cost, ranks are bounds
    return states._replace(heads=doubled(states.heads), inner=inner)


@kernel
def slot_of(states: States, wanted: UINT64, player: int, box_key: int, w: int) -> int:
    """Return the slot of a state in the hash table, or the free slot where it belongs."""
    size = states.slots.size
    slot = int(box_key ^ states.player_key[player]) & (size - 1)
    while states.slots[slot] != EMPTY:
        index = states.slots[slot]
        if states.of[index, PLAYER] == player and states.of[index, KEY] == box_key:
            same = True
            for i in range(w):
                if states.words[index * w + i] != wanted[i]:
                    same = False
                    break
            if same:
                return slot
        slot = (slot + 1) & (size - 1)
    return slot


@kernel
def link_twin(states: States, state: int) -> None:
    """Enter a state into its list of states with the same boxes."""
    head = states.of[state, KEY] & (states.twin_heads.size - 1)
    states.of[state, TWIN] = states.twin_heads[head]
    states.twin_heads[head] = state


@kernel
def has_boxes(states: States, state: int, other: States, wanted: int, w: int) -> bool:
    """Say whether a state has the boxes of a state of another (or the same) search."""
    if states.of[state, KEY] != other.of[wanted, KEY]:
        return False
    for i in range(w):
        if states.words[state * w + i] != other.words[wanted * w + i]:
            return False
    return True


@kernel
def fill_slots(states: States) -> None:
    """Enter all states into an empty hash table."""
    for state in range(states.counts[STATES]):
        slot = (states.of[state, KEY] ^ states.player_key[states.of[state, PLAYER]]) & (states.slots.size - 1)
        while states.slots[slot] != EMPTY:
            slot = (slot + 1) & (states.slots.size - 1)
        states.slots[slot] = state
        if states.twin_heads.size > 0:
            link_twin(states, state)


@kernel
def close(states: States, state: int) -> None:
    """Mark a state as expanded; setting its cost opens it again."""
    states.of[state, MOVE] |= CLOSED
