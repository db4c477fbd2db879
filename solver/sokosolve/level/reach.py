"""Reachable squares of the player; equals `sokospec.rules.reachable`."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sokosolve.kernel import kernel
from sokosolve.level.arrays import INT32, INT64, UINT8, UINT32
from sokosolve.level.floor import Floor

LAST_STAMP = 0xFFFFFFFF


class Flood(NamedTuple):
    """Working memory of floods, now and after a push: stamps of reached squares."""

    mark: UINT32
    moves: INT32
    mark_after: UINT32
    queue: INT32


def new_flood(n: int) -> Flood:
    mark, mark_after = (np.zeros(n + 1, dtype=np.uint32) for _ in range(2))
    moves, queue = (np.zeros(n + 1, dtype=np.int32) for _ in range(2))
    return Flood(mark, moves, mark_after, queue)


def only_walls(n: int) -> UINT8:
    occupied = np.zeros(n + 1, dtype=np.uint8)
    occupied[n] = 1
    return occupied


@kernel
def next_stamp(counters: INT64, which: int, mark: UINT32) -> int:
    if counters[which] >= LAST_STAMP:
        mark[:] = 0
        counters[which] = 0
    counters[which] += 1
    return int(counters[which])


@kernel
def measure_walks(
    start: int, floor: Floor, occupied: UINT8, mark: UINT32, stamp: int, queue: INT32, moves: INT32
) -> None:
    mark[start] = stamp
    moves[start] = 0
    queue[0] = start
    head, tail = 0, 1
    while head < tail:
        square = queue[head]
        head += 1
        for direction in range(4):
            ahead = floor.beyond[square * 4 + direction]
            if occupied[ahead] == 0 and mark[ahead] != stamp:
                mark[ahead] = stamp
                moves[ahead] = moves[square] + 1
                queue[tail] = ahead
                tail += 1


@kernel
def first_reachable(start: int, floor: Floor, occupied: UINT8, mark: UINT32, stamp: int, queue: INT32) -> int:
    """Stamp the reachable squares; return the first in row order."""
    mark[start] = stamp
    queue[0] = start
    head, tail = 0, 1
    least = start
    while head < tail:
        square = queue[head]
        head += 1
        if square < least:
            least = square
        for direction in range(4):
            ahead = floor.beyond[square * 4 + direction]
            if occupied[ahead] == 0 and mark[ahead] != stamp:
                mark[ahead] = stamp
                queue[tail] = ahead
                tail += 1
    return least


@kernel
def boxes_around(start: int, floor: Floor, occupied: UINT8, area: INT32, label: int, queue: INT32, boxes: INT32) -> int:
    """Label the free squares connected to `start`, and the adjacent boxes 0; return the boxes' number.

    The label must be unused.
    """
    area[start] = label
    queue[0] = start
    head, tail, size = 0, 1, 0
    while head < tail:
        square = queue[head]
        head += 1
        for direction in range(4):
            near = floor.beyond[square * 4 + direction]
            if near == floor.n or area[near] == label:
                continue
            area[near] = label
            if occupied[near] == 1:
                boxes[size] = near
                size += 1
            else:
                queue[tail] = near
                tail += 1
    for i in range(size):
        area[boxes[i]] = 0
    return size


@kernel
def divides(floor: Floor, occupied: UINT8, square: int) -> bool:
    """Tell whether the free straight neighbours of a square are not connected within its ring."""
    ring = floor.ring
    parts = 0
    blocked = occupied[ring[square * 8 + 6]] == 1 or occupied[ring[square * 8 + 7]] == 1
    for i in range(0, 8, 2):
        if occupied[ring[square * 8 + i]] == 0:
            if blocked:
                parts += 1
            blocked = occupied[ring[square * 8 + i + 1]] == 1
        else:
            blocked = True
    return parts > 1


@kernel
def first_after_push(
    first: int, box: int, landing: int, floor: Floor, occupied: UINT8, mark: UINT32, stamp: int
) -> int:
    """Return the first square of the player's component after a push, -1 if only a flood tells. O(1).

    `first` is that of the component before, stamped with `stamp`; `occupied` is that after the push. The component
    gains `box` and loses `landing`, and nothing else, on two conditions. All free neighbours of `box` are in it, and
    the free straight neighbours of `landing` are connected within its ring.
    """
    beyond = floor.beyond
    if first == landing:
        return -1
    for direction in range(4):
        near = beyond[box * 4 + direction]
        if occupied[near] == 0 and mark[near] != stamp:
            return -1
    if mark[landing] == stamp and divides(floor, occupied, landing):
        return -1
    return min(first, box)
