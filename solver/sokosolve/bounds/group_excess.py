"""What the boxes of the state at hand need beyond their single pushes, by the tables of groups of boxes."""

from __future__ import annotations

import numpy as np

from sokosolve.bounds.box_groups import DEAD, excess_at, group_number
from sokosolve.features import DEADLOCK_TABLE, LINEAR_CONFLICTS, PAIRS
from sokosolve.kernel import kernel, step
from sokosolve.level.arrays import INFINITE, UINT64_2D
from sokosolve.level.world import NO_GROUP, PRICED, GroupChoice, Scratch, World

NO_BOUND = -INFINITE
"""The bound by prices where no table of groups is made: less than any."""


@kernel
def least_single(world: World, scratch: Scratch, player: int) -> int:
    """Return what the boxes of the state at hand need at least by the prices of the targets, each alone."""
    least, component, single = world.groups.least, world.distances.component, scratch.groups.single
    total = world.groups.prices
    for i in range(world.k):
        box = scratch.boxes[i]
        single[i] = least[box, component[0, box, player]]
        total += single[i]
    return total


@step
def pack_boxes(world: World, scratch: Scratch) -> None:
    """Write the boxes of the state at hand as words."""
    packed = scratch.groups.packed
    for word in range(packed.size):
        packed[word] = np.uint64(0)
    for i in range(world.k):
        bit = world.floor.bit_of[scratch.boxes[i]]
        packed[bit >> 6] |= np.uint64(1) << np.uint64(bit & 63)


@step
def has_bit(words: UINT64_2D, row: int, bit: int) -> bool:
    """Say whether a bit of a row is 1."""
    return bool((words[row, bit >> 6] >> np.uint64(bit & 63)) & np.uint64(1))


@step
def has_partner(words: UINT64_2D, row: int, choice: GroupChoice) -> bool:
    """Say whether a row has the bit of some box of the state at hand."""
    for word in range(choice.packed.size):
        if words[row, word] & choice.packed[word] != np.uint64(0):
            return True
    return False


@kernel
def insert_group(choice: GroupChoice, found: int, excess: int, i: int, j: int, h: int, m: int) -> int:
    """Put a group of boxes among the first `found` ones, the largest excess first; returns how many there are then.

    When there is no room the least is left out.
    """
    members = choice.members
    place = found
    if found == choice.excess.size:
        place -= 1
        if choice.excess[place] >= excess:
            return found
    last = place
    while place > 0 and choice.excess[place - 1] < excess:
        choice.excess[place] = choice.excess[place - 1]
        for which in range(4 * place, 4 * place + 4):
            members[which] = members[which - 4]
        place -= 1
    choice.excess[place] = excess
    members[4 * place] = i
    members[4 * place + 1] = j
    members[4 * place + 2] = h
    members[4 * place + 3] = m
    return last + 1


@kernel
def disjoint_excess(choice: GroupChoice, found: int, size: int) -> int:
    """Return the sum of the excesses of disjoint groups of `size` boxes at most, taken greedily; see `chosen`."""
    chosen, members = choice.chosen, choice.members
    chosen[:] = NO_GROUP
    total = 0
    for group in range(found):
        i = members[4 * group]
        j = members[4 * group + 1]
        h = members[4 * group + 2]
        m = members[4 * group + 3]
        if (size == 2 and h != j) or (size == 3 and m != h):
            continue
        if chosen[i] < 0 and chosen[j] < 0 and chosen[h] < 0 and chosen[m] < 0:
            for which in range(4 * group, 4 * group + 4):
                chosen[members[which]] = group
            total += int(choice.excess[group])
    return total


@step
def are_neighbours(world: World, a: int, b: int) -> bool:
    """Say whether two squares lie side by side."""
    for direction in range(4):
        if world.floor.beyond[a * 4 + direction] == b:
            return True
    return False


@kernel
def find_pairs(world: World, scratch: Scratch, player: int) -> int:
    """Collect the pairs of boxes that need more than their single pushes; returns their number, -1 if one is dead."""
    choice, groups, features, bit_of = scratch.groups, world.groups, world.features, world.floor.bit_of
    found = 0
    for i in range(1, world.k):
        a = bit_of[scratch.boxes[i]]
        if not has_partner(groups.pairs.partners, a, choice):
            continue
        for j in range(i):
            b = bit_of[scratch.boxes[j]]
            if not has_bit(groups.pairs.partners, a, b):
                continue
            excess = excess_at(groups, groups.pairs, group_number(2, a, b, 0, 0), player)
            if excess == DEAD:
                if features & DEADLOCK_TABLE != 0:
                    return -1
            elif excess > 0 and (
                features & PAIRS != 0
                or (features & LINEAR_CONFLICTS != 0 and are_neighbours(world, scratch.boxes[i], scratch.boxes[j]))
            ):
                found = insert_group(choice, found, excess, i, j, j, j)
    return found


