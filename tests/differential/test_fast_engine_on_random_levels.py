"""The fast engine and the oracle give the same verdict and cost for every objective; every solution is replayed."""

from __future__ import annotations

from random import Random

import pytest

from sokogen.random_levels import varied_level
from sokosolve.solver import solve
from sokospec import replay
from sokospec.oracle import Answer, Limits, Objective, Verdict
from sokospec.oracle import solve as solve_by_oracle

OBJECTIVES = (Objective.PUSHES, Objective.MOVES, Objective.PUSHES_MOVES, Objective.MOVES_PUSHES)
CHUNKS, LEVELS = 10, 60


def cost(answer: Answer) -> tuple[int, ...] | None:
    if answer.moves is None or answer.pushes is None:
        return None
    return answer.objective.cost(answer.moves, answer.pushes)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_verdict_and_cost_are_those_of_the_oracle(chunk: int) -> None:
    rng = Random(chunk)
    for _ in range(LEVELS):
        level = varied_level(rng, max_height=5, max_width=5, max_boxes=4)
        for objective in OBJECTIVES:
            truth = solve_by_oracle(level, objective, Limits())
            answer = solve(level, objective)
            assert (answer.verdict, cost(answer)) == (truth.verdict, cost(truth)), str(level)
            if answer.lurd is not None:
                assert replay(level, answer.lurd).valid
                assert answer.lower_bound == cost(answer)[0]  # type: ignore[index]  # a solution has a cost
            elif answer.verdict is Verdict.UNSOLVABLE:
                assert answer.lower_bound is None
