"""Lower bound of moves that charges each push for the player's way back, by a potential of his square.

Proof: `docs/background/certificates.md` (Potential).

Hill climbing betters the potential. A step gives one square the height h. Each square at distance d gets the height
nearest to its own between h - d and h + d. Both limits are valid, as are the maximum and minimum of two valid
functions.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sokosolve.bounds.assignment import assign, new_matching
from sokosolve.kernel import entry, kernel, step
from sokosolve.level.arrays import INFINITE, INT32, INT32_2D, INT32_3D, INT64, NO_COMPONENT, UINT8, UINT8_2D
from sokosolve.level.floor import Floor
from sokosolve.level.level_tables import ANY_SIDE, LevelTables
from sokosolve.level.packed_boxes import mark_boxes
from sokosolve.level.reach import measure_walks, new_flood, only_walls
from sokosolve.level.single_box import single_box_distances
from sokosolve.level.world import Matching, Potential

_PUSHES_A_BOX = 32  # that are tried, at most, on the way to a sample; most are not possible
_HIGHEST_STEP = 2


class Terrain(NamedTuple):
    """Data for judging a potential; `ends` are possible last squares of the player."""

    floor: Floor
    component: UINT8_2D
    goals: INT32
    ends: UINT8
    matching: Matching


class Samples(NamedTuple):
    """States, the initial one first: rows of `boxes`, and `players` for each."""

    boxes: INT32_2D
    players: INT32


@step
def _random_below(limit: int, seed: INT64) -> int:
    """Return a random number below `limit`, and replace the `seed`."""
    seed[0] = (seed[0] * 1103515245 + 12345) & 0x7FFFFFFF
    return int((seed[0] >> 8) % limit)


@entry
def push_randomly(samples: Samples, floor: Floor, seed: INT64) -> None:
    """Replace all states but the first by states after random pushes."""
    n, beyond = floor.n, floor.beyond
    k = samples.boxes.shape[1]
    occupied, flood = only_walls(n), new_flood(n)
    for sample in range(1, samples.players.size):
        boxes = samples.boxes[sample]
        occupied[:] = 0
        occupied[n] = 1
        mark_boxes(boxes, occupied, 1)
        measure_walks(samples.players[sample], floor, occupied, flood)
        for _ in range(_random_below(_PUSHES_A_BOX * k, seed)):
            push = _random_below(4 * k, seed)
            box = boxes[push >> 2]
            landing = beyond[box * 4 + (push & 3)]
            behind = beyond[box * 4 + ((push & 3) ^ 1)]
            if flood.mark[behind] != flood.stamp[0] or occupied[landing] == 1 or floor.live[landing] == 0:
                continue
            boxes[push >> 2] = landing
            occupied[box] = 0
            occupied[landing] = 1
            samples.players[sample] = box
            measure_walks(box, floor, occupied, flood)


@kernel
def bound_of_sample(samples: Samples, sample: int, terrain: Terrain, pushes: INT32_3D, potential: INT32) -> int:
    """Return the bound of a state whose pushes cost as in `pushes`, or INFINITE."""
    boxes, player, matching = samples.boxes[sample], samples.players[sample], terrain.matching
    for i in range(boxes.size):
        number = terrain.component[boxes[i], player]
        for j in range(boxes.size):
            matching.cost[i, j] = INFINITE if number == NO_COMPONENT else pushes[boxes[i], number, j]
    least = assign(matching)
    return INFINITE if least >= INFINITE else int(least - potential[player])


@step
def _raise_square(height: int, terrain: Terrain, distance: INT32, potential: INT32, raised: INT32) -> bool:
    """Write the potential after a step, with minimum 0; return False if it did not change.

    `distance` holds the walks from the square.
    """
    n = terrain.floor.n
    lowest = INFINITE
    for other in range(n):
        raised[other] = min(max(potential[other], height - distance[other]), height + distance[other])
        if terrain.ends[other] == 1:
            lowest = min(lowest, int(raised[other]))
    is_other = False
    for other in range(n):
        raised[other] = max(0, int(raised[other]) - lowest)
        if raised[other] != potential[other]:
            is_other = True
    return is_other


@kernel
def _bound_of_samples(samples: Samples, terrain: Terrain, pushes: INT32_3D, potential: INT32) -> int:
    total = 0
    for sample in range(1, samples.players.size):
        bound = bound_of_sample(samples, sample, terrain, pushes, potential)
        if bound < INFINITE:
            total += max(0, bound)
    return total


@entry
def climb(attempts: int, samples: Samples, terrain: Terrain, potential: INT32, seed: INT64) -> None:
    """Try random steps and keep those that lose nothing."""
    floor = terrain.floor
    n = floor.n
    closed, flood = only_walls(n), new_flood(n)
    walls = np.zeros(n + 1, dtype=np.uint8)
    raised = np.empty(n, dtype=np.int32)
    for square in range(n):
        raised[square] = potential[square]
    pushes = np.empty((n, 4, terrain.goals.size), dtype=np.int32)
    best = total = -1
    for attempt in range(attempts + 1):
        if attempt > 0:
            square = _random_below(n, seed)
            up = _random_below(2 * _HIGHEST_STEP, seed) - _HIGHEST_STEP
            if up >= 0:
                up += 1
            measure_walks(square, floor, closed, flood)
            if not _raise_square(potential[square] + up, terrain, flood.moves, potential, raised):
                continue
        single_box_distances(terrain.goals, ANY_SIDE, floor, walls, terrain.component, raised, pushes)
        bound = bound_of_sample(samples, 0, terrain, pushes, raised)
        if bound >= best:
            others = _bound_of_samples(samples, terrain, pushes, raised)
            if bound > best or others >= total:
                best = bound
                total = others
                for square in range(n):
                    potential[square] = raised[square]


_MOST_A_PUSH = 2
STEPS = 100_000_000, 60_000  # for the choice of a root: compiled, some tenths of a second; in Python the same
_STEPS_TO_CLIMB = 60_000_000, 10_000  # the same, from the root on
_ATTEMPTS_A_SQUARE = 24  # to climb; more gain little
_SAMPLES = 16
_SEED = 1


@entry
def _potential_from(root: int, floor: Floor, ends: UINT8, potential: INT32) -> None:
    """Write the distances from the root, minus that of the nearest end, at least 0.

    An end is a square on which a solution can leave the player.
    """
    flood = new_flood(floor.n)
    measure_walks(root, floor, only_walls(floor.n), flood)
    least = INFINITE
    for square in range(floor.n):
        if ends[square] == 1:
            least = min(least, int(flood.moves[square]))
    for square in range(floor.n):
        potential[square] = max(0, int(flood.moves[square]) - least)


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
    seed = np.array([_SEED], dtype=np.int64)
    push_randomly.of(compiled)(samples, floor, seed)
    attempts = min(_ATTEMPTS_A_SQUARE * floor.n, _STEPS_TO_CLIMB[0 if compiled else 1] // steps)
    climb.of(compiled)(attempts, samples, terrain, value, seed)
    return Potential(value, -value, _MOST_A_PUSH) if value.any() else no_potential(floor.n)
