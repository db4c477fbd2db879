"""What a solution is and where a LURD fails (rules P and A2), strict and lenient."""

from __future__ import annotations

import sys

import pytest

from sokospec import Level, Metrics, Replay, Square, State, replay
from sokospec.replay import DIRECTION_OF, Repair
from unit.rules.worked_examples import examples

CORRIDOR = Level.parse("######\n#@$ .#\n######")
TURN = Level.parse("######\n#   .#\n# $  #\n#@   #\n######")
SOLVED = Level.parse("#####\n#@* #\n#####")
OVER = Level.parse("#######\n#     #\n#@$.  #\n#######")


def failure(outcome: Replay) -> tuple[int | None, str | None, str | None]:
    assert not outcome.valid
    return outcome.at, outcome.rule, outcome.reason


@pytest.mark.rule("A2")
def test_a_lurd_that_ends_solved_by_legal_steps_is_a_solution() -> None:
    outcome = replay(CORRIDOR, "RR")
    assert outcome == Replay(
        valid=True,
        solved=True,
        lurd="RR",
        metrics=Metrics(2, 2, 1, 1, 1, 1),
        final=State(frozenset({Square(1, 4)}), Square(1, 3)),
        at=None,
        rule=None,
        reason=None,
        repairs=(),
    )


@pytest.mark.rule("A2", "P2")
def test_moves_and_pushes_in_all_four_directions_are_told_apart_by_case() -> None:
    level = Level.parse("#######\n#     #\n#     #\n# @*  #\n#     #\n#     #\n#######")
    outcome = replay(level, "RurrdLulDrddlU")
    assert outcome.valid and outcome.lurd == "RurrdLulDrddlU" and outcome.metrics.pushes == 4


@pytest.mark.rule("A2")
def test_the_empty_lurd_is_a_solution_of_a_level_that_is_solved_at_the_start() -> None:
    outcome = replay(SOLVED, "")
    assert outcome.valid and outcome.solved and outcome.at is None
    assert outcome.final == SOLVED.state and outcome.metrics == Metrics(0, 0, 0, 0, 0, 0)


@pytest.mark.rule("A2")
def test_the_empty_lurd_fails_at_its_end_when_the_level_is_unsolved() -> None:
    assert failure(replay(CORRIDOR, "")) == (0, "A2", "the steps end with 1 of 1 boxes off the goals")


@pytest.mark.rule("A2")
def test_an_unsolved_end_fails_behind_the_last_step_and_counts_the_boxes_that_are_off_the_goals() -> None:
    level = Level.parse("########\n#@$ .$.#\n# $.*  #\n########")
    outcome = replay(level, "R")
    assert failure(outcome) == (1, "A2", "the steps end with 3 of 4 boxes off the goals")
    assert not outcome.solved and outcome.lurd == "R"


@pytest.mark.rule("A2")
def test_only_the_last_state_counts_so_a_play_may_leave_a_solved_state_and_come_back() -> None:
    assert replay(OVER, "R").valid
    assert failure(replay(OVER, "RRurrd"))[:2] == (6, "A2")
    assert replay(OVER, "RRurrdL").valid


@pytest.mark.rule("A2")
def test_moves_after_the_last_push_are_allowed() -> None:
    outcome = replay(CORRIDOR, "RRll")
    assert outcome.valid and outcome.final.player == (1, 1)


@pytest.mark.rule("A2")
def test_a_box_out_of_reach_must_already_stand_on_a_goal() -> None:
    assert replay(Level.parse("#######\n#@$.#*#\n#######"), "R").valid
    outcome = replay(Level.parse("#######\n#@$.#$#\n#  .# #\n#######"), "R")
    assert failure(outcome) == (1, "A2", "the steps end with 1 of 2 boxes off the goals")


@pytest.mark.rule("T1")
def test_a_step_into_a_wall_fails_at_its_index_with_the_state_before_it() -> None:
    outcome = replay(CORRIDOR, "RlL")
    assert failure(outcome) == (2, "T1", "'L' is illegal: wall")
    assert outcome.lurd == "Rl" and outcome.final.player == (1, 1) and outcome.metrics.moves == 2


@pytest.mark.rule("T4")
def test_a_blocked_push_fails_at_its_index_and_says_by_what_it_is_blocked() -> None:
    assert failure(replay(CORRIDOR, "RRR")) == (2, "T4", "'R' is illegal: the box is blocked by a wall")
    level = Level.parse("#######\n#@$*. #\n#######")
    assert failure(replay(level, "r")) == (0, "T4", "'r' is illegal: the box is blocked by a box")


def test_solved_says_whether_the_state_before_the_bad_step_is_solved() -> None:
    after_the_end, on_the_way = replay(CORRIDOR, "RRR"), replay(CORRIDOR, "RX")
    assert after_the_end.solved and not after_the_end.valid
    assert not on_the_way.solved


