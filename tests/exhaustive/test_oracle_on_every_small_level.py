"""Every level with a 3x3 inside and up to two boxes, up to symmetry: the oracle says what brute force says.

There are 38,506 of them: 6,456 with one box and 32,050 with two.
"""

from __future__ import annotations

from itertools import islice

import pytest

from differential.restatement import optima
from parts import parts
from sokogen.small.small_levels import counts, interior_levels
from sokospec import Level, replay
from sokospec.oracle import Objective, Verdict, search_exhaustively

CHUNKS = 16


def levels_of(chunk: int) -> list[Level]:
    return list(islice(interior_levels(3, 3, 2), chunk, None, CHUNKS))


def test_there_are_38506_levels() -> None:
    assert counts(3, 3, 2) == [6_456, 32_050]


@pytest.mark.rule("V1", "O1", "O2")
@pytest.mark.parametrize("chunk", parts(CHUNKS, 4))
def test_solvability_and_all_optima_are_those_of_brute_force(chunk: int) -> None:
    for level in levels_of(chunk):
        expected = optima(str(level))
        wanted = {
            Objective.MOVES: expected.moves,
            Objective.PUSHES: expected.pushes,
            Objective.MOVES_PUSHES: expected.moves_pushes,
            Objective.PUSHES_MOVES: expected.pushes_moves,
        }
        for objective, cost in wanted.items():
            answer = search_exhaustively(level, objective)
            if cost is None:
                assert (answer.verdict, answer.lurd) == (Verdict.UNSOLVABLE, None), level
                continue
            assert answer.verdict is Verdict.OPTIMAL and answer.lurd is not None, level
            outcome = replay(level, answer.lurd)
            assert outcome.valid, (level, answer)
            moves, pushes = outcome.metrics.moves, outcome.metrics.pushes
            assert (answer.moves, answer.pushes) == (moves, pushes)
            found = {Objective.MOVES: moves, Objective.PUSHES: pushes}.get(objective, (moves, pushes))
            assert found == cost, (level, answer)
