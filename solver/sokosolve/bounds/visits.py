"""A lower bound of moves: the player has to go to every box that is not on a goal.

Let m boxes stand off the goals. Each is pushed a first time, from where it stands now, and then the player stands on
its square. Take these m pushes in the order of a solution: before the first one he walks from where he is to a place
from which the box can be pushed; between two of them, from the square of one box to such a place of the next. On the
empty board these ways are at least as short, and together with the player they join all m boxes, so they sum up to at
least the weight of a least spanning tree. The m pushes come on top. (The pushes in between are steps of those ways, so
this bound cannot be added to a bound of pushes.)
"""

from __future__ import annotations

import numpy as np

from sokosolve.kernel import kernel
from sokosolve.level.level_tables import FAR, INT32, UINT8


@kernel
def ways_to_boxes(beyond: INT32, live: UINT8, n: int, way_to: INT32) -> None:
    """Write way_to[box, square]: the fewest moves, no boxes in the way, from a square to one from which a box can be
    pushed to a live square; FAR when there is none. O(squares squared)."""
    way_to[:, :] = FAR
    queue = np.empty(n, dtype=np.int32)
    for box in range(n):
        tail = 0
        for direction in range(4):
            behind = beyond[box * 4 + (direction ^ 1)]
            if behind != n and live[beyond[box * 4 + direction]] == 1 and way_to[box, behind] == FAR:
                way_to[box, behind] = 0
                queue[tail] = behind
                tail += 1
        head = 0
        while head < tail:
            square = queue[head]
            head += 1
            for direction in range(4):
                ahead = beyond[square * 4 + direction]
                if ahead != n and way_to[box, ahead] == FAR:
                    way_to[box, ahead] = way_to[box, square] + 1
                    queue[tail] = ahead
                    tail += 1


@kernel
def visits(k: int, boxes: INT32, is_target: UINT8, player: int, way_to: INT32, best: INT32, cluster: INT32) -> int:
    """Return the bound: boxes off the goals plus their spanning tree, after Prim (1957). O(k squared).

    `best` and `cluster` (k) are scratch.
    """
    left = 0
    for i in range(k):
        if is_target[boxes[i]] == 0:
            cluster[left] = boxes[i]
            best[left] = way_to[boxes[i], player]
            left += 1
    total = left
    while left > 0:
        nearest = 0
        for i in range(1, left):
            if best[i] < best[nearest]:
                nearest = i
        total += best[nearest]
        box = cluster[nearest]
        left -= 1
        cluster[nearest] = cluster[left]
        best[nearest] = best[left]
        for i in range(left):
            other = cluster[i]
            best[i] = min(best[i], int(way_to[other, box]), int(way_to[box, other]))
    return total
