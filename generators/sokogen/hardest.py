"""The hardest levels: the longest shortest solution over all levels with a given number of floor squares.

For each shape of the floor and each number of boxes, all sets of goals are solved at once: breadth first from the
solved states, backwards, with one bit for each set of goals. What a state has not seen yet of these bits is what the
next layer brings; the last layer in which anything is new is the longest solution.

What is left out loses nothing. Floor in several parts: the player never leaves his part, so it is a level of its own
with fewer squares, which is as hard; the other parts hold boxes on goals. Turned and reflected shapes: their levels
have solutions of the same length. Boxes on all squares but one: none of them can be pushed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numba import njit
from numpy.typing import NDArray

from sokogen.polyominoes import Cells
from sokospec.board import DELTAS, Board, Level, Square, State

INT64 = NDArray[np.int64]
INT32 = NDArray[np.int32]
UINT64 = NDArray[np.uint64]

LARGEST = 16
"""Box sets are 16-bit numbers."""


@dataclass(frozen=True, slots=True)
class Hardest:
    """A level, and the length of its shortest solution."""

    length: int
    level: Level


def neighbours(cells: Cells) -> INT32:
    """Return the neighbour of each square in each direction, the number of squares standing for a wall."""
    number = {cell: index for index, cell in enumerate(cells)}
    return np.array(
        [number.get((row + down, column + right), len(cells)) for row, column in cells for down, right in DELTAS],
        dtype=np.int32,
    )


@njit(cache=True)
def _regions(n: int, beyond: INT32, mask: int, first: INT32, stack: INT32) -> None:
    """Write the first square of each square's region, n for squares with a box."""
    for square in range(n):
        first[square] = n if mask >> square & 1 else -1
    for square in range(n):
        if first[square] != -1:
            continue
        first[square] = square
        stack[0] = square
        size = 1
        while size:
            size -= 1
            here = stack[size]
            for direction in range(4):
                near = beyond[here * 4 + direction]
                if near < n and first[near] == -1:
                    first[near] = square
                    stack[size] = near
                    size += 1


@njit(cache=True)
def longest(n: int, beyond: INT32, by_moves: bool, best: INT64) -> None:
    """Find the longest shortest solution on a floor, if it is longer than best[0].

    `best` receives its length, the boxes and the goals as bit sets, and the player's square.
    """
    full = 1 << n
    index_of = np.zeros(full, dtype=np.int32)
    first = np.zeros((full, n), dtype=np.int32)
    stack = np.zeros(n, dtype=np.int32)
    masks = np.zeros(full, dtype=np.int32)
    for k in range(1, n - 1):
        count = 0
        for mask in range(full):
            bits = 0
            rest = mask
            while rest:
                rest &= rest - 1
                bits += 1
            if bits == k:
                masks[count] = mask
                index_of[mask] = count
                _regions(n, beyond, mask, first[mask], stack)
                count += 1
        # edges backwards, in compressed rows: node = index of the boxes * n + the player's square (of his region)
        nodes = count * n
        starts = np.zeros(nodes + 1, dtype=np.int64)
        edges = np.zeros(count * n * 8 if by_moves else count * 4 * n, dtype=np.int32)
        used = 0
        for at in range(count):
            mask = masks[at]
            for player in range(n):
                node = at * n + player
                starts[node] = used
                if mask >> player & 1:
                    continue
                if by_moves:
                    for direction in range(4):
                        before = beyond[player * 4 + (direction ^ 1)]
                        if before == n or mask >> before & 1:
                            continue
                        edges[used] = at * n + before
                        used += 1
                        box = beyond[player * 4 + direction]
                        if box < n and mask >> box & 1:
                            edges[used] = index_of[mask ^ (1 << box) ^ (1 << player)] * n + before
                            used += 1
                elif first[mask, player] == player:
                    for here in range(n):
                        if first[mask, here] != player:
                            continue
                        for direction in range(4):
                            before = beyond[here * 4 + (direction ^ 1)]
                            box = beyond[here * 4 + direction]
                            if before == n or box == n or mask >> before & 1 or not mask >> box & 1:
                                continue
                            pulled = mask ^ (1 << box) ^ (1 << here)
                            edges[used] = index_of[pulled] * n + first[pulled, before]
                            used += 1
        starts[nodes] = used
        words = (count + 63) // 64
        seen = np.zeros((nodes, words), dtype=np.uint64)
        now = np.zeros((nodes, words), dtype=np.uint64)
        after = np.zeros((nodes, words), dtype=np.uint64)
        active = np.zeros(nodes, dtype=np.int32)
        following = np.zeros(nodes, dtype=np.int32)
        waiting = np.zeros(nodes, dtype=np.uint8)
        size = 0
        for at in range(count):
            for player in range(n):
                if masks[at] >> player & 1 or (not by_moves and first[masks[at], player] != player):
                    continue
                node = at * n + player
                seen[node, at >> 6] = np.uint64(1) << np.uint64(at & 63)
                now[node, at >> 6] = seen[node, at >> 6]
                active[size] = node
                size += 1
        length = 0
        last_node = -1
        last_goal = -1
        while size:
            more = 0
            for i in range(size):
                node = active[i]
                for edge in range(starts[node], starts[node + 1]):
                    other = edges[edge]
                    gained = False
                    for w in range(words):
                        new = now[node, w] & ~seen[other, w]
                        if new:
                            seen[other, w] |= new
                            after[other, w] |= new
                            gained = True
                    if gained and waiting[other] == 0:
                        waiting[other] = 1
                        following[more] = other
                        more += 1
            for i in range(size):
                for w in range(words):
                    now[active[i], w] = 0
            if more:
                length += 1
                last_node = following[0]
                for w in range(words):
                    if after[last_node, w]:
                        bit = 0
                        while not after[last_node, w] >> np.uint64(bit) & np.uint64(1):
                            bit += 1
                        last_goal = w * 64 + bit
            for i in range(more):
                waiting[following[i]] = 0
            now, after = after, now
            active, following = following, active
            size = more
        if length > best[0]:
            best[0] = length
            best[1] = masks[last_node // n]
            best[2] = masks[last_goal]
            best[3] = last_node % n


def hardest_of(shapes: Sequence[Cells], *, by_moves: bool, above: int = 0) -> Hardest | None:
    """Return the hardest level on these floors, the first of them in order; None when none is harder than `above`.

    >>> found = hardest_of([((0, 0), (0, 1), (0, 2), (0, 3))], by_moves=False)
    >>> found.length
    2
    >>> print(found.level)
    ######
    #. $@#
    ######
    """
    found: Hardest | None = None
    best = np.array([above, 0, 0, 0], dtype=np.int64)
    for cells in shapes:
        before = best[0]
        longest(len(cells), neighbours(cells), by_moves, best)
        if best[0] > before:
            found = Hardest(int(best[0]), _level(cells, best))
    return found


def _level(cells: Cells, best: INT64) -> Level:
    squares = [Square(row + 1, column + 1) for row, column in cells]
    height, width = (max(square[axis] for square in squares) + 2 for axis in (0, 1))
    walls = frozenset(Square(row, column) for row in range(height) for column in range(width)).difference(squares)
    boxes, goals = (
        frozenset(square for index, square in enumerate(squares) if int(best[which]) >> index & 1) for which in (1, 2)
    )
    return Level(Board(width, height, walls, goals), State(boxes, squares[int(best[3])]))
