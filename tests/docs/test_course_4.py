"""Lesson 4 of the course: right answers are accepted, wrong ones are refused with a reason."""

from __future__ import annotations

import pytest

from sokocourse.exercise import Wrong
from sokocourse.lesson_4 import EXERCISES

BEST = "######\n#+.  #\n# $$ #\n#    #\n######"
HARD = "0 1\n0 2\n1 0\n1 1\n1 2\n2 0\n2 4\n3 1\n3 5\n4 2\n4 3\n5 2"

RIGHT = (
    (1, "11"),
    (2, "2 3"),
    (2, "3, 2"),
    (3, "320"),
    (4, HARD),
    (5, "64"),
    (6, BEST),
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
    "0 1 2 3 4 5 6 7 8 9 0",
    "0 99999999999",
    "0 1\n" * 1_000,
    "#####\n#@$ #",
    "🙂",
    "²",
    "#" * 100_000,
)

WRONG = (
    (1, "10"),
    (1, "1000"),
    (2, "2"),
    (2, "1 2 3"),
    (3, "144"),
    (3, "512"),
    (4, "0 1\n1 2\n2 3\n3 4\n4 5"),
    (4, "1 0\n5 4"),
    (4, "0 1 2"),
    (4, "0 7"),
    (5, "8"),
    (5, "72"),
    (6, "#####\n#@$.#\n#####"),
    (6, "#####\n#@ .#\n#$  #\n#####"),
    (6, "######\n#+$. #\n#.$  #\n#  $ #\n######"),
    (6, "######\n# +$ #\n#  $ #\n#.   #\n######"),
    (6, "########\n# +$   #\n#  $   #\n#.     #\n########"),
    (6, "######\n#$$$$#\n#@  .#\n# ...#\n######"),
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
