"""All states of a search in flat arrays: packed boxes, costs, parents, a hash table, and the open list."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple, Protocol

import numpy as np

from sokosolve.kernel import entry, kernel, step
from sokosolve.level.arrays import INT32, INT32_2D, INT64, UINT32, UINT64
from sokosolve.level.square_keys import square_keys
from sokosolve.level.world import World
from sokosolve.machine_code import forget
from sokosolve.search.columns import (
    BOUND,
    CLOSED,
    FIRST,
    KEY,
    MOVE,
    NOBODY,
    PARENT,
    PLAYER,
    SAME_BOXES,
    SECOND,
)
from sokosolve.search.open_list import EMPTY, RANKS, OpenList, new_open_list

FIRST_CAPACITY = 1 << 10
PER_STATE, PER_ENTRY = ("words", "of"), ("entry_state", "entry_next")
"""The arrays of states, and of the open list, that grow with the number of states, besides the hash table."""

MOST_STATES = 1 << 31  # their numbers are in 32-bit columns, and negative ones mean something else
STATES, EXPANDED, GOAL = range(3)


class States(NamedTuple):
    """The states of a search, numbered from 0 in the order in which they were found.

    `words` holds their boxes, `width` words each, and `of` has a row for each, with the columns of `columns`; a row is
    no longer than half a line of the cache, as looking a state up is mostly waiting for the memory. MOVE leads to a
    state from PARENT, and has the bit CLOSED once the state was expanded. `slots` is the hash table, and
    `same_boxes_heads` one of lists, linked by SAME_BOXES, of states with the same boxes. Without exact player squares
    SECOND and SAME_BOXES are not there, and these lists have no size.
    """

    width: int
    words: UINT64
    of: INT32_2D
    slots: UINT32
    same_boxes_heads: INT32
    queue: OpenList
    counts: INT64
    zobrist: INT32
    player_key: INT32


def new_states(world: World, buckets: int) -> States:
    """Return the arrays of an empty search, with room for a thousand states."""
    rng = Random(0)
    room = FIRST_CAPACITY
    return States(
        width=world.floor.words,
        words=np.zeros(room * world.floor.words, dtype=np.uint64),
        of=np.zeros((room, SAME_BOXES + 1 if world.exact_player else SECOND), dtype=np.int32),
        slots=np.full(2 * room, EMPTY, dtype=np.uint32),
        same_boxes_heads=np.full(room * world.exact_player, NOBODY, dtype=np.int32),
        queue=new_open_list(room, buckets, buckets if world.exact_player else RANKS),
        counts=np.zeros(3, dtype=np.int64),
        zobrist=square_keys(rng, 31, world.floor.n).astype(np.int32),
        player_key=square_keys(rng, 31, world.floor.n).astype(np.int32),
    )


def growth_bytes(states: States, room: int) -> int:
    """Return how many bytes more it takes to have room for that many states, while it is being made too.

    Less than twice the room is made in place, and for more an array is copied at a time.
    """
    old = len(states.of)
    sizes = [getattr(states, name).nbytes for name in PER_STATE]
    sizes += [getattr(states.queue, name).nbytes for name in PER_ENTRY]
    more = sum(size // old * (room - old) for size in sizes)
    lists = 4 * (_slots_for(room) - len(states.slots)) * (3 if states.same_boxes_heads.size else 2) // 2
    return int(more + max(0, lists) + (max(sizes) if room >= 2 * old else 0))


def hollow(states: States) -> States:
    """Return a search without its states, counts apart, which stands in for it while it grows."""

    def nothing(holder: States | OpenList, names: tuple[str, ...]) -> dict[str, Any]:  # arrays of several types
        return {name: getattr(holder, name)[:0].copy() for name in names}

    queue = states.queue._replace(**nothing(states.queue, PER_ENTRY))
    return states._replace(**nothing(states, (*PER_STATE, "slots", "same_boxes_heads")), queue=queue)


def grown(holder: list[States], room: int, *, compiled: bool) -> States:
    """Return the search in `holder`, which is taken out of it, with room for more states.

    An array goes as soon as its successor is filled, if nobody else keeps the search. In place, the system moves the
    pages of an array and not its bytes, but all of the new room is taken at once; so that is for when memory is short.
    """
    arrays = holder.pop()._asdict()
    entries = arrays["queue"]._asdict()
    arrays["queue"] = None
    old, columns = arrays["of"].shape
    for held, name in [*((arrays, name) for name in PER_STATE), *((entries, name) for name in PER_ENTRY)]:
        array = held[name]
        shape = (len(array) // old * room, *array.shape[1:])
        if room < 2 * old:
            forget(array)
            array.resize(shape, refcheck=False)
        else:
            held[name] = np.zeros(shape, dtype=array.dtype)
            held[name][: len(array)] = array
    del array
    arrays["queue"] = OpenList(**entries)
    size = _slots_for(room)
    if size == len(arrays["slots"]):
        return States(**arrays)
    arrays["slots"] = arrays["same_boxes_heads"] = None
    arrays["slots"] = np.full(size, EMPTY, dtype=np.uint32)
    arrays["same_boxes_heads"] = np.full(size // 2 if columns > SAME_BOXES else 0, NOBODY, dtype=np.int32)
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

    queue = states.queue
    inner = doubled(queue.inner) if states.same_boxes_heads.size else queue.inner  # else ranks are bounds
    return states._replace(queue=queue._replace(heads=doubled(queue.heads), inner=inner))


class Hashed(Protocol):
    """What `slot_of` needs of numbered states: those of `States`, or the positions of feature space search."""

    @property
    def width(self) -> int:
        """Return the words of each state's boxes."""

    @property
    def words(self) -> UINT64:
        """Return the boxes of all states."""

    @property
    def of(self) -> INT32_2D:
        """Return a row for each state, KEY and PLAYER among its columns."""

    @property
    def slots(self) -> UINT32:
        """Return the hash table."""

    @property
    def player_key(self) -> INT32:
        """Return the hash of each square of the player."""


