"""PI-corrals: regions that the player must open, and can open now in every possible way.

A PI-corral is a set C of unreachable squares with a fence S of boxes. A box of S is off the goals, or a goal of C is
empty. Every push of a box of S that walls, live squares, C and S allow goes into C and can be made now. Only these
pushes need to be tried, for the fewest pushes: `docs/background/certificates.md` (CLOSING).

C grows from one unreachable region. A further unreachable square that decides whether a push of S is possible joins C,
a box outside S joins S if it decides. After Brian Damgaard's YASC (Timo Virkkala, "Solving Sokoban", 2011).
"""

from __future__ import annotations

import numpy as np

from sokosolve.kernel import kernel, step
from sokosolve.level.arrays import INT32, UINT8, ints
from sokosolve.level.floor import Floor
from sokosolve.level.reach import Flood
from sokosolve.level.world import Fence

_NO_CORRAL, _GROWN = -1, -2


def new_fence(n: int, k: int) -> Fence:
    return Fence(ints(4 * k), np.zeros(k, dtype=np.uint8), ints(n + 1), ints(n + 1), ints(4 * k))


@step
def _flood_corral(fence: Fence, head: int, tail: int, corral: int, floor: Floor, occupied: UINT8, flood: Flood) -> int:
    """Label the unreachable squares connected to the queue, and adjacent boxes; return its end."""
    mark, stamp = flood.mark, flood.stamp[0]
    while head < tail:
        square = fence.queue[head]
        head += 1
        for direction in range(4):
            near = floor.beyond[square * 4 + direction]
            if near == floor.n or fence.label[near] == corral or mark[near] == stamp:
                continue
            fence.label[near] = corral
            if occupied[near] == 0:
                fence.queue[tail] = near
                tail += 1
    return tail


@step
def _pushes_into(
    fence: Fence, tail: int, corral: int, boxes: INT32, floor: Floor, occupied: UINT8, flood: Flood
) -> int:
    """Return the number of possible pushes of the fence into the corral, listed in `found`.

    GROWN if a square or box had to join; NO_CORRAL if it is not a PI-corral.
    """
    label, mark, stamp = fence.label, flood.mark, flood.stamp[0]
    count = 0
    for i in range(boxes.size):
        box = boxes[i]
        if label[box] != corral:
            continue
        for direction in range(4):
            landing = floor.beyond[box * 4 + direction]
            behind = floor.beyond[box * 4 + (direction ^ 1)]
            if landing == floor.n or behind == floor.n or floor.live[landing] == 0:
                continue
            if label[behind] == corral and mark[behind] != stamp:
                continue
            if label[landing] == corral and mark[landing] != stamp:
                if occupied[landing] == 1:
                    continue
                if mark[behind] == stamp:
                    fence.found[count] = i * 4 + direction
                    count += 1
                    continue
                outer = behind
            elif mark[landing] != stamp:
                outer = landing
            elif mark[behind] != stamp:
                outer = behind
            else:
                return _NO_CORRAL
            label[outer] = corral
            if occupied[outer] == 0:
                fence.queue[tail] = outer
            return _GROWN
    return count


@step
def _must_be_opened(fence: Fence, tail: int, corral: int, boxes: INT32, is_goal: UINT8) -> bool:
    """Tell whether a fence box is off the goals, or a corral goal empty."""
    for i in range(boxes.size):
        if fence.label[boxes[i]] == corral and is_goal[boxes[i]] == 0:
            return True
    for i in range(tail):
        if is_goal[fence.queue[i]] == 1:
            return True
    return False


@kernel
def find_pi_corral(fence: Fence, boxes: INT32, floor: Floor, is_goal: UINT8, occupied: UINT8, flood: Flood) -> int:
    """Find the PI-corral with the fewest pushes; return their number, or NO_CORRAL."""
    fence.of[:] = 0
    for square in range(floor.n):
        fence.label[square] = 0
    best = _NO_CORRAL
    corral = 0
    for first in range(floor.n):
        if fence.label[first] != 0 or occupied[first] == 1 or flood.mark[first] == flood.stamp[0]:
            continue
        corral += 1
        fence.label[first] = corral
        fence.queue[0] = first
        head = 0
        tail = 1
        count = _GROWN
        while count == _GROWN:
            tail = _flood_corral(fence, head, tail, corral, floor, occupied, flood)
            head = tail
            fence.queue[tail] = floor.n
            count = _pushes_into(fence, tail, corral, boxes, floor, occupied, flood)
            if count == _GROWN and fence.queue[tail] != floor.n:
                tail += 1
        if count == _NO_CORRAL or not _must_be_opened(fence, tail, corral, boxes, is_goal):
            continue
        if best < 0 or count < best:
            best = count
            for i in range(boxes.size):
                fence.of[i] = fence.label[boxes[i]] == corral
            for i in range(count):
                fence.pushes[i] = fence.found[i]
            if count == 0:
                return 0
    return best
