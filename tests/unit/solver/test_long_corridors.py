"""What is done once a push, or once a square, of a long corridor looks at a few squares each time, not at all of it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import numpy as np

from sokosolve.level.level_tables import number_floor
from sokosolve.search.solution import Run, lurd_of
from sokosolve.search.tunnel import longest_step, no_tunnels
from sokospec import Level
from sokospec.board import Direction, Square
from sokospec.replay import replay


def test_the_longest_step_goes_through_the_longest_row_of_pushes() -> None:
    squares = 20_000
    floor = number_floor([Square(1, column + 1) for column in range(squares)], np.ones(squares, dtype=np.bool_))
    marks = np.zeros(4 * squares, dtype=np.uint8)
    assert longest_step(floor, no_tunnels()._replace(no_influence=marks)) == 1
    marks[[square * 4 + Direction.RIGHT for square in range(1, squares - 2) if square != 7_000]] = 1
    marks[[square * 4 + Direction.LEFT for square in range(2, 9_000)]] = 1
    assert longest_step(floor, no_tunnels()._replace(no_influence=marks)) == squares - 2 - 7_001 + 1


def test_walks_are_found_without_a_flood_of_the_whole_floor() -> None:
    length = 300
    walls, aisle = "#" * (length + 3), " " * (length + 1)
    level = Level.parse("\n".join([walls, f"#@${' ' * (length - 2)}.#", f"#{aisle}#", walls]))
    looked_at = []

    class Counted(dict[Square, object]):
        def __getitem__(self, square: Square) -> object:
            looked_at.append(square)
            return super().__getitem__(square)

    board = SimpleNamespace(beyond=Counted(level.board.beyond))
    counted = cast(Level, SimpleNamespace(board=board, boxes=level.boxes, player=level.player))
    runs = [Run(Square(1, column), Direction.RIGHT, 1) for column in range(2, length + 1)]
    lurd = lurd_of(counted, runs)
    assert replay(level, lurd).valid
    assert len(looked_at) < 10 * length
