"""The successors of a state: every push, or pull, that is worth trying."""

from __future__ import annotations

from sokosolve.deadlocks.pi_corral import find_pi_corral
from sokosolve.features import PI_CORRAL, TUNNEL
from sokosolve.kernel import kernel, step
from sokosolve.level.reach import first_after_push, first_reachable, next_stamp
from sokosolve.level.world import GENERATED, REACHED, REACHED_AFTER, Scratch, World

CLOSED_TUNNEL = 0


@step
def candidate_pushes(world: World, scratch: Scratch) -> int:
    """Write the pushes to try, box index * 4 + direction, to the fence's; returns their number.

    These are the pushes of a PI-corral, or all.
    """
    fence = scratch.fence
    number = -1
    if world.features & PI_CORRAL != 0:
        flood = scratch.flood
        number = find_pi_corral(
            fence, scratch.boxes, world.floor, world.is_target, scratch.occupied, flood.mark, scratch.counters[REACHED]
        )
    if number < 0:
        number = 4 * world.k
        for c in range(number):
            fence.pushes[c] = c
    return number


@step
def pushes_through_tunnel(world: World, scratch: Scratch, box: int, landing: int, direction: int) -> int:
    """Return how many pushes in a row a push begins: more than one where it enters a one-way tunnel, CLOSED_TUNNEL
    where the tunnel is shut. The box is lifted, and `landing` is its first square."""
    floor = world.floor
    beyond = floor.beyond
    component = world.distances.component
    after = box
    pushes = 1
    across = 2 - (direction & 2)
    while world.is_target[landing] == 0:
        ahead = beyond[landing * 4 + direction]
        if (
            ahead == floor.n
            or beyond[landing * 4 + across] != floor.n
            or beyond[landing * 4 + across + 1] != floor.n
            or component[0, landing, after] == component[0, landing, ahead]
        ):
            break
        if scratch.occupied[ahead] == 1 or floor.live[ahead] == 0:
            return CLOSED_TUNNEL
        after = landing
        landing = ahead
        pushes += 1
    return pushes


@step
def player_after(world: World, scratch: Scratch, player: int, box: int, landing: int, near: int, single: bool) -> int:
    """Return the first square of the player's component after a push that leaves him at `near`.

    `player` is the first square of his component before; `single` says that it was one push, and no pull.
    """
    floor, occupied, flood = world.floor, scratch.occupied, scratch.flood
    occupied[landing] = 1
    first = -1
    if single:
        first = first_after_push(player, box, landing, floor, occupied, flood.mark, scratch.counters[REACHED])
    if first < 0:
        stamp = next_stamp(scratch.counters, REACHED_AFTER, flood.mark_after)
        first = first_reachable(near, floor, occupied, flood.mark_after, stamp, flood.queue)
    occupied[landing] = 0
    return first


@kernel
def expand(world: World, scratch: Scratch, player: int) -> int:
    """Find the successors of the state at hand, on which `evaluate` has been called; returns their number.

    `player` is the first square of his component, unless his exact square counts. Dead successors are among them:
    `successor_bound` tells.
    """
    floor, flood, successors = world.floor, scratch.flood, scratch.successors
    beyond, occupied = floor.beyond, scratch.occupied
    stamp = scratch.counters[REACHED]
    found = 0
    for c in range(candidate_pushes(world, scratch)):
        i = scratch.fence.pushes[c] >> 2
        direction = scratch.fence.pushes[c] & 3
        box = scratch.boxes[i]
        landing = beyond[box * 4 + direction]
        if floor.live[landing] == 0 or occupied[landing] == 1:
            continue
        if world.backwards == 1:
            near = beyond[landing * 4 + direction]
            if near == floor.n or occupied[near] == 1 or flood.mark[landing] != stamp:
                continue
            walk = flood.moves[landing]
        else:
            behind = beyond[box * 4 + (direction ^ 1)]
            if flood.mark[behind] != stamp:
                continue
            near = box
            walk = flood.moves[behind]
        scratch.counters[GENERATED] += 1
        occupied[box] = 0
        pushes = 1
        if world.features & TUNNEL != 0:
            pushes = pushes_through_tunnel(world, scratch, box, landing, direction)
            for _ in range(1, pushes):
                near = landing
                landing = beyond[landing * 4 + direction]
        if pushes != CLOSED_TUNNEL:
            after = near
            if world.exact_player == 0:
                single = pushes == 1 and world.backwards == 0
                after = player_after(world, scratch, player, box, landing, near, single)
            successors.box[found] = i
            successors.move[found] = box * 4 + direction
            successors.landing[found] = landing
            successors.near[found] = near
            successors.player[found] = after
            successors.pushes[found] = pushes
            successors.walk[found] = walk
            found += 1
        occupied[box] = 1
    return found
