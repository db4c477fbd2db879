"""Boxes that hold each other for good: a freeze deadlock when one of them is off the goals, walls otherwise."""

from __future__ import annotations

from sokosolve.kernel import kernel
from sokosolve.level.level_tables import INT32, UINT8


@kernel
def release(size: int, cluster: INT32, n: int, beyond: INT32, live: UINT8, held: UINT8) -> None:
    """Of the first `size` boxes of `cluster`, all marked in `held`, unmark those that can be pushed once others are.

    What stays marked is the greatest set in which no box can move along either axis: each axis has a wall or a box of
    the set beside the box, or two squares without a way to any goal.
    """
    changed = True
    while changed:
        changed = False
        for index in range(size):
            square = cluster[index]
            if held[square] == 0:
                continue
            for axis in range(0, 4, 2):
                a = beyond[square * 4 + axis]
                b = beyond[square * 4 + axis + 1]
                if not (a == n or b == n or held[a] == 1 or held[b] == 1 or (live[a] == 0 and live[b] == 0)):
                    held[square] = 0
                    changed = True
                    break


@kernel
def hold(
    box: int, n: int, beyond: INT32, occupied: UINT8, live: UINT8, is_goal: UINT8, held: UINT8, cluster: INT32
) -> int:
    """Mark in `held` the boxes that hold each other for good, of those that hang together with one box.

    Returns how many boxes hang together, listed in `cluster`, negative when one that is held is off the goals. `held`
    is 0 everywhere before; `let_go` undoes it.
    """
    size = 1
    cluster[0] = box
    held[box] = 1
    index = 0
    while index < size:
        square = cluster[index]
        index += 1
        for direction in range(4):
            near = beyond[square * 4 + direction]
            if near != n and occupied[near] == 1 and held[near] == 0:
                held[near] = 1
                cluster[size] = near
                size += 1
    release(size, cluster, n, beyond, live, held)
    for index in range(size):
        square = cluster[index]
        if held[square] == 1 and is_goal[square] == 0:
            return -size
    return size


@kernel
def let_go(size: int, held: UINT8, cluster: INT32) -> None:
    """Undo `hold`; `size` is what it returned."""
    for index in range(abs(size)):
        held[cluster[index]] = 0


@kernel
def is_frozen(
    box: int, n: int, beyond: INT32, occupied: UINT8, live: UINT8, is_goal: UINT8, held: UINT8, cluster: INT32
) -> bool:
    """Say whether the box and its neighbours hold each other for good with one of them off the goals.

    `held` is 0 everywhere, before and after.
    """
    size = hold(box, n, beyond, occupied, live, is_goal, held, cluster)
    let_go(size, held, cluster)
    return size < 0
