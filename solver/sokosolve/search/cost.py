"""Costs of solutions: numbered objectives, and costs as pairs."""

from __future__ import annotations

from enum import IntEnum

from sokosolve.kernel import step
from sokospec.answer import EXACT, Objective


class Code(IntEnum):
    """Numbers of the objectives in kernels."""

    PUSHES = 0
    MOVES = 1
    PUSHES_MOVES = 2
    MOVES_PUSHES = 3


CODE_OF = {objective: code for code, objective in enumerate(EXACT)} | {Objective.ANY: Code.PUSHES}


@step
def is_lexicographic(objective: int) -> bool:
    return objective in (Code.PUSHES_MOVES, Code.MOVES_PUSHES)


@step
def counts_pushes_first(objective: int) -> bool:
    return objective in (Code.PUSHES, Code.PUSHES_MOVES)


@step
def with_parity(bound: int, cost: int) -> int:
    """Return the least number of pushes from `bound` on with the parity of a solution's `cost`."""
    return bound + ((bound ^ cost) & 1)


@step
def first_cost(objective: int, pushes: int, moves: int) -> int:
    return pushes if counts_pushes_first(objective) else moves


@step
def second_cost(objective: int, pushes: int, moves: int) -> int:
    if objective == Code.PUSHES_MOVES:
        return moves
    return pushes if objective == Code.MOVES_PUSHES else 0
