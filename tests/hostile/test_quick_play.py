"""The quick play of a program's steps agrees with the reference's lenient replay."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sokocheck.programs.quick_play import Table
from sokogen.random.random_levels import SolvableLevel
from sokogen.strategies import levels, solvable_levels
from sokospec import Level, replay


@given(levels(), st.text("udlrUDLR !x", max_size=30))
def test_any_text_is_played_as_far_as_the_reference_plays_it(level: Level, steps: str) -> None:
    played, replayed = Table(level).play(steps), replay(level, steps, lenient=True)
    assert played.solved == replayed.valid
    assert played.steps.startswith(replayed.lurd)
    assert played.steps.lower() == "".join(letter for letter in steps if letter not in " !x").lower()
    again = replay(level, played.steps)
    assert (again.valid, again.metrics, again.reason is None) == (
        replayed.valid, replayed.metrics, replayed.reason is None,
    )  # fmt: skip


@given(solvable_levels())
def test_a_solution_in_any_case_is_one(solvable: SolvableLevel) -> None:
    assert Table(solvable.level).play(solvable.solution.lower()).solved
    assert Table(solvable.level).play(solvable.solution.upper()).steps == solvable.solution
