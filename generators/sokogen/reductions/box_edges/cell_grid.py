"""Plane graph on a grid of cells."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sokogen.reductions.box_edges.edge_pieces import EAST, NORTH, SOUTH, WEST

Cell = tuple[int, int]
"""Row and column of a cell, from the north and from the west."""

_Sides = Mapping[int, int]
"""The number of the edge at each side that an edge crosses."""

BEYOND = {NORTH: (-1, 0), EAST: (0, 1), SOUTH: (1, 0), WEST: (0, -1)}


@dataclass(frozen=True)
class CellGrid:
    """Occupied cells, and the vertices.

    >>> grid = CellGrid({(0, 0): {EAST: 7}, (0, 1): {WEST: 7, EAST: 7}, (0, 2): {WEST: 7}}, {(0, 0): "p", (0, 2): "q"})
    >>> grid.path(7, "q")
    [(0, 2), (0, 1), (0, 0)]
    >>> compact(grid).vertices
    {(0, 0): 'p', (0, 1): 'q'}
    """

    cells: Mapping[Cell, _Sides]
    vertices: Mapping[Cell, str]

    @property
    def height(self) -> int:
        return 1 + max(row for row, _ in self.cells)

    @property
    def width(self) -> int:
        return 1 + max(column for _, column in self.cells)

    def path(self, edge: int, vertex: str) -> list[Cell]:
        at = next(cell for cell, name in self.vertices.items() if name == vertex)
        side = self.side_of(at, edge)
        cells = [at]
        while True:
            at = beyond(at, side)
            cells.append(at)
            if at in self.vertices:
                return cells
            (side,) = set(self.cells[at]) - {opposite(side)}

    def side_of(self, cell: Cell, edge: int) -> int:
        return next(side for side, number in self.cells[cell].items() if number == edge)


def beyond(cell: Cell, side: int) -> Cell:
    down, right = BEYOND[side]
    return cell[0] + down, cell[1] + right


def opposite(side: int) -> int:
    return (side + 2) % 4


def _transpose(grid: CellGrid) -> CellGrid:
    swap = {NORTH: WEST, WEST: NORTH, EAST: SOUTH, SOUTH: EAST}
    cells = {
        (column, row): {swap[side]: edge for side, edge in sides.items()} for (row, column), sides in grid.cells.items()
    }
    return CellGrid(cells, {(column, row): name for (row, column), name in grid.vertices.items()})


def compact(grid: CellGrid) -> CellGrid:
    while True:
        for way in (False, True):
            seen = _transpose(grid) if way else grid
            merged = next((one for left in range(seen.width - 1) if (one := _merge(seen, left)) is not None), None)
            if merged is not None:
                grid = _transpose(merged) if way else merged
                break
        else:
            return grid


def _merge(grid: CellGrid, left: int) -> CellGrid | None:
    cells: dict[Cell, _Sides] = {}
    vertices: dict[Cell, str] = {}
    for (row, column), sides in grid.cells.items():
        at = row, column - (column > left)
        if at not in cells:
            cells[at] = sides
        else:
            both = [grid.cells[row, left], grid.cells[row, left + 1]]
            if EAST not in both[0] or {(row, left), (row, left + 1)} <= grid.vertices.keys():
                return None
            kept = [(side, edge) for side, edge in both[0].items() if side != EAST]
            kept += [(side, edge) for side, edge in both[1].items() if side != WEST]
            cells[at] = dict(kept)
            if len(cells[at]) < len(kept):
                return None
        if (row, column) in grid.vertices:
            vertices[at] = grid.vertices[row, column]
    return CellGrid(cells, vertices)


def stretch(grid: CellGrid, cell: Cell, side: int) -> CellGrid:
    """Return the grid with a new row or column beside a cell.

    >>> grid = CellGrid({(0, 0): {SOUTH: 7}, (1, 0): {NORTH: 7}}, {(0, 0): "p", (1, 0): "q"})
    >>> stretch(grid, (0, 0), SOUTH).path(7, "p")
    [(0, 0), (1, 0), (2, 0)]
    """
    if side in (NORTH, SOUTH):
        return _transpose(stretch(_transpose(grid), (cell[1], cell[0]), WEST if side == NORTH else EAST))
    new = cell[1] + (side == EAST)

    def shift(at: Cell) -> Cell:
        return at[0], at[1] + (at[1] >= new)

    cells = {shift(at): sides for at, sides in grid.cells.items()}
    for (row, column), sides in grid.cells.items():
        if column == new - 1 and EAST in sides:
            cells[row, new] = {WEST: sides[EAST], EAST: sides[EAST]}
    return CellGrid(cells, {shift(at): name for at, name in grid.vertices.items()})
