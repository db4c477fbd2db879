"""Arrays of states, numbered in the order of discovery."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sokosolve.level.arrays import INT32_2D, INT64, UINT32, UINT64
from sokosolve.search.columns import EMPTY, Count

_FIRST_ROOM = 1 << 10


class StateSpace(NamedTuple):
    """Normalised states in the order of discovery: `width` words of boxes, and in `of` the player's square first."""

    width: int
    words: UINT64
    of: INT32_2D
    slots: UINT32
    counts: INT64


def new_space(width: int, columns: int = 1) -> StateSpace:
    return StateSpace(
        width=width,
        words=np.zeros(_FIRST_ROOM * width, dtype=np.uint64),
        of=np.zeros((_FIRST_ROOM, columns), dtype=np.int32),
        slots=np.full(2 * _FIRST_ROOM, EMPTY, dtype=np.uint32),
        counts=np.zeros(len(Count), dtype=np.int64),
    )


def growth_bytes(space: StateSpace) -> int:
    """Return the additional bytes while the room is doubled."""
    return int(space.words.nbytes + space.of.nbytes + 2 * space.slots.nbytes)


def double(space: StateSpace) -> StateSpace:
    """Return the states with twice the room, and an empty hash table."""
    return space._replace(
        words=np.concatenate((space.words, np.zeros_like(space.words))),
        of=np.concatenate((space.of, np.zeros_like(space.of))),
        slots=np.full(2 * len(space.slots), EMPTY, dtype=np.uint32),
    )
