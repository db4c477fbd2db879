"""The search with bits for the player agrees with the predictions, and notices a level that is changed or too big."""

from __future__ import annotations

from dataclasses import replace

import pytest

import column_search
from sokogen.families.catalogue import FAMILIES
from sokogen.families.fibonacci import fibonacci_level, fibonacci_moves, fibonacci_pushes
from sokogen.families.fibonacci_classical import classical_level
from sokoproof.theorems.column_evidence import pushes_column
from sokoproof.theorems.column_words import cells_of
from sokospec import Level
from sokospec.answer import Objective
from sokospec.limits import require_verdict
from sokospec.oracle import search_exhaustively


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize("family", ["fibonacci", "fibonacci-classical", "staggered"])
@pytest.mark.parametrize("metric", ["moves", "pushes"])
def test_the_least_costs_are_those_predicted(family: str, metric: str, plain: bool) -> None:
    least = FAMILIES[family].least
    rows = [column_search.searched(family, size, metric, 16, plain=plain) for size in range(least, least + 3)]
    assert [row.found for row in rows] == [row.predicted for row in rows]


def test_what_the_automaton_refuses_changes_nothing_but_the_number_of_states() -> None:
    level = cells_of(fibonacci_level(9), 9)
    pruned = column_search.fewest(level, pushes_column().solvable, 16, by_moves=True)
    plain = column_search.fewest(level, None, 17, by_moves=True)
    assert pruned.cost == plain.cost == fibonacci_moves(9)
    assert (pruned.states, plain.states) == (106_280, 445_538)


def test_it_tells_unsolvable_levels_from_a_full_table() -> None:
    odd = column_search.fewest(cells_of(classical_level(7), 7), None, 14, by_moves=False)
    assert (odd.cost, odd.complete) == (None, True)
    assert not column_search.fewest(cells_of(fibonacci_level(8), 8), None, 10, by_moves=False).complete


def test_a_level_changed_by_one_square_has_another_answer() -> None:
    text = str(fibonacci_level(4))
    for square, instead in ((" # + ##", " #+  ##"), ("##  ###", "### ###")):
        changed = Level.parse(text.replace(square, instead, 1))
        for objective, predicted in ((Objective.PUSHES, fibonacci_pushes), (Objective.MOVES, fibonacci_moves)):
            by_moves = objective is Objective.MOVES
            found = column_search.fewest(cells_of(changed, 4), None, 14, by_moves=by_moves)
            answer = require_verdict(search_exhaustively(changed, objective))
            assert found.cost == (answer.moves if by_moves else answer.pushes) != predicted(4)


def test_the_command_prints_what_it_finds_and_a_wrong_prediction_differs(capsys: pytest.CaptureFixture[str]) -> None:
    assert column_search.main(["--sizes", "4-5", "--bits", "12", "--metric", "pushes", "--plain"]) == 0
    assert "| 5 | pushes | 34 | 34 | 615 | 4,062 |" in capsys.readouterr().out
    row = column_search.Row(5, "pushes", 34, 34, True, 615, 4_062, 0.0)
    assert not row.differs
    assert replace(row, predicted=33).differs


def test_too_many_squares_are_refused() -> None:
    assert column_search.squares_of(cells_of(fibonacci_level(19), 19)).next_to.shape == (64, 4)
    with pytest.raises(ValueError, match="67 floor squares"):
        column_search.squares_of(cells_of(fibonacci_level(20), 20))
