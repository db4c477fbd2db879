"""The six metrics (rules M), with every edge case that docs/rules.md decides."""

from __future__ import annotations

from dataclasses import astuple
from pathlib import Path

import pytest

from sokospec import Direction, Level, Metrics, Square, replay
from sokospec.metrics import Taken, measure

DOCS = Path(__file__).resolve().parents[3] / "docs" / "rules.md"
UP, DOWN, LEFT, RIGHT = Direction
PAIR = "7#|#-@---#|#-$-$-#|#-----#|#-.-.-#|7#"
TURN = "6#|#---.#|#-$--#|#@---#|6#"


def measured(level: str, lurd: str) -> Metrics:
    outcome = replay(Level.parse(level), lurd)
    assert outcome.lurd == lurd, "every step is legal and has the right case"
    return outcome.metrics


@pytest.mark.rule("M1", "M2", "M3", "M4", "M5", "M6")
def test_no_steps_give_six_zeros() -> None:
    assert measure([]) == Metrics() == Metrics(0, 0, 0, 0, 0, 0)


def test_the_fields_come_in_the_order_of_the_rules() -> None:
    metrics = Metrics(1, 2, 3, 4, 5, 6)
    assert (metrics.moves, metrics.pushes, metrics.box_lines) == (1, 2, 3)
    assert (metrics.box_changes, metrics.pushing_sessions, metrics.player_lines) == (4, 5, 6)


@pytest.mark.rule("M2", "M3", "M4", "M5", "M6")
def test_a_first_step_that_pushes_opens_one_of_everything() -> None:
    assert measure([Taken(RIGHT, Square(1, 2))]) == Metrics(1, 1, 1, 1, 1, 1)


@pytest.mark.rule("M1", "M2", "M6")
def test_moves_alone_count_as_moves_and_player_lines_only() -> None:
    assert measure([Taken(UP, None), Taken(UP, None), Taken(LEFT, None)]) == Metrics(3, 0, 0, 0, 0, 2)


@pytest.mark.rule("M1")
def test_moves_count_pushes_too() -> None:
    assert measured("7#|#@-$-.#|7#", "rRR").moves == 3


@pytest.mark.rule("M2")
def test_pushes_count_the_steps_that_push() -> None:
    assert measured("7#|#@-$-.#|7#", "rRR").pushes == 2


@pytest.mark.rule("M3")
def test_pushing_a_box_on_in_one_direction_is_one_box_line() -> None:
    assert measured("7#|#@$--.#|7#", "RRR").box_lines == 1


@pytest.mark.rule("M3")
def test_a_box_pushed_on_in_the_same_direction_after_a_walk_continues_its_line() -> None:
    assert measured("6#|#@$-.#|6#", "RlrR").box_lines == 1


@pytest.mark.rule("M3", "M4")
def test_a_box_pushed_in_another_direction_starts_a_line_but_is_no_change() -> None:
    metrics = measured(TURN, "uRRdrU")
    assert (metrics.box_lines, metrics.box_changes) == (2, 1)


@pytest.mark.rule("M3", "M4")
def test_a_box_pushed_back_the_way_it_came_starts_a_line_but_is_no_change() -> None:
    metrics = measured("7#|#-----#|#@$.--#|7#", "RRurrdL")
    assert (metrics.box_lines, metrics.box_changes) == (2, 1)


@pytest.mark.rule("M3", "M4")
def test_another_box_pushed_in_the_same_direction_is_a_line_and_a_change() -> None:
    metrics = measured(PAIR, "DDuurrDD")
    assert (metrics.box_lines, metrics.box_changes) == (2, 2)


@pytest.mark.rule("M4")
def test_returning_to_a_box_after_another_one_is_a_change_again() -> None:
    assert measured(PAIR, "DurrDulldDuurrdD").box_changes == 4


@pytest.mark.rule("M4", "M5")
def test_the_same_box_after_a_walk_is_a_new_session_but_no_change() -> None:
    metrics = measured("6#|#@$-.#|6#", "RlrR")
    assert (metrics.box_changes, metrics.pushing_sessions) == (1, 2)


@pytest.mark.rule("M3", "M4", "M5")
def test_two_boxes_pushed_back_to_back_are_one_session_and_two_changes() -> None:
    metrics = measured("5#|#-.-#|#-$-#|#@$.#|5#", "RU")
    assert (metrics.pushing_sessions, metrics.box_changes, metrics.box_lines) == (1, 2, 2)


@pytest.mark.rule("M5")
def test_a_single_move_between_two_pushes_ends_the_session() -> None:
    assert measured("7#|#.$@$.#|7#", "LrR").pushing_sessions == 2


@pytest.mark.rule("M5")
def test_a_walk_before_the_first_push_is_no_session() -> None:
    assert measured("7#|#@-$-.#|7#", "rRR").pushing_sessions == 1


@pytest.mark.rule("M6")
def test_a_walk_and_a_push_in_the_same_direction_are_one_player_line() -> None:
    assert measured("7#|#@-$-.#|7#", "rRR").player_lines == 1


@pytest.mark.rule("M6")
def test_every_turn_of_the_player_is_a_line() -> None:
    assert measured(TURN, "uRRdrU").player_lines == 5


@pytest.mark.rule("M1", "M6")
def test_steps_after_the_last_push_count_as_moves_and_player_lines() -> None:
    assert measured("5#|#@$.#|5#", "Rl") == Metrics(2, 1, 1, 1, 1, 2)


@pytest.mark.rule("M3", "M4")
def test_a_box_is_told_by_its_square_not_by_having_been_pushed_there_earlier() -> None:
    away, back = Square(1, 5), Square(4, 4)
    taken = [Taken(RIGHT, away), Taken(UP, None), Taken(DOWN, back), Taken(RIGHT, Square(1, 6))]
    assert measure(taken) == Metrics(4, 3, 3, 3, 2, 4)


@pytest.mark.rule("M4")
def test_a_push_of_the_square_that_the_box_has_left_is_a_push_of_another_box() -> None:
    assert measure([Taken(RIGHT, Square(1, 2)), Taken(LEFT, None), Taken(RIGHT, Square(1, 2))]).box_changes == 2


def test_metrics_of_a_failed_replay_are_those_of_the_steps_before_the_bad_one() -> None:
    outcome = replay(Level.parse("6#|#@$-.#|6#"), "RlrRx")
    assert outcome.at == 4 and outcome.metrics == Metrics(4, 2, 1, 1, 2, 3)


def rows() -> list[list[str]]:
    """Return the cells of the worked examples of docs/rules.md."""
    _, _, section = DOCS.read_text(encoding="utf-8").partition("\n### Worked examples: metrics\n")
    return [line.split() for line in section.split("```")[1].splitlines() if line[:1].isdigit()]


@pytest.mark.rule("M1", "M2", "M3", "M4", "M5", "M6")
@pytest.mark.parametrize("cells", rows(), ids=" ".join)
def test_the_metrics_examples_of_the_rules_are_what_replay_measures(cells: list[str]) -> None:
    level, lurd, *figures = cells
    assert astuple(measured(level, lurd.strip("-"))) == tuple(map(int, figures))


def test_the_worked_examples_of_metrics_are_found() -> None:
    assert len(rows()) == 13
