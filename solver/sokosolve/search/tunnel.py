"""One-way tunnels and pushes of no influence: pushes that need no states of their own.

**One-way tunnels**, where only pushes count. A box comes to a square that is not a goal, with walls on both sides of
its way. There it divides the floor, alone on the board. It is pushed on at once: the claim `tunnel-early-pushes` in
`docs/background/claims`.

**Pushes of no influence**, where moves count. A box is pushed from square p to the next square b. Beside its way p has
walls on both sides and b on at least one, and b is not a goal. In every best solution the box is pushed on at once: the
claim `tunnel-moves-every`. So joining both pushes keeps the best cost of every state, and bounds, dominance and two
sides stay valid. Backwards the steps are undone as a whole: a pull that undoes such a push comes right after the pull
that undoes the next one. A box may only rest between if it stood there at first, or another push leads there. For
`pushes` some best solution is of this kind too (`sokodead.tunnels`).

**Together with a PI-corral** of squares C and boxes S, for `pushes`. A best solution of this kind has a step that
begins with the first push of an S box. All squares that the box passes are in C: a free square beside C is in C, a
box beside it in S and unmoved. So the whole step can be made first.
"""

from __future__ import annotations

import numpy as np

from sokosolve.kernel import kernel, step
from sokosolve.level.arrays import UINT8
from sokosolve.level.floor import Floor
from sokosolve.level.level_tables import LevelTables
from sokosolve.level.world import Tunnels, World

NO_ROOM = 0


def no_tunnels() -> Tunnels:
    return Tunnels(np.zeros(0, dtype=np.uint8), np.zeros(0, dtype=np.uint8))


def tunnels_of(tables: LevelTables) -> Tunnels:
    no_influence = pushes_of_no_influence(tables)
    return Tunnels(no_influence, _find_resting_squares(tables, no_influence))


def pushes_of_no_influence(tables: LevelTables) -> UINT8:
    """Return 1 for each push (square * 4 + direction) of no influence."""
    n, beyond = tables.floor.n, tables.floor.beyond
    is_goal = np.zeros(n + 1, dtype=np.uint8)
    is_goal[tables.goals] = 1
    marks = np.zeros(4 * n, dtype=np.uint8)
    for push in range(4 * n):
        landing, behind = int(beyond[push]), int(beyond[push ^ 1])
        if landing == n or behind == n or is_goal[landing] == 1:
            continue
        across = 2 - (push & 2)
        walls = [int(beyond[square * 4 + across + side] == n) for square in (push >> 2, landing) for side in (0, 1)]
        marks[push] = walls[0] and walls[1] and (walls[2] or walls[3])
    return marks


def _find_resting_squares(tables: LevelTables, no_influence: UINT8) -> UINT8:
    n, beyond = tables.floor.n, tables.floor.beyond
    rests = np.zeros(n + 1, dtype=np.uint8)
    rests[tables.boxes] = 1
    for push in range(4 * n):
        if beyond[push] != n and beyond[push ^ 1] != n and no_influence[push] == 0:
            rests[beyond[push]] = 1
    return rests


def longest_step(floor: Floor, tunnels: Tunnels) -> int:
    no_influence, beyond = tunnels.no_influence, floor.beyond
    longest = 1
    for first in np.nonzero(no_influence)[0].tolist():
        if no_influence[int(beyond[first ^ 1]) * 4 + (first & 3)] == 1:
            continue
        push, pushes = first, 1
        while no_influence[push] == 1:
            push = int(beyond[push]) * 4 + (push & 3)
            pushes += 1
        longest = max(longest, pushes)
    return longest


@step
def pushes_through(world: World, occupied: UINT8, landing: int, player: int, direction: int) -> int:
    """Return the pushes, with earlier ones, that bring a box out of a one-way tunnel, or NO_ROOM."""
    floor, component = world.floor, world.distances.component
    beyond, n = floor.beyond, floor.n
    pushes = 1
    across = 2 - (direction & 2)
    while world.is_target[landing] == 0:
        ahead = beyond[landing * 4 + direction]
        if (
            ahead == n
            or beyond[landing * 4 + across] != n
            or beyond[landing * 4 + across + 1] != n
            or component[0, landing, player] == component[0, landing, ahead]
        ):
            break
        if occupied[ahead] == 1 or floor.live[ahead] == 0:
            return NO_ROOM
        player = landing
        landing = ahead
        pushes += 1
    return pushes


@kernel
def pushes_at_once(no_influence: UINT8, floor: Floor, occupied: UINT8, push: int) -> int:
    """Return the pushes in one step, up to the first that has influence, or NO_ROOM."""
    beyond, live = floor.beyond, floor.live
    pushes = 1
    while no_influence[push] == 1:
        push = beyond[push] * 4 + (push & 3)
        ahead = beyond[push]
        if occupied[ahead] == 1 or live[ahead] == 0:
            return NO_ROOM
        pushes += 1
    return pushes
