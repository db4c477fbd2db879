"""The exercises of lesson 5 tell right answers from wrong ones."""

from __future__ import annotations

from pathlib import Path

import pytest

import course_machine
from sokocourse.exercise import Wrong
from sokocourse.lesson_5 import EXERCISES, GUESS, counts, guess
from sokogen.reductions.lba import Computation
from sokospec.oracle.systems import configurations

PAGE = Path(__file__).parents[2] / "docs" / "course" / "5_nondeterminism.md"

EQUAL = """\
states: a z0 z1 end yes
alphabet: 0 1 x
start: a
accept: yes
a 0 -> z0 0 S
a 1 -> z1 1 S
z0 0 -> z0 0 R
z0 1 -> z0 1 R
z0 0 -> end x R
z1 0 -> z1 0 R
z1 1 -> z1 1 R
z1 1 -> end x R
end x -> yes x S
"""

SLOW = """\
states: s t yes
alphabet: 0 1
start: s
accept: yes
s 0 -> s 1 L
s 1 -> t 1 L
t 1 -> s 0 R
t 0 -> yes 1 S
"""

RIGHT = [
    ("972", 1),
    ("000011", 2),
    ("101011", 2),
    (EQUAL, 3),
    ("1 2 4 7 9", 4),
    (SLOW, 5),
    ("10", 6),
]

NONSENSE = ["", " ", "x", "-1", "9" * 5000, "0" * 100_000, "1 2 x", "²", "states: a\nalphabet: 0\nstart: a", "\0"]

WRONG = [
    ("971", 1),
    ("243", 1),
    ("0110", 2),
    ("000000", 2),
    ("000012", 2),
    (GUESS, 3),
    (EQUAL.replace("z0 0 -> end x R", "z0 0 -> end 0 R").replace("end x", "end 0"), 3),
    (EQUAL.replace("states: a", "states: a b c d"), 3),
    ("1 2 4", 4),
    ("1 3 4", 4),
    ("1 2 4 7 9 9", 4),
    (SLOW.replace("s 0 -> s 1 L", "s 0 -> yes 1 L"), 5),
    (SLOW.replace("t 0 -> yes 1 S", "t 0 -> t 0 S"), 5),
    (GUESS, 5),
    ("4", 6),
    ("16", 6),
]


@pytest.mark.parametrize(("answer", "number"), RIGHT)
def test_right_answers_are_accepted(answer: str, number: int) -> None:
    EXERCISES[number - 1].check(answer)


@pytest.mark.parametrize(("answer", "number"), WRONG)
def test_wrong_answers_are_refused(answer: str, number: int) -> None:
    with pytest.raises(Wrong):
        EXERCISES[number - 1].check(answer)


@pytest.mark.parametrize("number", range(1, len(EXERCISES) + 1))
def test_nonsense_is_refused(number: int) -> None:
    for answer in NONSENSE:
        with pytest.raises(Wrong):
            EXERCISES[number - 1].check(answer)


def test_each_exercise_is_on_the_page_with_the_machine() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert GUESS in page
    assert all(f"**Exercise 5.{number}.**" in page for number in range(1, len(EXERCISES) + 1))
    assert f"**Exercise 5.{len(EXERCISES) + 1}.**" not in page


def test_what_is_counted_is_the_set_of_all_configurations_in_reach() -> None:
    system = Computation(guess(), "01")
    assert counts(guess(), "01") == [1, 2, 3]
    assert sum(1 for _ in configurations(system)) == system.count() == 54


def test_the_picture_shows_each_configuration_in_reach_once(tmp_path: Path) -> None:
    layers = course_machine.layers(Computation(guess(), "0111"))
    assert [sum(map(len, layers[: steps + 1])) for steps in range(len(layers))] == counts(guess(), "0111")
    drawn = [tmp_path / "one.svg", tmp_path / "other.svg"]
    for path in drawn:
        assert course_machine.main(["--word", "0111", "--out", str(path)]) == 0
    assert drawn[0].read_bytes() == drawn[1].read_bytes()
    with pytest.raises(SystemExit):
        course_machine.main(["--word", "2", "--out", str(tmp_path / "none.svg")])
    assert not (tmp_path / "none.svg").exists()
