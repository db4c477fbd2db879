"""The hardest levels: the longest shortest solution over all levels with a given number of floor squares.

For each shape of the floor and each number of boxes, all sets of goals are solved at once: breadth first from the
solved states, backwards, with one bit for each set of goals. What a state has not seen yet of these bits is what the
next layer brings; the last layer in which anything is new is the longest solution.

What is left out loses nothing. Floor in several parts: the player never leaves his part, so it is a level of its own
with fewer squares, which is as hard; the other parts hold boxes on goals. Turned and reflected shapes: their levels
have solutions of the same length. Boxes on all squares but one: none of them can be pushed. Sets of goals from which
`hardest_bound` shows that no state is farther than the best known length.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from math import comb

import numpy as np

from sokogen.hardest.length_bound import bounds
from sokogen.small.polyominoes import Cells
from sokosolve.kernel import entry, kernel
from sokosolve.level.arrays import INT32, INT64, UINT64, UINT64_2D
from sokospec.board import DELTAS, Board, Level, Square, State

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


@kernel
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


@kernel
def _nodes(n: int, masks: INT32, beyond: INT32, by_moves: bool, first: INT32, node_of: INT32) -> int:
    """Number the states: node_of[i * n + player] for the i-th box set; for pushes all squares of a region have one.

    Squares with a box get -1. Returns how many nodes there are.
    """
    stack = np.zeros(n, dtype=np.int32)
    count = 0
    for at in range(masks.size):
        if not by_moves:
            _regions(n, beyond, masks[at], first, stack)
        for player in range(n):
            if masks[at] >> player & 1:
                node_of[at * n + player] = -1
            elif by_moves or first[player] == player:
                node_of[at * n + player] = count
                count += 1
            else:
                node_of[at * n + player] = node_of[at * n + first[player]]
    return count


@kernel
def _predecessors(
    n: int, masks: INT32, index_of: INT32, beyond: INT32, by_moves: bool, node_of: INT32, starts: INT64, edges: INT32
) -> None:
    """Write the states from which one step leads to a node into edges[starts[node] : starts[node + 1]]."""
    used = 0
    last = -1
    for at in range(masks.size):
        mask = masks[at]
        for player in range(n):
            node = node_of[at * n + player]
            if node <= last:  # a box, or a square of a region that has been dealt with
                continue
            last = node
            for here in range(player, n):
                if node_of[at * n + here] != node:
                    continue
                for direction in range(4):
                    before = beyond[here * 4 + (direction ^ 1)]
                    if before == n or mask >> before & 1:
                        continue
                    if by_moves:
                        edges[used] = node_of[at * n + before]
                        used += 1
                    box = beyond[here * 4 + direction]
                    if box < n and mask >> box & 1:
                        edges[used] = node_of[index_of[mask ^ (1 << box) ^ (1 << here)] * n + before]
                        used += 1
            starts[node + 1] = used


@kernel
def _spread(now: UINT64, seen: UINT64, after: UINT64) -> bool:
    """Add the goal sets of a state to those of one a step before it; returns whether one was new there."""
    gained = np.uint64(0)
    for word in range(now.size):
        new = now[word] & ~seen[word]
        seen[word] |= new
        after[word] |= new
        gained |= new
    return bool(gained != 0)


@kernel
def _promising(n: int, node_of: INT32, starts: INT64, edges: INT32, best: int, chosen: INT32) -> int:
    """Write the numbers of the goal sets that may have a solution of more than `best` steps; returns how many."""
    bound = np.empty(starts.size - 1, dtype=np.int32)
    bounds(starts, edges, bound)
    count = 0
    for at in range(node_of.size // n):
        for player in range(n):
            node = node_of[at * n + player]
            if node >= 0 and bound[node] > best:
                chosen[count] = at
                count += 1
                break
    return count


@entry
def longest(
    n: int, beyond: INT32, by_moves: bool, best: INT64, sizes: INT32, sets: INT32, tables: UINT64_2D, numbers: INT32
) -> None:
    """Find the longest shortest solution on a floor, if it is longer than best[0].

    `best` receives its length, the boxes and the goals as bit sets, and the player's square. What follows it
    is what `room` gives for a floor of this size.
    """
    first = np.zeros(n, dtype=np.int32)
    most = 0
    for count in sizes:
        most = max(most, count)
    chosen = np.zeros(most, dtype=np.int32)
    index_of = sets[1 << n :]
    begin = 1  # after the empty set
    for count in sizes:
        masks = sets[begin : begin + count]
        begin += count
        squares = count * n
        node_of, edges = numbers[:squares], numbers[squares : 9 * squares]
        active, following = numbers[9 * squares : 10 * squares], numbers[10 * squares : 11 * squares]
        nodes = _nodes(n, masks, beyond, by_moves, first, node_of)
        starts = np.zeros(nodes + 1, dtype=np.int64)
        _predecessors(n, masks, index_of, beyond, by_moves, node_of, starts, edges)
        goals = _promising(n, node_of, starts, edges, best[0], chosen)
        if not goals:
            continue
        words = (goals + 63) // 64
        seen, now, after = tables[0], tables[1], tables[2]  # so many words for each node
        seen[: nodes * words] = 0
        waiting = np.zeros(nodes, dtype=np.bool_)
        size = 0
        for bit in range(goals):
            for player in range(n):
                node = node_of[chosen[bit] * n + player]
                if node >= 0 and not waiting[node]:
                    waiting[node] = True
                    place = node * words + (bit >> 6)
                    seen[place] = now[place] = np.uint64(1) << np.uint64(bit & 63)
                    active[size] = node
                    size += 1
        waiting[:] = False
        length = 0
        last_node = last_goal = -1
        while size:
            more = 0
            for i in range(size):
                node = active[i]
                here = now[node * words : (node + 1) * words]
                for edge in range(starts[node], starts[node + 1]):
                    other = edges[edge]
                    first_word, end = other * words, (other + 1) * words
                    if _spread(here, seen[first_word:end], after[first_word:end]) and not waiting[other]:
                        waiting[other] = True
                        following[more] = other
                        more += 1
            for i in range(size):
                now[active[i] * words : (active[i] + 1) * words] = 0
            if more:
                length += 1
                last_node = following[0]
                for word in range(words):
                    if after[last_node * words + word]:
                        last_goal = word * 64
                        while not after[last_node * words + word] >> np.uint64(last_goal & 63) & np.uint64(1):
                            last_goal += 1
            for i in range(more):
                waiting[following[i]] = False
            now, after = after, now
            active, following = following, active
            size = more
        if length > best[0]:
            place = 0
            while node_of[place] != last_node:
                place += 1
            best[0] = length
            best[1] = masks[place // n]
            best[2] = masks[chosen[last_goal]]
            best[3] = place % n


@lru_cache(maxsize=1)
def room(n: int) -> tuple[INT32, INT32, UINT64, INT32]:
    """Return what `longest` needs for every floor of so many squares, made once.

    How many sets there are of 1, 2 and more boxes; the sets as bits, those of few squares first, and then the place of
    each among those of as many; a table of what has been seen, and two of what is new, which are empty before and
    after; and room for nodes and edges.
    """
    by_size = sorted(range(1 << n), key=lambda mask: (mask.bit_count(), mask))
    place = np.zeros(1 << n, dtype=np.int32)
    for _, group in groupby(by_size, int.bit_count):
        for index, mask in enumerate(group):
            place[mask] = index
    sizes = [comb(n, k) for k in range(1, n - 1)]
    table = max(size * (n - k) * ((size + 63) // 64) for k, size in enumerate(sizes, 1))
    sets = np.concatenate([np.array(by_size, dtype=np.int32), place])
    return (
        np.array(sizes, dtype=np.int32),
        sets,
        np.zeros((3, table), dtype=np.uint64),
        np.zeros(11 * n * max(sizes), dtype=np.int32),
    )


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
        longest.compiled(len(cells), neighbours(cells), by_moves, best, *room(len(cells)))
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
