"""Floors to search for the hardest level: all shapes of a size without bent dead ends.

A bent dead end is a square with one neighbour and a wall beyond this neighbour. No box can be pushed into it or out of
its entrance, so without it levels are equally long or one move shorter. Removing such squares repeatedly gives the
*core*.
"""

from __future__ import annotations

import numpy as np

from sokogen.small.polyominoes import Cells, around, canonical
from sokosolve.kernel import entry, kernel
from sokosolve.level.arrays import INT32, INT64
from sokospec.board import DELTAS

_AT_ONCE = 20_000
"""Number of floors that the kernel makes between checks for Ctrl-C."""
_ACROSS = 64
"""Squares in a row of the drawing board."""


def is_bent_end(cells: set[tuple[int, int]], cell: tuple[int, int]) -> bool:
    """Say whether a square is a bent dead end.

    >>> line, bent = {(0, 0), (0, 1), (0, 2)}, {(0, 0), (0, 1), (1, 0)}
    >>> is_bent_end(line, (0, 0)), is_bent_end(bent, (1, 0))
    (False, True)
    """
    row, column = cell
    ways = [(down, right) for down, right in DELTAS if (row + down, column + right) in cells]
    return len(ways) == 1 and (row + 2 * ways[0][0], column + 2 * ways[0][1]) not in cells


def grown(core: Cells, size: int) -> set[Cells]:
    """Return the shapes of a size with a given core.

    >>> sorted(grown(((0, 0), (0, 1), (0, 2)), 4))
    [((0, 0), (0, 1), (0, 2), (1, 0)), ((0, 0), (0, 1), (0, 2), (1, 1))]
    """
    found = {core}
    for _ in range(len(core), size):
        found = {
            canonical((*cells, near)) for cells in found for near in around(cells) if is_bent_end({*cells, near}, near)
        }
    return found


@kernel
def _is_first(size: int, rows: INT32, columns: INT32, own: INT64, other: INT64) -> bool:
    height = width = 0
    for i in range(size):
        height = max(height, rows[i] + 1)
        width = max(width, columns[i] + 1)
    for form in range(8):
        other[:] = 0
        for i in range(size):
            row, column = rows[i], columns[i]
            if form & 1:
                row = height - 1 - row
            if form & 2:
                column = width - 1 - column
            if form & 4:
                row, column = column, row
            other[row] |= np.int64(1) << np.int64(size - 1 - column)
        for row in range(size):
            if form == 0:
                own[row] = other[row]
            if own[row] != other[row]:
                if own[row] < other[row]:
                    return False
                break
    return True


@kernel
def _has_bent_end(size: int, chosen: INT32, is_floor: INT32) -> bool:
    for i in range(size):
        ways = 0
        step = 0
        for direction in range(4):
            delta = (1 - 2 * (direction & 1)) * (64 if direction & 2 else 1)
            if is_floor[chosen[i] + delta]:
                ways += 1
                step = delta
        if ways == 1 and not is_floor[chosen[i] + 2 * step]:
            return True
    return False


@entry
def some_cores(size: int, state: INT64, lists: INT32, marks: INT32, out: INT32) -> int:
    """Write the next cores to `out` and return their number; `state` holds the depth (-1 at the end) and the number of
    shapes.

    After D. Redelmeier, "Counting polyominoes: yet another attack" (1981).
    """
    untried = lists[: 4 * size]
    chosen = lists[4 * size : 5 * size]
    following = lists[5 * size : 6 * size + 1]
    end = lists[6 * size + 1 :]
    half = marks.size // 2
    is_marked, is_floor = marks[:half], marks[half:]
    rows, columns = np.zeros(size, dtype=np.int32), np.zeros(size, dtype=np.int32)
    own, other = np.zeros(size, dtype=np.int64), np.zeros(size, dtype=np.int64)
    depth = state[0]
    written = 0
    while depth >= 0 and (written + 1) * size <= out.size:
        if following[depth] >= end[depth]:
            if depth:
                for i in range(end[depth - 1], end[depth]):
                    is_marked[untried[i]] = 0
            depth -= 1
            continue
        here = untried[following[depth]]
        following[depth] += 1
        chosen[depth] = here
        if depth + 1 < size:
            last = end[depth]
            for near in (here + 1, here - 1, here + 64, here - 64):
                if not is_marked[near]:
                    is_marked[near] = 1
                    untried[last] = near
                    last += 1
            end[depth + 1] = last
            following[depth + 1] = following[depth]
            depth += 1
            continue
        least = 64
        for i in range(size):
            least = min(least, chosen[i] % 64)
        for i in range(size):
            rows[i], columns[i] = chosen[i] // 64 - 2, chosen[i] % 64 - least
        if not _is_first(size, rows, columns, own, other):
            continue
        state[1] += 1
        for i in range(size):
            is_floor[chosen[i]] = 1
        bent = _has_bent_end(size, chosen, is_floor)
        for i in range(size):
            is_floor[chosen[i]] = 0
        if bent:
            continue
        place = written * size
        for row in range(size):
            for column in range(size):
                if own[row] >> np.int64(size - 1 - column) & 1:
                    out[place] = row * 64 + column
                    place += 1
        written += 1
    state[0] = depth
    return written


def cores(size: int) -> tuple[INT32, int]:
    """Return all cores of a size, squares as row * 64 + column, and the number of all shapes.

    >>> found, shapes = cores(4)
    >>> found.tolist(), shapes
    ([[0, 1, 64, 65], [0, 1, 2, 3]], 5)
    """
    lists = np.zeros(8 * size + 2, dtype=np.int32)
    marks = np.zeros((2, size + 6, _ACROSS), dtype=np.int32)
    start = (2, size + 2)
    lists[0] = start[0] * _ACROSS + start[1]
    lists[6 * size + 1] = 1  # one square to try at first
    marks[0, :2] = marks[0, 2, : start[1] + 1] = 1  # none above the first one, nor to its left
    state = np.zeros(2, dtype=np.int64)
    found = []
    while state[0] >= 0:
        out = np.zeros((_AT_ONCE, size), dtype=np.int32)
        written = some_cores.compiled(size, state, lists, marks.reshape(-1), out.reshape(-1))
        found.append(out[:written])
    return np.concatenate(found), int(state[1])


def cells_of(row: INT32) -> Cells:
    """Return a row of `cores` as a shape."""
    return tuple((int(number) // _ACROSS, int(number) % _ACROSS) for number in row)
