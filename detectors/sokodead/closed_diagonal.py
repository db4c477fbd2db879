"""Closed diagonals: empty squares in a diagonal row between boxes or walls."""

from __future__ import annotations

from sokodead.closed_sets import Budget, dead_by_closed_set
from sokodead.context import Context
from sokodead.field import Field
from sokospec.board import Level
from sokospec.certificates import Evidence
from sokospec.certificates.grid import bits

_LIMIT = 1000
"""How many states the game with the boxes of one diagonal may have before it is given up."""


def _find_diagonals(field: Field, boxes: int) -> list[int]:
    r"""Return the maximal diagonals as masks of their empty squares.

    >>> from sokodead.context import Context
    >>> level = Level.parse("#######\n#@ $  #\n# $ $ #\n# #$ $#\n# ..$.#\n# .. .#\n#######")
    >>> context = Context.of(level)
    >>> [context.field.squares(diagonal) for diagonal in _find_diagonals(context.field, context.boxes)]
    [[Square(row=2, column=3), Square(row=3, column=4)]]
    """
    free = field.floor & ~boxes
    holes = sum(square for square in bits(free) if not field.around(square) & free)
    found = []
    for step in (field.row + 1, field.row - 1):
        for first in bits(holes & ~(holes << step)):
            diagonal, square = 0, first
            while square & holes:
                diagonal |= square
                square <<= step
            found.append(diagonal)
    found = list(dict.fromkeys(found))
    return [diagonal for diagonal in found if not any(diagonal != other and not diagonal & ~other for other in found)]


def closed_diagonal(level: Level) -> Evidence | None:
    """Return evidence if the boxes around a closed diagonal cannot be brought to goals.

    They are searched exhaustively, at most `_LIMIT` states.
    """
    context = Context.of(level)
    for diagonal in _find_diagonals(context.field, context.boxes):
        if not diagonal & context.player:
            beside = context.field.around(diagonal) & context.boxes
            evidence = dead_by_closed_set(context, beside, Budget(_LIMIT)) if beside else None
            if evidence is not None:
                return evidence
    return None
