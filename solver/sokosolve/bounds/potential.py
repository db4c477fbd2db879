"""A lower bound of moves that charges each push for the player's way back: a potential of his square.

Let p be a function of the squares, never negative, that differs by 0 or 1 between neighbours. Count a move from square
u to square v as 1 + p(u) - p(v): 0, 1 or 2. All moves of a solution then come to its length plus p at its start minus p
at its end. Leave out the moves that push nothing, which count 0 or more: the length is at least what the pushes count,
minus p where the player stands now. And what the pushes count is bounded as their number is, by push distances,
assignments and pattern databases, with each push counting as it does.

With the distance from the goals as p, a push towards them counts 2: the player has to come back for the next box. In a
level whose boxes have far to go, this nearly doubles the bound that each push counts 1. It is the reduced cost of
shortest paths (Johnson 1977), with the player's moves reduced and the pushes kept.
"""

from __future__ import annotations

import numpy as np

from sokosolve.bounds.assignment import Matching, assign, new_matching
from sokosolve.kernel import entry, kernel
from sokosolve.level.arrays import INFINITE, INT32, NO_COMPONENT, UINT8, UINT8_2D
from sokosolve.level.floor import Floor
from sokosolve.level.level_tables import ANY_SIDE, LevelTables
from sokosolve.level.reach import walking_distances
from sokosolve.level.single_box import single_box_distances
from sokosolve.level.world import Potential

MOST_A_PUSH = 2
STEPS = 100_000_000, 60_000  # for the choice: compiled, some tenths of a second; in Python the same


@entry
def potential_from(root: int, floor: Floor, ends: UINT8, potential: INT32) -> None:
    """Write potential[square]: the distance from the root, less that of the nearest end, and no less than 0.

    An end is a square on which a solution can leave the player.
    """
    potential[:] = INFINITE
    closed = np.zeros(floor.n + 1, dtype=np.uint8)
    closed[floor.n] = 1
    mark = np.zeros(floor.n + 1, dtype=np.uint32)
    walking_distances(root, floor, closed, mark, 1, np.empty(floor.n, dtype=np.int32), potential)
    least = INFINITE
    for square in range(floor.n):
        if ends[square] == 1:
            least = min(least, int(potential[square]))
    for square in range(floor.n):
        potential[square] = max(0, int(potential[square]) - least)


@kernel
def bound_of_first_state(
    boxes: INT32, player: int, component: UINT8, pushes: INT32, potential: INT32, matching: Matching
) -> int:
    """Return the bound of the first state when pushes count by a potential, as they do in `pushes`."""
    for i in range(boxes.size):
        number = component[boxes[i], player]
        for j in range(boxes.size):
            matching.cost[i, j] = INFINITE if number == NO_COMPONENT else pushes[boxes[i], number, j]
    return int(assign(matching) - potential[player])


@entry
def best_potential(
    roots: INT32,
    boxes: INT32,
    goals: INT32,
    player: int,
    floor: Floor,
    component: UINT8_2D,
    ends: UINT8,
    matching: Matching,
) -> int:
    """Return the index of the root whose potential gives the first state its largest bound, -1 if none is better.

    O(roots squares boxes).
    """
    potential = np.zeros(floor.n, dtype=np.int32)
    walls = np.zeros(floor.n + 1, dtype=np.uint8)
    pushes = np.empty((floor.n, 4, boxes.size), dtype=np.int32)
    best = most = -1
    for index in range(-1, roots.size):
        if index >= 0:
            potential_from(roots[index], floor, ends, potential)
        single_box_distances(goals, ANY_SIDE, floor, walls, component, potential, pushes)
        bound = bound_of_first_state(boxes, player, component, pushes, potential, matching)
        if bound > most:
            most = bound
            best = index
    return best


def no_potential(n: int) -> Potential:
    """Return the potential that is 0 everywhere, by which every push counts 1."""
    return Potential(np.zeros(n, dtype=np.int32), np.zeros(n, dtype=np.int32), 1)


def chosen_potential(tables: LevelTables, *, compiled: bool) -> Potential:
    """Return the potential that has most to say of the first state, seen forwards.

    Every square can be the root of one; where there are too many, those around the goals come first.
    """
    floor, k = tables.floor, len(tables.boxes)
    around = [int(near) for goal in tables.goals for near in floor.beyond[goal * 4 : goal * 4 + 4] if near != floor.n]
    ends = np.zeros(floor.n, dtype=np.uint8)
    ends[around] = 1
    order = list(dict.fromkeys([*around, *map(int, tables.goals), *range(floor.n)]))
    steps = floor.n * k * 16
    roots = np.array(order[: max(1, STEPS[0 if compiled else 1] // steps)], dtype=np.int32)
    best = best_potential.of(compiled)(
        roots, tables.boxes, tables.goals, tables.player, floor, tables.component, ends, new_matching(k)
    )
    if best < 0:
        return no_potential(floor.n)
    value = np.zeros(floor.n, dtype=np.int32)
    potential_from.of(compiled)(int(roots[best]), floor, ends, value)
    return Potential(value, -value, MOST_A_PUSH)
