"""Frozen boxes: a deadlock if one is off the goals, otherwise walls."""

from __future__ import annotations

import numpy as np

from sokosolve.kernel import kernel
from sokosolve.level.arrays import INT32, UINT8
from sokosolve.level.floor import Floor
from sokosolve.level.world import Freeze


def new_freeze(n: int, k: int) -> Freeze:
    return Freeze(np.zeros(n + 1, dtype=np.uint8), np.zeros(k + 1, dtype=np.int32))


@kernel
def unfreeze(size: int, cluster: INT32, floor: Floor, frozen: UINT8) -> None:
    """Unmark those of the first `size` boxes of `cluster` that can be pushed once others are.

    The rest is the greatest set in which no box can move along either axis. Along an axis a wall or a box of the set is
    beside it, or both neighbours are not live.
    """
    changed = True
    while changed:
        changed = False
        for index in range(size):
            square = cluster[index]
            if frozen[square] == 0:
                continue
            for axis in range(0, 4, 2):
                a = floor.beyond[square * 4 + axis]
                b = floor.beyond[square * 4 + axis + 1]
                blocked = a == floor.n or b == floor.n or frozen[a] == 1 or frozen[b] == 1
                if not (blocked or (floor.live[a] == 0 and floor.live[b] == 0)):
                    frozen[square] = 0
                    changed = True
                    break


@kernel
def frozen_cluster(box: int, floor: Floor, occupied: UINT8, is_goal: UINT8, freeze: Freeze) -> int:
    """Mark the frozen boxes connected to a box; return their number, negative if one is off the goals."""
    frozen, cluster = freeze.frozen, freeze.cluster
    size = 1
    cluster[0] = box
    frozen[box] = 1
    index = 0
    while index < size:
        square = cluster[index]
        index += 1
        for direction in range(4):
            near = floor.beyond[square * 4 + direction]
            if near != floor.n and occupied[near] == 1 and frozen[near] == 0:
                frozen[near] = 1
                cluster[size] = near
                size += 1
    unfreeze(size, cluster, floor, frozen)
    for index in range(size):
        square = cluster[index]
        if frozen[square] == 1 and is_goal[square] == 0:
            return -size
    return size


@kernel
def reset(size: int, freeze: Freeze) -> None:
    """Remove the marks of `frozen_cluster`; `size` is its result."""
    for index in range(abs(size)):
        freeze.frozen[freeze.cluster[index]] = 0


@kernel
def is_frozen(box: int, floor: Floor, occupied: UINT8, is_goal: UINT8, freeze: Freeze) -> bool:
    size = frozen_cluster(box, floor, occupied, is_goal, freeze)
    reset(size, freeze)
    return size < 0
