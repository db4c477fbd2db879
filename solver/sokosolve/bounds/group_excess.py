"""Bound of the current state by the tables of groups of boxes."""

from __future__ import annotations

import numpy as np

from sokosolve.bounds.box_groups import DEAD, LARGEST, excess_at, group_number, has_bit, pair_number
from sokosolve.features import FeatureBit
from sokosolve.kernel import kernel, step
from sokosolve.level.arrays import INFINITE, UINT64_2D
from sokosolve.level.floor import Floor
from sokosolve.level.packed_boxes import flip
from sokosolve.level.world import NO_GROUP, GroupChoice, Scratch, ScratchCounter, World

_NO_BOUND = -INFINITE
"""Bound by prices without tables of groups: less than any other."""


@kernel
def least_single(world: World, scratch: Scratch, player: int) -> int:
    least, component, single = world.groups.least, world.distances.component, scratch.groups.single
    total = world.groups.prices
    for i in range(world.k):
        box = scratch.boxes[i]
        single[i] = least[box, component[0, box, player]]
        total += single[i]
    return total


@step
def _pack_boxes(world: World, scratch: Scratch, k: int) -> None:
    packed = scratch.groups.packed
    packed[:] = np.uint64(0)
    for i in range(k):
        flip(world.floor, packed, 0, scratch.boxes[i])


@step
def _has_partner(words: UINT64_2D, row: int, choice: GroupChoice) -> bool:
    for word in range(choice.packed.size):
        if words[row, word] & choice.packed[word] != np.uint64(0):
            return True
    return False


@kernel
def _insert_group(choice: GroupChoice, found: int, size: int, excess: int) -> int:
    """Insert the group `turn`, largest excess first; return the new count."""
    members = choice.members
    place = found
    if found == choice.excess.size:
        place -= 1
        if choice.excess[place] >= excess:
            return found
    last = place
    while place > 0 and choice.excess[place - 1] < excess:
        choice.excess[place] = choice.excess[place - 1]
        choice.size[place] = choice.size[place - 1]
        for which in range(LARGEST):
            members[LARGEST * place + which] = members[LARGEST * place - LARGEST + which]
        place -= 1
    choice.excess[place] = excess
    choice.size[place] = size
    for which in range(size):
        members[LARGEST * place + which] = choice.turn[which]
    return last + 1


@kernel
def _disjoint_excess(choice: GroupChoice, found: int, largest: int) -> int:
    """Return the greedy sum for disjoint groups of at most `largest` boxes; sets `chosen`."""
    chosen, members = choice.chosen, choice.members
    chosen[:] = NO_GROUP
    total = 0
    for group in range(found):
        is_free = choice.size[group] <= largest
        for which in range(LARGEST * group, LARGEST * group + choice.size[group]):
            is_free &= chosen[members[which]] == NO_GROUP
        if is_free:
            for which in range(LARGEST * group, LARGEST * group + choice.size[group]):
                chosen[members[which]] = group
            total += int(choice.excess[group])
    return total


@step
def _are_neighbours(floor: Floor, a: int, b: int) -> bool:
    for direction in range(4):
        if floor.beyond[a * 4 + direction] == b:
            return True
    return False


@step
def _is_counted(world: World, scratch: Scratch, size: int) -> bool:
    """Tell whether an active feature adds the group `turn`."""
    if size > 2 or world.features & FeatureBit.PAIRS != 0:
        return True
    turn, boxes = scratch.groups.turn, scratch.boxes
    return world.features & FeatureBit.LINEAR_CONFLICTS != 0 and _are_neighbours(
        world.floor, boxes[turn[0]], boxes[turn[1]]
    )