@kernel
def find_larger_groups(world: World, scratch: Scratch, player: int, found: int) -> int:
    """Add to `found` pairs the groups of three and four boxes that need more; returns how many there are then, -1 if
    one is dead."""
    choice, groups, bit_of, boxes = scratch.groups, world.groups, world.floor.bit_of, scratch.boxes
    triples, quadruples = groups.triples, groups.quadruples
    has_dead = world.features & DEADLOCK_TABLE != 0
    for i in range(2, world.k):
        a = bit_of[boxes[i]]
        for j in range(1, i):
            b = bit_of[boxes[j]]
            pair = group_number(2, a, b, 0, 0)
            if has_partner(triples.partners, pair, choice):
                for h in range(j):
                    c = bit_of[boxes[h]]
                    if has_bit(triples.partners, pair, c):
                        excess = excess_at(groups, triples, group_number(3, a, b, c, 0), player)
                        if excess == DEAD and has_dead:
                            return -1
                        if 0 < excess < DEAD:
                            found = insert_group(choice, found, excess, i, j, h, h)
            if quadruples.first.size == 0 or not has_partner(quadruples.leads, pair, choice):
                continue
            for h in range(1, j):
                c = bit_of[boxes[h]]
                triple = group_number(3, a, b, c, 0)
                if has_bit(quadruples.leads, pair, c) and has_partner(quadruples.partners, triple, choice):
                    for m in range(h):
                        d = bit_of[boxes[m]]
                        if has_bit(quadruples.partners, triple, d):
                            excess = excess_at(groups, quadruples, group_number(4, a, b, c, d), player)
                            if excess == DEAD and has_dead:
                                return -1
                            if 0 < excess < DEAD:
                                found = insert_group(choice, found, excess, i, j, h, m)
    return found


@kernel
def group_excess(world: World, scratch: Scratch, player: int) -> int:
    """Return the excess of disjoint groups of the boxes of the state at hand, INFINITE when a group is dead."""
    choice = scratch.groups
    pack_boxes(world, scratch)
    found = find_pairs(world, scratch, player)
    pairs = found
    if found >= 0 and world.groups.triples.first.size > 0:
        found = find_larger_groups(world, scratch, player, found)
    if found < 0:
        return INFINITE
    if found == pairs:
        return disjoint_excess(choice, found, 2)
    best = disjoint_excess(choice, found, 4)
    for size in range(2, 4):
        excess = disjoint_excess(choice, found, size)
        if excess > best:
            return excess
    return disjoint_excess(choice, found, 4)


@step
def priced_bound(world: World, scratch: Scratch, player: int) -> int:
    """Return the bound of the state at hand by prices and groups, NO_BOUND without tables, INFINITE when it is dead."""
    scratch.counters[PRICED] = NO_BOUND
    if world.groups.pairs.first.size == 0:
        return NO_BOUND
    excess = group_excess(world, scratch, player)
    if excess >= INFINITE:
        return INFINITE
    scratch.counters[PRICED] = min(INFINITE, least_single(world, scratch, player) + excess)
    return int(scratch.counters[PRICED])


@step
def excess_of_moved(world: World, scratch: Scratch, moved: int, landing: int, player: int) -> int:
    """Return the most that a pair of the box on `landing`, the `moved`-th before, with a box that stays and is in no
    group without it, needs more; DEAD if a pair with any box is dead."""
    groups, choice, features, bit_of = world.groups, scratch.groups, world.features, world.floor.bit_of
    bit = bit_of[landing]
    most = 0
    if groups.conflicts.size == 0 or not has_partner(groups.conflicts, bit, choice):
        return most
    for i in range(world.k):
        other = bit_of[scratch.boxes[i]]
        if i != moved and has_bit(groups.conflicts, bit, other):
            excess = excess_at(groups, groups.pairs, group_number(2, bit, other, 0, 0), player)
            if excess == DEAD:
                if features & DEADLOCK_TABLE != 0:
                    return DEAD
            elif features & PAIRS != 0 and (choice.chosen[i] < 0 or choice.chosen[i] == choice.chosen[moved]):
                most = max(most, excess)
    return most


@step
def priced_bound_of_successor(world: World, scratch: Scratch, moved: int, landing: int, near: int, excess: int) -> int:
    """Return the bound of a successor by prices, by the groups of its parent that the box which moved is not in, and
    by the `excess` of a pair with it.

    The walk and the push lead the player through no box of such a group: he stays in his component, and the group
    needs what it needed.
    """
    choice = scratch.groups
    before = scratch.counters[PRICED]
    if before == NO_BOUND:
        return NO_BOUND
    if choice.chosen[moved] >= 0:
        before -= choice.excess[choice.chosen[moved]]
    after = world.groups.least[landing, world.distances.component[0, landing, near]]
    return int(before - choice.single[moved] + after + excess)
