"""The theorems about the Fibonacci family are proved, and with one constant changed they are refuted."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sympy import sqrt

from parts import long_ones
from sokogen.families.fibonacci import Side, fibonacci_moves
from sokoproof.all_proofs import THEOREMS, _end_of
from sokoproof.status import Status
from sokoproof.theorems.fibonacci_recurrence import (
    FIBONACCI_MOVES,
    FIBONACCI_PUSHES,
    MOVES_ADDED,
    PUSHES_ADDED,
    Composition,
    Form,
    growth,
    integrality,
    n,
    other_side,
    per_square,
    prove_form,
    ratio,
    recurrence,
)

FIRST = {4: 59, 5: 106}
FIRST_PUSHES = {4: 18, 5: 34}


@pytest.mark.parametrize(
    "name", long_ones([*THEOREMS], {"tiny-levels", "dead-windows", "fibonacci-classical-pushes-fewest"})
)
def test_every_theorem_is_proved_and_prints(name: str) -> None:
    proof = THEOREMS[name]()
    assert proof.status is Status.PROVED
    assert proof.steps
    assert str(proof).startswith(f"{name}: proved")
    assert len(str(proof).splitlines()) > len(proof.steps)


@pytest.mark.parametrize(
    "wrong",
    [
        replace(FIBONACCI_MOVES, golden=8 + sqrt(5)),
        replace(FIBONACCI_MOVES, other=9 + sqrt(5)),
        replace(FIBONACCI_MOVES, sign=-FIBONACCI_MOVES.sign),
        replace(FIBONACCI_MOVES, polynomial=-n - 13),
        replace(FIBONACCI_MOVES, polynomial=-2 * n - 10),
        FIBONACCI_PUSHES,
    ],
)
def test_a_closed_form_with_a_wrong_constant_is_refuted(wrong: Form) -> None:
    proof = prove_form("wrong", wrong, MOVES_ADDED, FIRST)
    assert proof.status is Status.REFUTED
    assert proof.reason


@pytest.mark.parametrize("added", [Form(sign=MOVES_ADDED.sign, polynomial=n + 12), Form(polynomial=n + 11)])
def test_a_wrong_recurrence_is_refuted(added: Form) -> None:
    assert prove_form("wrong", FIBONACCI_MOVES, added, FIRST).status is Status.REFUTED


def test_a_wrong_first_value_is_refuted_and_so_is_only_one() -> None:
    assert prove_form("wrong", FIBONACCI_MOVES, MOVES_ADDED, {4: 59, 5: 107}).status is Status.REFUTED
    assert prove_form("wrong", FIBONACCI_MOVES, MOVES_ADDED, {4: 59}).status is Status.REFUTED
    assert prove_form("wrong", FIBONACCI_MOVES, MOVES_ADDED, {4: 59, 6: 181}).status is Status.REFUTED


def test_a_solution_that_consists_of_something_else_is_refuted() -> None:
    right = Composition(moves=17, pushes=8, sizes=(3, 4), extra=0)
    for wrong in (replace(right, moves=16), replace(right, extra=2), replace(right, sizes=(2, 4))):
        assert recurrence("wrong", {5: wrong}, MOVES_ADDED, pushes=False).status is Status.REFUTED
    assert recurrence("right", {5: right}, MOVES_ADDED, pushes=False).status is Status.PROVED
    assert recurrence("wrong", {5: replace(right, pushes=7)}, PUSHES_ADDED, pushes=True).status is Status.REFUTED


def test_wrong_growth_ratio_and_floor_are_refuted() -> None:
    assert growth("wrong", FIBONACCI_MOVES, 8 + sqrt(5)).status is Status.REFUTED
    assert ratio("wrong", FIBONACCI_MOVES, FIBONACCI_PUSHES, sqrt(5)).status is Status.REFUTED
    assert per_square("wrong", {4: 10, 5: 13, 6: 17}, 3).status is Status.REFUTED


def test_the_parity_is_that_of_the_counts() -> None:
    assert "odd, even" in str(integrality("moves", MOVES_ADDED, FIRST))
    assert "even, even" in str(integrality("pushes", PUSHES_ADDED, FIRST_PUSHES))
    assert [fibonacci_moves(size) % 2 for size in range(4, 30)] == [1, 0] * 13
    assert integrality("halves", Form(polynomial=n / 2), FIRST).status is Status.REFUTED


def test_a_wrong_claim_about_the_other_side_is_refuted() -> None:
    endings = {size: (_end_of(size, Side.RIGHT), _end_of(size, Side.LEFT)) for size in range(3, 20)}
    assert other_side("right", endings, 2, 0).status is Status.PROVED
    assert other_side("wrong moves", endings, 1, 0).status is Status.REFUTED
    assert other_side("wrong pushes", endings, 2, 2).status is Status.REFUTED
    without_base = {size: pair for size, pair in endings.items() if size > 3}
    assert other_side("no base", without_base, 2, 0).status is Status.REFUTED
    usual, other = endings[9]
    longer = endings | {9: (usual, replace(other, moves=other.moves + 1))}
    assert other_side("one step more", longer, 2, 0).status is Status.REFUTED
