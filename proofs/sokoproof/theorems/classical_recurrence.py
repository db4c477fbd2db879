"""Variants of the Fibonacci family: their difference from it, and a recurrence over even sizes.

From F(n) = F(n-1) + F(n-2) + c(n), used three times: F(n) = 3 F(n-2) - F(n-4) + c(n) + c(n-1) - c(n-2).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from sympy import Expr, Integer, expand, sqrt

from sokoproof.proof import Proof, plus, run_proof
from sokoproof.theorems.fibonacci_recurrence import (
    FIBONACCI_MOVES,
    FIBONACCI_PUSHES,
    MOVES_ADDED,
    PUSHES_ADDED,
    WHILE,
    Form,
    growth,
    n,
    per_square,
)

CLASSICAL_MOVES = Form(golden=9 + sqrt(5), other=9 - sqrt(5), polynomial=-n - 26)
"""The moves of the classical variant, for even n."""
CLASSICAL_PUSHES = Form(golden=2 + 4 * sqrt(5) / 5, other=2 - 4 * sqrt(5) / 5, polynomial=Integer(-11))
"""Its pushes, for even n."""
CLASSICAL_MOVES_ADDED = n + 24
"""The summand added(n) of F(n) = 3 F(n-2) - F(n-4) + added(n), for moves."""
CLASSICAL_PUSHES_ADDED = Integer(11)

Named = tuple[str, int]
"""The kind of a solution and its size."""


@dataclass(frozen=True, slots=True)
class SolutionPieces:
    """A solution's own moves, and its shorter solutions."""

    own: int
    shorter: tuple[Named, ...]


def difference(
    name: str, pieces: Mapping[Named, SolutionPieces], plain: Mapping[str, str], by: Mapping[str, int], whole: str
) -> Proof:
    """Prove by induction that solutions of each kind exceed `plain[kind]` by `by[kind]`."""
    sizes = sorted(size for kind, size in pieces if kind == whole)
    claim = f"F(n) is that of the family, {by[whole]:+d}"
    with run_proof(Proof(name, claim, f"even n = {sizes[0]} to {sizes[-1]}")) as proof:
        for (kind, size), one in sorted(pieces.items()):
            other = pieces[plain[kind], size]
            alike = [(plain[shorter], shorter_size) for shorter, shorter_size in one.shorter]
            known = all(named in pieces for named in one.shorter)
            longer = one.own - other.own + sum(by[shorter] for shorter, _ in one.shorter)
            if not known or alike != list(other.shorter) or longer != by[kind]:
                proof.require(False, f"{kind} {size} differs by {longer}, from its parts {one.own} and {one.shorter}")
        proof.step(f"each of {len(pieces)} solutions consists of parts that correspond to those of a plain one")
        for kind in sorted(by):
            if plain[kind] != kind:
                proof.step(f"by induction, {kind} of any size differs from {plain[kind]} by", Integer(by[kind]))
    return proof


def by_twos(name: str, every: Form, by: int, added: Expr) -> Proof:
    """Prove G(n) = 3 G(n-2) - G(n-4) + added(n) for G = F + by, even n, and F(n) = F(n-1) + F(n-2) + every(n)."""
    with run_proof(
        Proof(name, f"F(n) = 3 F(n-2) - F(n-4){plus(added)}", "even n from 8, as far as the family's holds")
    ) as proof:
        proof.step("in the family F(n) = F(n-1) + F(n-2) + c(n)", every.expression)
        proof.step("so F(n) = 2 F(n-2) + F(n-3) + c(n) + c(n-1), and F(n-3) = F(n-2) - F(n-4) - c(n-2)")
        both, last = every.earlier(1), every.earlier(2)
        sign = every.sign + both.sign - last.sign
        left = expand(every.polynomial + both.polynomial - last.polynomial + sign)
        proof.step("F(n) - 3 F(n-2) + F(n-4) = c(n) + c(n-1) - c(n-2), which is, for even n", left)
        proof.step(f"the variant is F(n) {by:+d}, and ({by}) - 3 ({by}) + ({by}) is added to this", Integer(-by))
        proof.require(expand(left - by - added) == 0, "which together is", expand(left - by))
    return proof


