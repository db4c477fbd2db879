"""What three boxes need: the pattern database of `pairs`, for triples of boxes."""

from __future__ import annotations

import numpy as np

from sokosolve.bounds.pairs import UNREACHED
from sokosolve.kernel import kernel
from sokosolve.level.level_tables import INT32, NO_PART, UINT8, flood, joined

DEAD = 255
PARTS = 12  # three boxes have twelve sides


@kernel
def triple_number(a: int, b: int, c: int) -> int:
    """Return the number of an unordered triple of different live squares, by their bits."""
    if a > b:
        a, b = b, a
    if b > c:
        b, c = c, b
    if a > b:
        a, b = b, a
    return c * (c - 1) * (c - 2) // 6 + b * (b - 1) // 2 + a


@kernel
def triple_parts(beyond: INT32, square_of: INT32, n: int, parts: UINT8, sample: INT32, members: INT32) -> None:
    """Write parts[triple, square], sample[triple, part] and members[triple], as `pairs.part_table` does for pairs."""
    parts[:, :] = NO_PART
    queue = np.empty(n, dtype=np.int32)
    walls = np.zeros(n, dtype=np.uint8)
    for i in range(square_of.size):
        for j in range(i):
            for h in range(j):
                triple = triple_number(h, j, i)
                a = square_of[i]
                b = square_of[j]
                c = square_of[h]
                members[triple, 0] = a
                members[triple, 1] = b
                members[triple, 2] = c
                walls[a] = walls[b] = walls[c] = 1
                part = 0
                for side in range(12):
                    box = a if side < 4 else b if side < 8 else c
                    start = beyond[box * 4 + (side & 3)]
                    if start != n and walls[start] == 0 and parts[triple, start] == NO_PART:
                        sample[triple, part] = start
                        flood(start, beyond, walls, n, parts[triple], part, queue)
                        part += 1
                walls[a] = walls[b] = walls[c] = 0


@kernel
def triple_excess(
    first: int,
    count: int,
    beyond: INT32,
    sides: UINT8,
    distance: INT32,
    goals: INT32,
    lean: INT32,
    bit_of: INT32,
    n: int,
    parts: UINT8,
    sample: INT32,
    members: INT32,
    excess: UINT8,
) -> None:
    """Lower excess[triple * PARTS + part] by `count` triples of goals from the number `first` on."""
    nodes = members.shape[0] * PARTS
    far = np.int32(UNREACHED)
    pushes = np.empty(nodes, dtype=np.int32)
    queue = np.empty(nodes + PARTS, dtype=np.int32)
    queued = np.zeros(nodes, dtype=np.uint8)
    number = 0
    for g in range(goals.size):
        for h in range(g):
            for m in range(h):
                number += 1
                if number <= first or number > first + count:
                    continue
                pushes[:] = far
                triple = triple_number(bit_of[goals[g]], bit_of[goals[h]], bit_of[goals[m]])
                tail = 0
                for part in range(PARTS):
                    pushes[triple * PARTS + part] = 0
                    queue[tail] = triple * PARTS + part
                    tail += 1
                head = 0
                while head != tail:
                    node = queue[head]
                    queued[node] = 0
                    head += 1
                    if head == queue.size:
                        head = 0
                    triple = node // PARTS
                    part = node % PARTS
                    for which in range(3):
                        x = members[triple, which]
                        y = members[triple, (which + 1) % 3]
                        z = members[triple, (which + 2) % 3]
                        for direction in range(4):
                            before = beyond[x * 4 + direction]
                            if bit_of[before] < 0 or parts[triple, before] != part:
                                continue
                            behind = beyond[before * 4 + direction]
                            if behind == n or behind == y or behind == z:
                                continue
                            earlier = triple_number(bit_of[before], bit_of[y], bit_of[z])
                            node_before = earlier * PARTS + parts[earlier, behind]
                            cost = pushes[node] + 1 + lean[behind] - lean[before]
                            if cost < pushes[node_before]:
                                pushes[node_before] = cost
                                tail = joined(queue, queued, node_before, tail)
                for node in range(nodes):
                    if pushes[node] == far:
                        continue
                    triple = node // PARTS
                    part = node % PARTS
                    where = sample[triple, part]
                    if parts[triple, where] != part:
                        continue
                    a = members[triple, 0]
                    b = members[triple, 1]
                    c = members[triple, 2]
                    da = distance[a, sides[a, where]]
                    db = distance[b, sides[b, where]]
                    dc = distance[c, sides[c, where]]
                    least = min(
                        min(da[g] + db[h] + dc[m], da[g] + db[m] + dc[h]),
                        min(
                            min(da[h] + db[g] + dc[m], da[h] + db[m] + dc[g]),
                            min(da[m] + db[g] + dc[h], da[m] + db[h] + dc[g]),
                        ),
                    )
                    excess[node] = min(int(excess[node]), int(pushes[node]) - int(least), DEAD - 1)
