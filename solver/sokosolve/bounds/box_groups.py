"""What groups of boxes need: a pattern database of all groups of two, three and four, exact, for one level.

The targets have prices: what a box saves on its way is charged to the target that it takes. A least assignment of the
first state has such prices as its duals v, so that u[box] + v[target] is never more than the box's distance, and the
sum of all u and v is the cost of the assignment. For these prices, kept as they are for all states, let

- least(b) be the least distance of box b minus price, over all targets: what it pays at least, alone on the board;
- least(G), for a group G of boxes and the component of the floor without them in which the player stands, be the
  fewest pushes, minus prices, that bring these boxes, alone on the board, to different targets; and
- the excess of G be least(G) minus the least(b) of its boxes.

A solution brings all boxes to different targets. Its pushes of the boxes of G are at least least(G) and the prices of
their targets, for without the other boxes these pushes are possible too. So for any set of disjoint groups the sum of
all least(b), of the excesses of these groups, and of all prices, is a lower bound. In the first state the sum without
the excesses is the least assignment; later it may be less. If a group cannot get to targets, every state that holds it
in this way is dead. A linear conflict (two boxes side by side that need two pushes more) is a case of a pair.

One search backwards from all groups of targets at once, each entered at minus the sum of its prices, finds least(G)
for all G. Tables of all pairs, for each pair of goals on its own, are those of Pereira, Ritt and Buriol, "Optimal
Sokoban solving using pattern databases with specific domain knowledge", Artificial Intelligence 227 (2015); prices of
the duals are as in cost partitioning. Seen backwards, the same holds of pulls to where the boxes stand at first.

Most groups leave the floor in one piece. A box that has no other one among its eight neighbours, and divides nothing
alone, changes nothing about the pieces: without it the group has the same. So few groups need a `row` of components of
their own. A group's number among those of its size is the sum of binomial[r, bit of its r-th smallest box]. A node is
a group with a component; those of a group follow each other from `first[group]` on.
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
"""The excess of a group that cannot get to targets."""

UNREACHED = 1 << 30  # more pushes than any group of boxes needs
LARGEST = 4  # boxes in a group; five and six take longer than they save
SIDES = 16  # components that a group touches, at most
(ENTERED, COST, TURN) = range(3, 6)  # how far a search is: groups entered, the cost at hand, nodes of it that are done


class Range(NamedTuple):
    """The groups of `size` boxes whose numbers are from `start` on and below `end`."""

    size: int
    start: int
    end: int


class Table(NamedTuple):
    """The groups of one size in the making: the row of each, its first node, and how many components each row has."""

    row: INT32
    first: INT32
    parts: INT32


class Sources(NamedTuple):
    """The groups from which a search begins, in the order of their costs, none below 0; and where the player is then:
    on a square, or with -1 on any side."""

    group: INT32
    cost: INT32
    player: int


class LeastCosts(NamedTuple):
    """A search of all groups: the `least` cost of each node, UNREACHED at first, and three `buckets` of nodes by cost.

    `at` begins with 0: how much is in the buckets, and how far the search is. `bits` and `moved` (LARGEST) and `walls`
    (n + 1) hold the group at hand, and the one after a push.
    """

    least: INT32
    buckets: INT32_2D
    at: INT64
    bits: INT32
    moved: INT32
    walls: UINT8


@step
def group_number(size: int, bits: INT32, binomial: INT64_2D) -> int:
    """Return the number of a group by its bits, the largest first."""
    number = 0
    for place in range(size):
        number += binomial[size - place, bits[place]]
    return number


@step
def number_of_part(size: int, count: int, mask: int, bits: INT32, binomial: INT64_2D) -> int:
    """Return the number of the group of those `count` bits, of a group of `size`, whose places are in a mask."""
    number = 0
    rest = count
    for place in range(size):
        if (mask >> place) & 1 != 0:
            number += binomial[rest, bits[place]]
            rest -= 1
    return number


@step
def pair_number(a: int, b: int) -> int:
    """Return the number of two different bits."""
    if a < b:
        a, b = b, a
    return int(a) * (a - 1) // 2 + b


@step
def next_group(size: int, bits: INT32) -> None:
    """Replace a group's bits, the largest first, by those of the group whose number is one more."""
    place = size - 1
    while place > 0 and bits[place] + 1 == bits[place - 1]:
        place -= 1
    bits[place] += 1
    for later in range(place + 1, size):
        bits[later] = size - 1 - later


