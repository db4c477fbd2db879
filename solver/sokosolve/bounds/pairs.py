"""What two boxes need: a pattern database of all pairs, exact, for one level.

For two boxes a and b, a player's part of the floor without them, and two goals, a search backwards from the goals gives
the fewest pushes d2 that bring the two boxes, alone on the board, to these goals. Their excess there is d2 minus the
lesser of the two sums of single distances; the excess of the pair is the least over all pairs of goals. If no pair of
goals can be reached, every state that holds the two boxes in this way is dead.

The excess may be added to a least assignment, once for each of any set of disjoint pairs: let a solution bring a pair
to goals g and h. Its pushes of the two boxes number d2 or more, so at least the lesser single sum plus the excess.
Giving each pair the goals of its lesser sum still gives each box a goal of its own, hence the sum of all lesser sums,
and of the single distances of the boxes in no pair, is at least the least assignment. A linear conflict (two boxes side
by side that need two pushes more) is a case of it. After Pereira, Ritt and Buriol, "Optimal Sokoban solving using
pattern databases with specific domain knowledge", Artificial Intelligence 227 (2015).
"""

from __future__ import annotations

import numpy as np

from sokosolve.kernel import kernel
from sokosolve.level.level_tables import INT32, NO_PART, UINT8, flood, joined

DEAD = 255
PARTS = 8  # two boxes have eight sides, so at most eight parts of the floor touch one of them
LARGEST = 1 << 26  # entries of the table of parts
UNREACHED = 1 << 30  # more pushes than any group of boxes needs that has a table


@kernel
def pair_number(a: int, b: int) -> int:
    """Return the number of an unordered pair of different live squares, by their bits."""
    if a < b:
        return b * (b - 1) // 2 + a
    return a * (a - 1) // 2 + b


@kernel
def part_table(beyond: INT32, square_of: INT32, n: int, parts: UINT8, sample: INT32) -> None:
    """Write parts[pair, square]: the part of the floor without the pair that the square is in, NO_PART where the part
    touches no box of the pair; and sample[pair, part], a square of that part. O(pairs times squares)."""
    parts[:, :] = NO_PART
    queue = np.empty(n, dtype=np.int32)
    walls = np.zeros(n, dtype=np.uint8)
    for i in range(square_of.size):
        for j in range(i):
            pair = pair_number(i, j)
            a = square_of[i]
            b = square_of[j]
            walls[a] = walls[b] = 1
            part = 0
            for side in range(8):
                start = beyond[(a if side < 4 else b) * 4 + (side & 3)]
                if start != n and walls[start] == 0 and parts[pair, start] == NO_PART:
                    sample[pair, part] = start
                    flood(start, beyond, walls, n, parts[pair], part, queue)
                    part += 1
            walls[a] = walls[b] = 0


@kernel
def pair_excess(
    first: int,
    count: int,
    beyond: INT32,
    sides: UINT8,
    distance: INT32,
    goals: INT32,
    lean: INT32,
    bit_of: INT32,
    square_of: INT32,
    n: int,
    parts: UINT8,
    sample: INT32,
    excess: UINT8,
) -> None:
    """Lower excess[pair * PARTS + part] by `count` pairs of goals from the number `first` on.

    The array begins with DEAD everywhere. O(pairs times goals squared) for all.
    """
    live = square_of.size
    nodes = live * (live - 1) // 2 * PARTS
    far = np.int32(UNREACHED)
    pushes = np.empty(nodes, dtype=np.int32)
    queue = np.empty(nodes + PARTS, dtype=np.int32)
    queued = np.zeros(nodes, dtype=np.uint8)
    boxes_of_pair = np.empty((live * (live - 1) // 2, 2), dtype=np.int32)
    for i in range(live):
        for j in range(i):
            pair = pair_number(i, j)
            boxes_of_pair[pair, 0] = i
            boxes_of_pair[pair, 1] = j
    number = 0
    for g in range(goals.size):
        for h in range(g):
            number += 1
            if number <= first or number > first + count:
                continue
            pushes[:] = far
            pair = pair_number(bit_of[goals[g]], bit_of[goals[h]])
            tail = 0
            for part in range(PARTS):
                pushes[pair * PARTS + part] = 0
                queue[tail] = pair * PARTS + part
                tail += 1
            head = 0
            while head != tail:
                node = queue[head]
                queued[node] = 0
                head += 1
                if head == queue.size:
                    head = 0
                pair = node // PARTS
                part = node % PARTS
                for which in range(2):
                    x = square_of[boxes_of_pair[pair, which]]
                    y = square_of[boxes_of_pair[pair, 1 - which]]
                    for direction in range(4):
                        before = beyond[x * 4 + direction]
                        if before == n or before == y or bit_of[before] < 0 or parts[pair, before] != part:
                            continue
                        behind = beyond[before * 4 + direction]
                        if behind == n or behind == y:
                            continue
                        earlier = pair_number(bit_of[before], bit_of[y])
                        node_before = earlier * PARTS + parts[earlier, behind]
                        cost = pushes[node] + 1 + lean[behind] - lean[before]
                        if cost < pushes[node_before]:
                            pushes[node_before] = cost
                            tail = joined(queue, queued, node_before, tail)
            for node in range(nodes):
                if pushes[node] == far:
                    continue
                pair = node // PARTS
                part = node % PARTS
                where = sample[pair, part]
                a = square_of[boxes_of_pair[pair, 0]]
                b = square_of[boxes_of_pair[pair, 1]]
                if parts[pair, where] != part:
                    continue
                in_a = sides[a, where]
                in_b = sides[b, where]
                least = min(
                    int(distance[a, in_a, g]) + int(distance[b, in_b, h]),
                    int(distance[a, in_a, h]) + int(distance[b, in_b, g]),
                )
                excess[node] = min(int(excess[node]), pushes[node] - least, DEAD - 1)
