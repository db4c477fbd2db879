"""Costs of solutions: numbered objectives, and costs as pairs."""

from __future__ import annotations

from sokosolve.kernel import step
from sokospec.answer import EXACT, Objective

PUSHES, MOVES, PUSHES_MOVES, MOVES_PUSHES = range(4)

CODE_OF = {objective: code for code, objective in enumerate(EXACT)} | {Objective.ANY: PUSHES}
"""Numbers of the objectives in kernels."""


@step
def is_lexicographic(objective: int) -> bool:
    return objective in (PUSHES_MOVES, MOVES_PUSHES)


@step
def counts_pushes_first(objective: int) -> bool:
    return objective in (PUSHES, PUSHES_MOVES)


@step
def with_parity(bound: int, cost: int) -> int:
    """Return the least number of pushes from `bound` on with the parity of a solution's `cost`."""
    return bound + ((bound ^ cost) & 1)


@step
def first_cost(objective: int, pushes: int, moves: int) -> int:
    return pushes if counts_pushes_first(objective) else moves


@step
def second_cost(objective: int, pushes: int, moves: int) -> int:
    if objective == PUSHES_MOVES:
        return moves
    return pushes if objective == MOVES_PUSHES else 0
