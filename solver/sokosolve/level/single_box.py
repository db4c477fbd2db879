"""Box alone on the floor: the player's components, and its distances."""

from __future__ import annotations

import numpy as np

from sokosolve.kernel import entry, kernel, step
from sokosolve.level.arrays import INFINITE, INT32, INT32_3D, NO_COMPONENT, UINT8, UINT8_2D
from sokosolve.level.floor import Floor


@kernel
def flood(start: int, floor: Floor, walls: UINT8, mark: UINT8, value: int, stack: INT32) -> None:
    """Mark the squares reachable from a square whose mark is NO_COMPONENT."""
    mark[start] = value
    stack[0] = start
    size = 1
    while size > 0:
        size -= 1
        square = stack[size]
        for direction in range(4):
            ahead = floor.beyond[square * 4 + direction]
            if ahead != floor.n and walls[ahead] == 0 and mark[ahead] == NO_COMPONENT:
                mark[ahead] = value
                stack[size] = ahead
                size += 1


@kernel
def divides_nothing(box: int, floor: Floor, walls: UINT8) -> bool:
    """Tell whether the free squares beside a box are connected around it."""
    beyond, n = floor.beyond, floor.n
    free = 0
    for side in range(4):
        near = beyond[box * 4 + side]
        if near != n and walls[near] == 0:
            free += 1
    corners = 0
    for upright in range(2):
        above = beyond[box * 4 + upright]
        if above == n or walls[above] == 1:
            continue
        for across in range(2, 4):
            beside = beyond[box * 4 + across]
            corner = beyond[above * 4 + across]
            if beside != n and walls[beside] == 0 and corner != n and walls[corner] == 0:
                corners += 1
    return corners + 1 >= free


@entry
def player_components(floor: Floor, walls: UINT8, live: UINT8, component: UINT8_2D) -> None:
    """Write component[box, player]: the player's component of the floor without a box. O(squares squared).

    Components that do not touch the box are NO_COMPONENT.
    """
    component[:, :] = NO_COMPONENT
    stack = np.empty(floor.n, dtype=np.int32)
    around = np.empty(floor.n, dtype=np.uint8)
    around[:] = NO_COMPONENT
    for box in range(floor.n):
        if walls[box] == 1 or live[box] == 0:
            continue
        if divides_nothing(box, floor, walls):
            if around[box] == NO_COMPONENT:
                around[:] = NO_COMPONENT
                flood(box, floor, walls, around, 0, stack)
            for square in range(floor.n):
                component[box, square] = around[square]
            component[box, box] = NO_COMPONENT
            continue
        number = 0
        walls[box] = 1
        for side in range(4):
            start = floor.beyond[box * 4 + side]
            if start != floor.n and walls[start] == 0 and component[box, start] == NO_COMPONENT:
                flood(start, floor, walls, component[box], number, stack)
                number += 1
        walls[box] = 0


@kernel
def largest_distance(n: int, k: int) -> int:
    """Return the cap of distances in a level of n squares and k boxes.

    With the excess of groups (less than 256 per box) and a potential (at most n), k distances stay below INFINITE.
    """
    return max(1, (INFINITE - n) // max(1, k) - 256)


@step
def _append(queue: INT32, queued: UINT8, node: int, tail: int) -> int:
    if queued[node] == 1:
        return tail
    queued[node] = 1
    queue[tail] = node
    return tail + 1 if tail + 1 < queue.size else 0


@step
def _enter_target(
    target: int, player: int, floor: Floor, walls: UINT8, component: UINT8, pushes: INT32, queue: INT32
) -> int:
    """Queue a box on a target, with the player in each component beside it, or his own."""
    tail = 0
    for side in range(4):
        near = floor.beyond[target * 4 + side] if player < 0 or player == floor.n else player
        if near == floor.n or walls[near] == 1:
            continue
        number = component[target, near]
        if number != NO_COMPONENT and pushes[target, number] == INFINITE:
            pushes[target, number] = 0
            queue[tail] = target * 4 + number
            tail += 1
    return tail


@entry
def single_box_distances(
    targets: INT32, player: int, floor: Floor, walls: UINT8, component: UINT8_2D, potential: INT32, pushes: INT32_3D
) -> None:
    """Write pushes[box, component, target]: the fewest pushes between a box alone and each target, or INFINITE.

    With `player` -1 the pushes lead to the targets, ending with the player on any side. With a square, they lead from
    the targets, starting with the player there; with n, on any side. A push of the player from u to v costs 1 +
    potential[u] - potential[v].
    """
    beyond, n = floor.beyond, floor.n
    pushes[:, :, :] = INFINITE
    most = largest_distance(n, targets.size)
    queue = np.empty(n * 4 + 8, dtype=np.int32)
    queued = np.zeros(n * 4, dtype=np.uint8)
    for j in range(targets.size):
        if walls[targets[j]] == 1:
            continue
        tail = _enter_target(targets[j], player, floor, walls, component, pushes[:, :, j], queue)
        head = 0
        while head != tail:
            box = queue[head] >> 2
            number = queue[head] & 3
            queued[queue[head]] = 0
            head += 1
            if head == queue.size:
                head = 0
            for direction in range(4):
                if player < 0:  # the box came from `other`, pushed by a player who stood beyond it
                    other = beyond[box * 4 + direction]
                    if other == n or component[box, other] != number:
                        continue
                    player_then = beyond[other * 4 + direction]
                    if player_then == n or walls[player_then] == 1:
                        continue
                    count = 1 + potential[player_then] - potential[other]
                else:  # the box goes to `other`, pushed by a player who stands behind it
                    other = beyond[box * 4 + direction]
                    behind = beyond[box * 4 + (direction ^ 1)]
                    if other == n or walls[other] == 1 or behind == n or component[box, behind] != number:
                        continue
                    player_then = box
                    count = 1 + potential[behind] - potential[box]
                number_then = component[other, player_then]
                total = min(most, pushes[box, number, j] + count)
                if total < pushes[other, number_then, j]:
                    pushes[other, number_then, j] = total
                    tail = _append(queue, queued, other * 4 + number_then, tail)
