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
def counts_pushes_first(objective: int) -> bool:
    """Say whether an objective counts pushes first."""
    return objective in (PUSHES, PUSHES_MOVES)


@step
def with_parity(bound: int, cost: int) -> int:
    """Return the least number from `bound` on that can be a number of pushes, where `cost` is that of a solution.

    Each push brings a box to a square of the other colour, as on a chessboard. So all solutions have even numbers of
    pushes, or all odd ones.
    """
    return bound + ((bound ^ cost) & 1)


@step
def first_cost(objective: int, pushes: int, moves: int) -> int:
    """Return what counts first: of so many pushes and moves, the pushes among them counted."""
    return pushes if counts_pushes_first(objective) else moves


@step
def second_cost(objective: int, pushes: int, moves: int) -> int:
    """Return what counts second, 0 where nothing does."""
    if objective == PUSHES_MOVES:
        return moves
    return pushes if objective == MOVES_PUSHES else 0
