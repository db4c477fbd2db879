"""Recurrence of the staggered family: T(k) = T(k-1) + F(2k) + added for k pairs, F as in the Fibonacci family."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from sympy import Expr, Integer, expand, sqrt

from sokoproof.proof import Proof, plus, run_proof
from sokoproof.theorems.classical_recurrence import Named, SolutionPieces
from sokoproof.theorems.fibonacci_recurrence import (
    FIBONACCI_MOVES,
    FIBONACCI_PUSHES,
    GOLDEN,
    MOVES_ADDED,
    PUSHES_ADDED,
    WHILE,
    Form,
    growth,
    n,
    per_square,
)

STAGGERED_MOVES = Form(golden=9 + sqrt(5), other=9 - sqrt(5), polynomial=4 * n + 5)
"""The moves of the staggered family, n = 2k + 1."""
STAGGERED_PUSHES = Form(golden=2 + 4 * sqrt(5) / 5, other=2 - 4 * sqrt(5) / 5, polynomial=2 * n - 1)
"""Its pushes."""
STAGGERED_MOVES_ADDED = n + 22
"""The summand of T(k) = T(k-1) + F(2k) + added, n = 2k + 1."""
STAGGERED_PUSHES_ADDED = Integer(12)


def sums(name: str, pieces: Mapping[Named, SolutionPieces], column: Form, added: Expr) -> Proof:
    """Prove T(k) = T(k-1) + F(2k) + added from the compositions."""
    sizes = sorted(size for kind, size in pieces if kind == "whole")[2:]
    claim = f"T(k) = T(k-1) + F(2k){plus(added)}, n = 2k + 1"
    with run_proof(Proof(name, claim, f"k = {sizes[0]} to {sizes[-1]}")) as proof:
        for k in sizes:
            whole, shorter, rest, opened = (
                pieces[named] for named in (("whole", k), ("whole", k - 1), ("rest", k), ("open", 2 * k + 1))
            )
            consists = (
                whole.shorter == (("open", 2 * k + 1), ("rest", k))
                and shorter.shorter == (("open", 2 * k - 1), ("rest", k - 1))
                and rest.shorter == (("open", 2 * k - 1), ("rest", k - 1))
                and opened.shorter == (("column", 2 * k - 1), ("column", 2 * k - 2))
            )
            own = whole.own - shorter.own + rest.own + opened.own - column.at(2 * k)
            if not consists or own != added.subs(n, 2 * k + 1):
                proof.require(False, f"T({k}) consists of other parts, or adds {own}")
        proof.step("T(k) = open(2k+1) + rest(k) + steps, and rest(k) = open(2k-1) + rest(k-1) + steps")
        proof.step("so T(k) - T(k-1) = open(2k+1) + steps of T(k) and rest(k) - steps of T(k-1)")
        proof.step("open(n) = F(n-2) + F(n-3) + steps = F(n-1) - c(n-1) + steps, where c(n) is", column.expression)
        proof.step(f"the steps, counted one by one for {len(sizes)} sizes, are together", added)
    return proof


def sum_form(name: str, form: Form, column: Form, added: Expr, first: tuple[int, int]) -> Proof:
    """Prove by induction that a form solves this with a first value."""
    k, value = first
    with run_proof(Proof(name, f"T(k) = {form.expression}, n = 2k + 1", f"from k = {k}, {WHILE}")) as proof:
        proof.require(form.at(2 * k + 1) == value, f"T({k}), counted, is {value}; the form there", form.at(2 * k + 1))
        rest = form.minus(form.earlier(2)).minus(column.earlier(1)).minus(Form(polynomial=added))
        for what, coefficient in (("a^n", rest.golden), ("b^n", rest.other)):
            proof.require(coefficient == 0, f"in T(k) - T(k-1) - F(2k) - added, {what} has", coefficient)
        proof.require(expand(rest.polynomial - rest.sign) == 0, "the rest, for odd n, is", rest.polynomial - rest.sign)
        proof.step("so the form obeys the recurrence, and agrees with the counts by induction")
    return proof


def staggered_theorems(
    pieces: Callable[[bool], Mapping[Named, SolutionPieces]],
    first: tuple[int, int, int],
    floors: Mapping[int, int],
) -> dict[str, Callable[[], Proof]]:
    """Return the theorems about the staggered family; `first` has a counted size."""
    moves, pushes = first[:2], (first[0], first[2])
    theorems: dict[str, Callable[[str], Proof]] = {
        "staggered-moves-recurrence": lambda name: sums(name, pieces(False), MOVES_ADDED, STAGGERED_MOVES_ADDED),
        "staggered-pushes-recurrence": lambda name: sums(name, pieces(True), PUSHES_ADDED, STAGGERED_PUSHES_ADDED),
        "staggered-moves-closed-form": lambda name: sum_form(
            name, STAGGERED_MOVES, FIBONACCI_MOVES, STAGGERED_MOVES_ADDED, moves
        ),
        "staggered-pushes-closed-form": lambda name: sum_form(
            name, STAGGERED_PUSHES, FIBONACCI_PUSHES, STAGGERED_PUSHES_ADDED, pushes
        ),
        "staggered-moves-growth": lambda name: growth(name, STAGGERED_MOVES, FIBONACCI_MOVES.golden),
        "staggered-pushes-growth": lambda name: growth(name, STAGGERED_PUSHES, FIBONACCI_PUSHES.golden),
        "staggered-squares": lambda name: per_square(name, floors, 6, GOLDEN**2),
    }
    return {name: partial(theorem, name) for name, theorem in theorems.items()}
