"""Levels so small that all placements of their boxes can be tried, open at the edge or not."""

from __future__ import annotations

from random import Random

from corrupted import naive
from corrupted.samples import small_level
from sokospec import Board, Level, Square, State
from sokospec.rules import normalise


def some_level(rng: Random) -> Level:
    """Return a small level; half of them without the walls around, so that play goes along the edge of the grid."""
    level = small_level(rng)
    return level if rng.random() < 0.5 else without_outer_walls(level)


def solvable_level(rng: Random) -> Level:
    """Return such a level that has a solution, and is not solved."""
    while True:
        level = some_level(rng)
        if naive.truth_of(level).to_go.get(normalise(level.board, level.state), 0) > 0:
            return level


def without_outer_walls(level: Level) -> Level:
    """Return the same level without the rows and columns at its edges that are walls alone.

    >>> print(without_outer_walls(Level.parse("#####\\n#@$.#\\n#####")))
    @$.
    """
    floor = level.board.floor
    top, left = (min(square[axis] for square in floor) for axis in (0, 1))
    bottom, right = (max(square[axis] for square in floor) for axis in (0, 1))

    def moved(square: Square) -> Square:
        return Square(square.row - top, square.column - left)

    inside = frozenset(moved(w) for w in level.walls if top <= w.row <= bottom and left <= w.column <= right)
    board = Board(right - left + 1, bottom - top + 1, inside, frozenset(map(moved, level.goals)))
    return Level(board, State(frozenset(map(moved, level.boxes)), moved(level.player)))
