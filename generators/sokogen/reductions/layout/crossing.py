"""Blocks of one, two or four crossovers where two wires cross.

A crossover is one-way (W to E, S to N), so a two-way wire splits into two lanes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from sokogen.reductions.gadgets.network import Ways
from sokogen.reductions.layout.crossover_part import crossover_part
from sokogen.reductions.layout.parts import LayoutPart, PlacedTile
from sokogen.reductions.layout.squares import FLOOR, WALL, Squares, draw_line, stamp
from sokospec.transform.symmetry import Symmetry

_ROW_GAP, _COLUMN_GAP = 3, 1
"""Squares between crossovers one below the other, where the wire is shifted, and side by side."""


@dataclass(frozen=True)
class CrossoverBlock:
    """Squares, wires' ends, and tiles of a block."""

    squares: Squares
    row: int
    column: int
    tiles: tuple[tuple[PlacedTile, ...], ...]

    @property
    def rows_beside(self) -> tuple[int, int]:
        return self.row, int(self.squares.shape[0]) - 1 - self.row

    @property
    def columns_beside(self) -> tuple[int, int]:
        return self.column, int(self.squares.shape[1]) - 1 - self.column


@cache
def block(across: Ways, down: Ways) -> CrossoverBlock:
    """Return the block for two wires.

    >>> [block(Ways(True, one), Ways(True, other)).squares.shape for one in (False, True) for other in (False, True)]
    [(31, 37), (37, 75), (63, 41), (69, 79)]
    """
    return _BlockBuilder(across.directions(), down.directions()).build()


class _BlockBuilder:
    def __init__(self, rows: tuple[bool, ...], columns: tuple[bool, ...]) -> None:
        self.cells = [
            [crossover_part().transform(Symmetry(flip_rows=down, flip_columns=not right)) for down in columns]
            for right in rows
        ]
        first = self.cells[0]
        tall, wide = first[0].height, first[0].width
        # In a column of crossovers all have their ends on the left and right in the same row.
        own = [part.ports["W"].square.row for part in first]
        top, left = 2 * (len(columns) - 1), 2 * (len(rows) - 1)
        self.lane_rows = [top + max(own) + index * (tall + _ROW_GAP) for index in range(len(rows))]
        self.lefts = [left + index * (wide + _COLUMN_GAP) for index in range(len(columns))]
        self.tops = [[row - one for one in own] for row in self.lane_rows]
        height = max(self.tops[-1]) + tall + 2
        self.squares = np.full((height, self.lefts[-1] + wide + left), WALL, np.uint8)
        self.tiles: list[tuple[PlacedTile, ...]] = []

    def build(self) -> CrossoverBlock:
        for i, parts in enumerate(self.cells):
            for j, part in enumerate(parts):
                self.cell(part, self.tops[i][j], self.lefts[j])
        height, width = self.squares.shape
        vertical = [self.vertical(j) for j in range(len(self.lefts))]
        column = vertical[0][0]
        if len(vertical) == 2:
            draw_line(self.squares, 0, vertical[0][0], 0, vertical[1][0])
        for top, bottom in vertical:
            draw_line(self.squares, 0, top, 0, top)
            draw_line(self.squares, height - 1, column, height - 1, bottom)
        for row in self.lane_rows:
            draw_line(self.squares, row, 0, row, 0)
            draw_line(self.squares, row, width - 1, row, width - 1)
            for left in self.lefts[1:]:
                draw_line(self.squares, row, left - 1, row, left - 1)
        if len(self.lane_rows) == 2:
            for side, inner in ((0, 1), (width - 1, width - 2)):
                draw_line(self.squares, self.lane_rows[0], side, self.lane_rows[1], side)
                for row in self.lane_rows:
                    draw_line(self.squares, row, inner, row, inner)
        return CrossoverBlock(self.squares, self.lane_rows[0], column, tuple(self.tiles))

    def cell(self, part: LayoutPart, top: int, left: int) -> None:
        for row, column in part.corridor:
            self.squares[row + top, column + left] = FLOOR
        placed = tuple(one._replace(row=one.row + top, column=one.column + left) for one in part.tiles)
        for one in placed:
            stamp(self.squares, one)
        self.tiles.append(placed)

    def vertical(self, j: int) -> tuple[int, int]:
        ends = []
        for i, row in enumerate(self.cells):
            ports = [row[j].ports[name].square for name in "NS"]
            (_, top), (_, bottom) = sorted(ports)
            ends.append((top + self.lefts[j], bottom + self.lefts[j]))
            if i:
                roof, before = self.tops[i][j], ends[-2][1]
                draw_line(self.squares, roof - 3, before, roof - 2, before)
                draw_line(self.squares, roof - 2, before, roof - 2, ends[-1][0])
                draw_line(self.squares, roof - 1, ends[-1][0], roof - 1, ends[-1][0])
        first, last = ends[0][0], ends[-1][1]
        draw_line(self.squares, 0, first, self.tops[0][j] - 1, first)
        draw_line(self.squares, self.tops[-1][j] + self.cells[0][0].height, last, self.squares.shape[0] - 1, last)
        return first, last