@pytest.mark.rule("P1")
@pytest.mark.parametrize("character", list("x 0(|*-\n\0ùＲ🆁\u0332"))
def test_a_character_that_is_no_letter_of_a_direction_fails_where_it_stands(character: str) -> None:
    assert failure(replay(CORRIDOR, f"R{character}R")) == (1, "P1", f"{character!r} is not one of the letters udlrUDLR")


@pytest.mark.rule("P1")
def test_the_letters_name_the_four_directions_and_nothing_else_does() -> None:
    assert "".join(DIRECTION_OF) == "udlr"
    assert [direction.name for direction in DIRECTION_OF.values()] == ["UP", "DOWN", "LEFT", "RIGHT"]


@pytest.mark.rule("P1")
def test_no_character_outside_ascii_has_a_step_letter_for_its_lower_case() -> None:
    assert [chr(code) for code in range(128, sys.maxunicode + 1) if chr(code).lower() in DIRECTION_OF] == []


@pytest.mark.rule("P2")
def test_a_lower_case_letter_for_a_push_fails() -> None:
    outcome = replay(CORRIDOR, "Rr")
    assert failure(outcome) == (1, "P2", "'r' is lower case but pushes a box")
    assert outcome.lurd == "R" and outcome.final.boxes == {(1, 3)} and outcome.metrics.pushes == 1


@pytest.mark.rule("P2")
def test_an_upper_case_letter_for_a_move_fails() -> None:
    assert failure(replay(CORRIDOR, "RL")) == (1, "P2", "'L' is upper case but pushes no box")


@pytest.mark.rule("P2", "T1")
def test_a_wrong_case_into_a_wall_is_reported_as_the_wall() -> None:
    assert failure(replay(CORRIDOR, "U"))[:2] == (0, "T1")


@pytest.mark.rule("P2")
def test_lenient_replay_corrects_the_case_and_lists_each_repair() -> None:
    outcome = replay(CORRIDOR, "rLRr", lenient=True)
    assert outcome.valid and outcome.lurd == "RlrR"
    assert outcome.repairs == (
        Repair(0, "'r' is lower case but pushes a box: read as 'R'"),
        Repair(1, "'L' is upper case but pushes no box: read as 'l'"),
        Repair(2, "'R' is upper case but pushes no box: read as 'r'"),
        Repair(3, "'r' is lower case but pushes a box: read as 'R'"),
    )


@pytest.mark.rule("P1")
def test_lenient_replay_drops_what_is_no_step_and_lists_it() -> None:
    outcome = replay(CORRIDOR, "R!R?", lenient=True)
    assert outcome.valid and outcome.lurd == "RR"
    assert outcome.repairs == (Repair(1, "'!' is not a step: dropped"), Repair(3, "'?' is not a step: dropped"))


@pytest.mark.rule("P2")
def test_lenient_replay_of_a_solution_repairs_nothing() -> None:
    assert replay(TURN, "uRRdrU", lenient=True) == replay(TURN, "uRRdrU")


@pytest.mark.rule("T1", "T4")
def test_lenient_replay_still_refuses_illegal_steps_at_their_index_in_the_given_text() -> None:
    outcome = replay(CORRIDOR, "r!!u", lenient=True)
    assert failure(outcome) == (3, "T1", "'u' is illegal: wall")
    assert outcome.lurd == "R" and len(outcome.repairs) == 3


@pytest.mark.rule("A2")
def test_lenient_replay_still_wants_a_solved_end_and_counts_dropped_characters_before_it() -> None:
    outcome = replay(CORRIDOR, "r!", lenient=True)
    assert failure(outcome) == (2, "A2", "the steps end with 1 of 1 boxes off the goals")
    assert [repair.at for repair in outcome.repairs] == [0, 1]


def test_a_replay_leaves_the_level_alone() -> None:
    level = Level.parse("######\n#@$ .#\n######")
    replay(level, "RR")
    assert level == CORRIDOR


@pytest.mark.rule("A2", "P1", "P2", "T1", "T4")
@pytest.mark.parametrize("cells", examples("replay"), ids=" ".join)
def test_the_replay_examples_of_the_rules_are_what_replay_says(cells: list[str]) -> None:
    text, lurd, mode, verdict, at, rule, corrected = ("" if cell == "-" else cell for cell in cells)
    outcome = replay(Level.parse(text), lurd, lenient=mode == "lenient")
    assert outcome.valid == (verdict == "solution")
    assert ("" if outcome.at is None else str(outcome.at), outcome.rule or "") == (at, rule)
    assert outcome.lurd == corrected


def test_the_worked_examples_of_replay_are_found() -> None:
    assert len(examples("replay")) == 19
