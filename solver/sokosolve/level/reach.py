"""Reachable squares of the player; equals `sokospec.rules.reachable`."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sokosolve.kernel import kernel
from sokosolve.level.arrays import INT32, INT64, UINT8, UINT32
from sokosolve.level.floor import Floor

LAST_STAMP = 0xFFFFFFFF


class Flood(NamedTuple):
    """Working memory of floods, now and after a push: reached squares are marked with the last stamp."""

    mark: UINT32
    stamp: INT64
    moves: INT32
    mark_after: UINT32
    stamp_after: INT64
    queue: INT32


@kernel
def new_flood(n: int) -> Flood:
    return Flood(
        mark=np.zeros(n + 1, dtype=np.uint32),
        stamp=np.zeros(1, dtype=np.int64),
        moves=np.zeros(n + 1, dtype=np.int32),
        mark_after=np.zeros(n + 1, dtype=np.uint32),
        stamp_after=np.zeros(1, dtype=np.int64),
        queue=np.zeros(n + 1, dtype=np.int32),
    )


@kernel
def only_walls(n: int) -> UINT8:
    occupied = np.zeros(n + 1, dtype=np.uint8)
    occupied[n] = 1
    return occupied


@kernel
def next_stamp(stamp: INT64, mark: UINT32) -> int:
    if stamp[0] >= LAST_STAMP:
        mark[:] = 0
        stamp[0] = 0
    stamp[0] += 1
    return int(stamp[0])


@kernel
def measure_walks(start: int, floor: Floor, occupied: UINT8, flood: Flood) -> None:
    """Mark the reachable squares, with the walks to them as `moves`."""
    mark, moves, queue = flood.mark, flood.moves, flood.queue
    stamp = next_stamp(flood.stamp, mark)
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
def reach(start: int, floor: Floor, occupied: UINT8, flood: Flood) -> int:
    """Mark the reachable squares; return the first in row order."""
    return first_reachable(start, floor, occupied, flood.mark, next_stamp(flood.stamp, flood.mark), flood.queue)


@kernel
def reach_after(start: int, floor: Floor, occupied: UINT8, flood: Flood) -> int:
    """Mark the squares that are reachable after a push; return the first in row order."""
    stamp = next_stamp(flood.stamp_after, flood.mark_after)
    return first_reachable(start, floor, occupied, flood.mark_after, stamp, flood.queue)


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
def first_after_push(first: int, box: int, landing: int, floor: Floor, occupied: UINT8, flood: Flood) -> int:
    """Return the first square of the player's component after a push, -1 if only a flood tells. O(1).

    `first` is that of the component before, marked in `flood`; `occupied` is that after the push. The component
    gains `box` and loses `landing`, and nothing else, on two conditions. All free neighbours of `box` are in it, and
    the free straight neighbours of `landing` are connected within its ring.
    """
    beyond, mark, stamp = floor.beyond, flood.mark, flood.stamp[0]
    if first == landing:
        return -1
    for direction in range(4):
        near = beyond[box * 4 + direction]
        if occupied[near] == 0 and mark[near] != stamp:
            return -1
    if mark[landing] == stamp and divides(floor, occupied, landing):
        return -1
    return min(first, box)
