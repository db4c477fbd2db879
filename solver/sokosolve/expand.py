"""What every algorithm asks of a state: a lower bound of its cost, and those of its `children`."""

from __future__ import annotations

import numpy as np

from sokosolve.assignment import assign, reassign
from sokosolve.enclosure import has_sealed_corral
from sokosolve.freeze import is_frozen, release
from sokosolve.kernel import kernel
from sokosolve.pairs import DEAD, PARTS, pair_number
from sokosolve.reach import next_stamp, walking_distances
from sokosolve.tables import FAR, NO_PART, UINT64, push_distances, side_table
from sokosolve.triples import PARTS as TRIPLE_PARTS
from sokosolve.world import Scratch, World

SLOT, STAMP, CHILD_STAMP, TOTAL, SUM, GENERATED = range(6)


@kernel
def place_boxes(world: World, scratch: Scratch, words: UINT64, state: int) -> None:
    """Set the state at hand: unpack the boxes of a stored state, in row order."""
    one = np.uint64(1)
    size = 0
    for i in range(world.words):
        word = words[state * world.words + i]
        bit = i * 64
        while word != np.uint64(0):
            if word & one:
                square = world.square_of[bit]
                scratch.boxes[size] = square
                scratch.occupied[square] = 1
                size += 1
            word >>= one
            bit += 1


@kernel
def lift_boxes(world: World, scratch: Scratch) -> None:
    """Undo `place_boxes`."""
    for i in range(world.k):
        scratch.occupied[scratch.boxes[i]] = 0


@kernel
def find_walls(world: World, scratch: Scratch) -> int:
    """Return the slot of the distances with the boxes that hold each other on goals as walls; 0 when there are none.

    `walls` marks these boxes. -1 when the boxes that hold each other include one off the goals.
    """
    k = world.k
    for i in range(k):
        scratch.walls[scratch.boxes[i]] = 1
    release(k, scratch.boxes, world.n, world.beyond, world.live, scratch.walls)
    key = np.uint64(0)
    for j in range(k):
        if scratch.walls[world.targets[j]] == 1:
            key |= np.uint64(1) << np.uint64(j)
    for i in range(k):
        if scratch.walls[scratch.boxes[i]] == 1 and world.is_target[scratch.boxes[i]] == 0:
            return -1
    slots = world.slot_key.size
    if key == np.uint64(0) or slots < 2:
        return 0
    folded = key ^ (key >> np.uint64(31)) ^ (key >> np.uint64(17)) ^ (key >> np.uint64(7))
    slot = 1 + int(folded & np.uint64(0x7FFFFFFF)) % (slots - 1)
    if world.slot_key[slot] != key:
        world.slot_key[slot] = key
        side_table(world.beyond, scratch.walls, world.live, world.n, world.slot_sides[slot])
        push_distances(
            world.beyond,
            scratch.walls,
            world.slot_sides[slot],
            world.targets,
            world.lean,
            world.n,
            world.slot_distance[slot],
        )
    return slot


@kernel
def clear_walls(world: World, scratch: Scratch) -> None:
    """Undo the marks of `find_walls`."""
    for i in range(world.k):
        scratch.walls[scratch.boxes[i]] = 0


@kernel
def fill_costs(world: World, scratch: Scratch, player: int, slot: int) -> int:
    """Write the cost of each box to each target; returns the sum of the least ones, FAR or more when a box has none."""
    total = 0
    for i in range(world.k):
        box = scratch.boxes[i]
        part = world.slot_sides[slot, box, player] if slot == 0 or scratch.walls[box] == 0 else NO_PART
        least = FAR
        for j in range(world.k):
            if part != NO_PART:
                cost = int(world.slot_distance[slot, box, part, j])
            else:
                cost = 0 if world.targets[j] == box else FAR
            scratch.cost[i, j] = cost
            least = min(least, cost)
        total += least
    return min(total, FAR)


@kernel
def keep_sorted(scratch: Scratch, found: int, value: int, i: int, j: int, h: int) -> None:
    """Put a group of boxes among the first `found` ones, the largest excess first."""
    position = found
    while position > 0 and scratch.pair_value[position - 1] < value:
        scratch.pair_value[position] = scratch.pair_value[position - 1]
        scratch.pair_a[position] = scratch.pair_a[position - 1]
        scratch.pair_b[position] = scratch.pair_b[position - 1]
        scratch.pair_c[position] = scratch.pair_c[position - 1]
        position -= 1
    scratch.pair_value[position] = value
    scratch.pair_a[position] = i
    scratch.pair_b[position] = j
    scratch.pair_c[position] = h


