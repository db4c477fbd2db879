"""All states of a search in flat arrays: packed boxes, costs, parents, a hash table, and the open list."""

from __future__ import annotations

import numpy as np

from sokosolve.queue import EMPTY, FREE, LEAST_F1, LEAST_F2, enqueue
from sokosolve.search import STATES, fill_slots
from sokosolve.tables import INT32, INT64, UINT8, UINT16, UINT32, UINT64, Tables

FIRST_CAPACITY = 1 << 12
PER_STATE = (
    "words", "player", "move", "closed", "first", "second", "bound", "parent", "keys", "entry_state", "entry_next",
)  # fmt: skip
"""The arrays that grow with the number of states, besides the hash table."""


class Store:
    """The arrays of a search over one level's tables."""

    def __init__(self, tables: Tables) -> None:
        """Allocate for a few thousand states."""
        rng = np.random.default_rng(0)
        squares = len(tables.squares)
        self.zobrist: UINT32 = rng.integers(0, 1 << 32, squares, dtype=np.uint32)
        self.player_key: UINT32 = rng.integers(0, 1 << 32, squares, dtype=np.uint32)
        self.capacity = FIRST_CAPACITY
        self.words: UINT64 = np.zeros(self.capacity * tables.words, dtype=np.uint64)
        self.player: UINT16 = np.zeros(self.capacity, dtype=np.uint16)
        self.move: UINT32 = np.zeros(self.capacity, dtype=np.uint32)
        self.closed: UINT8 = np.zeros(self.capacity, dtype=np.uint8)
        self.first: INT32 = np.zeros(self.capacity, dtype=np.int32)
        self.second: INT32 = np.zeros(self.capacity, dtype=np.int32)
        self.bound: INT32 = np.zeros(self.capacity, dtype=np.int32)
        self.parent: UINT32 = np.zeros(self.capacity, dtype=np.uint32)
        self.keys: UINT32 = np.zeros(self.capacity, dtype=np.uint32)
        self.entry_state: UINT32 = np.zeros(self.capacity, dtype=np.uint32)
        self.entry_next: UINT32 = np.zeros(self.capacity, dtype=np.uint32)
        self.slots: UINT32 = np.full(2 * self.capacity, EMPTY, dtype=np.uint32)
        self.heads: UINT32 = np.full(4 * tables.reach + 4, EMPTY, dtype=np.uint32)
        self.inner: UINT32 = np.full(4 * tables.reach + 4, EMPTY, dtype=np.uint32)
        self.place: INT64 = np.zeros(4, dtype=np.int64)
        self.counts: INT64 = np.zeros(4, dtype=np.int64)

    def start(self, boxes: list[int], player: int, bound: int, tables: Tables, *, lexicographic: bool) -> None:
        """Enter the first state."""
        for box in boxes:
            bit = int(tables.bit_of[box])
            self.words[bit >> 6] ^= np.uint64(1) << np.uint64(bit & 63)
            self.keys[0] ^= self.zobrist[box]
        self.player[0] = player
        self.bound[0] = bound
        self.counts[STATES] = 1
        fill_slots(self.slots, self.keys, self.player, self.player_key, 1)
        self.place[FREE] = EMPTY
        self.place[LEAST_F1] = bound
        self.place[LEAST_F2] = 0
        second = bound if lexicographic else 0
        enqueue(bound, second, 0, self.heads, self.inner, self.entry_state, self.entry_next, self.place)

    def growth(self) -> int:
        """Return how many bytes the next `grow` will take besides those in use now."""
        return int(self.slots.nbytes + sum(getattr(self, name).nbytes for name in PER_STATE))

    def grow(self) -> None:
        """Double the room for states."""
        for name in PER_STATE:
            array = getattr(self, name)
            setattr(self, name, np.concatenate((array, np.zeros_like(array))))
        self.capacity *= 2
        self.slots = np.full(2 * self.capacity, EMPTY, dtype=np.uint32)
        fill_slots(self.slots, self.keys, self.player, self.player_key, int(self.counts[STATES]))

    def add_buckets(self) -> None:
        """Double the range of costs that the open list can hold."""
        self.heads = np.concatenate((self.heads, np.full_like(self.heads, EMPTY)))
        self.inner = np.concatenate((self.inner, np.full_like(self.inner, EMPTY)))
