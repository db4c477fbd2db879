"""The lower bound of the cost of a state: of the state at hand in full, and of its successors at a small price."""

from __future__ import annotations

import numpy as np

from sokosolve.bounds.assignment import assign, reassign
from sokosolve.bounds.box_groups import DEAD, group_number
from sokosolve.deadlocks.corral import has_sealed_corral
from sokosolve.deadlocks.freeze import is_frozen, unfreeze
from sokosolve.features import (
    ASSIGNMENT,
    BIPARTITE,
    CORRAL,
    DEADLOCK_TABLE,
    FREEZE,
    LINEAR_CONFLICTS,
    NEAREST,
    PAIRS,
)
from sokosolve.kernel import kernel, step
from sokosolve.level.arrays import INFINITE, NO_COMPONENT
from sokosolve.level.reach import next_stamp, walking_distances
from sokosolve.level.single_box import player_components, single_box_distances
from sokosolve.level.world import ASSIGNED, NEAREST_SUM, REACHED, WALL_SET, GroupChoice, Scratch, World

ANY_SIDE = -1  # as in `level_tables`


@kernel
def find_walls(world: World, scratch: Scratch) -> int:
    """Return the set of distances with the boxes that are frozen on goals as walls; 0 when there are none.

    `walls` marks these boxes. -1 when the frozen boxes include one off the goals.
    """
    distances, targets = world.distances, world.targets
    for i in range(world.k):
        scratch.walls[scratch.boxes[i]] = 1
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


@step
def clear_walls(scratch: Scratch) -> None:
    """Undo the marks of `find_walls`."""
    for i in range(scratch.boxes.size):
        scratch.walls[scratch.boxes[i]] = 0


@kernel
def fill_costs(world: World, scratch: Scratch, player: int, walls: int) -> int:
    """Write the cost of each box to each target, by the distances with a set of walls.

    Returns the sum of the least ones, INFINITE when a box has none.
    """
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


@kernel
def insert_group(groups: GroupChoice, found: int, excess: int, i: int, j: int, h: int) -> None:
    """Put a group of boxes among the first `found` ones, the largest excess first."""
    place = found
    while place > 0 and groups.excess[place - 1] < excess:
        groups.excess[place] = groups.excess[place - 1]
        groups.i[place] = groups.i[place - 1]
        groups.j[place] = groups.j[place - 1]
        groups.h[place] = groups.h[place - 1]
        place -= 1
    groups.excess[place] = excess
    groups.i[place] = i
    groups.j[place] = j
    groups.h[place] = h


@kernel
def disjoint_excess(groups: GroupChoice, found: int) -> int:
    """Return the sum of the excesses of disjoint groups, taken greedily."""
    taken = groups.taken
    taken[:] = 0
    total = 0
    for index in range(found):
        i = groups.i[index]
        j = groups.j[index]
        h = groups.h[index]
        if taken[i] == 0 and taken[j] == 0 and taken[h] == 0:
            taken[i] = 1
            taken[j] = 1
            taken[h] = 1
            total += groups.excess[index]
    return total


@step
def are_neighbours(world: World, a: int, b: int) -> bool:
    """Say whether two squares lie side by side."""
    for direction in range(4):
        if world.floor.beyond[a * 4 + direction] == b:
            return True
    return False


@step
def find_pairs(world: World, scratch: Scratch, player: int) -> int:
    """Collect the pairs of boxes that need more than their single pushes; returns their number, -1 if one is dead."""
    groups, features, bit_of = scratch.groups, world.features, world.floor.bit_of
    found = 0
    for i in range(world.k):
        a = scratch.boxes[i]
        for j in range(i):
            b = scratch.boxes[j]
            groups.pair_excess[i, j] = 0
            pair = group_number(2, bit_of[a], bit_of[b], 0)
            number = world.pairs.component[pair, player]
            if number == NO_COMPONENT:
                continue
            excess = world.pairs.excess[pair * 8 + number]
            if excess == 0:
                continue
            if excess == DEAD:
                if features & DEADLOCK_TABLE != 0:
                    return -1
                continue
            if features & PAIRS == 0 and not (features & LINEAR_CONFLICTS != 0 and are_neighbours(world, a, b)):
                continue
            groups.pair_excess[i, j] = excess
            insert_group(groups, found, excess, i, j, j)
            found += 1
    return found


@step
def find_triples(world: World, scratch: Scratch, player: int, found: int) -> int:
    """Add to `found` pairs the triples that need more than their pairs; returns how many groups there are then, -1 if
    one is dead."""
    groups, bit_of = scratch.groups, world.floor.bit_of
    pair_excess = groups.pair_excess
    for i in range(world.k):
        c = bit_of[scratch.boxes[i]]
        for j in range(i):
            b = bit_of[scratch.boxes[j]]
            for h in range(j):
                triple = c * (c - 1) * (c - 2) // 6 + b * (b - 1) // 2 + bit_of[scratch.boxes[h]]  # they are in order
                number = world.triples.component[triple, player]
                if number == NO_COMPONENT:
                    continue
                excess = world.triples.excess[triple * 12 + number]
                if excess == 0:
                    continue
                if excess == DEAD:
                    if world.features & DEADLOCK_TABLE != 0:
                        return -1
                    continue
                if excess > max(pair_excess[i, j], max(pair_excess[i, h], pair_excess[j, h])):
                    insert_group(groups, found, excess, i, j, h)
                    found += 1
    return found


