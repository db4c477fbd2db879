"""Recurrences of solutions that contain the next smaller one twice: F(n) = 2 F(n-1) + added(n), so power * 2^n +
polynomial.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import sympy
from sympy import Expr, Integer, Rational

from sokoproof.proof import Proof, plus, run_proof
from sokoproof.theorems.fibonacci_recurrence import Composition, per_square
from sokoproof.theorems.shortest import Chain, no_shorter

n = sympy.Symbol("n", integer=True, positive=True)


@dataclass(frozen=True, slots=True)
class Doubling:
    """power * 2^n + polynomial(n).

    >>> ROOMS_PUSHES.at(1)
    13
    """

    power: Expr
    polynomial: Expr

    @property
    def expression(self) -> Expr:
        return self.power * 2**n + self.polynomial

    def at(self, size: int) -> Expr:
        return self.expression.subs(n, size)


ROOMS_MOVES = Doubling(Integer(142), -10 * n - 140)
"""The moves of the rooms family."""
ROOMS_PUSHES = Doubling(Integer(12), Integer(-11))
"""Its pushes."""
MOVES_ADDED = 10 * n + 120
"""The summand of the recurrence for moves."""
PUSHES_ADDED = Integer(11)
_SQUARES = 98
"""Floor squares of a room, with its part of the corridor."""


def recurrence(name: str, parts: Mapping[int, Composition], once: int, added: Expr, *, pushes: bool) -> Proof:
    """Prove F(n) = 2 F(n-1) + added(n); `once` is the final part of each solution."""
    sizes = sorted(parts)
    with run_proof(Proof(name, f"F(n) = 2 F(n-1){plus(added)}", f"n = {sizes[0]} to {sizes[-1]}")) as proof:
        proof.step(f"F(n) = S(n) + {once}, for what comes once, after the last room")
        for size in sizes:
            own = parts[size].pushes if pushes else parts[size].moves
            if parts[size].sizes != (size - 1, size - 1) or added.subs(n, size) != own - once:
                proof.require(False, f"S({size}) consists of {parts[size].sizes} and {own} steps besides")
        proof.step(f"each of the {len(sizes)} S(n) consists of S(n-1), twice, and steps besides")
        proof.step(f"these, counted one by one, less {once}, are", added)
    return proof


def prove_form(name: str, form: Doubling, added: Expr, first: tuple[int, int]) -> Proof:
    """Prove by induction that a form solves the recurrence."""
    size, value = first
    with run_proof(Proof(name, f"F(n) = {form.expression}", f"every n from {size}")) as proof:
        proof.require(form.at(size) == value, f"F({size}), counted, is {value}; the form there", form.at(size))
        rest = sympy.expand(form.polynomial - 2 * form.polynomial.subs(n, n - 1) - added)
        proof.step("in F(n) - 2 F(n-1) - added(n), the powers of 2 cancel: c 2^n = 2 c 2^(n-1)")
        proof.require(rest == 0, "and the polynomials leave", rest)
        proof.step("so the form obeys the recurrence, and agrees with the counts by induction")
    return proof


def integrality(name: str, added: Expr, first: tuple[int, int]) -> Proof:
    """Prove that every F(n) is an integer, and its parity."""
    start, value = first
    with run_proof(Proof(name, "F(n) is an integer, and its parity is that of added(n)", f"n > {start}")) as proof:
        coefficients = sympy.Poly(added, n).all_coeffs()
        proof.require(all(one.is_integer for one in coefficients), "added(n) has integer coefficients", added)
        proof.step(f"so F(n) = 2 F(n-1) + added(n) is an integer, as F({start}) = {value} is, and added(n) mod 2")
        parity = sympy.Poly(added, n, modulus=2).as_expr() % 2
        proof.step("added(n) mod 2 is", parity)
    return proof


def growth(name: str, form: Doubling, limit: Expr) -> Proof:
    """Prove that F(n) / 2^n tends to `limit`."""
    with run_proof(Proof(name, f"F(n) / 2^n tends to {limit}", "n to infinity")) as proof:
        rest = sympy.limit(form.polynomial / 2**n, n, sympy.oo)
        proof.require(rest == 0, "the polynomial over 2^n tends to", rest)
        proof.require(form.power == limit, "what is left is the coefficient of 2^n", form.power)
    return proof


def ratio(name: str, above: Doubling, below: Doubling, limit: Expr) -> Proof:
    """Prove that M(n) / P(n) tends to `limit`."""
    with run_proof(Proof(name, f"M(n) / P(n) tends to {limit}", "n to infinity")) as proof:
        quotient = above.power / below.power
        proof.require(quotient == limit, "the quotient of the coefficients of 2^n", quotient)
    return proof


def digit(name: str, problems: Callable[[], Sequence[str]], table: str) -> Proof:
    """Prove that the room has its automaton."""
    with run_proof(
        Proof(name, f"the room's automaton is {table}", "all nodes of the room, up to bisimulation")
    ) as proof:
        wrong = problems()
        proof.require(
            not wrong, "; ".join(wrong) or "derived from the drawing by exhaustive search, it is; no box escapes"
        )
    return proof


def rooms_theorems(
    parts: Mapping[int, Composition],
    first: tuple[int, int, int],
    floors: Mapping[int, int],
    problems: Callable[[], Sequence[str]],
    table: str,
    chain: Callable[[bool], Chain],
) -> dict[str, Callable[[], Proof]]:
    """Return the theorems about the rooms family; `first` is a counted size, `chain` has rooms with costs."""
    moves, pushes = first[:2], (first[0], first[2])
    theorems: dict[str, Callable[[str], Proof]] = {
        "rooms-automaton": lambda name: digit(name, problems, table),
        "rooms-moves-recurrence": lambda name: recurrence(name, parts, 1, MOVES_ADDED, pushes=False),
        "rooms-pushes-recurrence": lambda name: recurrence(name, parts, 1, PUSHES_ADDED, pushes=True),
        "rooms-moves-closed-form": lambda name: prove_form(name, ROOMS_MOVES, MOVES_ADDED, moves),
        "rooms-pushes-closed-form": lambda name: prove_form(name, ROOMS_PUSHES, PUSHES_ADDED, pushes),
        "rooms-moves-integral": lambda name: integrality(name, MOVES_ADDED, moves),
        "rooms-pushes-integral": lambda name: integrality(name, PUSHES_ADDED, pushes),
        "rooms-moves-growth": lambda name: growth(name, ROOMS_MOVES, Integer(142)),
        "rooms-pushes-growth": lambda name: growth(name, ROOMS_PUSHES, Integer(12)),
        "rooms-moves-per-push": lambda name: ratio(name, ROOMS_MOVES, ROOMS_PUSHES, Rational(71, 6)),
        "rooms-squares": lambda name: per_square(name, floors, _SQUARES, Integer(2), "2^n is"),
        "rooms-moves-fewest": lambda name: no_shorter(name, chain(False), ROOMS_MOVES.at),
        "rooms-pushes-fewest": lambda name: no_shorter(name, chain(True), ROOMS_PUSHES.at),
    }
    return {name: partial(theorem, name) for name, theorem in theorems.items()}
