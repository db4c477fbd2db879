"""Laws of reconstruction: the least level that a LURD solves, or the step at which no level fits."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sokogen.random.random_levels import SolvableLevel
from sokogen.strategies import solvable_levels
from sokospec import LimitError, ParseError, Square, State, reachable, replay
from sokospec.transform.reconstruct import reconstruct


@given(case=solvable_levels())
def test_a_solution_solves_the_level_made_from_it(case: SolvableLevel) -> None:
    assume(any(letter.isupper() for letter in case.solution))
    assert replay(reconstruct(case.solution), case.solution).valid


@given(case=solvable_levels())
def test_the_level_made_from_a_solution_has_no_square_or_box_that_the_solution_does_not_need(
    case: SolvableLevel,
) -> None:
    level, lurd = case
    assume(any(letter.isupper() for letter in lurd))
    least = reconstruct(lurd)
    rows, columns = level.player.row - least.player.row, level.player.column - least.player.column

    def moved(squares: frozenset[Square]) -> set[tuple[int, int]]:
        return {(row + rows, column + columns) for row, column in squares}

    enclosed = reachable(least.board, State(frozenset(), least.player))
    assert moved(enclosed) <= set(level.board.floor)
    assert moved(least.boxes) <= level.boxes


@given(lurd=st.text(alphabet="udlrUDLR", max_size=30))
def test_any_steps_give_a_level_they_solve_or_an_error_at_the_first_step_that_fits_no_level(lurd: str) -> None:
    error = None
    try:
        level = reconstruct(lurd)
    except ParseError as caught:
        error = caught
    else:
        assert replay(level, lurd).valid
    if error is not None and error.rule == "L2":
        assert lurd == lurd.lower()
    elif error is not None:
        before = lurd[: (error.column or 0) - 1]
        assert before == before.lower() or replay(reconstruct(before), before).valid


@pytest.mark.parametrize(
    ("lurd", "rule", "column"),
    [("", "L2", 1), ("udlr", "L2", 1), ("Rx", "P1", 2), ("RLr", "P2", 2), ("Rr", "P2", 2), ("RdrrruL", "T4", 7)],
)
def test_what_fits_no_level_is_named_with_its_rule_and_step(lurd: str, rule: str, column: int) -> None:
    with pytest.raises(ParseError) as caught:
        reconstruct(lurd)
    assert (caught.value.rule, caught.value.column) == (rule, column)


def test_a_level_larger_than_the_limit_is_refused() -> None:
    with pytest.raises(LimitError, match="more than the limit of 100"):
        reconstruct("d" * 50 + "R" * 50, limit=100)