@step
def group_excess(world: World, scratch: Scratch, player: int) -> int:
    """Return the excess that disjoint pairs and triples of boxes add to the assignment, INFINITE when one is dead."""
    pairs = find_pairs(world, scratch, player)
    if pairs < 0:
        return INFINITE
    total = disjoint_excess(scratch.groups, pairs)
    if world.triples.excess.size == 0:
        return total
    found = find_triples(world, scratch, player, pairs)
    if found < 0:
        return INFINITE
    if found > pairs:
        total = max(total, disjoint_excess(scratch.groups, found))
    return total


@step
def walk_about(world: World, scratch: Scratch, player: int) -> None:
    """Stamp where the player can walk in the state at hand, and write the number of moves to each square."""
    flood = scratch.flood
    stamp = next_stamp(scratch.counters, REACHED, flood.mark)
    walking_distances(player, world.floor, scratch.occupied, flood.mark, stamp, flood.queue, flood.moves)


@step
def with_potential(world: World, bound: int, player: int) -> int:
    """Return the bound of a state of which the pushes left count at least `bound`."""
    if bound >= INFINITE:
        return INFINITE
    return max(0, int(bound + world.potential.gain[player]))


@step
def bound_with_groups(world: World, scratch: Scratch, player: int, excess: int) -> int:
    """Return the bound that counts no boxes as walls, the excess of groups of boxes added."""
    bound = fill_costs(world, scratch, player, 0)
    if world.features & (ASSIGNMENT | BIPARTITE) != 0 and bound < INFINITE:
        total = assign(scratch.matching)
        if total >= INFINITE:
            bound = INFINITE
        elif world.features & ASSIGNMENT != 0:
            bound = total
    return bound + excess if bound < INFINITE else bound


@kernel
def evaluate(world: World, scratch: Scratch, player: int) -> int:
    """Return the lower bound of the state at hand; INFINITE when it is dead. Sets what `expand` needs.

    `walk_about` comes first.
    """
    features, counters = world.features, scratch.counters
    excess = 0
    if world.pairs.excess.size > 0:
        excess = group_excess(world, scratch, player)
        if excess >= INFINITE:
            return INFINITE
    if features & CORRAL != 0 and has_sealed_corral(
        scratch.corral, player, world.floor, world.is_target, scratch.occupied, scratch.flood.mark, counters[REACHED]
    ):
        return INFINITE
    walls = 0
    if world.distances.wall_set.size > 1:
        walls = find_walls(world, scratch)
        if walls < 0:
            clear_walls(scratch)
            return INFINITE
    bound = 0
    if excess > 0 and walls > 0:  # the table of groups knows no boxes as walls, so these are two bounds
        bound = bound_with_groups(world, scratch, player, excess)
        excess = 0
    total = fill_costs(world, scratch, player, walls)
    counters[WALL_SET] = walls
    counters[NEAREST_SUM] = total
    if features & (ASSIGNMENT | BIPARTITE) != 0 and total < INFINITE:
        least = assign(scratch.matching)
        counters[ASSIGNED] = least
        if least >= INFINITE:
            total = INFINITE
        elif features & ASSIGNMENT != 0:
            total = least
    clear_walls(scratch)
    if total < INFINITE and features & (NEAREST | ASSIGNMENT) == 0:
        return 0
    return with_potential(world, max(bound, total + excess), player)


@step
def misplaced(world: World, scratch: Scratch) -> int:
    """Return how many boxes of the state at hand are not on targets."""
    count = 0
    for i in range(world.k):
        if world.is_target[scratch.boxes[i]] == 0:
            count += 1
    return count


@step
def is_dead_pair(world: World, scratch: Scratch, moved: int, landing: int, player: int) -> bool:
    """Say whether a box on `landing`, the `moved`-th before, makes a dead pair with another."""
    bit_of = world.floor.bit_of
    for i in range(world.k):
        if i != moved:
            pair = group_number(2, bit_of[landing], bit_of[scratch.boxes[i]], 0)
            number = world.pairs.component[pair, player]
            if number != NO_COMPONENT and world.pairs.excess[pair * 8 + number] == DEAD:
                return True
    return False


@step
def is_frozen_after(world: World, scratch: Scratch, box: int, landing: int) -> bool:
    """Say whether a push freezes a box off the goals."""
    scratch.occupied[box] = 0
    scratch.occupied[landing] = 1
    frozen = is_frozen(landing, world.floor, scratch.occupied, world.is_target, scratch.freeze)
    scratch.occupied[landing] = 0
    scratch.occupied[box] = 1
    return frozen


@kernel
def successor_bound(world: World, scratch: Scratch, successor: int) -> int:
    """Return the bound of a successor: its parent's with one row of the assignment changed; INFINITE if dead."""
    features, matching = world.features, scratch.matching
    moved = scratch.successors.box[successor]
    landing = scratch.successors.landing[successor]
    near = scratch.successors.near[successor]
    walls = scratch.counters[WALL_SET]
    number = world.distances.component[walls, landing, near]
    if number == NO_COMPONENT:
        return INFINITE
    row_cost = world.distances.pushes[walls, landing, number]
    least = INFINITE
    for j in range(world.k):
        least = min(least, int(row_cost[j]))
    if least >= INFINITE:
        return INFINITE
    if (
        features & DEADLOCK_TABLE != 0
        and world.pairs.excess.size > 0
        and is_dead_pair(world, scratch, moved, landing, near)
    ):
        return INFINITE
    if features & FREEZE != 0 and is_frozen_after(world, scratch, scratch.boxes[moved], landing):
        return INFINITE
    if features & ASSIGNMENT != 0:
        return with_potential(world, reassign(matching, scratch.counters[ASSIGNED], moved, row_cost), near)
    if features & NEAREST == 0:
        return 0
    before = INFINITE
    for j in range(world.k):
        before = min(before, int(matching.cost[moved, j]))
    return with_potential(world, int(scratch.counters[NEAREST_SUM] - before + least), near)
