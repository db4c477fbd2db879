"""Do, undo and redo (rule U1)."""

from __future__ import annotations

import pytest

from sokospec import Direction, History, IllegalStep, Level

UP, DOWN, LEFT, RIGHT = Direction
CORRIDOR = Level.parse("#######\n#@ $ .#\n#######")


def played(*directions: Direction) -> History:
    play = History(CORRIDOR)
    for direction in directions:
        play.do(direction)
    return play


@pytest.mark.rule("U1")
def test_a_play_begins_at_the_first_state_without_steps() -> None:
    play = History(CORRIDOR)
    assert play.state == CORRIDOR.state and play.lurd == ""


@pytest.mark.rule("U1", "P2")
def test_doing_a_step_changes_the_state_and_writes_the_right_letter() -> None:
    play = played(RIGHT, RIGHT, LEFT)
    assert play.lurd == "rRl"
    assert play.state.player == (1, 2) and play.state.boxes == {(1, 4)}


@pytest.mark.rule("U1")
def test_undo_restores_exactly_the_state_before_a_push() -> None:
    play = played(RIGHT)
    before = play.state
    play.do(RIGHT)
    assert play.undo()
    assert play.state == before and play.lurd == "r"


@pytest.mark.rule("U1")
def test_undo_without_limit_leads_back_to_the_first_state() -> None:
    play = played(RIGHT, RIGHT, LEFT, RIGHT, RIGHT)
    assert [play.undo() for _ in range(6)] == [True] * 5 + [False]
    assert play.state == CORRIDOR.state and play.lurd == ""


@pytest.mark.rule("U1")
def test_undo_at_the_start_does_nothing_and_says_so() -> None:
    play = History(CORRIDOR)
    assert not play.undo()
    assert play.state == CORRIDOR.state and not play.redo()


@pytest.mark.rule("U1")
def test_redo_repeats_the_undone_steps_last_undone_first() -> None:
    play = played(RIGHT, RIGHT, LEFT)
    end = play.state
    play.undo()
    play.undo()
    assert play.redo() and play.lurd == "rR"
    assert play.redo() and play.lurd == "rRl" and play.state == end


@pytest.mark.rule("U1")
def test_redo_with_nothing_undone_does_nothing_and_says_so() -> None:
    play = played(RIGHT)
    assert not play.redo()
    assert play.lurd == "r"


@pytest.mark.rule("U1")
def test_a_new_step_forgets_the_undone_ones() -> None:
    play = played(RIGHT, RIGHT)
    play.undo()
    play.do(LEFT)
    assert not play.redo() and play.lurd == "rl"


@pytest.mark.rule("U1", "T1")
def test_an_illegal_step_changes_nothing_and_keeps_the_undone_steps() -> None:
    play = played(RIGHT, RIGHT)
    play.undo()
    before = play.state
    with pytest.raises(IllegalStep, match="T1"):
        play.do(UP)
    assert play.state == before and play.lurd == "r"
    assert play.redo() and play.lurd == "rR"


def test_two_plays_of_a_level_do_not_disturb_each_other() -> None:
    one, other = History(CORRIDOR), History(CORRIDOR)
    one.do(RIGHT)
    assert other.lurd == "" and other.state == CORRIDOR.state
