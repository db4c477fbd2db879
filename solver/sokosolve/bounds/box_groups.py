"""Pattern database of all groups of two, three and four boxes of a level, exact.

`docs/background/solver.md` (Groups of boxes) has the definitions, `certificates.md` (Prices, Groups) the proof. One
backward search finds least(G) for all groups G: the fewest pushes minus prices that bring its boxes to different
targets. It starts from all groups of targets, each at minus its prices.

A box without boxes among its eight neighbours that divides nothing alone can be left out of a division of the floor. So
few groups need their own `row` of components. A group's number within its size is the sum of binomial[r, bit of its
r-th smallest box]; its nodes, one per component, start at `first[group]`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sokosolve.kernel import entry, kernel, step
from sokosolve.level.arrays import (
    INFINITE,
    INT32,
    INT32_2D,
    INT64,
    INT64_2D,
    NO_COMPONENT,
    UINT8,
    UINT8_2D,
    UINT64_2D,
)
from sokosolve.level.floor import Floor
from sokosolve.level.single_box import divides_nothing, flood
from sokosolve.level.world import Groups, World

DEAD = 255
"""Excess of a group that cannot reach targets."""

UNREACHED = 1 << 30  # more pushes than any group of boxes needs
LARGEST = 4  # boxes in a group; five and six take longer than they save
SIDES = 16  # components that a group touches, at most
_ENTERED, _COST, _TURN = 3, 4, 5
"""How far a search is: groups entered, the cost at hand, nodes of it that are done."""


class Range(NamedTuple):
    """Groups of `size` boxes with numbers from `start` to `end`, exclusive."""

    size: int
    start: int
    end: int


class Table(NamedTuple):
    """Groups of one size under construction: their rows, first nodes, and the rows' numbers of components."""

    row: INT32
    first: INT32
    parts: INT32


class Sources(NamedTuple):
    """First groups of a search, by cost from 0; a player of -1 is on any side."""

    group: INT32
    cost: INT32
    player: int


class LeastCosts(NamedTuple):
    """Search of all groups: the `least` cost of each node, and three `buckets` of nodes by cost."""

    least: INT32
    buckets: INT32_2D
    at: INT64
    bits: INT32
    moved: INT32
    walls: UINT8


@step
def group_number(size: int, bits: INT32, binomial: INT64_2D) -> int:
    number = 0
    for place in range(size):
        number += binomial[size - place, bits[place]]
    return number


@step
def number_of_part(size: int, count: int, mask: int, bits: INT32, binomial: INT64_2D) -> int:
    number = 0
    rest = count
    for place in range(size):
        if (mask >> place) & 1 != 0:
            number += binomial[rest, bits[place]]
            rest -= 1
    return number


@step
def pair_number(a: int, b: int) -> int:
    if a < b:
        a, b = b, a
    return int(a) * (a - 1) // 2 + b


@step
def _next_group(size: int, bits: INT32) -> None:
    place = size - 1
    while place > 0 and bits[place] + 1 == bits[place - 1]:
        place -= 1
    bits[place] += 1
    for later in range(place + 1, size):
        bits[later] = size - 1 - later


@kernel
def bits_of(size: int, group: int, binomial: INT64_2D, bits: INT32) -> None:
    rest = group
    high = binomial.shape[1] - 1
    for place in range(size):
        choose = size - place
        low = choose - 1
        while low < high:
            middle = (low + high + 1) // 2
            if binomial[choose, middle] <= rest:
                low = middle
            else:
                high = middle - 1
        bits[place] = low
        rest -= binomial[choose, low]
        high = low


@kernel
def _is_apart(size: int, bits: INT32, place: int, floor: Floor) -> bool:
    square = floor.square_of[bits[place]]
    for other in range(size):
        if other != place:
            neighbour = floor.square_of[bits[other]]
            for around in range(8):
                if floor.ring[square * 8 + around] == neighbour:
                    return False
    return True


@entry
def share_rows(groups: Range, floor: Floor, binomial: INT64_2D, smaller: INT32, own: int, row: INT32) -> int:
    """Write the row of each group that shares one of `smaller`, else -1 - own; return the new `own`."""
    size = groups.size
    walls = np.zeros(floor.n + 1, dtype=np.uint8)
    divides = np.zeros(floor.square_of.size, dtype=np.uint8)
    for bit in range(floor.square_of.size):
        divides[bit] = not divides_nothing(floor.square_of[bit], floor, walls)
    bits = np.zeros(LARGEST, dtype=np.int32)
    bits_of(size, groups.start, binomial, bits)
    for group in range(groups.start, groups.end):
        row[group] = -1 - own
        for place in range(size):
            if divides[bits[place]] == 0 and _is_apart(size, bits, place, floor):
                row[group] = smaller[number_of_part(size, size - 1, (1 << size) - 1 - (1 << place), bits, binomial)]
                break
        if row[group] < 0:
            own += 1
        _next_group(size, bits)
    return own