@kernel
def pick_disjoint(world: World, scratch: Scratch, found: int) -> int:
    """Return the sum of the excesses of disjoint groups, taken greedily."""
    for i in range(world.k):
        scratch.done[i] = 0
    total = 0
    for index in range(found):
        i = scratch.pair_a[index]
        j = scratch.pair_b[index]
        h = scratch.pair_c[index]
        if scratch.done[i] == 0 and scratch.done[j] == 0 and scratch.done[h] == 0:
            scratch.done[i] = 1
            scratch.done[j] = 1
            scratch.done[h] = 1
            total += scratch.pair_value[index]
    return total


@kernel
def pair_excesses(world: World, scratch: Scratch, player: int) -> int:
    """Return the excess that disjoint pairs and triples of boxes add to the assignment, FAR when one is dead."""
    k = world.k
    found = 0
    for i in range(k):
        a = scratch.boxes[i]
        for j in range(i):
            b = scratch.boxes[j]
            scratch.pair_table[i, j] = 0
            pair = pair_number(world.bit_of[a], world.bit_of[b])
            part = world.parts[pair, player]
            if part == NO_PART:
                continue
            value = world.excess[pair * PARTS + part]
            if value == 0:
                continue
            if value == DEAD:
                if world.deadlock_table == 1:
                    return FAR
                continue
            if world.pair_bounds == 0 and not (
                world.linear_conflicts == 1
                and (
                    world.beyond[a * 4] == b
                    or world.beyond[a * 4 + 1] == b
                    or world.beyond[a * 4 + 2] == b
                    or world.beyond[a * 4 + 3] == b
                )
            ):
                continue
            scratch.pair_table[i, j] = value
            keep_sorted(scratch, found, value, i, j, j)
            found += 1
    total = pick_disjoint(world, scratch, found)
    if world.triple_excess.size == 0:
        return total
    pairs_found = found
    for i in range(k):
        for j in range(i):
            for h in range(j):
                a = world.bit_of[scratch.boxes[h]]
                b = world.bit_of[scratch.boxes[j]]
                c = world.bit_of[scratch.boxes[i]]
                triple = c * (c - 1) * (c - 2) // 6 + b * (b - 1) // 2 + a
                part = world.triple_parts[triple, player]
                if part == NO_PART:
                    continue
                value = world.triple_excess[triple * TRIPLE_PARTS + part]
                if value == 0:
                    continue
                if value == DEAD:
                    if world.deadlock_table == 1:
                        return FAR
                    continue
                if value > max(scratch.pair_table[i, j], max(scratch.pair_table[i, h], scratch.pair_table[j, h])):
                    keep_sorted(scratch, found, value, i, j, h)
                    found += 1
    if found > pairs_found:
        total = max(total, pick_disjoint(world, scratch, found))
    return total


@kernel
def walk_about(world: World, scratch: Scratch, player: int) -> None:
    """Stamp where the player can walk in the state at hand, and write the moves to each square into `walk`."""
    stamp = next_stamp(scratch.stamp, STAMP, scratch.mark)
    walking_distances(player, world.beyond, scratch.occupied, scratch.mark, stamp, scratch.queue, scratch.walk)


@kernel
def with_lean(world: World, bound: int, player: int) -> int:
    """Return the bound of a state of which the pushes left count at least `bound`."""
    if bound >= FAR:
        return FAR
    return max(0, int(bound + world.lean_left[player]))


