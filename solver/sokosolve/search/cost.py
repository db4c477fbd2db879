"""What solutions cost: the objectives as kernels know them, and the cost of a successor, a pair of numbers."""

from __future__ import annotations

from sokosolve.kernel import step
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


@step
def is_lexicographic(objective: int) -> bool:
    """Say whether an objective has a second cost."""
    return objective in (PUSHES_MOVES, MOVES_PUSHES)


@step
def first_cost(objective: int, pushes: int, moves: int) -> int:
    """Return what counts first: of so many pushes and moves, the pushes among them counted."""
    return pushes if objective in (PUSHES, PUSHES_MOVES) else moves


@step
def second_cost(objective: int, pushes: int, moves: int) -> int:
    """Return what counts second, 0 where nothing does."""
    if objective == PUSHES_MOVES:
        return moves
    return pushes if objective == MOVES_PUSHES else 0
