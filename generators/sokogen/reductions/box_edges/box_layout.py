"""Layout of a cut graph: the piece in each cell, and the track of every box.

An AND fixes the hands of its tracks a and b and needs a WIRE next to a. One edge of each cycle needs a BRIDGE, so that
the player reaches every face.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import NamedTuple

from networkx.utils import UnionFind

from sokogen.reductions.box_edges.cell_grid import BEYOND, Cell, CellGrid, beyond, opposite, stretch
from sokogen.reductions.box_edges.cut_graph import CutGraph
from sokogen.reductions.box_edges.edge_pieces import SIZE, Piece, PieceKind
from sokogen.reductions.box_edges.grid_drawing import draw_on_grid
from sokospec.board import Square

TrackSquares = tuple[Square, ...]
"""The squares of a box, from the tail of its edge to the head.

The box is on the first square while the edge is directed to its head, otherwise on the last one: away from the
inflow.
"""


@dataclass(frozen=True)
class BoxLayout:
    """Pieces by cell, and the tracks of each edge from tail to head; `held` maps each AND to its edge a."""

    cut: CutGraph
    grid: CellGrid
    pieces: Mapping[Cell, Piece]
    tracks: Mapping[int, tuple[TrackSquares, ...]]
    held: Mapping[str, int]


class _EdgeEnd(NamedTuple):
    hand: int | None
    wired: bool


class _Fit(NamedTuple):
    hands: tuple[int, ...]
    bridge: int | None


def lay_out(cut: CutGraph, rng: Random) -> BoxLayout:
    """Return a random layout, or raise `CrossingError`."""
    grid = draw_on_grid(cut.ends, rng)
    while True:
        fits = _PieceFitter(cut, grid)
        if fits.unmet is None:
            return fits.layout()
        grid = stretch(grid, *fits.unmet)


class _PieceFitter:
    def __init__(self, cut: CutGraph, grid: CellGrid) -> None:
        self.cut = cut
        self.grid = grid
        self.cell = {name: cell for cell, name in grid.vertices.items()}
        self.paths = {edge: grid.path(edge, tail) for edge, (tail, _) in cut.ends.items()}
        self.roles = {name: self._roles_of(name) for name, kind in cut.kinds.items() if kind is PieceKind.AND}
        self.fits: dict[int, _Fit] = {}
        self.unmet: tuple[Cell, int] | None = None
        single = {edge: self._fit(edge, bridged=False) for edge in cut.ends}
        double = {edge: self._fit(edge, bridged=True) for edge in cut.ends}
        bridged = _outside_of_a_tree(cut.ends, sorted(cut.ends, key=lambda edge: (double[edge] is not None, edge)))
        for edge in cut.ends:
            fit = (double if edge in bridged else single)[edge]
            if fit is None:
                path = self.paths[edge]
                self.unmet = path[0], _side_between(path[0], path[1])
                return
            self.fits[edge] = fit

    def _roles_of(self, name: str) -> tuple[int, int, int]:
        cell = self.cell[name]
        sides = self.grid.cells[cell]
        light = sorted((side for side, edge in sides.items() if edge in self.cut.light),
                       key=lambda side: (-len(self.paths[sides[side]]), side))  # fmt: skip
        heavy = [side for side, edge in sides.items() if edge not in self.cut.light]
        free = [side for side in BEYOND if side not in sides]
        a, b = light if len(light) == 2 else (free[0], light[0])
        return a, b, (heavy or free)[0]

    def _end(self, edge: int, name: str) -> _EdgeEnd:
        if name not in self.roles:
            return _EdgeEnd(None, wired=False)
        side = self.grid.side_of(self.cell[name], edge)
        a, b, _ = self.roles[name]
        return _EdgeEnd(_own_hand(self.roles[name]) if side in (a, b) else None, side == a)

    def _fit(self, edge: int, *, bridged: bool) -> _Fit | None:
        first, last = (self._end(edge, name) for name in self.cut.ends[edge])
        path = self.paths[edge]
        length = len(path) - 1
        hands = [1] * length
        for place, end in ((0, first), (length - 1, last)):
            hands[place] = end.hand or hands[place]
        if not bridged:
            alone = length == 1
            clash = first.hand and last.hand and first.hand != last.hand
            return None if alone and (clash or first.wired or last.wired) else _Fit(tuple(hands), None)
        for place in sorted(_straight_cells(self.grid, path), key=lambda index: abs(2 * index - length)):
            before = first.hand if place == 1 else None
            after = last.hand if place == length - 1 else None
            beside_a = (first.wired and place == 1) or (last.wired and place == length - 1)
            if beside_a or (before and before == after):
                continue
            hand = before or -(after or -1)
            hands[place - 1 : place + 1] = hand, -hand
            return _Fit(tuple(hands), place)
        return None

    def layout(self) -> BoxLayout:
        hands: dict[Cell, dict[int, int]] = {}
        kinds = {self.cell[name]: kind for name, kind in self.cut.kinds.items()}
        for edge, fit in self.fits.items():
            path = self.paths[edge]
            for index, (one, other) in enumerate(pairwise(path)):
                hands.setdefault(one, {})[_side_between(one, other)] = fit.hands[index]
                hands.setdefault(other, {})[_side_between(other, one)] = fit.hands[index]
            for index in range(1, len(path) - 1):
                kinds[path[index]] = PieceKind.BRIDGE if index == fit.bridge else PieceKind.WIRE
        pieces = {}
        for cell, kind in kinds.items():
            cut_off = kind is PieceKind.OR and len(hands[cell]) == 2  # the tail of the target edge
            roles = self.roles.get(self.grid.vertices.get(cell, ""))
            pieces[cell] = Piece(PieceKind.WIRE if cut_off else kind, hands[cell], roles)
        tracks = {edge: tuple(_tracks(pieces, path)) for edge, path in self.paths.items()}
        held = {}
        for name, (a, _, _) in self.roles.items():
            sides = self.grid.cells[self.cell[name]]
            if a in sides:
                held[name] = sides[a]
        return BoxLayout(self.cut, self.grid, pieces, tracks, held)


def _own_hand(roles: tuple[int, int, int]) -> int:
    a, b, c = roles
    return 1 if (a - b) % 4 < (c - b) % 4 else -1


def _outside_of_a_tree(ends: Mapping[int, tuple[str, str]], order: Iterable[int]) -> set[int]:
    tree: UnionFind[str] = UnionFind()
    outside = set()
    for edge in order:
        one, other = ends[edge]
        if tree[one] == tree[other]:
            outside.add(edge)
        tree.union(one, other)
    return outside


def _tracks(pieces: Mapping[Cell, Piece], path: Sequence[Cell]) -> Iterator[TrackSquares]:
    for one, other in pairwise(path):
        piece = pieces[one]
        side = _side_between(one, other)
        if piece.kind is PieceKind.BRIDGE:
            inner = [on_level(one, square) for square in piece.inner_track]
            last = on_level(one, piece.end(side))
            yield tuple(inner if _distance(inner[-1], last) < _distance(inner[0], last) else reversed(inner))
        yield on_level(one, piece.track(side)), on_level(other, pieces[other].track(opposite(side)))


def _distance(one: Square, other: Square) -> int:
    return abs(one.row - other.row) + abs(one.column - other.column)


def on_level(cell: Cell, square: Square) -> Square:
    """Return a cell's square on the level."""
    return Square(SIZE * cell[0] + square.row, SIZE * cell[1] + square.column)


def _side_between(cell: Cell, other: Cell) -> int:
    return next(side for side in BEYOND if beyond(cell, side) == other)


def _straight_cells(grid: CellGrid, path: list[Cell]) -> Iterator[int]:
    for index in range(1, len(path) - 1):
        one, other = grid.cells[path[index]]
        if other == opposite(one):
            yield index
