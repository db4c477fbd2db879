"""A box in a corner."""

from __future__ import annotations

from sokospec.board import Board, Direction, Level, Square
from sokospec.certificates import Evidence, Pattern, Patterns


def is_corner(board: Board, square: Square) -> bool:
    """Say whether a box on the square could never be pushed: it has a wall beside it, and one above or below it.

    >>> board = Level.parse("#####\\n#@$.#\\n#####").board
    >>> [is_corner(board, square) for square in board.floor]
    [True, False, True]
    """
    up, down, left, right = (board.beyond[square][direction] is None for direction in Direction)
    return (up or down) and (left or right)


def corner(level: Level) -> Evidence | None:
    """Return evidence when a box stands in a corner that is no goal: a pattern without pushes. O(boxes).

    >>> [fact] = corner(Level.parse("#####\\n#@ .#\\n#$  #\\n#####"))
    >>> [sorted(pattern.boxes) for pattern in fact.patterns]
    [[Square(row=2, column=1)]]
    """
    for box in sorted(level.boxes - level.goals):
        if is_corner(level.board, box):
            return (Patterns(1, (Pattern(frozenset({box}), level.player),)),)
    return None
