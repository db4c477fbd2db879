"""Arrays of all reachable states, and of their costs-to-go."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sokosolve.level.arrays import INT32, INT32_2D, INT64, UINT8, UINT32, UINT64
from sokosolve.level.floor import Floor
from sokosolve.level.reach import Flood, new_flood, only_walls
from sokosolve.search.columns import EMPTY

STATES, EXPANDED = range(2)
"""The counters of `StateSpace`: states reached, and those of them whose successors are reached."""

MARKED, WALKED_HEAD, WALKED_TAIL, PUSHED_HEAD, PUSHED_TAIL = range(5)
"""The places of `Costs`: the next state to mark, and both ends of the queues."""

ABSENT, DEAD = -2, -1
"""Costs of a cell that is no reachable state, and of one without a solution."""

SECOND_BITS = 32
"""Two counts are one number: the first times 2**SECOND_BITS plus the second."""

_FIRST_ROOM = 1 << 10


class Ground(NamedTuple):
    """A level without its unreachable squares, on which all squares are live, and working memory.

    `goals` has the boxes of a solved state; without `solvable`, no state is solved.
    """

    floor: Floor
    goals: UINT64
    solvable: int
    boxes: INT32
    occupied: UINT8
    packed: UINT64
    counters: INT64
    flood: Flood


class StateSpace(NamedTuple):
    """Normalised states in the order of discovery: `width` words of boxes, and in `of` the player's square first."""

    width: int
    words: UINT64
    of: INT32_2D
    slots: UINT32
    counts: INT64


class Costs(NamedTuple):
    """Costs of `span` cells for each state: one, or one for each square of the player.

    `walk` and `push` are the costs of actions. `actions` has `acting` sums of directions for each cell. A queue holds
    cells in the order of their costs; cells that are settled before are skipped.
    """

    span: int
    acting: int
    walk: int
    push: int
    cost: INT64
    actions: UINT8
    settled: UINT8
    walked: INT64
    pushed: INT64
    places: INT64


def new_ground(floor: Floor, goals: UINT64, k: int, *, solvable: bool) -> Ground:
    return Ground(
        floor=floor,
        goals=goals,
        solvable=int(solvable),
        boxes=np.zeros(k, dtype=np.int32),
        occupied=only_walls(floor.n),
        packed=np.zeros(floor.words, dtype=np.uint64),
        counters=np.zeros(8, dtype=np.int64),
        flood=new_flood(floor.n),
    )


def new_space(width: int, columns: int = 1) -> StateSpace:
    return StateSpace(
        width=width,
        words=np.zeros(_FIRST_ROOM * width, dtype=np.uint64),
        of=np.zeros((_FIRST_ROOM, columns), dtype=np.int32),
        slots=np.full(2 * _FIRST_ROOM, EMPTY, dtype=np.uint32),
        counts=np.zeros(2, dtype=np.int64),
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


def costs_bytes(states: int, span: int, acting: int) -> int:
    """Return the bytes of new costs, without the queues, which are small while most states are dead."""
    return states * span * (8 + acting + 1)


def new_costs(states: int, span: int, acting: int, walk: int, push: int) -> Costs:
    cells = states * span
    return Costs(
        span=span,
        acting=acting,
        walk=walk,
        push=push,
        cost=np.full(cells, ABSENT, dtype=np.int64),
        actions=np.zeros(cells * acting, dtype=np.uint8),
        settled=np.zeros(cells, dtype=np.uint8),
        walked=np.empty(cells if span > 1 else 0, dtype=np.int64),
        pushed=np.empty(cells, dtype=np.int64),
        places=np.zeros(5, dtype=np.int64),
    )
