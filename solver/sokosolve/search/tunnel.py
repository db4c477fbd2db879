"""One-way tunnels and pushes of no influence: pushes that need no states of their own.

**One-way tunnels**, for objectives that count only pushes. A box comes to a square that is not a goal, with walls on
both sides across the push, and that square, with the box alone, divides the floor there. Its next push goes on, as the
player cannot get to the other side, so it is made at once. The fewest pushes stay; the fewest moves may not, as the
player may have to come back.

**Pushes of no influence**, for objectives that count moves. A push from square p to the next square b is one when p has
walls on both sides across the push, b has a wall on at least one side, and b is not a goal. It is delayed until the
box's next push follows at once; if that is impossible, it is omitted.

**Claim.** In every solution of the fewest moves, and in every best one for moves and pushes in either order, each push
of no influence is followed at once by a push of the same box in the same direction.

Proof. Let q be the square behind p, c the one after b, and look at a push of no influence from p to b. As b is not a
goal the box is pushed again, and not across, since b has a wall on one side. Let X be the moves in between. While the
box is on b, the only free neighbour of p is q. No box comes to p during X: it would come from q, and then the two boxes
could never be pushed again, the one on b off the goals (along their axis each would need the player where the other is,
and across there are walls). So only the player enters p, and goes back to q.

1. The next push goes on, to c. Then X begins and ends with the player on p. If X is not empty it begins with a step to
q and ends with one from q. Instead let the player stay on q with the box on p, walk and push as in X without his visits
to p, and at the end push the box from q, twice. This is legal: p, now occupied, was a dead end that nothing else in X
used, and b, now free, was occupied. It leads to the same state with the same pushes and at least two moves fewer. 2.
The next push goes back, to p, the player coming from c to b. Omit both pushes: play X from q, without the visits to p,
and let the player walk from c to b, which is free. It leads to the same state with two pushes and at least two moves
fewer.

Either contradicts optimality. So X is empty and the push goes on.

So a search that joins pushes of no influence with the next push in one step keeps the best cost of every state,
whatever led to it; bounds, dominance and two sides stay valid. Backwards the same steps are undone as a whole: a pull
that undoes such a push comes right after the pull that undoes the next one, unless a box may rest between, because it
stood there at first or some other push leads there. For `pushes` some best solution is of this kind too
(`sokodead.tunnels`).

**Together with PI-corrals**, for `pushes`. Where a PI-corral of squares C and boxes S must be opened, a search makes a
push of a box of S first (`pi_corral`). Take a best solution of the kind above, and the step that begins with its first
push of a box of S. The push goes to a square of C, and all further squares that the box passes are in C too: a free
square beside one of C is unreachable as well, so it is in C, and a box beside one is in S and has not moved. So the
whole step can be made first, like its first push in `pi_corral`.
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
    """Return tables without pushes of no influence."""
    return Tunnels(np.zeros(0, dtype=np.uint8), np.zeros(0, dtype=np.uint8))


def tunnels_of(tables: LevelTables) -> Tunnels:
    """Return the pushes of no influence of a level, and the squares where boxes rest."""
    no_influence = pushes_of_no_influence(tables)
    return Tunnels(no_influence, resting_squares(tables, no_influence))


def pushes_of_no_influence(tables: LevelTables) -> UINT8:
    """Return an array with 1 for each push (square * 4 + direction) of no influence, possible or not. O(n)."""
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


def resting_squares(tables: LevelTables, no_influence: UINT8) -> UINT8:
    """Return an array with 1 for each square where a box can stand after a step, or stood initially."""
    n, beyond = tables.floor.n, tables.floor.beyond
    rests = np.zeros(n + 1, dtype=np.uint8)
    rests[tables.boxes] = 1
    for push in range(4 * n):
        if beyond[push] != n and beyond[push ^ 1] != n and no_influence[push] == 0:
            rests[beyond[push]] = 1
    return rests


def longest_step(floor: Floor, tunnels: Tunnels) -> int:
    """Return the most pushes of any step. O(n)."""
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
    """Return how many pushes bring a box at `landing` out of a one-way tunnel, including earlier ones.

    NO_ROOM if a box or a dead square is in the way.
    """
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
    """Return how many pushes form one step: those of no influence up to the first other one.

    NO_ROOM if a box, a wall or a dead square is in the way.
    """
    beyond, live = floor.beyond, floor.live
    pushes = 1
    while no_influence[push] == 1:
        push = beyond[push] * 4 + (push & 3)
        ahead = beyond[push]
        if occupied[ahead] == 1 or live[ahead] == 0:
            return NO_ROOM
        pushes += 1
    return pushes
