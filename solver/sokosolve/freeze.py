"""Freeze deadlocks: boxes that hold each other for good, one of them off the goals."""

from __future__ import annotations

from sokosolve.kernel import kernel
from sokosolve.tables import INT32, UINT8


@kernel
def is_frozen(
    box: int, n: int, beyond: INT32, occupied: UINT8, live: UINT8, is_goal: UINT8, held: UINT8, cluster: INT32
) -> bool:
    """Say whether the box and its neighbours hold each other for good with one of them off the goals."""
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
    dead = False
    for index in range(size):
        square = cluster[index]
        if held[square] == 1 and is_goal[square] == 0:
            dead = True
        held[square] = 0
    return dead
