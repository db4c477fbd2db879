"""Hardest levels of given floors, over all boxes and goals.

All goal sets of a size are solved at once by backward breadth-first search, one bit for each. Pruning (symmetry,
`floor_states`, `length_bound`) loses nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import comb

import numpy as np

from sokogen.hardest.floor_states import box_sets, lines, movable, nodes, predecessors, weigh_nodes
from sokogen.hardest.length_bound import bounds
from sokogen.small.polyominoes import Cells
from sokosolve.kernel import entry, kernel
from sokosolve.level.arrays import INT32, INT64, UINT64, UINT64_2D
from sokospec.board import DELTAS, Board, Level, Square, State

LARGEST = 16
"""Box sets are 16-bit numbers."""


@dataclass(frozen=True, slots=True)
class Hardest:
    """Level and the length of its shortest solution."""

    length: int
    level: Level


def _neighbours(cells: Cells) -> INT32:
    """Return each square's neighbour in each direction; n means wall."""
    number = {cell: index for index, cell in enumerate(cells)}
    return np.array(
        [number.get((row + down, column + right), len(cells)) for row, column in cells for down, right in DELTAS],
        dtype=np.int32,
    )


@kernel
def _spread(now: UINT64, seen: UINT64, after: UINT64) -> bool:
    gained = np.uint64(0)
    for word in range(now.size):
        new = now[word] & ~seen[word]
        seen[word] |= new
        after[word] |= new
        gained |= new
    return bool(gained != 0)


@kernel
def _find_promising(n: int, node_of: INT32, bound: INT32, best: int, chosen: INT32) -> int:
    count = 0
    for at in range(node_of.size // n):
        for player in range(n):
            node = node_of[at * n + player]
            if node >= 0 and bound[node] > best:
                chosen[count] = at
                count += 1
                break
    return count


@kernel
def _farthest(
    n: int, chosen: INT32, node_of: INT32, starts: INT64, edges: INT32, lists: INT32, tables: UINT64_2D, last: INT64
) -> int:
    nodes = starts.size - 1
    active, following = lists[: lists.size // 2], lists[lists.size // 2 :]
    words = (chosen.size + 63) // 64
    seen, now, after = tables[0], tables[1], tables[2]  # so many words for each node
    seen[: nodes * words] = 0
    waiting = np.zeros(nodes, dtype=np.bool_)
    size = 0
    for bit in range(chosen.size):
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
            last[0] = following[0]
            for word in range(words):
                if after[last[0] * words + word]:
                    last[1] = word * 64
                    while not after[last[0] * words + word] >> np.uint64(last[1] & 63) & np.uint64(1):
                        last[1] += 1
        for i in range(more):
            waiting[following[i]] = False
        now, after = after, now
        active, following = following, active
        size = more
    return length


@entry
def longest(
    n: int, beyond: INT32, by_moves: bool, best: INT64, popcount: INT32, sets: INT32, tables: UINT64_2D, numbers: INT32
) -> None:
    """Find the longest shortest solution on a floor, if it is longer than best[0].

    `best` receives length, box and goal bit sets, and player; best[4] counts region states. The other arguments come
    from `_room`.
    """
    small = np.zeros(16 * n, dtype=np.int32)
    line = small[: 3 * lines(n, beyond, small)]
    first, sizes = small[12 * n : 14 * n], small[14 * n : 15 * n]
    last = np.zeros(2, dtype=np.int64)
    box_sets(line, popcount, sets, sizes)
    index_of = sets[1 << n :]
    middles = movable(line)
    begin = 1  # after the empty set
    for count in sizes[1 : popcount[middles] + 1]:
        masks = sets[begin : begin + count]
        begin += count
        squares = count * n
        node_of, edges, lists = numbers[:squares], numbers[squares : 9 * squares], numbers[9 * squares : 11 * squares]
        for fine in range(2):  # at first as few states as can be, and a rough bound
            as_moves = by_moves and fine == 1
            size = nodes(n, masks, beyond, as_moves, first, node_of)
            starts = np.zeros(size + 1, dtype=np.int64)
            predecessors(masks, index_of, beyond, line, as_moves, node_of, starts, edges)
            weight, may_begin = np.ones(size, dtype=np.int32), np.ones(size, dtype=np.uint8)
            weigh_nodes(n, masks, middles, node_of, weight, may_begin)
            if not fine:
                best[4] += size
            if not by_moves:
                weight[:] = 1
            bound = np.empty(size, dtype=np.int32)
            bounds(starts, edges, weight, may_begin, fine == 1, bound)
            chosen = numbers[11 * squares : 12 * squares]
            chosen = chosen[: _find_promising(n, node_of, bound, best[0], chosen)]
            if not chosen.size:
                break
        if not chosen.size:
            continue
        length = _farthest(n, chosen, node_of, starts, edges, lists, tables, last)
        if length > best[0]:
            place = 0
            while node_of[place] != last[0]:
                place += 1
            best[0] = length
            best[1] = masks[place // n]
            best[2] = masks[chosen[last[1]]]
            best[3] = place % n


@lru_cache(maxsize=2)
def _room(n: int) -> tuple[INT32, INT32, UINT64_2D, INT32]:
    """Return the work arrays of `longest` for floors of n squares."""
    sizes = [comb(n, boxes) for boxes in range(1, n - 1)]
    table = max(size * (n - boxes) * ((size + 63) // 64) for boxes, size in enumerate(sizes, 1))
    return (
        np.array([mask.bit_count() for mask in range(1 << n)], dtype=np.int32),
        np.zeros(2 << n, dtype=np.int32),
        np.zeros((3, table), dtype=np.uint64),
        np.zeros(12 * n * max(sizes), dtype=np.int32),
    )


def hardest_of(shapes: Iterable[Cells], *, by_moves: bool, above: int = 0) -> Hardest | None:
    """Return the first hardest level on these floors, or None.

    >>> found = hardest_of([((0, 0), (0, 1), (0, 2), (0, 3))], by_moves=False)
    >>> found.length
    2
    >>> print(found.level)
    ######
    #. $@#
    ######
    """
    return search_floors(shapes, by_moves=by_moves, above=above)[0]


def search_floors(shapes: Iterable[Cells], *, by_moves: bool, above: int) -> tuple[Hardest | None, int]:
    """Return the result of `hardest_of` and the number of states."""
    found: Hardest | None = None
    best = np.array([above, 0, 0, 0, 0], dtype=np.int64)
    for cells in shapes:
        n, beyond = len(cells), _neighbours(cells)
        before = best[0]
        longest.compiled(n, beyond, by_moves, best, *_room(n))
        if best[0] > before:  # once more, so that which of the hardest levels comes out does not depend on `above`
            again = np.array([best[0] - 1, 0, 0, 0, 0], dtype=np.int64)
            longest.compiled(n, beyond, by_moves, again, *_room(n))
            found = Hardest(int(again[0]), _level(cells, again))
    return found, int(best[4])


def _level(cells: Cells, best: INT64) -> Level:
    squares = [Square(row + 1, column + 1) for row, column in cells]
    height, width = (max(square[axis] for square in squares) + 2 for axis in (0, 1))
    walls = frozenset(Square(row, column) for row in range(height) for column in range(width)).difference(squares)
    boxes, goals = (
        frozenset(square for index, square in enumerate(squares) if int(best[which]) >> index & 1) for which in (1, 2)
    )
    return Level(Board(width, height, walls, goals), State(boxes, squares[int(best[3])]))
