"""The classical Fibonacci family: its solutions are shortest, and odd numbers of boxes have none."""

from __future__ import annotations

import io

import pytest

from sokogen.families.fibonacci import fibonacci_moves, fibonacci_pushes
from sokogen.families.fibonacci_classical import (
    LEAST,
    MOST,
    classical_level,
    classical_moves,
    classical_pushes,
    classical_solution,
)
from sokosolve.certify.certificate import solve_with_certificate
from sokospec.answer import Objective, Verdict
from sokospec.certificates.verify import verify
from sokospec.oracle import search_exhaustively

EVEN = range(LEAST, MOST + 1, 2)


@pytest.mark.parametrize("n", EVEN)
def test_it_is_eleven_moves_and_three_pushes_shorter_than_the_variant_for_every_n(n: int) -> None:
    assert classical_moves(n) == fibonacci_moves(n) - 11
    assert classical_pushes(n) == fibonacci_pushes(n) - 3


@pytest.mark.parametrize("n", EVEN[2:])
def test_the_measures_obey_their_own_recurrences(n: int) -> None:
    assert classical_moves(n) == 3 * classical_moves(n - 2) - classical_moves(n - 4) + n + 24
    assert classical_pushes(n) == 3 * classical_pushes(n - 2) - classical_pushes(n - 4) + 11


@pytest.mark.long
def test_the_oracle_agrees_on_the_smallest() -> None:
    assert search_exhaustively(classical_level(4), Objective.MOVES).moves == classical_moves(4)
    assert search_exhaustively(classical_level(5), Objective.PUSHES).verdict is Verdict.UNSOLVABLE


@pytest.mark.parametrize("n", [5, 7])
def test_odd_numbers_of_boxes_have_no_solution_with_evidence_that_the_checker_accepts(n: int) -> None:
    text: list[bytes] = []
    assert solve_with_certificate(classical_level(n), Objective.PUSHES, text.append).verdict is Verdict.UNSOLVABLE
    assert verify(io.BytesIO(b"".join(text)), classical_level(n)).accepted


@pytest.mark.parametrize("n", [-2, 0, 2, 5, 59, 62, 10**9])
def test_sizes_without_a_solution_are_refused(n: int) -> None:
    for function in (classical_moves, classical_pushes, lambda n: next(classical_solution(n))):
        with pytest.raises(ValueError, match="even numbers from 4 to 60"):
            function(n)


@pytest.mark.parametrize("n", [-1, 3, 61])
def test_sizes_without_a_level_are_refused(n: int) -> None:
    with pytest.raises(ValueError, match="4 to 60"):
        classical_level(n)
