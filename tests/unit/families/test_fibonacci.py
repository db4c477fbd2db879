"""The Fibonacci family: its solutions are solutions, measure what is predicted, and are shortest as far as searched."""

from __future__ import annotations

import pytest

from sokogen.families.fibonacci import (
    LEAST,
    MOST,
    Side,
    fibonacci_level,
    fibonacci_moves,
    fibonacci_pushes,
    fibonacci_solution,
)
from sokosolve.solver import solve as solve_fast
from sokospec import replay
from sokospec.answer import Objective, Verdict
from sokospec.oracle import search_exhaustively


@pytest.mark.parametrize("n", range(LEAST, 16))
@pytest.mark.parametrize("end", list(Side))
def test_the_solution_is_one_and_measures_what_is_predicted(n: int, end: Side) -> None:
    level = fibonacci_level(n)
    played = replay(level, "".join(fibonacci_solution(n, end)))
    assert played.valid
    assert (played.metrics.moves, played.metrics.pushes) == (fibonacci_moves(n, end), fibonacci_pushes(n))
    assert len(level.boxes) == n


@pytest.mark.parametrize("n", range(LEAST, 21))
def test_the_player_ends_where_he_is_told_to_and_the_left_takes_two_moves_more(n: int) -> None:
    assert fibonacci_moves(n, Side.LEFT) == fibonacci_moves(n, Side.RIGHT) + 2
    if n < 12:
        [left, right] = (replay(fibonacci_level(n), "".join(fibonacci_solution(n, end))).final for end in Side)
        assert left.boxes == right.boxes
        assert [list(fibonacci_solution(n, end))[-1][-1] for end in Side] == ["R", "D"]


@pytest.mark.parametrize("n", range(LEAST + 2, MOST + 1))
def test_the_measures_obey_the_recurrences_of_the_literature(n: int) -> None:
    moves = fibonacci_moves(n - 1) + fibonacci_moves(n - 2) + n + (12 if n % 2 else 10)
    assert fibonacci_moves(n) == moves
    assert fibonacci_pushes(n) == fibonacci_pushes(n - 1) + fibonacci_pushes(n - 2) + 8


@pytest.mark.parametrize("n", range(LEAST, 9))
def test_the_fast_engine_finds_nothing_shorter(n: int) -> None:
    answer = solve_fast(fibonacci_level(n), Objective.MOVES_PUSHES)
    assert (answer.verdict, answer.moves, answer.pushes) == (
        Verdict.OPTIMAL, fibonacci_moves(n), fibonacci_pushes(n),
    )  # fmt: skip
    assert solve_fast(fibonacci_level(n), Objective.PUSHES).pushes == fibonacci_pushes(n)


@pytest.mark.parametrize("n", [LEAST, pytest.param(LEAST + 1, marks=pytest.mark.at_length)])
def test_the_oracle_finds_nothing_shorter(n: int) -> None:
    assert search_exhaustively(fibonacci_level(n), Objective.MOVES).moves == fibonacci_moves(n)
    assert search_exhaustively(fibonacci_level(n), Objective.PUSHES).pushes == fibonacci_pushes(n)
