"""Levels whose boxes are the edges of a constraint graph: solvable exactly if the target edge can be reversed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from reductions.random_graphs import STUCK, random_graphs
from reductions.run_box_levels import is_decided, is_played, levels
from sokogen.reductions.box_edges.box_layout import on_level
from sokogen.reductions.box_edges.box_level import BoxLevel, box_level
from sokogen.reductions.box_edges.cell_grid import CellGrid, beyond, opposite
from sokogen.reductions.box_edges.cut_graph import cut_at
from sokogen.reductions.box_edges.edge_pieces import NORTH, SIZE, SOUTH, Piece, PieceKind
from sokogen.reductions.box_edges.grid_drawing import CrossingError, draw_on_grid
from sokogen.reductions.constraint_logic.constraint_graph import edge_reversed, reach
from sokogen.reductions.constraint_logic.graph_text import read_question
from sokospec import Level, Square, Verdict, reachable, solve

GATE = """
vertex v and
vertex p free
vertex q free
vertex r free
edge one 1 v p
edge two 1 v q
edge out 2 r v
target out
"""


def drawings(sizes: tuple[int, ...], each: int) -> Iterator[tuple[BoxLevel, bool]]:
    """Yield levels of random graphs, and whether their target edges can be reversed."""
    return ((made, reversals is not None) for made, reversals in levels(sizes, each) if made is not None)


def require_agreement(sizes: tuple[int, ...], each: int, *, every: int = 1) -> set[bool]:
    """Compare the solver with a search of each graph, and return the answers.

    Of the edges that can be reversed, which are many, take one of `every`, and replay its play.
    """
    answers, count = set(), 0
    for made, reversals in levels(sizes, each):
        count += reversals is not None
        if made is not None and (reversals is None or count % every == 0):
            assert is_decided(made, reversals is not None), "\n".join(made.rows())
            assert reversals is None or is_played(made, reversals)
            answers.add(reversals is not None)
    return answers


def test_a_level_is_solvable_if_the_edge_can_be_reversed() -> None:
    assert True in require_agreement((2,), 1)


def test_a_level_is_unsolvable_if_the_edge_cannot_be_reversed() -> None:
    graph, target = read_question(STUCK)
    assert reach(graph, edge_reversed(target)) is None
    assert is_decided(box_level(graph, target), answer=False)


def test_with_an_or_in_place_of_each_and_that_level_is_solvable() -> None:
    made = box_level(*read_question(STUCK))
    pieces = {
        cell: Piece(PieceKind.OR, piece.hands) if piece.kind is PieceKind.AND else piece
        for cell, piece in made.layout.pieces.items()
    }
    weaker = replace(made, layout=replace(made.layout, pieces=pieces))
    assert is_decided(weaker, answer=True)


@pytest.mark.long
def test_levels_of_larger_graphs_are_solvable_exactly_if_the_edge_can_be_reversed() -> None:
    assert len(require_agreement((4,), 12, every=8)) == 2


def test_the_exhaustive_search_solves_the_smallest_level() -> None:
    made = box_level(*read_question("vertex p free\nvertex q free\nedge a 2 p q\ntarget a"))
    assert solve(made.level, objective="any", engine="reference").verdict is Verdict.SOLVED


@pytest.mark.long
def test_the_reversals_of_larger_graphs_are_played_to_a_solution() -> None:
    found = [(made, reversals) for made, reversals in levels((8,), 2) if made is not None and reversals is not None]
    assert len(found) > 20
    assert all(is_played(made, reversals) for made, reversals in found)


def test_the_fewest_reversals_of_an_and_come_in_any_order() -> None:
    # a may come before b in the graph, not in the piece: its box is held out until c leaves.
    graph, target = read_question(GATE)
    made = box_level(graph, target)
    assert is_played(made, [0, 1, 2]) and is_played(made, [1, 0, 2])


@pytest.mark.parametrize("seed", range(3))
def test_a_drawing_has_each_edge_once_and_no_crossing(seed: int) -> None:
    for graph in random_graphs(seed, 6, 3):
        for target in range(0, len(graph.edges), 4):
            cut = cut_at(graph, target)
            try:
                grid = draw_on_grid(cut.ends, Random(seed))
            except CrossingError:
                continue
            assert sorted(grid.vertices.values()) == sorted(cut.kinds)
            require_matching_sides(grid)
            crossed = {cell for edge, (tail, _) in cut.ends.items() for cell in grid.path(edge, tail)}
            assert crossed == grid.cells.keys()


def require_matching_sides(grid: CellGrid) -> None:
    for cell, sides in grid.cells.items():
        assert cell in grid.vertices or (len(sides) == 2 and len(set(sides.values())) == 1)
        for side, edge in sides.items():
            assert grid.cells[beyond(cell, side)][opposite(side)] == edge


def test_the_player_can_walk_to_the_corners_of_all_cells_at_the_start() -> None:
    bridges = 0
    for made, _ in drawings((6,), 1):
        bridges += sum(piece.kind is PieceKind.BRIDGE for piece in made.layout.pieces.values())
        reached = reachable(made.level.board, made.level.state)
        top, left = (min(square[axis] for square in made.floor) - 1 for axis in (0, 1))
        for cell in made.layout.grid.cells:
            for corner in (Square(0, 0), Square(0, SIZE - 1), Square(SIZE - 1, 0), Square(SIZE - 1, SIZE - 1)):
                row, column = on_level(cell, corner)
                assert Square(row - top, column - left) in reached
    assert bridges > 3


def test_every_cell_of_a_level_is_a_piece_that_is_derived_by_search() -> None:
    for made, _ in drawings((4,), 1):
        rows = list(made.rows())
        top, left = (min(square[axis] for square in made.floor) - 1 for axis in (0, 1))
        for cell, piece in made.layout.pieces.items():
            row, column = on_level(cell, Square(-top, -left))
            cut_out = [line[column : column + SIZE] for line in rows[row : row + SIZE]]
            floor = {
                Square(down, right) for down in range(SIZE) for right in range(SIZE) if cut_out[down][right] != "#"
            }
            assert floor == piece.floor
            around = {side: made.layout.pieces.get(beyond(cell, side)) for side in range(4)}
            for side, hand in piece.hands.items():
                other = around[side]
                assert other is not None and other.hands[opposite(side)] == hand


def test_the_box_of_a_track_moves_along_it_and_never_leaves_an_end() -> None:
    kinds = set()
    for made, _ in drawings((2, 4), 2):
        for cell, piece in made.layout.pieces.items():
            kinds.add(piece.kind)
            for side in piece.hands:
                along, across = ((1, 0), (0, 1)) if side in (NORTH, SOUTH) else ((0, 1), (1, 0))
                assert not is_between_floor(made, on_level(cell, piece.track(side)), across)
                assert not is_between_floor(made, on_level(cell, piece.end(side)), across)
                assert not is_between_floor(made, on_level(cell, piece.end(side)), along)
    assert kinds == set(PieceKind) - {PieceKind.EMPTY}


def is_between_floor(made: BoxLevel, at: Square, step: tuple[int, int]) -> bool:
    return all(Square(at.row + way * step[0], at.column + way * step[1]) in made.floor for way in (1, -1))


def test_a_level_is_the_same_for_the_same_arguments_and_has_a_text_and_figures() -> None:
    graph, target = read_question(GATE)
    made = box_level(graph, target)
    text = "\n".join(made.rows())
    assert text == "\n".join(box_level(graph, target).rows())
    level = Level.parse(text)
    assert (level.board.width, level.board.height) == (made.figures["width"], made.figures["height"])
    assert len(level.boxes) == made.figures["boxes"] == 6
    assert len(level.boxes - level.goals) == 1
