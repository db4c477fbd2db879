"""What a level looks like to the kernels: numbered squares and the push distances of a single box."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sokosolve.kernel import kernel
from sokospec.board import Level, Square

UINT8 = NDArray[np.uint8]
UINT16 = NDArray[np.uint16]
UINT32 = NDArray[np.uint32]
UINT64 = NDArray[np.uint64]
INT32 = NDArray[np.int32]
INT64 = NDArray[np.int64]

FAR = 1 << 20  # a distance that no push sequence bridges; sums of a few thousand of them fit 32 bits
NO_DISTANCE = 0xFFFF


@dataclass(frozen=True, slots=True, eq=False)
class Tables:
    """A level in numbers: squares that can be walked on, in row order, are 0 to n - 1; n stands for every wall.

    `beyond[square * 4 + direction]` is the neighbour; `sides` and `distance` are those of `side_table` and
    `distance_table`; `live` is 1 where a box can still get to some goal; `bit_of` and `square_of` number the live
    squares, which are the only ones a box may stand on. Boxes and goals that can never be reached are left out.
    `reach` bounds the cost of one walk and push plus any lower bound.
    """

    squares: list[Square]
    beyond: INT32
    sides: UINT8
    distance: UINT16
    live: UINT8
    bit_of: INT32
    square_of: INT32
    boxes: INT32
    goals: INT32
    player: int
    is_goal: UINT8
    reach: int

    @property
    def words(self) -> int:
        """The number of 64-bit words that hold a state's boxes."""
        return (len(self.square_of) + 63) // 64


def tables_of(level: Level) -> Tables | None:
    """Return the tables, or None when the level is unsolvable for a reason that needs no search."""
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
    sides = side_table(beyond, n)
    distance = distance_table(beyond, sides, goals, n)
    live = (distance.min(axis=(0, 2), initial=NO_DISTANCE) < NO_DISTANCE).astype(np.uint8)
    square_of = np.nonzero(live)[0].astype(np.int32)
    bit_of = np.full(n + 1, -1, dtype=np.int32)
    bit_of[square_of] = np.arange(len(square_of), dtype=np.int32)
    live = np.append(live, np.uint8(0))
    if any(not live[box] for box in boxes):
        return None
    is_goal = np.zeros(n + 1, dtype=np.uint8)
    is_goal[goals] = 1
    longest = int(distance[distance < NO_DISTANCE].max(initial=0))
    reach = n + 2 + longest * len(boxes)
    player = number[level.player]
    return Tables(squares, beyond, sides, distance, live, bit_of, square_of, boxes, goals, player, is_goal, reach)


@kernel
def side_table(beyond: INT32, n: int) -> UINT8:
    """Return sides[box * n + player]: in which part of the floor without that box the player is, among the parts that
    touch the box, numbered from 0; 255 where he is in none of them."""
    sides = np.full(n * n, 255, dtype=np.uint8)
    queue = np.empty(n, dtype=np.int32)
    for box in range(n):
        part = 0
        for side in range(4):
            start = beyond[box * 4 + side]
            if start == n or sides[box * n + start] != 255:
                continue
            sides[box * n + start] = part
            queue[0] = start
            head = 0
            tail = 1
            while head < tail:
                square = queue[head]
                head += 1
                for direction in range(4):
                    ahead = beyond[square * 4 + direction]
                    if ahead != n and ahead != box and sides[box * n + ahead] == 255:
                        sides[box * n + ahead] = part
                        queue[tail] = ahead
                        tail += 1
            part += 1
    return sides


@kernel
def distance_table(beyond: INT32, sides: UINT8, goals: INT32, n: int) -> UINT16:
    """Return distance[goal, box, side]: fewest pushes of a box alone on the board, the player in that part."""
    distance = np.full((goals.size, n, 4), NO_DISTANCE, dtype=np.uint16)
    queue = np.empty(n * 4, dtype=np.int32)
    for j in range(goals.size):
        goal = goals[j]
        head = 0
        tail = 0
        for side in range(4):
            near = beyond[goal * 4 + side]
            if near != n:
                part = sides[goal * n + near]
                if distance[j, goal, part] == NO_DISTANCE:
                    distance[j, goal, part] = 0
                    queue[tail] = goal * 4 + part
                    tail += 1
        while head < tail:
            node = queue[head]
            head += 1
            box = node >> 2
            part = node & 3
            for direction in range(4):
                before = beyond[box * 4 + (direction ^ 1)]
                if before == n or sides[box * n + before] != part:
                    continue
                behind = beyond[before * 4 + (direction ^ 1)]
                if behind == n:
                    continue
                earlier = sides[before * n + behind]
                if distance[j, before, earlier] == NO_DISTANCE:
                    distance[j, before, earlier] = distance[j, box, part] + 1
                    queue[tail] = before * 4 + earlier
                    tail += 1
    return distance
