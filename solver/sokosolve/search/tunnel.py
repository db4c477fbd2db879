"""Two rules for pushes that need no states of their own: through one-way tunnels, and pushes of no influence.

**One-way tunnels**, for objectives that count pushes alone. A box comes to a square that is no goal, with walls on both
sides across the push, and that square, with the box alone on the board, divides the floor there. Its next push goes on:
the player cannot get to the other side. It is made at once, *early*. So it is done before what else is to be done on
the near side, and the player may have to come back: the fewest pushes stay, the fewest moves need not.

**Pushes of no influence**, for objectives that count moves. A push from square p to the next square b is one when p has
walls on both sides across the push, b has a wall on at least one side, and b is no goal. It is made *late*, when the
box's next push follows at once; a search may leave it out where the next one is impossible.

**Claim.** In every solution of the fewest moves, and in every best one for moves and pushes in either order, each push
of no influence is followed at once by a push of the same box in the same direction.

Proof. Let q be the square behind p, c the one after b, and look at a push of no influence from p to b in a solution. As
b is no goal the box is pushed again, and not across, since b has a wall on one side. Let X be the moves in between. As
long as the box is on b, the one neighbour of p that is free for anybody is q. No box comes to p during X: it would come
from q, and then the two boxes could never be pushed again, the one on b off the goals (along their axis each would need
the player where the other is, and across there are walls). So the player alone enters p, to go back to q.

1. The next push goes on, to c. Then X begins and ends with the player on p. If X is not empty it begins with a step to
   q and ends with one from q. Instead of all this let the player stay on q with the box on p, walk and push as in X
   but for his visits to p, and at the end push the box from q, twice. This is legal: p, which is now taken, was a dead
   end that nothing else in X used, and b, which is now free, was taken. It leads to the same state with the same pushes
   and at least two moves fewer.
2. The next push goes back, to p, the player coming from c to b. Leave out both pushes: play X from q, but for the
   visits to p, and let the player walk from c to b, which is free. It leads to the same state with two pushes and at
   least two moves fewer.

Either contradicts that the solution is best. So X is empty and the push goes on.

So a search that makes pushes of no influence together with the next push, as one step, and never alone, keeps the best
cost of every state; and as this is a rule about steps, whatever led to a state, it goes with all that a search knows of
states (bounds, dominance, two sides that meet). Backwards the same steps are undone as a whole: a pull that undoes such
a push comes only right after the pull that undoes the next one. What lies between can be left out unless a box may rest
there: it stood there at first, or some other push leads there. For `pushes` there is such a solution among the best
(`sokodead.tunnels`).

**Together with PI-corrals**, for `pushes`. Where a PI-corral of squares C and boxes S must be opened, a search makes a
push of a box of S first (`pi_corral`). Take a best solution in which pushes of no influence are followed at once, and
the step in it that begins with its first push of a box of S. The push goes to a square of C, and all further squares
that the box passes are in C too: a free square beside one of C is out of the player's reach as well, so it is in C, and
a box beside one is in S and has not moved yet. So the whole step can be made first, for the reason that `pi_corral`
gives for its first push.
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
    """Return what stands for "pushes of no influence are not made late"."""
    return Tunnels(np.zeros(0, dtype=np.uint8), np.zeros(0, dtype=np.uint8))


def tunnels_of(tables: LevelTables) -> Tunnels:
    """Return the pushes of no influence of a level, and the squares on which boxes rest."""
    no_influence = pushes_of_no_influence(tables)
    return Tunnels(no_influence, resting_squares(tables, no_influence))


def pushes_of_no_influence(tables: LevelTables) -> UINT8:
    """Return 1 for each push (square * 4 + direction) of no influence; 0 for the others, possible or not. O(n)."""
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
    """Return 1 for each square on which a box can stand after a step: it stood there, or another push leads there."""
    n, beyond = tables.floor.n, tables.floor.beyond
    rests = np.zeros(n + 1, dtype=np.uint8)
    rests[tables.boxes] = 1
    for push in range(4 * n):
        if beyond[push] != n and beyond[push ^ 1] != n and no_influence[push] == 0:
            rests[beyond[push]] = 1
    return rests


def longest_step(floor: Floor, tunnels: Tunnels) -> int:
    """Return the most pushes that any step makes. O(n), as each row of pushes is followed from its first one alone."""
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
    """Return how many pushes bring a box, which has come to `landing`, out of a one-way tunnel, with those before.

    NO_ROOM when a box or a dead square is in the way.
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
    """Return how many pushes a possible push is one step with: those of no influence up to the first that is not.

    NO_ROOM when a box, a wall or a dead square is in the way.
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
