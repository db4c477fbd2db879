"""Lower bounds of the current state, in full, and of its successors, cheaply."""

from __future__ import annotations

import numpy as np

from sokosolve.bounds.assignment import assign, reassign
from sokosolve.bounds.box_groups import DEAD
from sokosolve.bounds.group_excess import excess_of_moved, group_bound, group_bound_of_successor
from sokosolve.deadlocks.corral import has_sealed_corral
from sokosolve.deadlocks.freeze import is_frozen, unfreeze
from sokosolve.features import FeatureBit
from sokosolve.kernel import kernel, step
from sokosolve.level.arrays import INFINITE, NO_COMPONENT, UINT64
from sokosolve.level.level_tables import ANY_SIDE
from sokosolve.level.packed_boxes import find_landing, mark_boxes
from sokosolve.level.single_box import player_components, single_box_distances
from sokosolve.level.world import Scratch, ScratchCounter, World


@kernel
def find_walls(world: World, scratch: Scratch) -> int:
    """Return the distances with frozen boxes as `walls`; 0 without any, -1 if one is off the goals."""
    distances, targets = world.distances, world.targets
    mark_boxes(scratch.boxes, scratch.walls, 1)
    unfreeze(world.k, scratch.boxes, world.floor, scratch.walls)
    key = np.uint64(0)
    for j in range(world.k):
        if scratch.walls[targets[j]] == 1:
            key |= np.uint64(1) << np.uint64(j)
    for i in range(world.k):
        if scratch.walls[scratch.boxes[i]] == 1 and world.is_target[scratch.boxes[i]] == 0:
            return -1
    sets = distances.wall_set.size
    if key == np.uint64(0) or sets < 2:
        return 0
    folded = key ^ (key >> np.uint64(31)) ^ (key >> np.uint64(17)) ^ (key >> np.uint64(7))
    chosen = 1 + int(folded & np.uint64(0x7FFFFFFF)) % (sets - 1)
    if distances.wall_set[chosen] != key:
        distances.wall_set[chosen] = key
        component = distances.component[chosen]
        player_components(world.floor, scratch.walls, world.floor.live, component)
        single_box_distances(
            targets, ANY_SIDE, world.floor, scratch.walls, component, world.potential.value, distances.pushes[chosen]
        )
    return chosen


@kernel
def fill_costs(world: World, scratch: Scratch, player: int, walls: int) -> int:
    """Write the distances of each box to each target; return the sum of the minima."""
    component, pushes, cost = world.distances.component, world.distances.pushes, scratch.matching.cost
    total = 0
    for i in range(world.k):
        box = scratch.boxes[i]
        number = component[walls, box, player] if walls == 0 or scratch.walls[box] == 0 else NO_COMPONENT
        least = INFINITE
        for j in range(world.k):
            if number != NO_COMPONENT:
                count = int(pushes[walls, box, number, j])
            else:
                count = 0 if world.targets[j] == box else INFINITE
            cost[i, j] = count
            least = min(least, count)
        total += least
    return min(total, INFINITE)


@step
def _with_potential(world: World, bound: int, player: int) -> int:
    if bound >= INFINITE:
        return INFINITE
    return max(0, int(bound + world.potential.gain[player]))


@step
def last_landing(world: World, words: UINT64, before: int, after: int) -> int:
    """Return the landing of the last step if the search of corrals uses it, else the number of squares.

    The state before is not dead; for first states it is the state itself.
    """
    return (
        find_landing(world.floor, words, before, after)
        if world.features & FeatureBit.CORRAL != 0
        else int(world.floor.n)
    )


@kernel
def evaluate(world: World, scratch: Scratch, player: int, landing: int) -> int:
    """Return the lower bound of the current state, INFINITE if it is dead; prepares `expand`.

    Call `measure_walks` before.
    """
    features, counters = world.features, scratch.counters
    priced = group_bound(world, scratch, player)
    if priced >= INFINITE:
        return INFINITE
    walls = 0
    if world.distances.wall_set.size > 1:
        walls = find_walls(world, scratch)
        if walls < 0:
            mark_boxes(scratch.boxes, scratch.walls, 0)
            return INFINITE
    total = fill_costs(world, scratch, player, walls)
    counters[ScratchCounter.WALL_SET] = walls
    counters[ScratchCounter.NEAREST_SUM] = total
    if features & (FeatureBit.ASSIGNMENT | FeatureBit.BIPARTITE) != 0 and total < INFINITE:
        least = assign(scratch.matching)
        counters[ScratchCounter.ASSIGNED] = least
        if least >= INFINITE:
            total = INFINITE
        elif features & FeatureBit.ASSIGNMENT != 0:
            total = least
    mark_boxes(scratch.boxes, scratch.walls, 0)
    if total >= INFINITE:
        return INFINITE
    if features & FeatureBit.CORRAL != 0 and has_sealed_corral(
        scratch.corral, player, landing, world.floor, world.is_target, scratch.occupied, scratch.flood
    ):
        return INFINITE
    if features & (FeatureBit.NEAREST | FeatureBit.ASSIGNMENT) == 0:
        return 0
    return _with_potential(world, max(priced, total), player)


@step
def count_misplaced(world: World, scratch: Scratch) -> int:
    count = 0
    for i in range(world.k):
        if world.is_target[scratch.boxes[i]] == 0:
            count += 1
    return count


@step
def _is_frozen_after(world: World, scratch: Scratch, box: int, landing: int) -> bool:
    scratch.occupied[box] = 0
    scratch.occupied[landing] = 1
    frozen = is_frozen(landing, world.floor, scratch.occupied, world.is_target, scratch.freeze)
    scratch.occupied[landing] = 0
    scratch.occupied[box] = 1
    return frozen


@kernel
def successor_bound(world: World, scratch: Scratch, successor: int) -> int:
    """Return the bound of a successor by its parent's assignment, INFINITE if it is dead."""
    features, matching = world.features, scratch.matching
    moved = scratch.successors.box[successor]
    landing = scratch.successors.landing[successor]
    near = scratch.successors.near[successor]
    walls = scratch.counters[ScratchCounter.WALL_SET]
    number = world.distances.component[walls, landing, near]
    if number == NO_COMPONENT:
        return INFINITE
    row_cost = world.distances.pushes[walls, landing, number]
    least = INFINITE
    for j in range(world.k):
        least = min(least, int(row_cost[j]))
    if least >= INFINITE:
        return INFINITE
    excess = excess_of_moved(world, scratch, moved, landing, near)
    if excess == DEAD:
        return INFINITE
    if features & FeatureBit.FREEZE != 0 and _is_frozen_after(world, scratch, scratch.boxes[moved], landing):
        return INFINITE
    priced = group_bound_of_successor(world, scratch, moved, landing, near, excess)
    if features & FeatureBit.ASSIGNMENT != 0:
        total = reassign(matching, scratch.counters[ScratchCounter.ASSIGNED], moved, row_cost)
        return _with_potential(world, max(priced, total), near)
    if features & FeatureBit.NEAREST == 0:
        return 0
    before = INFINITE
    for j in range(world.k):
        before = min(before, int(matching.cost[moved, j]))
    return _with_potential(world, max(priced, int(scratch.counters[ScratchCounter.NEAREST_SUM] - before + least)), near)
