"""States of a search in flat arrays."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

import numpy as np

from sokosolve.kernel import entry, kernel, step
from sokosolve.kernel_arguments import forget
from sokosolve.level.arrays import INT32, INT32_2D, INT64, UINT32, UINT64
from sokosolve.level.packed_boxes import are_same
from sokosolve.level.world import World
from sokosolve.search.columns import EMPTY, NOBODY, UNLISTED, Column, Count
from sokosolve.search.open_list import RANKS, OpenList, new_open_list

FIRST_CAPACITY = 1 << 10
_FIRST_EXTRA_ENTRIES = 1 << 8
_PER_STATE = ("words", "of")
"""Arrays that grow with the number of states, besides the hash table."""

MOST_STATES = 1 << 31  # their numbers are in 32-bit columns, and negative ones mean something else


class States(NamedTuple):
    """States of a search in the order of discovery.

    `words` holds their boxes, `width` words each, and `of` a row for each, with the columns of `columns`.
    `same_boxes_heads` starts lists of states with the same boxes, linked by SAME_BOXES; without exact player squares
    these are empty.
    """

    width: int
    words: UINT64
    of: INT32_2D
    slots: UINT32
    same_boxes_heads: INT32
    queue: OpenList
    counts: INT64


def new_states(world: World, buckets: int) -> States:
    room = FIRST_CAPACITY
    return States(
        width=world.floor.words,
        words=np.zeros(room * world.floor.words, dtype=np.uint64),
        of=np.zeros((room, Column.SAME_BOXES + 1 if world.exact_player else Column.SECOND), dtype=np.int32),
        slots=np.full(2 * room, EMPTY, dtype=np.uint32),
        same_boxes_heads=np.full(room * world.exact_player, NOBODY, dtype=np.int32),
        queue=new_open_list(_FIRST_EXTRA_ENTRIES, buckets, buckets if world.exact_player else RANKS),
        counts=np.zeros(len(Count), dtype=np.int64),
    )


def growth_bytes(states: States, room: int) -> int:
    """Return the additional bytes for that room; when doubling, one array at a time is copied."""
    old = len(states.of)
    sizes = [getattr(states, name).nbytes for name in _PER_STATE]
    more = sum(size // old * (room - old) for size in sizes)
    lists = 4 * (_slots_for(room) - len(states.slots)) * (3 if states.same_boxes_heads.size else 2) // 2
    return int(more + max(0, lists) + (max(sizes) if room >= 2 * old else 0))


def hollow(states: States) -> States:
    names = (*_PER_STATE, "slots", "same_boxes_heads")
    nothing: dict[str, Any] = {name: getattr(states, name)[:0].copy() for name in names}  # arrays of several types
    return states._replace(**nothing)


def grown(holder: list[States], room: int, *, compiled: bool) -> States:
    """Return the search in `holder`, which is emptied, with room for more states.

    Growing in place takes all room at once; it is for when memory is short.
    """
    arrays = holder.pop()._asdict()
    old, columns = arrays["of"].shape
    for name in _PER_STATE:
        array = arrays[name]
        shape = (len(array) // old * room, *array.shape[1:])
        if room < 2 * old:
            forget(array)
            array.resize(shape, refcheck=False)
        else:
            arrays[name] = np.zeros(shape, dtype=array.dtype)
            arrays[name][: len(array)] = array
    del array
    size = _slots_for(room)
    if size == len(arrays["slots"]):
        return States(**arrays)
    arrays["slots"] = arrays["same_boxes_heads"] = None
    arrays["slots"] = np.full(size, EMPTY, dtype=np.uint32)
    arrays["same_boxes_heads"] = np.full(size // 2 if columns > Column.SAME_BOXES else 0, NOBODY, dtype=np.int32)
    states = States(**arrays)
    fill_slots.of(compiled)(states)
    return states


def _slots_for(room: int) -> int:
    return 2 << (room - 1).bit_length()


def with_buckets(states: States) -> States:
    def double(array: INT32) -> INT32:
        return np.concatenate((array, np.full_like(array, NOBODY)))

    queue = states.queue
    inner = double(queue.inner) if states.same_boxes_heads.size else queue.inner  # else ranks are bounds
    return states._replace(queue=queue._replace(heads=double(queue.heads), inner=inner))


def with_entries(states: States) -> States:
    extra = states.queue.extra
    return states._replace(queue=states.queue._replace(extra=np.concatenate((extra, np.zeros_like(extra)))))


class _Hashed(Protocol):
    """Interface of `slot_of`: `States`, or the positions of feature space search."""

    @property
    def width(self) -> int: ...

    @property
    def words(self) -> UINT64: ...

    @property
    def of(self) -> INT32_2D: ...

    @property
    def slots(self) -> UINT32: ...


@step
def _mix_bits(key: int) -> int:
    """Return a number below 2**32 whose lower bits depend on all bits."""
    product = key * 0x5851F42D
    return (product ^ (product >> 32)) & 0xFFFFFFFF


@step
def _hash_of_boxes(width: int, words: UINT64, state: int) -> int:
    key = 0
    for i in range(width):
        word = words[state * width + i]
        key = _mix_bits(key ^ int(np.int64(word & np.uint64(0xFFFFFFFF))))
        key = _mix_bits(key ^ int(np.int64(word >> np.uint64(32))))
    return key


@kernel
def slot_of(states: _Hashed, packed: UINT64, player: int) -> int:
    """Return the slot of a state in the hash table, or the free slot for it."""
    size = states.slots.size
    slot = _mix_bits(_hash_of_boxes(states.width, packed, 0) ^ int(player)) & (size - 1)
    while states.slots[slot] != EMPTY:
        index = int(states.slots[slot])
        if are_same(states.width, states.words, index, packed, 0) and states.of[index, Column.PLAYER] == player:
            return slot
        slot = (slot + 1) & (size - 1)
    return slot


@step
def enter_slot(states: _Hashed, state: int) -> None:
    player = int(states.of[state, Column.PLAYER])
    slot = _mix_bits(_hash_of_boxes(states.width, states.words, state) ^ player) & (states.slots.size - 1)
    while states.slots[slot] != EMPTY:
        slot = (slot + 1) & (states.slots.size - 1)
    states.slots[slot] = state


@step
def enter_state(states: States, slot: int, packed: UINT64, player: int, bound: int) -> int:
    """Enter a new state without a cost at its free slot; return its number."""
    state = states.counts[Count.STATES]
    states.counts[Count.STATES] += 1
    states.slots[slot] = state
    for j in range(states.width):
        states.words[state * states.width + j] = packed[j]
    states.of[state, Column.PLAYER] = player
    states.of[state, Column.BOUND] = bound
    states.of[state, Column.NEXT] = UNLISTED
    if states.same_boxes_heads.size > 0:
        _link_same_boxes(states, state)
    return int(state)


@step
def set_cost(states: States, state: int, first: int, second: int, parent: int) -> None:
    states.of[state, Column.FIRST] = first
    if states.of.shape[1] > Column.SECOND:
        states.of[state, Column.SECOND] = second
    states.of[state, Column.PARENT] = parent


@step
def second_cost_of(states: States, state: int) -> int:
    return int(states.of[state, Column.SECOND]) if states.of.shape[1] > Column.SECOND else 0


@step
def head_of(states: States, other: States, wanted: int) -> int:
    """Return the list of states with a state's boxes, perhaps of another search."""
    return _hash_of_boxes(other.width, other.words, wanted) & (states.same_boxes_heads.size - 1)


@kernel
def _link_same_boxes(states: States, state: int) -> None:
    head = head_of(states, states, state)
    states.of[state, Column.SAME_BOXES] = states.same_boxes_heads[head]
    states.same_boxes_heads[head] = state


@entry
def fill_slots(states: States) -> None:
    for state in range(states.counts[Count.STATES]):
        enter_slot(states, state)
        if states.same_boxes_heads.size > 0:
            _link_same_boxes(states, state)


@step
def close(states: States, state: int) -> None:
    """Mark a state as expanded; a new cost opens it again."""
    states.of[state, Column.PARENT] = ~parent_of(states, state)


@step
def parent_of(states: States, state: int) -> int:
    """Return the parent of a state; a first state gives itself, or 0."""
    parent = int(states.of[state, Column.PARENT])
    return max(parent, ~parent)
