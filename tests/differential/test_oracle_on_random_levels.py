"""The oracle and the restatement in `restatement.py` give the same figures for 10,000 random small levels, 1,000 by
default, 1,000 more with `--long`, the others with `--at-length`.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from differential.restatement import Optima, follow, move_perft, optima, push_perft, solved
from parts import parts
from sokogen.random.random_levels import random_mixed_level
from sokospec import Level, replay
from sokospec.oracle import Answer, Metric, Objective, Verdict, perft, search_exhaustively

CHUNKS = 20
LEVELS = 10_000


def levels_of(chunk: int) -> list[Level]:
    rng = Random(chunk)
    return [random_mixed_level(rng, max_height=4, max_width=5) for _ in range(LEVELS // CHUNKS)]


def test_the_random_levels_are_of_many_sorts() -> None:
    levels = levels_of(0)
    verdicts = Counter(search_exhaustively(level).verdict for level in levels)
    boxes = Counter(len(level.boxes) for level in levels)
    assert min(verdicts[Verdict.OPTIMAL], verdicts[Verdict.UNSOLVABLE]) > len(levels) // 5
    assert min(boxes[1], boxes[2], boxes[3]) > len(levels) // 10
    assert sum((search_exhaustively(level).pushes or 0) > 2 for level in levels) > len(levels) // 10
    assert any(not level.boxes.isdisjoint(level.goals) for level in levels)


@pytest.mark.rule("V1", "O1", "O2")
@pytest.mark.parametrize("chunk", parts(CHUNKS, 2, 2))
def test_verdicts_and_optima_of_all_objectives_agree_with_the_restatement(chunk: int) -> None:
    for level in levels_of(chunk):
        answers = {objective: search_exhaustively(level, objective) for objective in Objective}
        expected = optima(str(level))
        assert found(answers) == expected, level
        verdict = Verdict.UNSOLVABLE if expected.moves is None else Verdict.OPTIMAL
        assert {answers[objective].verdict for objective in Objective if objective is not Objective.ANY} == {verdict}
        assert (answers[Objective.ANY].verdict is Verdict.SOLVED) == (verdict is Verdict.OPTIMAL)
        for answer in answers.values():
            assert_holds(level, answer)


def found(answers: dict[Objective, Answer]) -> Optima:
    def both(objective: Objective) -> tuple[int, int] | None:
        moves, pushes = answers[objective].moves, answers[objective].pushes
        return None if moves is None or pushes is None else (moves, pushes)

    return Optima(
        answers[Objective.MOVES].moves,
        answers[Objective.PUSHES].pushes,
        both(Objective.MOVES_PUSHES),
        both(Objective.PUSHES_MOVES),
    )


def assert_holds(level: Level, answer: Answer) -> None:
    """Fail unless the answer's solution is one, by the reference's replay and by the restatement, at the cost named."""
    if answer.lurd is None:
        assert (answer.moves, answer.pushes, answer.lower_bound) == (None, None, None)
        return
    outcome = replay(level, answer.lurd)
    assert outcome.valid, (level, answer)
    assert (outcome.metrics.moves, outcome.metrics.pushes) == (answer.moves, answer.pushes)
    if answer.objective is not Objective.ANY:
        assert answer.lower_bound == answer.objective.cost(outcome.metrics.moves, outcome.metrics.pushes)[0]
    end = follow(str(level), answer.lurd)
    assert end is not None and solved(end), (level, answer)


@pytest.mark.rule("D1")
@pytest.mark.parametrize("chunk", parts(CHUNKS, 2, 2))
def test_perft_counts_agree_in_both_metrics(chunk: int) -> None:
    for level in levels_of(chunk):
        text = str(level)
        assert perft(level, 6) == push_perft(text, 6), level
        assert perft(level, 12, Metric.MOVES) == move_perft(text, 12), level
