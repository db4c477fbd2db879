"""What two or three boxes need: a pattern database of all pairs, or of all triples, exact, for one level.

For two boxes a and b, a component of the floor without them in which the player stands, and two goals, a search
backwards from the goals gives the fewest pushes d2 that bring the two boxes, alone on the board, to these goals. Their
excess there is d2 minus the lesser of the two sums of single distances; the excess of the pair is the least over all
pairs of goals. If no pair of goals can be reached, every state that holds the two boxes in this way is dead.

The excess may be added to a least assignment, once for each of any set of disjoint pairs: let a solution bring a pair
to goals g and h. Its pushes of the two boxes number d2 or more, so at least the lesser single sum plus the excess.
Giving each pair the goals of its lesser sum still gives each box a goal of its own, hence the sum of all lesser sums,
and of the single distances of the boxes in no pair, is at least the least assignment. A linear conflict (two boxes side
by side that need two pushes more) is a case of it. The same holds for triples. After Pereira, Ritt and Buriol, "Optimal
Sokoban solving using pattern databases with specific domain knowledge", Artificial Intelligence 227 (2015).

A group of `size` boxes (2 or 3) touches at most 4 * size components. A node is a group with a component:
group * 4 * size + component.
"""

from __future__ import annotations

import numpy as np

from sokosolve.kernel import entry, kernel, step
from sokosolve.level.arrays import INT32, INT32_2D, NO_COMPONENT, UINT8, UINT8_2D
from sokosolve.level.floor import Floor
from sokosolve.level.single_box import append, flood
from sokosolve.level.world import Distances, GroupTable, World

DEAD = 255
"""The excess of a group that cannot get to goals."""

LARGEST = 1 << 26  # entries of the table of components
UNREACHED = 1 << 30  # more pushes than any group of boxes needs that has a table


@step
def group_number(size: int, a: int, b: int, c: int) -> int:
    """Return the number of an unordered group of different live squares, by their bits; of a pair, c does not count."""
    if a < b:
        a, b = b, a
    if size == 2:
        return a * (a - 1) // 2 + b
    if b < c:
        b, c = c, b
    if a < b:
        a, b = b, a
    return a * (a - 1) * (a - 2) // 6 + b * (b - 1) // 2 + c


@entry
def group_components(size: int, floor: Floor, component: UINT8_2D, sample: INT32_2D, members: INT32_2D) -> None:
    """Write component[group, square]: in which component of the floor without the group the square is, NO_COMPONENT
    where it touches no box of the group; sample[group, component], a square of it; members[group], the squares of the
    boxes. O(groups times squares)."""
    component[:, :] = NO_COMPONENT
    queue = np.empty(floor.n, dtype=np.int32)
    walls = np.zeros(floor.n, dtype=np.uint8)
    for i in range(floor.square_of.size):
        for j in range(i):
            for h in range(j if size == 3 else 1):
                group = group_number(size, i, j, h)
                members[group, 0] = floor.square_of[i]
                members[group, 1] = floor.square_of[j]
                if size == 3:
                    members[group, 2] = floor.square_of[h]
                for which in range(size):
                    walls[members[group, which]] = 1
                number = 0
                for side in range(4 * size):
                    start = floor.beyond[members[group, side >> 2] * 4 + (side & 3)]
                    if start != floor.n and walls[start] == 0 and component[group, start] == NO_COMPONENT:
                        sample[group, number] = start
                        flood(start, floor, walls, component[group], number, queue)
                        number += 1
                for which in range(size):
                    walls[members[group, which]] = 0


@kernel
def pushes_to_goals(
    size: int, goals: INT32, world: World, component: UINT8, members: INT32, pushes: INT32, queue: INT32, queued: UINT8
) -> None:
    """Write the fewest pushes from each node to a group of goals, UNREACHED if there is no way, by a search backwards.

    `queue` and `queued` are room to work in. O(nodes).
    """
    floor, potential, components = world.floor, world.potential.value, 4 * size
    bit_of = floor.bit_of
    pushes[:] = UNREACHED
    group = group_number(size, bit_of[goals[0]], bit_of[goals[1]], bit_of[goals[size - 1]])
    tail = 0
    for number in range(components):
        pushes[group * components + number] = 0
        queue[tail] = group * components + number
        tail += 1
    head = 0
    while head != tail:
        node = queue[head]
        queued[node] = 0
        head += 1
        if head == queue.size:
            head = 0
        group = node // components
        number = node % components
        for which in range(size):
            box = members[group, which]
            other = members[group, (which + 1) % size]
            third = members[group, (which + 2) % size] if size == 3 else other
            for direction in range(4):
                before = floor.beyond[box * 4 + direction]
                if bit_of[before] < 0 or component[group, before] != number:
                    continue
                behind = floor.beyond[before * 4 + direction]
                if behind == floor.n or behind == other or behind == third:
                    continue
                earlier = group_number(size, bit_of[before], bit_of[other], bit_of[third])
                node_before = earlier * components + component[earlier, behind]
                count = pushes[node] + 1 + potential[behind] - potential[before]
                if count < pushes[node_before]:
                    pushes[node_before] = count
                    tail = append(queue, queued, node_before, tail)


@kernel
def single_sum(size: int, boxes: INT32, player: int, goals: INT32, distances: Distances) -> int:
    """Return the least sum of single distances that brings the boxes of a group, each alone, to different goals.

    `goals` holds indices of targets.
    """
    g = goals[0]
    h = goals[1]
    a = distances.pushes[0, boxes[0], distances.component[0, boxes[0], player]]
    b = distances.pushes[0, boxes[1], distances.component[0, boxes[1], player]]
    if size == 2:
        return min(int(a[g]) + int(b[h]), int(a[h]) + int(b[g]))
    m = goals[2]
    c = distances.pushes[0, boxes[2], distances.component[0, boxes[2], player]]
    return min(
        min(int(a[g] + b[h] + c[m]), int(a[g] + b[m] + c[h])),
        min(
            min(int(a[h] + b[g] + c[m]), int(a[h] + b[m] + c[g])),
            min(int(a[m] + b[g] + c[h]), int(a[m] + b[h] + c[g])),
        ),
    )


@entry
def lower_excess(
    size: int, first: int, count: int, world: World, table: GroupTable, sample: INT32_2D, members: INT32_2D
) -> None:
    """Lower the excess of all nodes by `count` groups of goals from the number `first` on; it begins with DEAD."""
    components = 4 * size
    nodes = members.shape[0] * components
    pushes = np.empty(nodes, dtype=np.int32)
    queue = np.empty(nodes + components, dtype=np.int32)
    queued = np.zeros(nodes, dtype=np.uint8)
    indices = np.empty(3, dtype=np.int32)
    goals = np.empty(3, dtype=np.int32)
    number = 0
    for g in range(world.k):
        for h in range(g):
            for m in range(h if size == 3 else 1):
                number += 1
                if number <= first or number > first + count:
                    continue
                indices[0] = g
                indices[1] = h
                indices[2] = m
                for which in range(3):
                    goals[which] = world.targets[indices[which]]
                pushes_to_goals(size, goals, world, table.component, members, pushes, queue, queued)
                for node in range(nodes):
                    if pushes[node] == UNREACHED:
                        continue
                    group = node // components
                    player = sample[group, node % components]
                    if table.component[group, player] == node % components:
                        least = single_sum(size, members[group], player, indices, world.distances)
                        table.excess[node] = min(int(table.excess[node]), int(pushes[node]) - least, DEAD - 1)
