"""Lesson 2 of the course: right answers are accepted, wrong ones are refused with a reason."""

from __future__ import annotations

import pytest

from sokocourse.exercise import Wrong
from sokocourse.lesson_2 import EXERCISES

LONG = "######\n#  *.#\n# $###\n# @###\n######"

RIGHT = (
    (1, "62930388553940"),
    (1, "62,930,388,553,940"),
    (2, "39"),
    (3, "262144"),
    (4, LONG),
    (4, "#######\n#   *.#\n# $####\n# @####\n#######"),
    (5, "50000(du)dRurD"),
    (5, "dRurD49999(ud)u"),
    (6, "-4"),
)

NONSENSE = (
    "",
    "   ",
    "abc",
    "9" * 50,
    "9" * 5_000,
    "0",
    "-1",
    "yes",
    "9(9(9(9(9(u)))))",
    "(((((",
    "#####\n#@$ #",
    "🙂",
    "#" * 100_000,
    "99999999999(ud)",
    "u" * 20,
)

WRONG = (
    (1, "62930388553928"),
    (1, "38893119051543"),
    (2, "38"),
    (2, "40"),
    (3, "131072"),
    (3, "8"),
    (4, "#####\n#@$.#\n#####"),
    (4, "#####\n#@$ #\n#  .#\n#####"),
    (4, "########\n#@  $ .#\n#      #\n########"),
    (5, "dRurD"),
    (5, "50000(du)dR"),
    (5, "50000(du)dRurDdddddddddd"),
    (5, "90000(dru)"),
    (5, "999999(du)dRurD"),
    (6, "4"),
    (6, "8"),
)


@pytest.mark.parametrize(("number", "answer"), RIGHT)
def test_right_answers_are_accepted(number: int, answer: str) -> None:
    EXERCISES[number - 1].check(answer)


@pytest.mark.parametrize(("number", "answer"), WRONG)
def test_wrong_answers_are_refused(number: int, answer: str) -> None:
    with pytest.raises(Wrong) as wrong:
        EXERCISES[number - 1].check(answer)
    assert str(wrong.value)


@pytest.mark.parametrize("number", range(1, len(EXERCISES) + 1))
@pytest.mark.parametrize("answer", NONSENSE)
def test_nonsense_is_refused(number: int, answer: str) -> None:
    with pytest.raises(Wrong):
        EXERCISES[number - 1].check(answer)


def test_every_exercise_has_a_right_and_two_wrong_answers_here() -> None:
    for number in range(1, len(EXERCISES) + 1):
        assert any(number == one for one, _ in RIGHT)
        assert sum(number == one for one, _ in WRONG) >= 2
