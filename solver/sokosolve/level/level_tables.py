"""What a level looks like to the kernels: numbered squares, and the push distances of a single box."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sokosolve.kernel import kernel
from sokospec.board import Level, Square

UINT8 = NDArray[np.uint8]
UINT32 = NDArray[np.uint32]
UINT64 = NDArray[np.uint64]
INT32 = NDArray[np.int32]
INT64 = NDArray[np.int64]

FAR = 1 << 20  # a distance that no push sequence bridges; sums of two thousand of them fit 32 bits
NO_PART = 255


@dataclass(frozen=True, slots=True, eq=False)
class Tables:
    """A level in numbers: squares that can be walked on, in row order, are 0 to n - 1; n stands for every wall.

    `beyond[square * 4 + direction]` is the neighbour; `sides` and `distance` are those of `side_table` and
    `push_distances`; `live` is 1 where a box can still get to some goal. Boxes and goals that can never be reached are
    left out.
    """

    squares: list[Square]
    beyond: INT32
    sides: UINT8
    distance: INT32
    live: UINT8
    boxes: INT32
    goals: INT32
    player: int


def tables_of(level: Level, *, compiled: bool) -> Tables | None:
    """Return the tables, or None when boxes or goals out of reach make the level unsolvable."""
    board = level.board
    walkable = {level.player}
    frontier = deque([level.player])
    while frontier:
        for ahead in board.beyond[frontier.popleft()]:
            if ahead is not None and ahead not in walkable:
                walkable.add(ahead)
                frontier.append(ahead)
    if not (level.boxes - walkable) <= level.goals or not (level.goals - walkable) <= level.boxes:
        return None
    squares = sorted(walkable)
    number = {square: index for index, square in enumerate(squares)}
    n = len(squares)
    beyond = np.full((n + 1) * 4, n, dtype=np.int32)
    for index, square in enumerate(squares):
        for direction, ahead in enumerate(board.beyond[square]):
            if ahead is not None:
                beyond[index * 4 + direction] = number[ahead]
    boxes = np.array(sorted(number[box] for box in level.boxes & walkable), dtype=np.int32)
    goals = np.array(sorted(number[goal] for goal in level.goals & walkable), dtype=np.int32)
    no_walls = np.zeros(n + 1, dtype=np.uint8)
    sides = np.empty((n, n), dtype=np.uint8)
    distance = np.empty((n, 4, len(goals)), dtype=np.int32)
    side_table.of(compiled)(beyond, no_walls, np.ones(n, dtype=np.uint8), n, sides)
    push_distances.of(compiled)(beyond, no_walls, sides, goals, np.zeros(n, dtype=np.int32), n, distance)
    live = np.zeros(n + 1, dtype=np.uint8)
    live[:n] = distance.min(axis=(1, 2), initial=FAR) < FAR
    return Tables(squares, beyond, sides, distance, live, boxes, goals, number[level.player])


@kernel
def flood(start: int, beyond: INT32, walls: UINT8, n: int, mark: UINT8, value: int, queue: INT32) -> None:
    """Mark the squares that can be walked to from a square, as far as their mark is NO_PART; O(squares)."""
    mark[start] = value
    queue[0] = start
    head = 0
    tail = 1
    while head < tail:
        square = queue[head]
        head += 1
        for direction in range(4):
            ahead = beyond[square * 4 + direction]
            if ahead != n and walls[ahead] == 0 and mark[ahead] == NO_PART:
                mark[ahead] = value
                queue[tail] = ahead
                tail += 1


@kernel
def is_walked_around(box: int, beyond: INT32, walls: UINT8, n: int) -> bool:
    """Say whether the free squares beside a box are joined around its corners, so that it parts nothing."""
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


@kernel
def side_table(beyond: INT32, walls: UINT8, live: UINT8, n: int, sides: UINT8) -> None:
    """Write sides[box, player]: in which part of the floor without that box the player is, among the parts that touch
    the box, numbered from 0; NO_PART where he is in none of them. `walls` marks squares that are closed besides; on
    squares that are not `live` there are no boxes."""
    sides[:, :] = NO_PART
    queue = np.empty(n, dtype=np.int32)
    region = np.empty(n, dtype=np.uint8)
    region[:] = NO_PART
    for box in range(n):
        if walls[box] == 1 or live[box] == 0:
            continue
        if is_walked_around(box, beyond, walls, n):
            if region[box] == NO_PART:
                region[:] = NO_PART
                flood(box, beyond, walls, n, region, 0, queue)
            for square in range(n):
                sides[box, square] = region[square]
            sides[box, box] = NO_PART
            continue
        part = 0
        walls[box] = 1
        for side in range(4):
            start = beyond[box * 4 + side]
            if start != n and walls[start] == 0 and sides[box, start] == NO_PART:
                flood(start, beyond, walls, n, sides[box], part, queue)
                part += 1
        walls[box] = 0


@kernel
def farthest(n: int, k: int) -> int:
    """Return the most that a distance counts, in a level of n squares and k boxes; larger ones count as much.

    A sum of FAR means that there is no way. So k distances, the excess of groups of boxes (less than 256 a box), and
    what a potential gives back (n at most) stay below FAR together; a bound that is less is a bound still.
    """
    return max(1, (FAR - n) // max(1, k) - 256)


@kernel
def joined(queue: INT32, queued: UINT8, node: int, tail: int) -> int:
    """Put a node at the end of a ring, unless it is in it already; returns the end afterwards.

    Pushes that count 0, 1 or 2 may find a shorter way to a node once it was taken out; then it comes in again.
    """
    if queued[node] == 1:
        return tail
    queued[node] = 1
    queue[tail] = node
    return tail + 1 if tail + 1 < queue.size else 0


@kernel
def push_distances(
    beyond: INT32, walls: UINT8, sides: UINT8, goals: INT32, lean: INT32, n: int, distance: INT32
) -> None:
    """Write distance[box, part, goal]: fewest pushes of a box alone to a goal, the player in that part; FAR if none,
    and no more than `farthest` if any.

    A push that takes the player from square u to square v counts 1 + lean[u] - lean[v], which is 0 or more; see
    `potential`.
    """
    distance[:, :, :] = FAR
    most = farthest(n, goals.size)
    queue = np.empty(n * 4 + 8, dtype=np.int32)
    queued = np.zeros(n * 4, dtype=np.uint8)
    for j in range(goals.size):
        goal = goals[j]
        if walls[goal] == 1:
            continue
        tail = 0
        for side in range(4):
            near = beyond[goal * 4 + side]
            if near != n and walls[near] == 0:
                part = sides[goal, near]
                if distance[goal, part, j] == FAR:
                    distance[goal, part, j] = 0
                    queue[tail] = goal * 4 + part
                    tail += 1
        head = 0
        while head != tail:
            box = queue[head] >> 2
            part = queue[head] & 3
            queued[queue[head]] = 0
            head += 1
            if head == queue.size:
                head = 0
            for direction in range(4):
                before = beyond[box * 4 + (direction ^ 1)]
                if before == n or sides[box, before] != part:
                    continue
                behind = beyond[before * 4 + (direction ^ 1)]
                if behind == n or walls[behind] == 1:
                    continue
                earlier = sides[before, behind]
                pushes = min(most, distance[box, part, j] + 1 + lean[behind] - lean[before])
                if pushes < distance[before, earlier, j]:
                    distance[before, earlier, j] = pushes
                    tail = joined(queue, queued, before * 4 + earlier, tail)


@kernel
def pull_distances(
    beyond: INT32, sides: UINT8, boxes: INT32, player: int, lean: INT32, n: int, distance: INT32
) -> None:
    """Write distance[box, part, i]: fewest pushes that bring the i-th box there alone, the player then in that part;
    the same as fewest pulls from there back to its first square. Pushes count as in `push_distances`."""
    distance[:, :, :] = FAR
    most = farthest(n, boxes.size)
    queue = np.empty(n * 4 + 8, dtype=np.int32)
    queued = np.zeros(n * 4, dtype=np.uint8)
    for i in range(boxes.size):
        part = sides[boxes[i], player]
        if part == NO_PART:
            continue
        distance[boxes[i], part, i] = 0
        queue[0] = boxes[i] * 4 + part
        head = 0
        tail = 1
        while head != tail:
            box = queue[head] >> 2
            part = queue[head] & 3
            queued[queue[head]] = 0
            head += 1
            if head == queue.size:
                head = 0
            for direction in range(4):
                landing = beyond[box * 4 + direction]
                behind = beyond[box * 4 + (direction ^ 1)]
                if landing == n or behind == n or sides[box, behind] != part:
                    continue
                later = sides[landing, box]
                pushes = min(most, distance[box, part, i] + 1 + lean[behind] - lean[box])
                if pushes < distance[landing, later, i]:
                    distance[landing, later, i] = pushes
                    tail = joined(queue, queued, landing * 4 + later, tail)
