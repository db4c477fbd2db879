"""The theorems about the staggered family are proved, and with one constant changed they are refuted."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sympy import Expr, Integer

from sokoproof.all_proofs import THEOREMS, _pieces_of_staggered
from sokoproof.status import Status
from sokoproof.theorems.fibonacci_recurrence import (
    FIBONACCI_MOVES,
    FIBONACCI_PUSHES,
    GOLDEN,
    MOVES_ADDED,
    Form,
    n,
    per_square,
)
from sokoproof.theorems.staggered_recurrence import (
    STAGGERED_MOVES,
    STAGGERED_MOVES_ADDED,
    STAGGERED_PUSHES,
    STAGGERED_PUSHES_ADDED,
    sum_form,
    sums,
)


@pytest.mark.parametrize("name", [name for name in THEOREMS if name.startswith("staggered")])
def test_every_theorem_is_proved(name: str) -> None:
    assert THEOREMS[name]().status is Status.PROVED


@pytest.mark.parametrize("added", [n + 21, 2 * n + 22, Integer(12)])
def test_a_wrong_recurrence_is_refuted(added: Expr) -> None:
    assert sums("wrong", _pieces_of_staggered(pushes=False), MOVES_ADDED, added).status is Status.REFUTED


@pytest.mark.parametrize("named", [("whole", 7), ("rest", 7), ("open", 15)])
def test_a_solution_that_consists_of_something_else_is_refuted(named: tuple[str, int]) -> None:
    pieces = _pieces_of_staggered(pushes=False)
    right = pieces[named]
    for wrong in (replace(right, own=right.own + 1), replace(right, shorter=right.shorter[:1])):
        proof = sums("wrong", pieces | {named: wrong}, MOVES_ADDED, STAGGERED_MOVES_ADDED)
        assert proof.status is Status.REFUTED


@pytest.mark.parametrize(
    ("form", "column", "added", "first"),
    [
        (replace(STAGGERED_MOVES, golden=9 + GOLDEN), FIBONACCI_MOVES, STAGGERED_MOVES_ADDED, (2, 149)),
        (replace(STAGGERED_MOVES, polynomial=4 * n + 6), FIBONACCI_MOVES, STAGGERED_MOVES_ADDED, (2, 149)),
        (STAGGERED_MOVES, FIBONACCI_MOVES, STAGGERED_MOVES_ADDED, (2, 150)),
        (STAGGERED_MOVES, FIBONACCI_MOVES, n + 23, (2, 149)),
        (STAGGERED_MOVES, FIBONACCI_PUSHES, STAGGERED_MOVES_ADDED, (2, 149)),
        (STAGGERED_PUSHES, FIBONACCI_PUSHES, STAGGERED_PUSHES_ADDED + 1, (2, 51)),
    ],
)
def test_a_wrong_closed_form_is_refuted(form: Form, column: Form, added: Expr, first: tuple[int, int]) -> None:
    assert sum_form("wrong", form, column, added, first).status is Status.REFUTED


def test_another_floor_is_refuted() -> None:
    assert per_square("wrong", {1: 22, 2: 28, 3: 35}, 6, GOLDEN**2).status is Status.REFUTED
