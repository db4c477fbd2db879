"""The narrow search backwards: it agrees with the predictions, and notices a level that is changed or too big."""

from __future__ import annotations

import pytest

import fibonacci_pushes
from sokogen.families.fibonacci import fibonacci_level
from sokogen.families.fibonacci import fibonacci_pushes as predicted
from sokogen.families.fibonacci_classical import classical_level, classical_pushes
from sokospec import Level
from sokospec.answer import Objective
from sokospec.limits import settled
from sokospec.oracle import solve


def test_the_fewest_pushes_are_those_predicted() -> None:
    assert [fibonacci_pushes.fewest_pushes(fibonacci_level(n), 17).pushes for n in range(4, 10)] == [
        predicted(n) for n in range(4, 10)
    ]


def test_it_tells_unsolvable_levels_from_a_full_table() -> None:
    assert fibonacci_pushes.fewest_pushes(classical_level(6), 14).pushes == classical_pushes(6)
    assert fibonacci_pushes.fewest_pushes(classical_level(7), 14) == fibonacci_pushes.Found(None, 7_296, complete=True)
    assert not fibonacci_pushes.fewest_pushes(fibonacci_level(8), 10).complete


def test_a_level_changed_by_one_square_has_another_answer() -> None:
    drawn = str(fibonacci_level(4))
    for square, instead in ((" # + ##", " #+  ##"), ("##  ###", "### ###")):
        changed = Level.parse(drawn.replace(square, instead, 1))
        found = fibonacci_pushes.fewest_pushes(changed, 14)
        assert found.pushes == settled(solve(changed, Objective.PUSHES)).pushes
        assert found.pushes != predicted(4)


def test_the_command_fails_on_a_wrong_prediction(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert fibonacci_pushes.main(["--sizes", "4-5", "--bits", "12"]) == 0
    assert "| 5 | 34 | 34 | 684 |" in capsys.readouterr().out
    monkeypatch.setattr(fibonacci_pushes, "fibonacci_pushes", lambda n: predicted(n) - 1)
    assert fibonacci_pushes.main(["--sizes", "4", "--bits", "12"]) == 1


def test_too_many_squares_are_refused() -> None:
    with pytest.raises(ValueError, match="61 floor squares"):
        fibonacci_pushes.fewest_pushes(fibonacci_level(18), 10)
