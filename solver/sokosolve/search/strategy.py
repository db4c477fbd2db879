"""The interface of the algorithms, and what they share."""

from __future__ import annotations

from typing import Protocol

from sokosolve.search.solution import Run
from sokospec.answer import Objective

PUSHES, MOVES, PUSHES_MOVES, MOVES_PUSHES = range(4)

CODE_OF = {
    Objective.PUSHES: PUSHES,
    Objective.MOVES: MOVES,
    Objective.PUSHES_MOVES: PUSHES_MOVES,
    Objective.MOVES_PUSHES: MOVES_PUSHES,
    Objective.ANY: PUSHES,
}
"""The objectives as the kernels know them."""


class Strategy(Protocol):
    """An algorithm at work on one level."""

    def run(self) -> list[Run] | None:
        """Return the pushes of a solution of least cost, None when there is none; raises `LimitReached`."""

    @property
    def expanded(self) -> int:
        """States expanded so far."""

    @property
    def generated(self) -> int:
        """Pushes tried so far."""

    @property
    def bound(self) -> int:
        """The least cost that a solution can have, as far as is proved."""
