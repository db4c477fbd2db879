"""Squares that a player could walk to in a drawing without boxes."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence

from sokospec.board import Square

_FLOOR = re.compile("[^#]+")

_Run = tuple[int, int]
"""Columns [start, end) of adjacent squares in a row."""


class Walk:
    """Squares that players could walk to, as `runs` of each full row of XSB symbols.

    >>> walk = Walk(["#####  ", "#@ # ##", "#####  "], [Square(1, 1)])
    >>> walk.runs, (1, 2) in walk, (1, 4) in walk
    ([[], [(1, 3)], []], True, False)
    """

    def __init__(self, rows: Sequence[str], players: Iterable[Square]) -> None:
        runs = [[match.span() for match in _FLOOR.finditer(row)] for row in rows]
        seen = [bytearray(len(of_row)) for of_row in runs]
        frontier = [(row, index) for row, column in players for index in _find_sharing(runs[row], (column, column + 1))]
        for row, index in frontier:  # the list grows while it is read
            if seen[row][index]:
                continue
            seen[row][index] = 1
            for other in (row - 1, row + 1):
                if 0 <= other < len(runs):
                    frontier.extend((other, beside) for beside in _find_sharing(runs[other], runs[row][index]))
        self.runs = [
            [run for run, was_seen in zip(of_row, marks, strict=True) if was_seen]
            for of_row, marks in zip(runs, seen, strict=True)
        ]
        self._width = len(rows[0]) if rows else 0

    def __contains__(self, square: tuple[int, int]) -> bool:
        row, column = square
        at = bisect_right(self.runs[row], (column, self._width))
        return at > 0 and self.runs[row][at - 1][1] > column

    def edge(self) -> list[Square]:
        """Return the squares at the edge, in row order."""
        first, last = 0, len(self.runs) - 1
        squares: list[Square] = []
        for row, runs in enumerate(self.runs):
            if row in (first, last):
                squares.extend(Square(row, column) for start, end in runs for column in range(start, end))
            elif runs and (runs[0][0] == 0 or runs[-1][1] == self._width):
                ends = {runs[0][0], runs[-1][1] - 1} & {0, self._width - 1}
                squares.extend(Square(row, column) for column in sorted(ends))
        return squares


def _find_sharing(runs: Sequence[_Run], columns: _Run) -> Iterator[int]:
    start, end = columns
    index = bisect_right(runs, columns)
    if index and runs[index - 1][1] > start:
        index -= 1
    while index < len(runs) and runs[index][0] < end:
        yield index
        index += 1
