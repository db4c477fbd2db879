"""A lower bound of moves that charges each push for the player's way back: a potential of his square.

Let *lean* be a function of the squares that differs by 0 or 1 between neighbours and is never negative. Count a move
from square u to square v as 1 + lean[u] - lean[v]: 0, 1 or 2. All moves of a solution then come to its length plus lean
at its start minus lean at its end. Leave out the moves that push nothing, which count 0 or more: the length is at least
what the pushes count, minus lean where the player stands now. And what the pushes count is bounded as their number is,
by push distances, assignments and pattern databases, with each push counting as it does.

With the distance from the goals as lean, a push towards them counts 2: the player has to come back for the next box.
In a level whose boxes have far to go, this nearly doubles the bound that each push counts 1. It is the reduced cost of
shortest paths (Johnson 1977), with the player's moves reduced and the pushes kept.
"""

from __future__ import annotations

import numpy as np

from sokosolve.bounds.assignment import assign
from sokosolve.kernel import kernel
from sokosolve.level.level_tables import FAR, INT32, NO_PART, UINT8, Tables, push_distances
from sokosolve.level.world import World

MOST_A_PUSH = 2
STEPS = 100_000_000, 60_000  # for the choice: compiled, some tenths of a second; in Python the same


@kernel
def lean_from(root: int, beyond: INT32, n: int, ends: UINT8, lean: INT32) -> None:
    """Write lean[square]: the distance from the root, less that of the nearest end, and no less than 0.

    An end is a square on which a solution can leave the player.
    """
    lean[:] = FAR
    lean[root] = 0
    queue = np.empty(n, dtype=np.int32)
    queue[0] = root
    head = 0
    tail = 1
    while head < tail:
        square = queue[head]
        head += 1
        for direction in range(4):
            ahead = beyond[square * 4 + direction]
            if ahead != n and lean[ahead] == FAR:
                lean[ahead] = lean[square] + 1
                queue[tail] = ahead
                tail += 1
    least = FAR
    for square in range(n):
        if ends[square] == 1:
            least = min(least, int(lean[square]))
    for square in range(n):
        lean[square] = max(0, int(lean[square]) - least)


@kernel
def best_lean(
    roots: INT32, beyond: INT32, sides: UINT8, boxes: INT32, goals: INT32, player: int, n: int, ends: UINT8, best: INT32
) -> None:
    """Write the potential, none or among those from the roots, with the largest bound of the state.

    O(roots squares boxes).
    """
    k = boxes.size
    lean = np.empty(n, dtype=np.int32)
    walls = np.zeros(n + 1, dtype=np.uint8)
    distance = np.empty((n, 4, k), dtype=np.int32)
    cost = np.empty((k, k), dtype=np.int32)
    u = np.empty(k, dtype=np.int32)
    v = np.empty(k, dtype=np.int32)
    row_of = np.empty(k, dtype=np.int32)
    column_of = np.empty(k, dtype=np.int32)
    way = np.empty(k, dtype=np.int32)
    dist = np.empty(k, dtype=np.int32)
    done = np.empty(k, dtype=np.int32)
    most = -1
    for index in range(-1, roots.size):
        if index < 0:
            lean[:] = 0
        else:
            lean_from(roots[index], beyond, n, ends, lean)
        push_distances(beyond, walls, sides, goals, lean, n, distance)
        for i in range(k):
            part = sides[boxes[i], player]
            for j in range(k):
                cost[i, j] = FAR if part == NO_PART else distance[boxes[i], part, j]
        bound = assign(cost, k, u, v, row_of, column_of, way, dist, done) - lean[player]
        if bound > most:
            most = bound
            best[:] = lean


def with_potential(world: World, tables: Tables, *, compiled: bool) -> World:
    """Return the world, seen forwards, with pushes counted by the potential that has most to say of the first state.

    Every square can be the root of one; where there are too many, those around the goals come first. Where none says
    more than the number of pushes, the world stays as it is.
    """
    n, k = world.n, world.k
    around = [int(square) for goal in tables.goals for square in tables.beyond[goal * 4 : goal * 4 + 4] if square != n]
    ends = np.zeros(n, dtype=np.uint8)
    ends[around] = 1
    order = list(dict.fromkeys([*around, *map(int, tables.goals), *range(n)]))
    steps = n * k * 16
    roots = np.array(order[: max(1, STEPS[0 if compiled else 1] // steps)], dtype=np.int32)
    lean = np.zeros(n, dtype=np.int32)
    best_lean.of(compiled)(roots, tables.beyond, tables.sides, tables.boxes, tables.goals, tables.player, n, ends, lean)
    if not lean.any():
        return world
    distance = np.empty((n, 4, k), dtype=np.int32)
    push_distances.of(compiled)(
        tables.beyond, np.zeros(n + 1, dtype=np.uint8), tables.sides, tables.goals, lean, n, distance
    )
    world.slot_distance[0] = distance
    return world._replace(lean=lean, lean_left=-lean, most_a_push=MOST_A_PUSH)
