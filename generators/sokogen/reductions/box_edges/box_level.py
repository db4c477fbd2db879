"""A level whose boxes are the edges of a constraint graph (docs/background/reductions.md)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from random import Random

from sokogen.reductions.box_edges.box_layout import BoxLayout, lay_out, on_level
from sokogen.reductions.box_edges.cell_grid import Cell, beyond
from sokogen.reductions.box_edges.cut_graph import FLAG, cut_at
from sokogen.reductions.box_edges.edge_pieces import Piece, PieceKind
from sokogen.reductions.box_edges.held_edges import HeldEdges
from sokogen.reductions.constraint_logic.constraint_graph import ConstraintGraph
from sokospec.board import Level, Square
from sokospec.formats import Reading, parse_level

_EMPTY = Piece(PieceKind.EMPTY, {})


@dataclass(frozen=True)
class BoxLevel:
    """Layout with its graph and target edge."""

    graph: ConstraintGraph
    target: int
    layout: BoxLayout

    @cached_property
    def floor(self) -> frozenset[Square]:
        floor = set()
        for cell in product(range(self.layout.grid.height), range(self.layout.grid.width)):
            piece = self.layout.pieces.get(cell, _EMPTY)
            floor |= {on_level(cell, square) for square in piece.floor}
            floor.update(
                on_level(outside, square)
                for outside in self._cells_behind_walls(cell, piece)
                for square in _EMPTY.floor
            )
        return frozenset(floor)

    def _cells_behind_walls(self, cell: Cell, piece: Piece) -> Iterator[Cell]:
        for side in set(piece.roles or ()) - set(piece.hands):
            row, column = beyond(cell, side)
            if not (0 <= row < self.layout.grid.height and 0 <= column < self.layout.grid.width):
                yield row, column

    @cached_property
    def flag(self) -> tuple[Square, Square]:
        (cell,) = (cell for cell, name in self.layout.grid.vertices.items() if name == FLAG)
        start, goal = self.layout.pieces[cell].inner_track
        return on_level(cell, start), on_level(cell, goal)

    @cached_property
    def homes(self) -> frozenset[Square]:
        return frozenset(HeldEdges(self.graph, self.layout).boxes())

    @cached_property
    def player(self) -> Square:
        return min(self.floor)

    @cached_property
    def corner(self) -> Square:
        return Square(min(square.row for square in self.floor) - 1, min(square.column for square in self.floor) - 1)

    def rows(self) -> Iterator[str]:
        start, goal = self.flag
        symbols = dict.fromkeys(self.floor, " ") | dict.fromkeys(self.homes, "*")
        symbols |= {start: "$", goal: ".", self.player: "@"}
        top, left = self.corner
        bottom, right = (1 + max(square[axis] for square in self.floor) for axis in (0, 1))
        for row in range(top, bottom + 1):
            yield "".join(symbols.get(Square(row, column), "#") for column in range(left, right + 1))

    @cached_property
    def level(self) -> Level:
        text = "\n".join(self.rows())
        return parse_level(text, Reading(limit=len(text)))

    @cached_property
    def figures(self) -> Mapping[str, int]:
        rows = list(self.rows())
        return {
            "width": len(rows[0]),
            "height": len(rows),
            "squares": len(rows) * len(rows[0]),
            "floor": len(self.floor),
            "boxes": len(self.homes) + 1,
            "gadgets": len(self.layout.pieces),
            "crossings": 0,
        }


def box_level(graph: ConstraintGraph, target: int, *, tries: int = 3, seed: int = 0) -> BoxLevel:
    """Return the smallest of `tries` random levels, or raise `CrossingError`."""
    rng = Random(f"boxes {seed}")
    cut = cut_at(graph, target)
    levels = [BoxLevel(graph, target, lay_out(cut, rng)) for _ in range(tries)]
    return min(levels, key=lambda level: level.layout.grid.height * level.layout.grid.width)
