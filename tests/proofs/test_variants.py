"""The theorems about the classical variant are proved, and with one constant changed they are refuted."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sympy import Expr, Integer, sqrt

from sokogen.families.fibonacci_classical import classical_moves, classical_pushes
from sokoproof.all_proofs import PLAIN, THEOREMS, _classical_pieces
from sokoproof.status import Status
from sokoproof.theorems.classical_recurrence import (
    CLASSICAL_MOVES,
    CLASSICAL_MOVES_ADDED,
    CLASSICAL_PUSHES,
    CLASSICAL_PUSHES_ADDED,
    by_twos,
    difference,
    even_form,
)
from sokoproof.theorems.fibonacci_recurrence import MOVES_ADDED, PUSHES_ADDED, Form, n

MOVES = {4: 48, 6: 170}
BY = {"plain left": 0, "plain right": 0, "first left": 0, "first right": 0, "last right": -11, "whole": -11}


@pytest.mark.parametrize(
    "name", [name for name in THEOREMS if "classical" in name and not name.endswith(("fewest", "odd"))]
)
def test_every_theorem_is_proved(name: str) -> None:
    assert THEOREMS[name]().status is Status.PROVED


@pytest.mark.parametrize("size", range(4, 40, 2))
def test_the_closed_forms_are_what_is_counted(size: int) -> None:
    assert CLASSICAL_MOVES.at(size) == classical_moves(size)
    assert CLASSICAL_PUSHES.at(size) == classical_pushes(size)


@pytest.mark.parametrize("wrong", [{"whole": -10}, {"last right": -12}, {"first left": 1}, {"plain left": 1}])
def test_a_wrong_difference_is_refuted(wrong: dict[str, int]) -> None:
    pieces = _classical_pieces(pushes=False)
    assert difference("right", pieces, PLAIN, BY, "whole").status is Status.PROVED
    assert difference("wrong", pieces, PLAIN, BY | wrong, "whole").status is Status.REFUTED


def test_a_solution_that_consists_of_something_else_is_refuted() -> None:
    pieces = _classical_pieces(pushes=False)
    whole = pieces["whole", 20]
    for wrong in (replace(whole, own=whole.own + 1), replace(whole, shorter=whole.shorter[:1])):
        assert difference("wrong", pieces | {("whole", 20): wrong}, PLAIN, BY, "whole").status is Status.REFUTED


@pytest.mark.parametrize(
    ("every", "by", "added"),
    [
        (MOVES_ADDED, -10, CLASSICAL_MOVES_ADDED),
        (MOVES_ADDED, -11, n + 23),
        (PUSHES_ADDED, -3, Integer(12)),
        (Form(polynomial=Integer(9)), -3, CLASSICAL_PUSHES_ADDED),
    ],
)
def test_a_wrong_recurrence_is_refuted(every: Form, by: int, added: Expr) -> None:
    assert by_twos("wrong", every, by, added).status is Status.REFUTED


@pytest.mark.parametrize(
    ("form", "added", "first"),
    [
        (replace(CLASSICAL_MOVES, golden=8 + sqrt(5)), CLASSICAL_MOVES_ADDED, MOVES),
        (replace(CLASSICAL_MOVES, polynomial=-n - 25), CLASSICAL_MOVES_ADDED, MOVES),
        (CLASSICAL_MOVES, n + 25, MOVES),
        (CLASSICAL_MOVES, CLASSICAL_MOVES_ADDED, {4: 48, 6: 171}),
        (CLASSICAL_MOVES, CLASSICAL_MOVES_ADDED, {4: 48}),
        (CLASSICAL_PUSHES, CLASSICAL_MOVES_ADDED, {4: 15, 6: 57}),
    ],
)
def test_a_wrong_closed_form_is_refuted(form: Form, added: Expr, first: dict[int, int]) -> None:
    assert even_form("wrong", form, added, first).status is Status.REFUTED
