"""Seam carving of a level: it becomes smaller without joining or cutting corridors.

A *seam* has one square in each column (or row), never inside a tile's rectangle; its squares are removed and
everything beyond moves up.
"""

from __future__ import annotations

import numpy as np

from sokogen.reductions.layout.parts import PlacedTile
from sokogen.reductions.layout.sheet import WALL, Grid, Sheet
from sokosolve.kernel import entry, kernel
from sokosolve.level.arrays import INT32
from sokospec.board import Square


def carve(sheet: Sheet) -> Sheet:
    """Return the sheet without seams. O(area) for each."""
    owner, solid = sheet.owner.copy(), sheet.solid.copy()
    marks = np.zeros_like(owner)
    for number, square in enumerate(sheet.marks.values(), 1):
        marks[square] = number
    stuck = 0
    turned = False
    while stuck < 2:
        seam = np.full(owner.shape[1], -1, np.int32)
        _seam.compiled(owner, solid, marks, seam)
        if seam[0] < 0:
            stuck += 1
            owner, solid, marks = (np.ascontiguousarray(grid.T) for grid in (owner, solid, marks))
            turned = not turned
            continue
        stuck = 0
        _cut.compiled(owner, seam)
        _cut.compiled(solid, seam)
        _cut.compiled(marks, seam)
        owner, solid, marks = owner[:-1], solid[:-1], marks[:-1]
    if turned:
        owner, solid, marks = (np.ascontiguousarray(grid.T) for grid in (owner, solid, marks))
    return Sheet(owner, solid, _move_tiles(sheet.tiles, solid), _find_marks(list(sheet.marks), marks))


def _move_tiles(tiles: list[PlacedTile], solid: Grid) -> list[PlacedTile]:
    first: dict[int, tuple[int, int]] = {}
    rows, columns = np.nonzero(solid)
    for row, column, number in zip(rows.tolist(), columns.tolist(), solid[rows, columns].tolist(), strict=True):
        first.setdefault(number, (row, column))
    return [placed._replace(row=first[i][0], column=first[i][1]) for i, placed in enumerate(tiles, 2)]


def _find_marks(names: list[str], marks: Grid) -> dict[str, Square]:
    found = {}
    for number, name in enumerate(names, 1):
        ((row, column),) = np.argwhere(marks == number).tolist()
        found[name] = Square(row, column)
    return found


@entry
def _seam(owner: Grid, solid: Grid, marks: Grid, found: INT32) -> None:
    height, width = owner.shape
    came = np.full((width, height), -1, np.int32)
    reached = np.zeros((width, height), np.bool_)
    for column in range(width):
        some = False
        for row in range(height):
            if column == 0:
                if _can_go(owner, solid, marks, row, column):
                    reached[0, row] = True
                    some = True
                continue
            # Straight on, if possible: the seam is as straight as can be.
            if reached[column - 1, row] and _can_go(owner, solid, marks, row, column):
                reached[column, row] = True
                came[column, row] = row
                some = True
        for way in range(2 if column > 0 else 0):  # upwards, then downwards
            origin = -1
            for index in range(height):
                row = height - 1 - index if way == 0 else index
                lower = row + 1 - way
                if origin >= 0 and not _can_shear(owner, solid, row, lower, lower - 1, column):
                    origin = -1
                if reached[column - 1, row]:
                    origin = row
                elif origin >= 0 and not reached[column, row] and _can_go(owner, solid, marks, row, column):
                    reached[column, row] = True
                    came[column, row] = origin
                    some = True
        if not some:
            return
    row = -1
    for one in range(height):
        if reached[width - 1, one]:
            row = one
            break
    for column in range(width - 1, -1, -1):
        found[column] = row
        row = came[column, row]


@kernel
def _can_go(owner: Grid, solid: Grid, marks: Grid, row: int, column: int) -> bool:
    height, width = owner.shape
    if solid[row, column] != 0 or marks[row, column] != 0:
        return False
    above = row == 0 or owner[row - 1, column] != WALL
    below = row == height - 1 or owner[row + 1, column] != WALL
    if owner[row, column] == WALL:
        return not (above and below)
    left = column > 0 and owner[row, column - 1] != WALL
    right = column < width - 1 and owner[row, column + 1] != WALL
    return above and below and not left and not right


@kernel
def _can_shear(owner: Grid, solid: Grid, row: int, right: int, left: int, column: int) -> bool:
    if owner[row, column - 1] != WALL and owner[row, column] != WALL:
        return False
    # Upwards: square (row, column - 1) stays and (row + 1, column) comes to it. Downwards: the other way round.
    if right > row:
        near, far = owner[row, column - 1], owner[right, column]
    else:
        near, far = owner[row, column - 1], owner[left, column]
    if near != WALL and far != WALL:
        return False
    return not (solid[row, column] != 0 and solid[row, column] == solid[row, column - 1])


@entry
def _cut(grid: Grid, seam: INT32) -> None:
    height, width = grid.shape
    for column in range(width):
        for row in range(seam[column], height - 1):
            grid[row, column] = grid[row + 1, column]