@kernel
def slot_of(states: Hashed, packed: UINT64, player: int, box_key: int) -> int:
    """Return the slot of a state in the hash table, or the free slot where it belongs."""
    w = states.width
    size = states.slots.size
    slot = int(box_key ^ states.player_key[player]) & (size - 1)
    while states.slots[slot] != EMPTY:
        index = states.slots[slot]
        if states.of[index, PLAYER] == player and states.of[index, KEY] == box_key:
            same = True
            for i in range(w):
                if states.words[index * w + i] != packed[i]:
                    same = False
                    break
            if same:
                return slot
        slot = (slot + 1) & (size - 1)
    return slot


@step
def enter_state(states: States, slot: int, packed: UINT64, player: int, box_key: int, bound: int) -> int:
    """Enter a state that is not known yet, at its free slot; returns its number. Its cost is `set_cost`'s to set."""
    state = states.counts[STATES]
    states.counts[STATES] += 1
    states.slots[slot] = state
    for j in range(states.width):
        states.words[state * states.width + j] = packed[j]
    states.of[state, PLAYER] = player
    states.of[state, KEY] = box_key
    states.of[state, BOUND] = bound
    if states.same_boxes_heads.size > 0:
        link_same_boxes(states, state)
    return int(state)


@step
def set_cost(states: States, state: int, first: int, second: int, parent: int, move: int) -> None:
    """Open a state at a cost, reached from a parent."""
    states.of[state, FIRST] = first
    if states.of.shape[1] > SECOND:
        states.of[state, SECOND] = second
    states.of[state, PARENT] = parent
    states.of[state, MOVE] = move


@step
def second_cost_of(states: States, state: int) -> int:
    """Return the second cost of a state, 0 where there is none."""
    return int(states.of[state, SECOND]) if states.of.shape[1] > SECOND else 0


@kernel
def link_same_boxes(states: States, state: int) -> None:
    """Enter a state into its list of states with the same boxes."""
    head = states.of[state, KEY] & (states.same_boxes_heads.size - 1)
    states.of[state, SAME_BOXES] = states.same_boxes_heads[head]
    states.same_boxes_heads[head] = state


@kernel
def has_boxes(states: States, state: int, other: States, wanted: int) -> bool:
    """Say whether a state has the boxes of a state of another (or the same) search."""
    if states.of[state, KEY] != other.of[wanted, KEY]:
        return False
    w = states.width
    for i in range(w):
        if states.words[state * w + i] != other.words[wanted * w + i]:
            return False
    return True


@entry
def fill_slots(states: States) -> None:
    """Enter all states into an empty hash table."""
    for state in range(states.counts[STATES]):
        slot = (states.of[state, KEY] ^ states.player_key[states.of[state, PLAYER]]) & (states.slots.size - 1)
        while states.slots[slot] != EMPTY:
            slot = (slot + 1) & (states.slots.size - 1)
        states.slots[slot] = state
        if states.same_boxes_heads.size > 0:
            link_same_boxes(states, state)


@step
def close(states: States, state: int) -> None:
    """Mark a state as expanded; setting its cost opens it again."""
    states.of[state, MOVE] |= CLOSED
