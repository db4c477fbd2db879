"""Recurrences, closed forms and growth of solutions.

Lengths solve F(n) = F(n-1) + F(n-2) + added(n). Their form is p a^n + q b^n + s (-1)^n + polynomial. The roots of
x² = x + 1 are a > 1 and b.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

import sympy
from sympy import Expr, Integer, Rational, simplify, sqrt

from sokoproof.proof import Proof, plus, run_proof

n = sympy.Symbol("n", integer=True, positive=True)
WHILE, _IN_THE_LIMIT = "as far as the recurrence holds", "n to infinity, if the recurrence always holds"
"""Scopes of what follows from a recurrence, which is counted up to some size alone."""
GOLDEN = (1 + sqrt(5)) / 2
_OTHER = (1 - sqrt(5)) / 2
_ZERO = Integer(0)


@dataclass(frozen=True, slots=True)
class Form:
    """golden * a^n + other * b^n + sign * (-1)^n + polynomial(n).

    >>> FIBONACCI_MOVES.at(7)
    306
    """

    golden: Expr = _ZERO
    other: Expr = _ZERO
    sign: Expr = _ZERO
    polynomial: Expr = _ZERO

    @property
    def expression(self) -> Expr:
        return self.golden * GOLDEN**n + self.other * _OTHER**n + self.sign * (-1) ** n + self.polynomial

    def at(self, size: int) -> Expr:
        return simplify(sympy.expand(self.expression.subs(n, size)))

    def earlier(self, by: int) -> Form:
        """Return the form of F(n - by)."""
        return Form(
            self.golden / GOLDEN**by,
            self.other / _OTHER**by,
            self.sign * (-1) ** by,
            self.polynomial.subs(n, n - by),
        )

    def minus(self, form: Form) -> Form:
        return Form(
            simplify(self.golden - form.golden),
            simplify(self.other - form.other),
            simplify(self.sign - form.sign),
            sympy.expand(self.polynomial - form.polynomial),
        )


FIBONACCI_MOVES = Form(9 + sqrt(5), 9 - sqrt(5), Integer(-1), -n - 14)
"""The moves of the Fibonacci family, after Yang Chao."""
FIBONACCI_PUSHES = Form((10 + 4 * sqrt(5)) / 5, (10 - 4 * sqrt(5)) / 5, Integer(0), Integer(-8))
"""Its pushes."""
MOVES_ADDED = Form(sign=Integer(-1), polynomial=n + 11)
"""The summand of the recurrence for moves: n + 12 for odd n, n + 10 for even n."""
PUSHES_ADDED = Form(polynomial=Integer(8))


@dataclass(frozen=True, slots=True)
class Composition:
    """A solution's own moves and pushes, and its shorter solutions.

    `extra`: moves of those that end on the other side.
    """

    moves: int
    pushes: int
    sizes: tuple[int, ...]
    extra: int = 0


@dataclass(frozen=True, slots=True)
class Ending:
    """Solution that ends on one side."""

    moves: int
    pushes: int
    before: tuple[tuple[int, str], ...]
    last: int | None


def other_side(name: str, endings: Mapping[int, tuple[Ending, Ending]], moves: int, pushes: int) -> Proof:
    """Prove the extra length of ending on the other side."""
    sizes = sorted(endings)
    claim = f"ending on the other side takes {moves} moves and {pushes} pushes more"
    with run_proof(Proof(name, claim, f"n = {sizes[0]} to {sizes[-1]}")) as proof:
        usual, other = endings[sizes[0]]
        found = other.moves - usual.moves, other.pushes - usual.pushes
        parts = (*usual.before, *other.before)
        proof.require(not parts and (usual.last, other.last) == (None, None), f"n = {sizes[0]} consists of steps alone")
        proof.require(found == (moves, pushes), f"n = {sizes[0]}, counted: {found[0]} moves and {found[1]} pushes more")
        for size in sizes[1:]:
            usual, other = endings[size]
            if usual != other or usual.last != size - 1:
                proof.require(False, f"the two solutions of {size} differ in more than their last parts")
        proof.step("beyond, the two consist of the same steps and parts, but for that of n - 1, the last, by induction")
    return proof


def recurrence(name: str, compositions: Mapping[int, Composition], added: Form, *, pushes: bool) -> Proof:
    """Prove F(n) = F(n-1) + F(n-2) + added(n) from the compositions."""
    sizes = sorted(compositions)
    claim = f"F(n) = F(n-1) + F(n-2){plus(added.expression)}"
    with run_proof(Proof(name, claim, f"n = {sizes[0]} to {sizes[-1]}")) as proof:
        for size in sizes:
            parts = compositions[size]
            own = parts.pushes if pushes else parts.moves + parts.extra
            if sorted(parts.sizes) != [size - 2, size - 1] or added.at(size) != own:
                proof.require(False, f"solution {size} consists of {sorted(parts.sizes)} and {own} steps besides")
        proof.step(f"each of the {len(sizes)} solutions consists of those of n - 1 and n - 2, and steps besides")
        proof.step("these, counted one by one, are", added.expression)
    return proof


def prove_form(name: str, form: Form, added: Form, first: Mapping[int, int]) -> Proof:
    """Prove by induction that a form solves the recurrence."""
    with run_proof(Proof(name, f"F(n) = {form.expression}", f"from n = {min(first)}, {WHILE}")) as proof:
        proof.require(sorted(first) == [min(first), min(first) + 1], "two values in a row determine the others")
        for size, value in sorted(first.items()):
            proof.require(form.at(size) == value, f"F({size}), counted, is {value}; the form there", form.at(size))
        rest = form.minus(form.earlier(1)).minus(form.earlier(2)).minus(added)
        for what, coefficient in (
            ("a^n", rest.golden),
            ("b^n", rest.other),
            ("(-1)^n", rest.sign),
            ("the polynomial", rest.polynomial),
        ):
            proof.require(coefficient == 0, f"in F(n) - F(n-1) - F(n-2) - added(n), {what} has", coefficient)
        proof.step("so the form obeys the recurrence, and agrees with the counts by induction")
    return proof


def integrality(name: str, added: Form, first: Mapping[int, int]) -> Proof:
    """Prove that every F(n) is an integer with periodic parity."""
    start = min(first)
    with run_proof(
        Proof(name, "F(n) is an integer, and its parity is periodic", f"from n = {start}, {WHILE}")
    ) as proof:
        coefficients = [added.sign, *sympy.Poly(added.polynomial, n).all_coeffs()]
        proof.require(added.golden == 0 and added.other == 0, "what is added has no powers of a and b")
        proof.require(all(value.is_integer for value in coefficients), "its coefficients are integers, so all F(n) are")
        parities: list[int] = []
        seen: dict[tuple[int, int, int], int] = {}
        state = (first[start] % 2, first[start + 1] % 2, start % 2)
        while state not in seen:
            seen[state] = len(parities)
            parities.append(state[0])
            size = start + len(parities) + 1
            state = (state[1], (state[0] + state[1] + int(added.at(size))) % 2, (size - 1) % 2)
        period = parities[seen[state] :]
        words = ", ".join("odd" if parity else "even" for parity in period)
        proof.step(
            f"mod 2, F(n), F(n+1) and n repeat with period {len(period)}, from n = {start + seen[state]}: {words}"
        )
    return proof


def growth(name: str, form: Form, limit: Expr) -> Proof:
    """Prove that F(n) / a^n tends to `limit`."""
    with run_proof(Proof(name, f"F(n) / a^n tends to {limit}", _IN_THE_LIMIT)) as proof:
        proof.require(
            bool(abs(_OTHER) < 1) and bool(GOLDEN > 1), "|b| < 1 < a, so b^n, (-1)^n and polynomials are o(a^n)"
        )
        proof.require(simplify(form.golden - limit) == 0, "what is left is the coefficient of a^n", form.golden)
    return proof


def ratio(name: str, above: Form, below: Form, limit: Expr) -> Proof:
    """Prove that M(n) / P(n) tends to `limit`."""
    with run_proof(Proof(name, f"M(n) / P(n) tends to {limit}", _IN_THE_LIMIT)) as proof:
        quotient = sympy.radsimp(above.golden / below.golden)
        proof.require(simplify(quotient - limit) == 0, "the quotient of the coefficients of a^n", quotient)
    return proof


def per_square(
    name: str, floors: Mapping[int, int], added: int, factor: Expr = GOLDEN, lengths: str = "the lengths are"
) -> Proof:
    """Prove the growth of lengths with the number of floor squares."""
    base = factor ** Rational(1, added)
    sizes = sorted(floors)
    claim = (
        f"each size has {added} more floor squares than the one before, so the lengths grow like "
        f"{sympy.N(base, 5)}^squares"
    )
    with run_proof(Proof(name, claim, f"n = {sizes[0]} to {sizes[-1]}")) as proof:
        steps = {floors[later] - floors[earlier] for earlier, later in pairwise(sizes)}
        proof.require(steps == {added}, f"from n to n + 1 the floor grows by {sorted(steps)} squares")
        proof.step(f"so, up to a constant factor, {lengths} this number to the power of the floor squares", base)
    return proof


def fibonacci_theorems(
    compositions: Mapping[int, Composition],
    endings: Mapping[int, tuple[Ending, Ending]],
    first: Mapping[int, tuple[int, int]],
    floors: Mapping[int, int],
) -> dict[str, Callable[[], Proof]]:
    """Return the theorems; `first` has counted sizes."""
    moves = {size: values[0] for size, values in first.items()}
    pushes = {size: values[1] for size, values in first.items()}
    theorems: dict[str, Callable[[str], Proof]] = {
        "fibonacci-moves-recurrence": lambda name: recurrence(name, compositions, MOVES_ADDED, pushes=False),
        "fibonacci-pushes-recurrence": lambda name: recurrence(name, compositions, PUSHES_ADDED, pushes=True),
        "fibonacci-moves-closed-form": lambda name: prove_form(name, FIBONACCI_MOVES, MOVES_ADDED, moves),
        "fibonacci-pushes-closed-form": lambda name: prove_form(name, FIBONACCI_PUSHES, PUSHES_ADDED, pushes),
        "fibonacci-moves-integral": lambda name: integrality(name, MOVES_ADDED, moves),
        "fibonacci-pushes-integral": lambda name: integrality(name, PUSHES_ADDED, pushes),
        "fibonacci-moves-growth": lambda name: growth(name, FIBONACCI_MOVES, 9 + sqrt(5)),
        "fibonacci-pushes-growth": lambda name: growth(name, FIBONACCI_PUSHES, 2 + 4 * sqrt(5) / 5),
        "fibonacci-moves-per-push": lambda name: ratio(
            name, FIBONACCI_MOVES, FIBONACCI_PUSHES, (35 - 13 * sqrt(5)) / 2
        ),
        "fibonacci-squares": lambda name: per_square(name, floors, 3),
        "fibonacci-other-side": lambda name: other_side(name, endings, 2, 0),
    }
    return {name: partial(theorem, name) for name, theorem in theorems.items()}