@entry
def fill_rows(
    groups: Range, floor: Floor, binomial: INT64_2D, rows: int, row: INT32, component: UINT8_2D, parts: INT32
) -> None:
    """Write rows, from number `rows` on, for the groups that share none.

    component[row, square] is NO_COMPONENT for the group itself.
    """
    size = groups.size
    stack = np.empty(floor.n, dtype=np.int32)
    walls = np.zeros(floor.n + 1, dtype=np.uint8)
    bits = np.zeros(LARGEST, dtype=np.int32)
    bits_of(size, groups.start, binomial, bits)
    for group in range(groups.start, groups.end):
        if row[group] < 0:
            own = rows - 1 - row[group]
            row[group] = own
            component[own, :] = NO_COMPONENT
            for place in range(size):
                walls[floor.square_of[bits[place]]] = 1
            for side in range(4 * size):
                start = floor.beyond[floor.square_of[bits[side >> 2]] * 4 + (side & 3)]
                if start != floor.n and walls[start] == 0 and component[own, start] == NO_COMPONENT:
                    flood(start, floor, walls, component[own], parts[own], stack)
                    parts[own] += 1
            for place in range(size):
                walls[floor.square_of[bits[place]]] = 0
        _next_group(size, bits)


@entry
def target_groups(size: int, world: World, prices: INT32, group: INT32, cost: INT32) -> None:
    chosen = np.zeros(LARGEST, dtype=np.int32)
    bits = np.zeros(LARGEST, dtype=np.int32)
    bits_of(size, 0, world.groups.binomial, chosen)
    for index in range(group.size):
        cost[index] = 0
        for place in range(size):
            cost[index] -= prices[chosen[place]]
            insert_bit(place, world.floor.bit_of[world.targets[chosen[place]]], bits)
        group[index] = group_number(size, bits, world.groups.binomial)
        _next_group(size, chosen)


@step
def insert_bit(count: int, bit: int, bits: INT32) -> None:
    place = count
    while place > 0 and bits[place - 1] < bit:
        bits[place] = bits[place - 1]
        place -= 1
    bits[place] = bit


@step
def _enter_node(table: Table, group: int, number: int, cost: int, search: LeastCosts) -> None:
    node = table.first[group] + number
    if cost < search.least[node]:
        search.least[node] = cost
        bucket = cost % 3
        search.buckets[bucket, search.at[bucket]] = group * SIDES + number
        search.at[bucket] += 1


@kernel
def _enter_neighbours(size: int, world: World, table: Table, group: int, number: int, search: LeastCosts) -> None:
    """Enter the nodes one push before (backwards: after) the current group."""
    floor, potential, component = world.floor, world.potential.value, world.groups.component
    bit_of, beyond, bits, walls = floor.bit_of, floor.beyond, search.bits, search.walls
    least = search.least[table.first[group] + number]
    row = table.row[group]
    for which in range(size):
        box = floor.square_of[bits[which]]
        for direction in range(4):
            moved = beyond[box * 4 + direction]
            if bit_of[moved] < 0 or walls[moved] == 1:
                continue
            if world.backwards == 0:  # the box came from `moved`, pushed by a player who stood beyond it
                near = moved
                after = beyond[moved * 4 + direction]
                if after == floor.n or walls[after] == 1:
                    continue
                cost = least + 1 + potential[after] - potential[moved]
            else:  # the box goes to `moved`, pushed by a player who stands behind it
                near = beyond[box * 4 + (direction ^ 1)]
                after = box
                if near == floor.n or walls[near] == 1:
                    continue
                cost = least + 1 + potential[near] - potential[box]
            if component[row, near] == number:
                count = 0
                for place in range(size):
                    if place != which:
                        search.moved[count] = bits[place]
                        count += 1
                insert_bit(count, bit_of[moved], search.moved)
                other = group_number(size, search.moved, world.groups.binomial)
                _enter_node(table, other, component[table.row[other], after], cost, search)


@step
def _enter_sources(world: World, table: Table, sources: Sources, search: LeastCosts) -> None:
    at = search.at
    while at[_ENTERED] < sources.group.size and sources.cost[at[_ENTERED]] == at[_COST]:
        group = int(sources.group[at[_ENTERED]])
        row = table.row[group]
        for number in range(table.parts[row]):
            if sources.player < 0 or world.groups.component[row, sources.player] == number:
                _enter_node(table, group, number, int(at[_COST]), search)
        at[_ENTERED] += 1


