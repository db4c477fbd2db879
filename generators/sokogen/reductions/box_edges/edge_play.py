"""Solution of a box level from reversals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from sokogen.reductions.box_edges.box_level import BoxLevel
from sokogen.reductions.box_edges.held_edges import HeldEdges, Shift
from sokospec.board import Direction, Square, neighbour
from sokospec.oracle.search import push_path_lurd
from sokospec.rules import Push


def lurd(made: BoxLevel, reversals: Sequence[int]) -> Iterator[str]:
    """Yield the reversals (the target's last), the flag's push, and all reversals undone, as LURD."""
    yield push_path_lurd(made.level, list(_pushes(made, reversals)))


def moves(made: BoxLevel, reversals: Sequence[int]) -> int:
    return sum(map(len, lurd(made, reversals)))


def _shifts(made: BoxLevel, reversals: Sequence[int]) -> Iterator[Shift]:
    edges = HeldEdges(made.graph, made.layout)
    kept = [edge for edge in reversals if edge in edges.head]
    for edge in kept:
        yield from edges.reverse(edge)
    yield made.flag
    for edge in reversed(kept):
        yield from edges.reverse(edge)


def _pushes(made: BoxLevel, reversals: Sequence[int]) -> Iterator[Push]:
    top, left = made.corner
    for shift in _shifts(made, reversals):
        for square, landing in pairwise(shift):
            direction = next(way for way in Direction if neighbour(square, way) == landing)
            yield Push(Square(square.row - top, square.column - left), direction)
