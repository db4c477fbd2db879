"""The staggered family: its solutions are solutions, measure what is predicted, and are shortest as far as searched."""

from __future__ import annotations

from itertools import islice

import pytest

from sokogen.families.catalogue import FAMILIES
from sokogen.families.fibonacci import fibonacci_moves, fibonacci_pushes
from sokogen.families.staggered import (
    LEAST,
    MOST,
    staggered_level,
    staggered_moves,
    staggered_pushes,
    staggered_solution,
)
from sokospec import replay
from sokospec.answer import Objective
from sokospec.oracle import solve as solve_by_oracle


@pytest.mark.parametrize("pairs", range(LEAST, 9))
def test_the_solution_is_one_and_measures_what_is_predicted(pairs: int) -> None:
    level = staggered_level(pairs)
    played = replay(level, "".join(staggered_solution(pairs)))
    assert played.valid
    assert (played.metrics.moves, played.metrics.pushes) == (staggered_moves(pairs), staggered_pushes(pairs))
    assert len(level.boxes) == 2 * pairs + 3


@pytest.mark.parametrize("pairs", range(LEAST + 1, MOST + 1))
def test_the_measures_are_sums_of_those_of_the_fibonacci_family(pairs: int) -> None:
    assert staggered_moves(pairs) == staggered_moves(pairs - 1) + fibonacci_moves(2 * pairs) + 2 * pairs + 23
    assert staggered_pushes(pairs) == staggered_pushes(pairs - 1) + fibonacci_pushes(2 * pairs) + 12


@pytest.mark.long
def test_the_oracle_agrees_on_the_smallest() -> None:
    assert solve_by_oracle(staggered_level(1), Objective.PUSHES).pushes == staggered_pushes(1)


def test_the_largest_solution_begins_at_once() -> None:
    assert staggered_moves(MOST) > 10**13
    assert len("".join(islice(staggered_solution(MOST), 1000))) > 5000


@pytest.mark.parametrize("pairs", [-1, 0, 30, 10**9])
def test_sizes_without_a_level_are_refused(pairs: int) -> None:
    for function in (
        staggered_level, staggered_moves, staggered_pushes, lambda pairs: next(staggered_solution(pairs)),
    ):  # fmt: skip
        with pytest.raises(ValueError, match="1 to 29"):
            function(pairs)


def test_the_family_is_counted_in_pairs() -> None:
    member = FAMILIES["staggered"].member(3)
    assert (len(member.level.boxes), member.moves, member.pushes) == (9, 359, 123)
