"""Where the player can walk, as a kernel; equals `sokospec.rules.reachable`."""

from __future__ import annotations

from sokosolve.kernel import kernel
from sokosolve.tables import INT32, UINT8, UINT32


@kernel
def first_reachable(start: int, beyond: INT32, occupied: UINT8, mark: UINT32, stamp: int, queue: INT32) -> int:
    """Stamp the squares that can be reached from `start` and return the first of them in row order.

    `mark`, (squares + 1) long, keeps the stamps; `queue`, (squares) long, is scratch. O(squares).
    """
    mark[start] = stamp
    queue[0] = start
    head = 0
    tail = 1
    least = start
    while head < tail:
        square = queue[head]
        head += 1
        if square < least:
            least = square
        for direction in range(4):
            ahead = beyond[square * 4 + direction]
            if occupied[ahead] == 0 and mark[ahead] != stamp:
                mark[ahead] = stamp
                queue[tail] = ahead
                tail += 1
    return least


@kernel
def walking_distances(
    start: int, beyond: INT32, occupied: UINT8, mark: UINT32, stamp: int, queue: INT32, walk: INT32
) -> None:
    """Stamp the squares that can be reached from `start` and write the number of moves to each into `walk`."""
    mark[start] = stamp
    walk[start] = 0
    queue[0] = start
    head = 0
    tail = 1
    while head < tail:
        square = queue[head]
        head += 1
        for direction in range(4):
            ahead = beyond[square * 4 + direction]
            if occupied[ahead] == 0 and mark[ahead] != stamp:
                mark[ahead] = stamp
                walk[ahead] = walk[square] + 1
                queue[tail] = ahead
                tail += 1
