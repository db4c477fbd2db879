"""The children of a state: what a walk and a push lead to, or backwards a walk and a pull; in tunnels, several."""

from __future__ import annotations

from sokosolve.corral import corral_pushes
from sokosolve.expand import CHILD_STAMP, GENERATED, STAMP
from sokosolve.kernel import kernel
from sokosolve.reach import first_after_push, first_reachable, next_stamp
from sokosolve.tunnel import pushes_at_once, pushes_through
from sokosolve.world import Scratch, World


@kernel
def children(world: World, scratch: Scratch, player: int) -> int:
    """Find the children of the state at hand, on which `look` has looked; returns their number.

    `player` is the first square of his region, unless his exact square counts.

    found_move is box square * 4 + direction, found_box the box's index; found_landing the box's square afterwards,
    found_near the player's, found_player the same, or the first of his region unless his exact square counts;
    found_pushes and found_walk are what it takes. Dead children are among them: `child_bound` tells.
    """
    number = -1
    if world.pi_corral == 1:
        number = corral_pushes(
            world.n, world.k, scratch.boxes, world.beyond, scratch.occupied, world.live, world.is_target, scratch.mark,
            scratch.stamp[STAMP], scratch.label, scratch.queue, scratch.corral_found, scratch.candidates,
            scratch.closing,
        )  # fmt: skip
    if number < 0:
        number = 4 * world.k
        for c in range(number):
            scratch.candidates[c] = c
    found = 0
    for c in range(number):
        box = scratch.boxes[scratch.candidates[c] >> 2]
        landing = world.beyond[box * 4 + (scratch.candidates[c] & 3)]
        if world.live[landing] == 0 or scratch.occupied[landing] == 1:
            continue
        scratch.occupied[box] = 0
        if world.backwards == 1:
            found = add_pulls(world, scratch, found, scratch.candidates[c], landing)
        else:
            found = add_push(world, scratch, found, scratch.candidates[c], landing, player)
        scratch.occupied[box] = 1
    return found


@kernel
def add_push(world: World, scratch: Scratch, found: int, candidate: int, landing: int, player: int) -> int:
    """Add what pushing a box to `landing` leads to, if it is possible; returns the number of children."""
    beyond = world.beyond
    direction = candidate & 3
    box = scratch.boxes[candidate >> 2]
    behind = beyond[box * 4 + (direction ^ 1)]
    if scratch.mark[behind] != scratch.stamp[STAMP]:
        return found
    scratch.stamp[GENERATED] += 1
    pushes = 1
    if world.tunnel == 1:
        pushes = pushes_through(world, scratch.occupied, landing, box, direction)
    elif world.no_influence.size > 0:
        pushes = pushes_at_once(world.no_influence, beyond, world.live, scratch.occupied, box * 4 + direction)
    if pushes == 0:
        return found
    near = box
    for _ in range(pushes - 1):
        near = landing
        landing = beyond[landing * 4 + direction]
    after = near
    if world.exact_player == 0:
        scratch.occupied[landing] = 1
        after = -1
        if pushes == 1:
            stamp = scratch.stamp[STAMP]
            after = first_after_push(
                player, box, landing, beyond, world.ring, scratch.occupied, scratch.mark, stamp
            )  # fmt: skip
        if after < 0:
            after = region_of(world, scratch, near)
        scratch.occupied[landing] = 0
    add_child(scratch, found, candidate, landing, near, after, pushes, scratch.walk[behind])
    return found + 1


@kernel
def add_pulls(world: World, scratch: Scratch, found: int, candidate: int, landing: int) -> int:
    """Add what pulling a box to `landing`, and further where that is one step, leads to; returns as `add_push`.

    A step that pushes undo as a whole ends with the first pull, and each further pull undoes a push of no influence.
    """
    beyond = world.beyond
    direction = candidate & 3
    near = beyond[landing * 4 + direction]
    if near == world.n or scratch.occupied[near] == 1 or scratch.mark[landing] != scratch.stamp[STAMP]:
        return found
    late = world.no_influence.size > 0
    if late and world.no_influence[landing * 4 + (direction ^ 1)] == 1:
        return found
    walked = scratch.walk[landing]
    pulls = 1
    while True:
        if not late or world.rests[landing] == 1:
            scratch.stamp[GENERATED] += 1
            after = near
            if world.exact_player == 0:
                scratch.occupied[landing] = 1
                after = region_of(world, scratch, near)
                scratch.occupied[landing] = 0
            add_child(scratch, found, candidate, landing, near, after, pulls, walked)
            found += 1
        if not late or world.live[near] == 0 or world.no_influence[near * 4 + (direction ^ 1)] == 0:
            return found
        landing = near
        near = beyond[near * 4 + direction]
        if near == world.n or scratch.occupied[near] == 1:
            return found
        pulls += 1


@kernel
def region_of(world: World, scratch: Scratch, player: int) -> int:
    """Return the first square of the player's region."""
    stamp = next_stamp(scratch.stamp, CHILD_STAMP, scratch.child_mark)
    return first_reachable(player, world.beyond, scratch.occupied, scratch.child_mark, stamp, scratch.queue)


@kernel
def add_child(
    scratch: Scratch, found: int, candidate: int, landing: int, near: int, after: int, pushes: int, walked: int
) -> None:
    """Write a child down; `children` says what the numbers mean."""
    scratch.found_box[found] = candidate >> 2
    scratch.found_move[found] = scratch.boxes[candidate >> 2] * 4 + (candidate & 3)
    scratch.found_landing[found] = landing
    scratch.found_near[found] = near
    scratch.found_player[found] = after
    scratch.found_pushes[found] = pushes
    scratch.found_walk[found] = walked
