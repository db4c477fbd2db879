"""What the exercises of lesson 8 rest on."""

from __future__ import annotations

from itertools import product
from math import isclose
from pathlib import Path

import numpy as np

from docs.course.answers_8 import ROOM
from lessons import grover
from sokocourse.lesson_8 import chances, count_solving_strings, parse_circuit, success
from sokospec import Level, replay


def test_two_amplitudes_say_what_the_state_vector_says() -> None:
    solves = np.zeros(64, dtype=np.bool_)
    solves[[3, 17, 40]] = True
    vector = grover.chances(solves, 30)
    assert all(isclose(one, other, abs_tol=1e-9) for one, other in zip(vector, success(64, 3), strict=False))


def test_the_counted_strings_are_those_that_replay() -> None:
    level = Level.parse(ROOM)
    for length in range(6):
        tried = ("".join(moves) for moves in product("dlru", repeat=length))
        assert count_solving_strings(level, length) == sum(replay(level, moves, lenient=True).valid for moves in tried)


def test_gates_keep_the_sum_of_the_chances() -> None:
    for text in ("H 0; CX 0 1; H 1; Z 2; CZ 1 2; H 2; H 0", "X 2; H 2; CX 2 0; H 2"):
        assert isclose(sum(chances(parse_circuit(text)).values()), 1)


def test_the_picture_is_drawn_the_same_each_time(tmp_path: Path) -> None:
    drawn = [tmp_path / "one.svg", tmp_path / "other.svg"]
    for path in drawn:
        assert grover.main(["--out", str(path)]) == 0
    assert drawn[0].read_bytes() == drawn[1].read_bytes()
