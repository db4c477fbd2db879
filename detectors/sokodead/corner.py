"""Corner deadlock."""

from __future__ import annotations

from sokospec.board import Board, Direction, Level, Square
from sokospec.certificates import Evidence, Pattern, Patterns


def _is_corner(board: Board, square: Square) -> bool:
    up, down, left, right = (board.beyond[square][direction] is None for direction in Direction)
    return (up or down) and (left or right)


def corner(level: Level) -> Evidence | None:
    r"""Return evidence if a box stands in a corner off the goals.

    >>> [fact] = corner(Level.parse("#####\n#@ .#\n#$  #\n#####"))
    >>> [sorted(pattern.boxes) for pattern in fact.patterns]
    [[Square(row=2, column=1)]]
    """
    for box in sorted(level.boxes - level.goals):
        if _is_corner(level.board, box):
            return (Patterns(1, (Pattern(frozenset({box}), level.player),)),)
    return None
