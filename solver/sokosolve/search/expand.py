"""Successors of a state: a walk and a push or pull; several pushes in tunnels."""

from __future__ import annotations

from sokosolve.deadlocks.pi_corral import find_pi_corral
from sokosolve.features import FeatureBit
from sokosolve.kernel import kernel, step
from sokosolve.level.reach import first_after_push, reach_after
from sokosolve.level.world import Scratch, ScratchCounter, Successors, World
from sokosolve.search.tunnel import NO_ROOM, pushes_at_once, pushes_through


@step
def candidate_pushes(world: World, scratch: Scratch) -> int:
    """Write the pushes to try (box index * 4 + direction); return their number."""
    fence = scratch.fence
    number = -1
    if world.features & FeatureBit.PI_CORRAL != 0:
        number = find_pi_corral(fence, scratch.boxes, world.floor, world.is_target, scratch.occupied, scratch.flood)
    if number < 0:
        number = 4 * world.k
        for c in range(number):
            fence.pushes[c] = c
    return number


@step
def player_after(world: World, scratch: Scratch, player: int, box: int, landing: int, near: int, single: bool) -> int:
    """Return the player's identifier after a push that leaves him at `near`."""
    if world.exact_player == 1:
        return near
    floor, occupied, flood = world.floor, scratch.occupied, scratch.flood
    occupied[landing] = 1
    first = -1
    if single:
        first = first_after_push(player, box, landing, floor, occupied, flood)
    if first < 0:
        first = reach_after(near, floor, occupied, flood)
    occupied[landing] = 0
    return first


@step
def _add_successor(
    successors: Successors, found: int, candidate: int, box: int, landing: int, near: int, pushes: int, walk: int
) -> None:
    successors.box[found] = candidate >> 2
    successors.move[found] = box * 4 + (candidate & 3)
    successors.landing[found] = landing
    successors.near[found] = near
    successors.pushes[found] = pushes
    successors.walk[found] = walk


@step
def _add_push(world: World, scratch: Scratch, found: int, candidate: int, landing: int, player: int) -> int:
    floor, flood = world.floor, scratch.flood
    direction = candidate & 3
    box = scratch.boxes[candidate >> 2]
    behind = floor.beyond[box * 4 + (direction ^ 1)]
    if flood.mark[behind] != flood.stamp[0]:
        return found
    scratch.counters[ScratchCounter.GENERATED] += 1
    pushes = 1
    if world.features & FeatureBit.TUNNEL != 0:
        pushes = pushes_through(world, scratch.occupied, landing, box, direction)
    elif world.tunnels.no_influence.size > 0:
        pushes = pushes_at_once(world.tunnels.no_influence, floor, scratch.occupied, box * 4 + direction)
    if pushes == NO_ROOM:
        return found
    near = box
    for _ in range(1, pushes):
        near = landing
        landing = floor.beyond[landing * 4 + direction]
    _add_successor(scratch.successors, found, candidate, box, landing, near, pushes, flood.moves[behind])
    scratch.successors.player[found] = player_after(world, scratch, player, box, landing, near, pushes == 1)
    return found + 1


@step
def _add_pulls(world: World, scratch: Scratch, found: int, candidate: int, landing: int) -> int:
    """Add the successors of pulling a box to `landing`, and further within one step.

    A step that pushes undo as a whole ends with the first pull, and each further pull undoes a push of no influence.
    """
    floor, no_influence, rests = world.floor, world.tunnels.no_influence, world.tunnels.rests
    direction = candidate & 3
    box = scratch.boxes[candidate >> 2]
    near = floor.beyond[landing * 4 + direction]
    if near == floor.n or scratch.occupied[near] == 1 or scratch.flood.mark[landing] != scratch.flood.stamp[0]:
        return found
    late = no_influence.size > 0
    if late and no_influence[landing * 4 + (direction ^ 1)] == 1:
        return found
    walk = scratch.flood.moves[landing]
    pulls = 1
    while True:
        if not late or rests[landing] == 1:
            scratch.counters[ScratchCounter.GENERATED] += 1
            _add_successor(scratch.successors, found, candidate, box, landing, near, pulls, walk)
            scratch.successors.player[found] = player_after(world, scratch, 0, box, landing, near, False)
            found += 1
        if not late or floor.live[near] == 0 or no_influence[near * 4 + (direction ^ 1)] == 0:
            return found
        landing = near
        near = floor.beyond[near * 4 + direction]
        if near == floor.n or scratch.occupied[near] == 1:
            return found
        pulls += 1


@kernel
def expand(world: World, scratch: Scratch, player: int) -> int:
    """Find the successors of the current state, also dead ones, after `evaluate`; return their number.

    `player` is the first square of his component, or his exact square.
    """
    floor, occupied = world.floor, scratch.occupied
    found = 0
    for c in range(candidate_pushes(world, scratch)):
        candidate = scratch.fence.pushes[c]
        box = scratch.boxes[candidate >> 2]
        landing = floor.beyond[box * 4 + (candidate & 3)]
        if floor.live[landing] == 0 or occupied[landing] == 1:
            continue
        occupied[box] = 0
        if world.backwards == 1:
            found = _add_pulls(world, scratch, found, candidate, landing)
        else:
            found = _add_push(world, scratch, found, candidate, landing, player)
        occupied[box] = 1
    return found