@kernel
def _find_groups(world: World, scratch: Scratch, k: int, player: int, size: int, found: int) -> int:
    """Add the groups of `size` boxes that need more than smaller ones; return the new count, -1 if one is dead.

    The chosen boxes, last first, must begin a group.
    """
    choice, groups, bit_of = scratch.groups, world.groups, world.floor.bit_of
    turn, bits = choice.turn, choice.bits
    depth = 0
    turn[0] = k
    beginning = 0
    while depth >= 0:
        turn[depth] -= 1
        if turn[depth] < size - 1 - depth:
            depth -= 1
            if depth > 0:
                beginning = groups.begins[size, depth] + group_number(depth, bits, groups.binomial)
            continue
        bit = bit_of[scratch.boxes[turn[depth]]]
        if depth > 0 and not has_bit(groups.beginnings, beginning, bit):
            continue
        bits[depth] = bit
        if depth < size - 1:
            following = groups.begins[size, depth + 1] + group_number(depth + 1, bits, groups.binomial)
            if _has_partner(groups.beginnings, following, choice):
                beginning = following
                depth += 1
                turn[depth] = turn[depth - 1]
            continue
        excess = excess_at(groups, size, group_number(size, bits, groups.binomial), player)
        if excess == DEAD:
            if world.features & FeatureBit.DEADLOCK_TABLE != 0:
                return -1
        elif excess > 0 and _is_counted(world, scratch, size):
            found = _insert_group(choice, found, size, excess)
    return found


@kernel
def find_all_groups(world: World, scratch: Scratch, k: int, player: int) -> int:
    """Find the groups of the first `k` boxes; return their number, or minus the size of a dead one."""
    _pack_boxes(world, scratch, k)
    found = 0
    for size in range(2, world.groups.largest + 1):
        found = _find_groups(world, scratch, k, player, size, found)
        if found < 0:
            return -size
    return found


@kernel
def choose_groups(world: World, scratch: Scratch, found: int) -> int:
    """Return the largest greedy excess over all limits on size; sets `chosen`."""
    choice = scratch.groups
    best = 0
    largest = 1
    for size in range(2, world.groups.largest + 1):
        excess = _disjoint_excess(choice, found, size)
        if excess > best:
            best = excess
            largest = size
    return _disjoint_excess(choice, found, largest)


@step
def group_bound(world: World, scratch: Scratch, player: int) -> int:
    """Return the bound by prices and groups, NO_BOUND without tables, INFINITE if dead."""
    scratch.counters[ScratchCounter.PRICED] = _NO_BOUND
    if world.groups.largest == 1:
        return _NO_BOUND
    found = find_all_groups(world, scratch, world.k, player)
    if found < 0:
        return INFINITE
    excess = choose_groups(world, scratch, found)
    scratch.counters[ScratchCounter.PRICED] = min(INFINITE, least_single(world, scratch, player) + excess)
    return int(scratch.counters[ScratchCounter.PRICED])


@step
def excess_of_moved(world: World, scratch: Scratch, moved: int, landing: int, player: int) -> int:
    """Return the largest excess of the moved box with an ungrouped one, DEAD if a pair is dead."""
    groups, choice, features, bit_of = world.groups, scratch.groups, world.features, world.floor.bit_of
    bit = bit_of[landing]
    most = 0
    if groups.largest == 1 or not _has_partner(groups.conflicts, bit, choice):
        return most
    for i in range(world.k):
        other = bit_of[scratch.boxes[i]]
        if i != moved and has_bit(groups.conflicts, bit, other):
            excess = excess_at(groups, 2, pair_number(bit, other), player)
            if excess == DEAD:
                if features & FeatureBit.DEADLOCK_TABLE != 0:
                    return DEAD
            elif features & FeatureBit.PAIRS != 0 and (
                choice.chosen[i] < 0 or choice.chosen[i] == choice.chosen[moved]
            ):
                most = max(most, excess)
    return most


@step
def group_bound_of_successor(world: World, scratch: Scratch, moved: int, landing: int, near: int, excess: int) -> int:
    """Return the bound of a successor by its parent's groups without the moved box, and `excess`.

    The player crosses no box of these groups.
    """
    choice = scratch.groups
    before = scratch.counters[ScratchCounter.PRICED]
    if before == _NO_BOUND:
        return _NO_BOUND
    if choice.chosen[moved] >= 0:
        before -= choice.excess[choice.chosen[moved]]
    after = world.groups.least[landing, world.distances.component[0, landing, near]]
    return int(before - choice.single[moved] + after + excess)