def even_form(name: str, form: Form, added: Expr, first: Mapping[int, int]) -> Proof:
    """Prove by induction that a form solves the recurrence for even n."""
    start = min(first)
    with run_proof(Proof(name, f"F(n) = {form.expression}", f"even n from {start}, {WHILE}")) as proof:
        proof.require(start % 2 == 0 and sorted(first) == [start, start + 2], "two values determine the others")
        for size, value in sorted(first.items()):
            proof.require(form.at(size) == value, f"F({size}), counted, is {value}; the form there", form.at(size))
        earlier, long_ago = form.earlier(2), form.earlier(4)
        thrice = Form(3 * earlier.golden, 3 * earlier.other, 3 * earlier.sign, 3 * earlier.polynomial)
        negative = Form(-long_ago.golden, -long_ago.other, -long_ago.sign, -long_ago.polynomial)
        rest = form.minus(thrice).minus(negative).minus(Form(polynomial=added))
        for what, coefficient in (("a^n", rest.golden), ("b^n", rest.other)):
            proof.require(coefficient == 0, f"in F(n) - 3 F(n-2) + F(n-4) - added(n), {what} has", coefficient)
        proof.require(expand(rest.polynomial + rest.sign) == 0, "the rest, for even n, is", rest.polynomial)
        proof.step("so the form obeys the recurrence at even n, and agrees with the counts by induction")
    return proof


def classical_theorems(
    pieces: Callable[[bool], Mapping[Named, SolutionPieces]],
    plain: Mapping[str, str],
    first: Mapping[int, tuple[int, int]],
    floors: Mapping[int, int],
) -> dict[str, Callable[[], Proof]]:
    """Return the theorems about the classical variant; `first` has counted sizes."""
    moves = {size: values[0] for size, values in first.items()}
    pushes = {size: values[1] for size, values in first.items()}
    theorems: dict[str, Callable[[str], Proof]] = {
        "fibonacci-classical-moves-difference": lambda name: difference(
            name, pieces(False), plain, _by(plain, first=0, last=-11, whole=-11), "whole"
        ),
        "fibonacci-classical-pushes-difference": lambda name: difference(
            name, pieces(True), plain, _by(plain, first=-1, last=-3, whole=-3), "whole"
        ),
        "fibonacci-classical-moves-recurrence": lambda name: by_twos(name, MOVES_ADDED, -11, CLASSICAL_MOVES_ADDED),
        "fibonacci-classical-pushes-recurrence": lambda name: by_twos(name, PUSHES_ADDED, -3, CLASSICAL_PUSHES_ADDED),
        "fibonacci-classical-moves-closed-form": lambda name: even_form(
            name, CLASSICAL_MOVES, CLASSICAL_MOVES_ADDED, moves
        ),
        "fibonacci-classical-pushes-closed-form": lambda name: even_form(
            name, CLASSICAL_PUSHES, CLASSICAL_PUSHES_ADDED, pushes
        ),
        "fibonacci-classical-moves-growth": lambda name: growth(name, CLASSICAL_MOVES, FIBONACCI_MOVES.golden),
        "fibonacci-classical-pushes-growth": lambda name: growth(name, CLASSICAL_PUSHES, FIBONACCI_PUSHES.golden),
        "fibonacci-classical-squares": lambda name: per_square(name, floors, 3),
    }
    return {name: partial(theorem, name) for name, theorem in theorems.items()}


def _by(plain: Mapping[str, str], *, first: int, last: int, whole: int) -> dict[str, int]:
    known = {"plain": 0, "first": first, "last": last, "whole": whole}
    return {kind: known[kind.split()[0]] for kind in plain}