@kernel
def bits_of(size: int, group: int, binomial: INT64_2D, bits: INT32) -> None:
    """Write the bits of a group, the largest first."""
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
def is_apart(size: int, bits: INT32, place: int, floor: Floor) -> bool:
    """Say whether none of a group's boxes is among the eight neighbours of one of them."""
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
    """Write the row of each group that shares that of a smaller one, and -1 - own, -2 - own, ... for the others;
    returns how many groups with a row of their own there are then.

    `smaller` holds the rows of groups of one box less.
    """
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
            if divides[bits[place]] == 0 and is_apart(size, bits, place, floor):
                row[group] = smaller[number_of_part(size, size - 1, (1 << size) - 1 - (1 << place), bits, binomial)]
                break
        if row[group] < 0:
            own += 1
        next_group(size, bits)
    return own


@entry
def fill_rows(
    groups: Range, floor: Floor, binomial: INT64_2D, rows: int, row: INT32, component: UINT8_2D, parts: INT32
) -> None:
    """Give rows of their own, from the number `rows` on, to the groups that share none.

    component[row, square] is in which component of the floor without the group the square is, NO_COMPONENT for the
    group itself, and parts[row] how many there are. O(such groups times squares).
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
        next_group(size, bits)


@entry
def target_groups(size: int, world: World, prices: INT32, group: INT32, cost: INT32) -> None:
    """Write the number of each group of targets, and minus the sum of its prices."""
    chosen = np.zeros(LARGEST, dtype=np.int32)
    bits = np.zeros(LARGEST, dtype=np.int32)
    bits_of(size, 0, world.groups.binomial, chosen)
    for index in range(group.size):
        cost[index] = 0
        for place in range(size):
            cost[index] -= prices[chosen[place]]
            insert_bit(place, world.floor.bit_of[world.targets[chosen[place]]], bits)
        group[index] = group_number(size, bits, world.groups.binomial)
        next_group(size, chosen)


@step
def insert_bit(count: int, bit: int, bits: INT32) -> None:
    """Put a bit among the first `count` ones, the largest first."""
    place = count
    while place > 0 and bits[place - 1] < bit:
        bits[place] = bits[place - 1]
        place -= 1
    bits[place] = bit


@step
def enter_node(table: Table, group: int, number: int, cost: int, search: LeastCosts) -> None:
    """Put a node into the bucket of its cost, if that is less than before."""
    node = table.first[group] + number
    if cost < search.least[node]:
        search.least[node] = cost
        bucket = cost % 3
        search.buckets[bucket, search.at[bucket]] = group * SIDES + number
        search.at[bucket] += 1


@kernel
def enter_neighbours(size: int, world: World, table: Table, group: int, number: int, search: LeastCosts) -> None:
    """Enter what leads to a node of the group at hand by one push, or from it, seen backwards."""
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
                enter_node(table, other, component[table.row[other], after], cost, search)


@step
def enter_sources(world: World, table: Table, sources: Sources, search: LeastCosts) -> None:
    """Enter the groups that have the cost at hand."""
    at = search.at
    while at[ENTERED] < sources.group.size and sources.cost[at[ENTERED]] == at[COST]:
        group = int(sources.group[at[ENTERED]])
        row = table.row[group]
        for number in range(table.parts[row]):
            if sources.player < 0 or world.groups.component[row, sources.player] == number:
                enter_node(table, group, number, int(at[COST]), search)
        at[ENTERED] += 1


@entry
def least_costs(budget: int, size: int, world: World, table: Table, sources: Sources, search: LeastCosts) -> bool:
    """Lower the cost of each node to the least one from the sources; a push costs 0, 1 or 2.

    Returns whether the search is over, or False after as many nodes as the budget says. O(nodes).
    """
    at, bits, walls = search.at, search.bits, search.walls
    while True:
        if at[0] + at[1] + at[2] == 0:
            if at[ENTERED] == sources.group.size:
                return True
            at[COST] = sources.cost[at[ENTERED]]
        enter_sources(world, table, sources, search)
        bucket = at[COST] % 3
        while at[TURN] < at[bucket]:  # which pushes that cost nothing make longer
            if budget == 0:
                return False
            budget -= 1
            group = int(search.buckets[bucket, at[TURN]]) // SIDES
            number = int(search.buckets[bucket, at[TURN]]) % SIDES
            at[TURN] += 1
            if search.least[table.first[group] + number] == at[COST]:
                bits_of(size, group, world.groups.binomial, bits)
                for place in range(size):
                    walls[world.floor.square_of[bits[place]]] = 1
                enter_neighbours(size, world, table, group, number, search)
                for place in range(size):
                    walls[world.floor.square_of[bits[place]]] = 0
        at[bucket] = 0
        at[TURN] = 0
        at[COST] += 1


@step
def excess_at(groups: Groups, size: int, number: int, player: int) -> int:
    """Return the excess of a group with the player on a square that is none of its own."""
    group = groups.offset[size] + number
    return int(groups.excess[groups.first[group] + groups.component[groups.row[group], player]])


@kernel
def excess_of_parts(size: int, groups: Groups, bits: INT32, player: int) -> int:
    """Return the most that the excesses of two disjoint smaller groups within a group add up to."""
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
def least_alone(size: int, world: World, bits: INT32, player: int) -> int:
    """Return what the boxes of a group need at least, each alone."""
    total = 0
    for place in range(size):
        box = world.floor.square_of[bits[place]]
        total += int(world.groups.least[box, world.distances.component[0, box, player]])
    return total


@entry
def fill_excess(
    groups: Range, world: World, table: Table, least: INT32, base: int, excess: UINT8, beginnings: UINT64_2D
) -> None:
    """Write the excess of each node, and which groups need more than two smaller groups within them.

    `least` holds what the nodes cost, without `base`. O(nodes times squares), mostly less.
    """
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
            alone = least_alone(size, world, bits, player)
            excess[node] = DEAD
            if least[node] != UNREACHED and alone < INFINITE // 2:
                excess[node] = max(0, min(int(least[node]) + base - alone, DEAD - 1))
            if excess[node] > 0 and excess[node] > excess_of_parts(size, world.groups, bits, player):
                begin(size, world.groups, bits, beginnings)
        next_group(size, bits)


@step
def begin(size: int, groups: Groups, bits: INT32, beginnings: UINT64_2D) -> None:
    """Write down how a group begins: for its first boxes, the largest bits first, the bit of the next one."""
    row = 0
    for count in range(1, size):
        set_bit(beginnings, row + group_number(count, bits, groups.binomial), bits[count])
        row += groups.binomial[count, groups.binomial.shape[1] - 1]
    if size == 2:
        set_bit(groups.conflicts, bits[0], bits[1])
        set_bit(groups.conflicts, bits[1], bits[0])


@step
def has_bit(words: UINT64_2D, row: int, bit: int) -> bool:
    """Say whether a bit of a row is 1."""
    return bool((words[row, bit >> 6] >> np.uint64(bit & 63)) & np.uint64(1))


@step
def set_bit(words: UINT64_2D, row: int, bit: int) -> None:
    """Set a bit of a row."""
    words[row, bit >> 6] |= np.uint64(1) << np.uint64(bit & 63)


@step
def is_member(size: int, bits: INT32, floor: Floor, square: int) -> bool:
    """Say whether a square is one of a group's."""
    for place in range(size):
        if floor.square_of[bits[place]] == square:
            return True
    return False