@entry
def least_costs(budget: int, size: int, world: World, table: Table, sources: Sources, search: LeastCosts) -> bool:
    """Compute the least cost of each node; return False after `budget` nodes."""
    at, bits, walls = search.at, search.bits, search.walls
    while True:
        if at[0] + at[1] + at[2] == 0:
            if at[_ENTERED] == sources.group.size:
                return True
            at[_COST] = sources.cost[at[_ENTERED]]
        _enter_sources(world, table, sources, search)
        bucket = at[_COST] % 3
        while at[_TURN] < at[bucket]:  # which pushes that cost nothing make longer
            if budget == 0:
                return False
            budget -= 1
            group = int(search.buckets[bucket, at[_TURN]]) // SIDES
            number = int(search.buckets[bucket, at[_TURN]]) % SIDES
            at[_TURN] += 1
            if search.least[table.first[group] + number] == at[_COST]:
                bits_of(size, group, world.groups.binomial, bits)
                for place in range(size):
                    walls[world.floor.square_of[bits[place]]] = 1
                _enter_neighbours(size, world, table, group, number, search)
                for place in range(size):
                    walls[world.floor.square_of[bits[place]]] = 0
        at[bucket] = 0
        at[_TURN] = 0
        at[_COST] += 1


@step
def excess_at(groups: Groups, size: int, number: int, player: int) -> int:
    group = groups.offset[size] + number
    return int(groups.excess[groups.first[group] + groups.component[groups.row[group], player]])


@kernel
def _excess_of_parts(size: int, groups: Groups, bits: INT32, player: int) -> int:
    most = 0
    for chosen in range(1, 1 << (size - 1)):
        excess = 0
        for half in range(2):
            mask = chosen if half == 0 else (1 << size) - 1 - chosen
            count = 0
            for place in range(size):
                count += (mask >> place) & 1
            if 1 < count < size:
                number = number_of_part(size, count, mask, bits, groups.binomial)
                excess += excess_at(groups, count, number, player)
        most = max(most, excess)
    return most


@step
def _least_alone(size: int, world: World, bits: INT32, player: int) -> int:
    total = 0
    for place in range(size):
        box = world.floor.square_of[bits[place]]
        total += int(world.groups.least[box, world.distances.component[0, box, player]])
    return total


@entry
def fill_excess(
    groups: Range, world: World, table: Table, least: INT32, base: int, excess: UINT8, beginnings: UINT64_2D
) -> None:
    """Write the excess of each node, and the groups that need more than their parts."""
    size, component, binomial = groups.size, world.groups.component, world.groups.binomial
    bits = np.zeros(LARGEST, dtype=np.int32)
    bits_of(size, groups.start, binomial, bits)
    for group in range(groups.start, groups.end):
        row = table.row[group]
        for number in range(table.parts[row]):
            node = table.first[group] + number
            player = 0
            while component[row, player] != number or is_member(size, bits, world.floor, player):
                player += 1
            alone = _least_alone(size, world, bits, player)
            excess[node] = DEAD
            if least[node] != UNREACHED and alone < INFINITE // 2:
                excess[node] = max(0, min(int(least[node]) + base - alone, DEAD - 1))
            if excess[node] > 0 and excess[node] > _excess_of_parts(size, world.groups, bits, player):
                _begin(size, world.groups, bits, beginnings)
        _next_group(size, bits)


@step
def _begin(size: int, groups: Groups, bits: INT32, beginnings: UINT64_2D) -> None:
    row = 0
    for count in range(1, size):
        _set_bit(beginnings, row + group_number(count, bits, groups.binomial), bits[count])
        row += groups.binomial[count, groups.binomial.shape[1] - 1]
    if size == 2:
        _set_bit(groups.conflicts, bits[0], bits[1])
        _set_bit(groups.conflicts, bits[1], bits[0])


@step
def has_bit(words: UINT64_2D, row: int, bit: int) -> bool:
    return bool((words[row, bit >> 6] >> np.uint64(bit & 63)) & np.uint64(1))


@step
def _set_bit(words: UINT64_2D, row: int, bit: int) -> None:
    words[row, bit >> 6] |= np.uint64(1) << np.uint64(bit & 63)


@step
def is_member(size: int, bits: INT32, floor: Floor, square: int) -> bool:
    for place in range(size):
        if floor.square_of[bits[place]] == square:
            return True
    return False
