"""The fast engine agrees with the oracle on levels that Hypothesis draws, and a difference shrinks to a small one."""

from __future__ import annotations

import pytest
from hypothesis import given

from differential.fast_engine import PLAIN, ask, compile_engine, fault, truth_of
from property.engine.drawn import Question, questions
from sokosolve.features import Algorithm
from sokospec.answer import Objective, Verdict


@pytest.fixture(scope="module", autouse=True)
def machine_code() -> None:
    compile_engine()


@given(questions([Algorithm.ASTAR, Algorithm.BFS], list(Objective)))
def test_astar_and_bfs_agree_with_the_oracle_for_all_objectives_and_directions(question: Question) -> None:
    assert difference(question) is None


@given(questions([Algorithm.IDASTAR], list(Objective)))
def test_idastar_agrees_with_the_oracle_for_all_objectives(question: Question) -> None:
    assert difference(question) is None


@given(questions([Algorithm.FESS, Algorithm.ASTAR], [Objective.ANY]))
def test_any_solution_is_found_where_the_oracle_finds_one(question: Question) -> None:
    assert difference(question) is None


@given(questions([Algorithm.ASTAR], list(Objective)))
def test_what_the_engine_knows_of_the_game_changes_no_verdict(question: Question) -> None:
    level, objective, choice = question
    plain = ask(level, objective, PLAIN)
    assert (plain.verdict is Verdict.UNSOLVABLE) == (ask(level, objective, choice).verdict is Verdict.UNSOLVABLE)


def difference(question: Question) -> str | None:
    """Return how the answer to a question differs from the oracle's, or None."""
    level, objective, choice = question
    return fault(level, ask(level, objective, choice), truth_of(level))
