"""Lower bound of moves that charges each push for the player's way back, by a potential of his square.

Proof: `docs/background/certificates.md` (Potential).
"""

from __future__ import annotations

import numpy as np

from sokosolve.bounds.assignment import new_matching
from sokosolve.bounds.hill_climbing import Samples, Terrain, bound_of_sample, climb, push_randomly
from sokosolve.kernel import entry
from sokosolve.level.arrays import INFINITE, INT32, UINT8
from sokosolve.level.floor import Floor
from sokosolve.level.level_tables import ANY_SIDE, LevelTables
from sokosolve.level.reach import measure_walks
from sokosolve.level.single_box import single_box_distances
from sokosolve.level.world import Potential

_MOST_A_PUSH = 2
STEPS = 100_000_000, 60_000  # for the choice of a root: compiled, some tenths of a second; in Python the same
_STEPS_TO_CLIMB = 60_000_000, 10_000  # the same, from the root on
_ATTEMPTS_A_SQUARE = 24  # to climb; more gain little
_SAMPLES = 16
SEED = 1


@entry
def _potential_from(root: int, floor: Floor, ends: UINT8, potential: INT32) -> None:
    """Write the distances from the root, minus that of the nearest end, at least 0.

    An end is a square on which a solution can leave the player.
    """
    potential[:] = INFINITE
    closed = np.zeros(floor.n + 1, dtype=np.uint8)
    closed[floor.n] = 1
    mark = np.zeros(floor.n + 1, dtype=np.uint32)
    measure_walks(root, floor, closed, mark, 1, np.empty(floor.n, dtype=np.int32), potential)
    least = INFINITE
    for square in range(floor.n):
        if ends[square] == 1:
            least = min(least, int(potential[square]))
    for square in range(floor.n):
        potential[square] = max(0, int(potential[square]) - least)


@entry
def _best_potential(roots: INT32, first: Samples, terrain: Terrain) -> int:
    """Return the index of the root with the largest initial bound, or -1."""
    floor = terrain.floor
    potential = np.zeros(floor.n, dtype=np.int32)
    walls = np.zeros(floor.n + 1, dtype=np.uint8)
    pushes = np.empty((floor.n, 4, terrain.goals.size), dtype=np.int32)
    best = most = -1
    for index in range(-1, roots.size):
        if index >= 0:
            _potential_from(roots[index], floor, terrain.ends, potential)
        single_box_distances(terrain.goals, ANY_SIDE, floor, walls, terrain.component, potential, pushes)
        bound = bound_of_sample(first, 0, terrain, pushes, potential)
        if bound > most:
            most = bound
            best = index
    return best


def no_potential(n: int) -> Potential:
    return Potential(np.zeros(n, dtype=np.int32), np.zeros(n, dtype=np.int32), 1)


def chosen_potential(tables: LevelTables, *, compiled: bool) -> Potential:
    floor, k = tables.floor, len(tables.boxes)
    around = [int(near) for goal in tables.goals for near in floor.beyond[goal * 4 : goal * 4 + 4] if near != floor.n]
    ends = np.zeros(floor.n, dtype=np.uint8)
    ends[around] = 1
    order = list(dict.fromkeys([*around, *map(int, tables.goals), *range(floor.n)]))
    steps = floor.n * k * 16
    roots = np.array(order[: max(1, STEPS[0 if compiled else 1] // steps)], dtype=np.int32)
    terrain = Terrain(floor, tables.component, tables.goals, ends, new_matching(k))
    samples = Samples(np.tile(tables.boxes, (_SAMPLES, 1)), np.full(_SAMPLES, tables.player, dtype=np.int32))
    value = np.zeros(floor.n, dtype=np.int32)
    best = _best_potential.of(compiled)(roots, samples, terrain)
    if best >= 0:
        _potential_from.of(compiled)(int(roots[best]), floor, ends, value)
    seed = np.array([SEED], dtype=np.int64)
    push_randomly.of(compiled)(samples, floor, seed)
    attempts = min(_ATTEMPTS_A_SQUARE * floor.n, _STEPS_TO_CLIMB[0 if compiled else 1] // steps)
    climb.of(compiled)(attempts, samples, terrain, value, seed)
    return Potential(value, -value, _MOST_A_PUSH) if value.any() else no_potential(floor.n)
