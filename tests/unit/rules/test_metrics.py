"""The metrics (rules M), with every edge case that docs/background/rules.md decides."""

from __future__ import annotations

from dataclasses import asdict, astuple

import pytest

from sokospec import Direction, Level, Metrics, Square, replay
from sokospec.metrics import PlayedStep, measure
from unit.rules.worked_examples import examples

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
    assert measure([PlayedStep(RIGHT, Square(1, 2))]) == Metrics(1, 1, 1, 1, 1, 1)


@pytest.mark.rule("M1", "M2", "M6")
def test_moves_alone_count_as_moves_and_player_lines_only() -> None:
    assert measure([PlayedStep(UP, None), PlayedStep(UP, None), PlayedStep(LEFT, None)]) == Metrics(3, 0, 0, 0, 0, 2)


CASES = {
    "moves count pushes too": ("7#|#@-$-.#|7#", "rRR", {"moves": 3}),
    "pushes count the steps that push": ("7#|#@-$-.#|7#", "rRR", {"pushes": 2}),
    "pushing a box on in one direction is one box line": ("7#|#@$--.#|7#", "RRR", {"box_lines": 1}),
    "a box pushed on in the same direction after a walk continues its line": ("6#|#@$-.#|6#", "RlrR", {"box_lines": 1}),
    "a box pushed in another direction starts a line but is no change": (
        TURN,
        "uRRdrU",
        {"box_lines": 2, "box_changes": 1},
    ),
    "a box pushed back the way it came starts a line but is no change": (
        "7#|#-----#|#@$.--#|7#",
        "RRurrdL",
        {"box_lines": 2, "box_changes": 1},
    ),
    "another box pushed in the same direction is a line and a change": (
        PAIR,
        "DDuurrDD",
        {"box_lines": 2, "box_changes": 2},
    ),
    "returning to a box after another one is a change again": (PAIR, "DurrDulldDuurrdD", {"box_changes": 4}),
    "the same box after a walk is a new session but no change": (
        "6#|#@$-.#|6#",
        "RlrR",
        {"box_changes": 1, "pushing_sessions": 2},
    ),
    "two boxes pushed back to back are one session and two changes": (
        "5#|#-.-#|#-$-#|#@$.#|5#",
        "RU",
        {"pushing_sessions": 1, "box_changes": 2, "box_lines": 2},
    ),
    "a single move between two pushes ends the session": ("7#|#.$@$.#|7#", "LrR", {"pushing_sessions": 2}),
    "a walk before the first push is no session": ("7#|#@-$-.#|7#", "rRR", {"pushing_sessions": 1}),
    "a walk and a push in the same direction are one player line": ("7#|#@-$-.#|7#", "rRR", {"player_lines": 1}),
    "every turn of the player is a line": (TURN, "uRRdrU", {"player_lines": 5}),
}


@pytest.mark.rule("M1", "M2", "M3", "M4", "M5", "M6")
@pytest.mark.parametrize("claim", CASES)
def test_the_figures_that_a_claim_is_about_are_what_it_says(claim: str) -> None:
    level, lurd, figures = CASES[claim]
    found = asdict(measured(level, lurd))
    assert {name: found[name] for name in figures} == figures


@pytest.mark.rule("M1", "M6")
def test_steps_after_the_last_push_count_as_moves_and_player_lines() -> None:
    assert measured("5#|#@$.#|5#", "Rl") == Metrics(2, 1, 1, 1, 1, 2)


@pytest.mark.rule("M3", "M4")
def test_a_box_is_told_by_its_square_not_by_having_been_pushed_there_earlier() -> None:
    away, back = Square(1, 5), Square(4, 4)
    taken = [PlayedStep(RIGHT, away), PlayedStep(UP, None), PlayedStep(DOWN, back), PlayedStep(RIGHT, Square(1, 6))]
    assert measure(taken) == Metrics(4, 3, 3, 3, 2, 4)


@pytest.mark.rule("M4")
def test_a_push_of_the_square_that_the_box_has_left_is_a_push_of_another_box() -> None:
    assert (
        measure([PlayedStep(RIGHT, Square(1, 2)), PlayedStep(LEFT, None), PlayedStep(RIGHT, Square(1, 2))]).box_changes
        == 2
    )


def test_metrics_of_a_failed_replay_are_those_of_the_steps_before_the_bad_one() -> None:
    outcome = replay(Level.parse("6#|#@$-.#|6#"), "RlrRx")
    assert outcome.at == 4 and outcome.metrics == Metrics(4, 2, 1, 1, 2, 3)


@pytest.mark.rule("M1", "M2", "M3", "M4", "M5", "M6")
@pytest.mark.parametrize("cells", examples("metrics"), ids=" ".join)
def test_the_metrics_examples_of_the_rules_are_what_replay_measures(cells: list[str]) -> None:
    level, lurd, *figures = cells
    assert astuple(measured(level, lurd.strip("-"))) == tuple(map(int, figures))


def test_the_worked_examples_of_metrics_are_found() -> None:
    assert len(examples("metrics")) == 13
