"""The staggered family: it measures what the sums say, and its solutions are shortest as far as searched."""

from __future__ import annotations

import pytest

from sokogen.families.fibonacci import fibonacci_moves, fibonacci_pushes
from sokogen.families.staggered import (
    LEAST,
    MOST,
    staggered_level,
    staggered_moves,
    staggered_pushes,
)
from sokospec.answer import Objective
from sokospec.oracle import search_exhaustively


@pytest.mark.parametrize("pairs", range(LEAST + 1, MOST + 1))
def test_the_measures_are_sums_of_those_of_the_fibonacci_family(pairs: int) -> None:
    assert staggered_moves(pairs) == staggered_moves(pairs - 1) + fibonacci_moves(2 * pairs) + 2 * pairs + 23
    assert staggered_pushes(pairs) == staggered_pushes(pairs - 1) + fibonacci_pushes(2 * pairs) + 12


@pytest.mark.long
def test_the_oracle_agrees_on_the_smallest() -> None:
    assert search_exhaustively(staggered_level(1), Objective.PUSHES).pushes == staggered_pushes(1)
