"""Proof of a bound that was learned: its patterns and groups of the tables, chosen among all as checkers choose."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from sokosolve.certify.conflict_kernel import Ending
from sokosolve.certify.conflict_way import Conflicts, Frame, flood_active, mark_set, need_with, place_set
from sokosolve.certify.pattern_kernel import NEVER, ChoiceCount, Entry, bit, find_excess, place_pattern
from sokosolve.kernel import entry, kernel
from sokosolve.level.arrays import INT32, INT64, UINT8
from sokosolve.level.packed_boxes import flip
from sokosolve.level.reach import reach
from sokosolve.level.world import Scratch, World
from sokosolve.policy.policy_kernel import enter_packed, lacks_room
from sokosolve.search.columns import EMPTY, NOBODY
from sokosolve.search.state_space import StateSpace
from sokosolve.search.store import slot_of


class Proof(NamedTuple):
    """Patterns and groups of the tables that a proof uses: a mark for each pattern, and a queue of them."""

    is_used: UINT8
    queue: INT32
    counts: INT64
    tables: StateSpace


class ProofCount(IntEnum):
    """Counts of a proof's queue."""

    DONE = 0
    ALL = 1


@kernel
def _use_group(world: World, scratch: Scratch, proof: Proof, mask: np.uint64, k: int, player: int) -> None:
    """Enter a group of the tables, the boxes at some places."""
    occupied, packed = scratch.occupied, scratch.packed
    packed[:] = np.uint64(0)
    for place in range(k):
        if mask & bit(place) != np.uint64(0):
            occupied[scratch.boxes[place]] = 1
            flip(world.floor, packed, 0, scratch.boxes[place])
    first = reach(player, world.floor, occupied, scratch.flood)
    for place in range(k):
        occupied[scratch.boxes[place]] = 0
    if proof.tables.slots[slot_of(proof.tables, packed, first)] == EMPTY:
        enter_packed(proof.tables, packed, first)


@kernel
def _use_chosen(world: World, scratch: Scratch, search: Conflicts, proof: Proof, k: int, player: int) -> None:
    fitting = search.fitting
    for which in range(fitting.counts[ChoiceCount.CHOSEN]):
        chosen = fitting.chosen[which]
        row = fitting.pattern[chosen]
        if row == NOBODY:
            _use_group(world, scratch, proof, fitting.mask[chosen], k, player)
        elif proof.is_used[row] == 0:
            proof.is_used[row] = 1
            proof.queue[proof.counts[ProofCount.ALL]] = row
            proof.counts[ProofCount.ALL] += 1


@kernel
def _prove_pattern(world: World, scratch: Scratch, search: Conflicts, proof: Proof, row: int) -> bool:
    """Use what proves a pattern; return whether there is enough."""
    floor, flood, way = world.floor, scratch.flood, search.way
    excess = int(search.patterns.of[row, Entry.EXCESS])
    k = place_pattern(scratch, search.patterns, row)
    for box in range(k):
        way.squares[0, box] = scratch.boxes[box]
    way.of[0, Frame.PLAYER] = search.patterns.of[row, Entry.FIRST]
    way.active[0] = ~np.uint64(0) >> np.uint64(64 - k)
    stamp = flood_active(world, scratch, search, 0)
    is_proved = True
    for candidate in range(4 * k):
        box, direction = candidate >> 2, candidate & 3
        square = int(way.squares[0, box])
        landing, behind = int(floor.beyond[square * 4 + direction]), int(floor.beyond[square * 4 + (direction ^ 1)])
        if scratch.walls[landing] == 1 or floor.bit_of[landing] < 0 or flood.mark_after[behind] != stamp:
            continue
        is_proved &= need_with(world, scratch, search, 0, box, landing, excess - 1) >= excess
        _use_chosen(world, scratch, search, proof, k, square)
    mark_set(search, 0, way.active[0], scratch.walls, 0)
    return is_proved


@entry
def prove_patterns(world: World, scratch: Scratch, search: Conflicts, proof: Proof, steps: int) -> int:
    """Use what proves the first state's choice, and all that this uses; return UNFINISHED, CROWDED, or how it ended.

    It is REFUTED if all is proved, else GIVEN_UP.
    """
    counts = proof.counts
    for _ in range(steps):
        if lacks_room(proof.tables, world.k * world.k):
            return Ending.CROWDED
        if counts[ProofCount.ALL] == counts[ProofCount.DONE]:
            return Ending.REFUTED
        counts[ProofCount.DONE] += 1
        if not _prove_pattern(world, scratch, search, proof, int(proof.queue[counts[ProofCount.DONE] - 1])):
            return Ending.GIVEN_UP
    return Ending.UNFINISHED


@entry
def use_first(world: World, scratch: Scratch, search: Conflicts, proof: Proof, player: int) -> int:
    """Use what is chosen for the first state; return its excess."""
    k = place_set(scratch, search, 0, ~np.uint64(0), NOBODY, NOBODY)
    excess = find_excess(world, scratch, search.patterns, search.fitting, k, player, NEVER)
    _use_chosen(world, scratch, search, proof, k, player)
    return excess
