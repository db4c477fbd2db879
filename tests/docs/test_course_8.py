"""The exercises of lesson 8 tell right answers from wrong ones."""

from __future__ import annotations

from itertools import product
from math import isclose
from pathlib import Path

import numpy as np
import pytest

import course_grover
from sokocourse.exercise import Wrong
from sokocourse.lesson_8 import EXERCISES, chances, parse_circuit, solving_strings, success
from sokospec import Level, replay

PAGE = Path(__file__).parents[2] / "docs" / "course" / "8_quantum.md"

ONE_STRING = "##########\n#@$     .#\n##########"
ROOM = "#####\n#@  #\n# $ #\n#  .#\n#####"

RIGHT = [
    ("50", 1),
    ("97", 2),
    (ONE_STRING, 3),
    ("H 0; CX 0 1; CX 1 2", 4),
    ("H 1; CX 1 0; CX 1 2; Z 2", 4),
    ("H 2; H 0; CZ 0 2; H 0; CX 2 1;", 4),
    ("5", 5),
    ("80", 6),
]

NONSENSE = [
    "",
    " ",
    "x",
    "-1",
    "9" * 5000,
    "#" * 100_000,
    "H",
    "H 3",
    "CX 0 0",
    "H -1",
    "H ²",
    ";;",
    "#####\n#@ .#\n#####",
]

WRONG = [
    ("49", 1),
    ("51", 1),
    ("64", 1),
    ("96", 2),
    ("50", 2),
    (ROOM, 3),
    (ROOM.replace(".", " "), 3),
    (ONE_STRING.replace("  .#", ".  #"), 3),
    ("#" * 10 + ("\n#" + " " * 8 + "#") * 9 + "\n#@$    . #\n" + "#" * 10, 3),
    ("H 0; CX 0 1", 4),
    ("H 0; H 1; H 2", 4),
    ("X 0; X 1; X 2", 4),
    ("H 0; " * 11 + "CX 0 1", 4),
    ("4", 5),
    ("6", 5),
    ("40", 6),
    ("41", 6),
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


def test_each_exercise_is_on_the_page() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert all(f"**Exercise 8.{number}.**" in page for number in range(1, len(EXERCISES) + 1))
    assert f"**Exercise 8.{len(EXERCISES) + 1}.**" not in page


def test_two_amplitudes_say_what_the_state_vector_says() -> None:
    solves = np.zeros(64, dtype=np.bool_)
    solves[[3, 17, 40]] = True
    vector = course_grover.chances(solves, 30)
    assert all(isclose(one, other, abs_tol=1e-9) for one, other in zip(vector, success(64, 3), strict=False))


def test_the_counted_strings_are_those_that_replay() -> None:
    level = Level.parse(ROOM)
    for length in range(6):
        tried = ("".join(moves) for moves in product("dlru", repeat=length))
        assert solving_strings(level, length) == sum(replay(level, moves, lenient=True).valid for moves in tried)


def test_gates_keep_the_sum_of_the_chances() -> None:
    for text in ("H 0; CX 0 1; H 1; Z 2; CZ 1 2; H 2; H 0", "X 2; H 2; CX 2 0; H 2"):
        assert isclose(sum(chances(parse_circuit(text)).values()), 1)


def test_the_picture_is_drawn_the_same_each_time(tmp_path: Path) -> None:
    drawn = [tmp_path / "one.svg", tmp_path / "other.svg"]
    for path in drawn:
        assert course_grover.main(["--out", str(path)]) == 0
    assert drawn[0].read_bytes() == drawn[1].read_bytes()