@kernel
def look(world: World, scratch: Scratch, player: int) -> int:
    """Return the lower bound of the state at hand; FAR when it is dead. Sets what `children` needs.

    `walk_about` comes first. The bound of `approach` is not in it, as that takes the children.
    """
    k = world.k
    excess = 0
    if world.excess.size > 0:
        excess = pair_excesses(world, scratch, player)
        if excess >= FAR:
            return FAR
    if world.corral == 1 and has_sealed_corral(
        world.n, k, world.words, scratch.boxes, player, world.beyond, world.live, world.is_target, world.bit_of,
        scratch.occupied, scratch.mark, scratch.stamp[STAMP], scratch.enclosure,
    ):  # fmt: skip
        return FAR
    slot = 0
    if world.slot_key.size > 1:
        slot = find_walls(world, scratch)
        if slot < 0:
            clear_walls(world, scratch)
            return FAR
    matched = world.assignment == 1 or world.bipartite == 1
    bound = 0
    if excess > 0 and slot > 0:
        bound = fill_costs(world, scratch, player, 0)
        if matched and bound < FAR:
            total = assign(
                scratch.cost, k, scratch.u, scratch.v, scratch.row_of, scratch.column_of,
                scratch.way, scratch.dist, scratch.done,
            )  # fmt: skip
            if total >= FAR:
                bound = FAR
            elif world.assignment == 1:
                bound = total
        if bound < FAR:
            bound += excess
        excess = 0
    total = fill_costs(world, scratch, player, slot)
    scratch.stamp[SLOT] = slot
    scratch.stamp[SUM] = total
    if matched and total < FAR:
        least = assign(
            scratch.cost, k, scratch.u, scratch.v, scratch.row_of, scratch.column_of,
            scratch.way, scratch.dist, scratch.done,
        )  # fmt: skip
        scratch.stamp[TOTAL] = least
        if least >= FAR:
            total = FAR
        elif world.assignment == 1:
            total = least
    clear_walls(world, scratch)
    if total < FAR and world.nearest == 0 and world.assignment == 0:
        return 0
    return with_lean(world, max(bound, total + excess), player)


@kernel
def misplaced(world: World, scratch: Scratch) -> int:
    """Return how many boxes of the state at hand are not on targets."""
    count = 0
    for i in range(world.k):
        if world.is_target[scratch.boxes[i]] == 0:
            count += 1
    return count


@kernel
def is_dead_pair(world: World, scratch: Scratch, moved: int, landing: int, player: int) -> bool:
    """Say whether a box on `landing`, the `moved`-th before, makes a dead pair with another."""
    for i in range(world.k):
        if i != moved:
            pair = pair_number(world.bit_of[landing], world.bit_of[scratch.boxes[i]])
            part = world.parts[pair, player]
            if part != NO_PART and world.excess[pair * PARTS + part] == DEAD:
                return True
    return False


@kernel
def child_bound(world: World, scratch: Scratch, child: int) -> int:
    """Return the bound of a child that `children` found: its parent's with one row changed; FAR when it is dead."""
    moved = scratch.found_box[child]
    box = scratch.boxes[moved]
    landing = scratch.found_landing[child]
    near = scratch.found_near[child]
    slot = scratch.stamp[SLOT]
    part = world.slot_sides[slot, landing, near]
    if part == NO_PART:
        return FAR
    row_cost = world.slot_distance[slot, landing, part]
    least = FAR
    for j in range(world.k):
        least = min(least, int(row_cost[j]))
    if least >= FAR:
        return FAR
    if world.deadlock_table == 1 and world.excess.size > 0 and is_dead_pair(world, scratch, moved, landing, near):
        return FAR
    if world.freeze == 1:
        scratch.occupied[box] = 0
        scratch.occupied[landing] = 1
        frozen = is_frozen(
            landing, world.n, world.beyond, scratch.occupied, world.live, world.is_target, scratch.held, scratch.cluster
        )
        scratch.occupied[landing] = 0
        scratch.occupied[box] = 1
        if frozen:
            return FAR
    if world.assignment == 1:
        total = reassign(
            scratch.cost, world.k, scratch.stamp[TOTAL], moved, row_cost, scratch.u, scratch.v,
            scratch.row_of, scratch.column_of, scratch.way, scratch.dist, scratch.done,
        )  # fmt: skip
        return with_lean(world, total, near)
    if world.nearest == 0:
        return 0
    before = FAR
    for j in range(world.k):
        before = min(before, int(scratch.cost[moved, j]))
    return with_lean(world, int(scratch.stamp[SUM] - before + least), near)


@kernel
def walk_before(world: World, scratch: Scratch, number: int, player: int, bound: int) -> int:
    """Return what the walk to one of the children adds to the bound of the state at hand, FAR when it has none.

    With a potential its steps count by it, as the pushes do; a bound of 0 may have been less before it was made 0.
    """
    if bound == 0 and world.most_a_push > 1:
        return 0
    least = FAR
    for c in range(number):
        move = scratch.found_move[c]
        behind = world.beyond[(move & ~3) + ((move & 3) ^ 1)]
        least = min(least, int(scratch.found_walk[c] + world.lean[player] - world.lean[behind]))
    return least
