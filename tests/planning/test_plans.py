"""Plans are read strictly: what is no plan for the level is refused with its line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sokospec import Level, ParseError, replay
from sokospec.planning import is_plan, lurd_of_plan

LEVEL = Level.parse("#######\n#@ $ .#\n#  $ .#\n#######")
MOVE = "(move player-01 pos-2-2 pos-3-2 dir-right)"
PUSH = "(push-to-nongoal player-01 stone-01 pos-3-2 pos-4-2 pos-5-2 dir-right)"
PUSH_ON = "(push-to-goal player-01 stone-01 pos-4-2 pos-5-2 pos-6-2 dir-right)"


@pytest.mark.rule("F21")
@pytest.mark.parametrize(
    "text",
    [
        f"{MOVE}\n{PUSH}\n{PUSH_ON}\n; cost = 2 (general cost)\n",
        f"; cost = 3 (unit cost)\n; found by hand\n\n{MOVE} ; a walk\r\n  {PUSH.upper()}\r\n{PUSH_ON}",
        f"0.000: {MOVE} [1.0]\n1: {PUSH}[1]\n 2.5 : {PUSH_ON} [ 1 ]",
        "\n".join(line.strip("()") for line in (MOVE, PUSH, PUSH_ON)),
        f"{MOVE}\n( push-to-nongoal  player-01\tstone-01 pos-3-2 pos-4-2 pos-5-2 dir-right )\n{PUSH_ON}\n; cost = 2",
    ],
)
def test_plans_in_any_case_with_comments_and_costs_are_read(text: str) -> None:
    assert is_plan(text)
    assert lurd_of_plan(LEVEL, text) == "rRR"


@pytest.mark.rule("F21")
@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        (f"at 0: {MOVE}", 1, "is not an action"),
        (f"{MOVE} {PUSH}", 1, "is not an action"),
        (f"{MOVE}\nmove player-01 pos-3-2 pos-2-2 left", 2, "write one a line"),
        (f"{MOVE}\n(move player-01", 2, "is not an action"),
        (f"{MOVE}\n; cost = 1", 2, "costs '1' but has 0 pushes"),
        (f"{MOVE}\n; cost = 0 (unit cost)", 2, "costs '0' but has 1 steps"),
        (f"; cost = many\n{MOVE}", 1, "costs 'many'"),
        ("x" * 5000, 1, "..."),
    ],
)
def test_lines_that_are_no_plan_are_refused(text: str, line: int, says: str) -> None:
    with pytest.raises(ParseError) as caught:
        lurd_of_plan(LEVEL, text)
    assert (caught.value.rule, caught.value.line) == ("F21", line)
    assert says in caught.value.message and len(str(caught.value)) < 250


@pytest.mark.rule("F22")
@pytest.mark.parametrize(
    ("action", "says"),
    [
        ("()", "no action ''"),
        ("(jump player-01)", "it has move, push-to-goal, push-to-nongoal"),
        ("(move player-01 pos-3-2 pos-4-2)", "names 3 things; it takes 4: PLAYER FROM TO DIRECTION"),
        ("(move player-02 pos-3-2 pos-3-3 dir-down)", "no 'player-02' for PLAYER (it has player-01)"),
        (
            "(move player-01 pos-3-2 pos-1-1 dir-up)",
            "no 'pos-1-1' for TO (it has pos-2-2, pos-3-2, pos-4-2, ",
        ),
        ("(move player-01 pos-3-2 pos-3-3 south)", "no 'south' for DIRECTION"),
        (PUSH.replace("stone-01", "stone-03"), "no 'stone-03' for STONE (it has stone-01, stone-02)"),
        (PUSH.replace("stone-01", "stone-02"), "stone-02 stands on pos-4-3, not on pos-4-2"),
        (MOVE, "FROM must be pos-3-2, not pos-2-2"),
        ("(move player-01 pos-3-2 pos-2-2 dir-down)", "TO must be pos-3-3, not pos-2-2"),
        ("(move player-01 pos-3-2 pos-4-2 dir-right)", "there is a box on pos-4-2: that is a push"),
        ("(move player-01 pos-3-2 pos-2-2 dir-up)", "'move' dir-up from pos-3-2 is illegal: wall"),
        ("(push-to-goal player-01 stone-01 pos-3-2 pos-2-2 pos-2-2 dir-left)", "there is no box on pos-2-2"),
        (PUSH.replace("pos-5-2", "pos-6-2"), "TO must be pos-5-2, not pos-6-2"),
        (PUSH.replace("nongoal", "goal"), "a push to pos-5-2 is 'push-to-nongoal', not 'push-to-goal'"),
        (PUSH.replace("pos-3-2", "pos-4-2", 1), "BEHIND must be pos-3-2, not pos-4-2"),
    ],
)
def test_actions_that_do_not_fit_the_level_are_refused(action: str, says: str) -> None:
    with pytest.raises(ParseError) as caught:
        lurd_of_plan(LEVEL, f"{MOVE}\n{action}")
    assert (caught.value.rule, caught.value.line) == ("F22", 2)
    assert says in caught.value.message


@pytest.mark.rule("F22")
def test_a_push_against_a_box_is_refused() -> None:
    level = Level.parse("#######\n#@$$..#\n#######")
    with pytest.raises(ParseError, match=r"line 1: .* is illegal: the box is blocked by a box"):
        lurd_of_plan(level, "(push-to-nongoal player-01 stone-01 pos-2-2 pos-3-2 pos-4-2 dir-right)")


def test_a_plan_may_end_before_the_level_is_solved() -> None:
    assert lurd_of_plan(LEVEL, MOVE) == "r"
    assert lurd_of_plan(LEVEL, "") == ""


@pytest.mark.parametrize(
    "text", ["", ";", "(2(rU))", "rrU", '{"level": 1}', "()", "(", "(move)", "move a b", "(moves a)"]
)
def test_other_texts_are_not_taken_for_plans(text: str) -> None:
    assert not is_plan(text)


LINES = [MOVE, PUSH, PUSH_ON, "; cost = 2", "; a remark", "", "()", "(move)", MOVE.replace("right", "left"), "(" + MOVE]


@given(st.lists(st.sampled_from(LINES) | st.text(max_size=20), max_size=6).map("\n".join))
def test_any_text_gives_legal_steps_or_an_error_with_a_line(text: str) -> None:
    wrong: ParseError | None = None
    lurd = ""
    try:
        lurd = lurd_of_plan(LEVEL, text)
    except ParseError as error:
        wrong = error
    assert replay(LEVEL, lurd).at in (None, len(lurd))
    assert wrong is None or (wrong.line is not None and 1 <= wrong.line <= len(text.splitlines()) + 1)
