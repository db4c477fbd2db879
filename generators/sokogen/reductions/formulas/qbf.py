"""Quantified Boolean formulas in prenex conjunctive form.

Variables are numbered from 1, the outermost first; a literal is a variable or its negative.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import product
from types import MappingProxyType
from typing import NamedTuple

from sokospec.errors import SokobanError

Clause = tuple[int, ...]
"""Literals, at least one of which must be true; the empty clause is false."""

NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*", re.ASCII)
KEYWORDS = frozenset({"exists", "forall", "or", "and", "not", "true"})

DEEPEST = 500
"""The most variables for recursive procedures, limited by Python's stack."""


class FormulaError(SokobanError):
    """Invalid or too large formula."""


class Quantifier(Enum):
    """Player who chooses.

    >>> Quantifier("forall").name
    'FORALL'
    """

    EXISTS = "exists"
    FORALL = "forall"


@dataclass(frozen=True, slots=True)
class Formula:
    """Formula in prenex conjunctive form. Raises `FormulaError` for invalid literals and names.

    >>> formula = Formula((Quantifier.FORALL, Quantifier.EXISTS), ((1, -2), (-1, 2)))
    >>> print(formula)
    forall x1 exists x2. (x1 or not x2)(not x1 or x2)
    >>> formula.is_satisfied((True, True)), formula.is_satisfied((True, False))
    (True, False)
    """

    quantifiers: tuple[Quantifier, ...]
    clauses: tuple[Clause, ...]
    names: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        count = len(self.quantifiers)
        if not self.names:
            object.__setattr__(self, "names", tuple(f"x{variable}" for variable in range(1, count + 1)))
        for number, clause in enumerate(self.clauses, 1):
            for literal in clause:
                if not 1 <= abs(literal) <= count:
                    raise FormulaError(f"clause {number}: literal {literal} has no variable; there are {count}")
        if len(self.names) != count:
            raise FormulaError(f"there are {len(self.names)} names for {count} variables")
        for name in self.names:
            if not NAME.fullmatch(name) or name in KEYWORDS:
                raise FormulaError(f"{name!r} is not a name: use letters, digits and _, and no word of the syntax")
        if len(set(self.names)) != count:
            twice = next(name for name in self.names if self.names.count(name) > 1)
            raise FormulaError(f"name {twice} is used twice")

    @property
    def variables(self) -> range:
        """Variables, the outermost first."""
        return range(1, len(self.quantifiers) + 1)

    def quantifier(self, variable: int) -> Quantifier:
        return self.quantifiers[variable - 1]

    @property
    def universals(self) -> tuple[int, ...]:
        return tuple(variable for variable in self.variables if self.quantifier(variable) is Quantifier.FORALL)

    @property
    def size(self) -> int:
        """Variables plus literals."""
        return len(self.quantifiers) + sum(map(len, self.clauses))

    def is_satisfied(self, values: Sequence[bool]) -> bool:
        return all(any(values[abs(literal) - 1] == (literal > 0) for literal in clause) for clause in self.clauses)

    def __str__(self) -> str:
        return "".join((*self._prefix(), *map(self._clause, self.clauses))) + ("" if self.clauses else "true")

    def _prefix(self) -> Iterator[str]:
        for variable in self.variables:
            quantifier = self.quantifier(variable)
            if variable == 1 or quantifier is not self.quantifier(variable - 1):
                yield f"{quantifier.value} "
            yield self.names[variable - 1] + (" " if variable < len(self.quantifiers) else ". ")

    def _clause(self, clause: Clause) -> str:
        literals = (("not " if literal < 0 else "") + self.names[abs(literal) - 1] for literal in clause)
        return f"({' or '.join(literals)})"


class Evaluation(NamedTuple):
    """Truth, and measures of the search."""

    value: bool
    depth: int
    calls: int


def evaluate(formula: Formula) -> Evaluation:
    """Return the truth in polynomial space and time O(2^variables * size).

    Raises `FormulaError` for more than `DEEPEST` variables.

    >>> x, y = Quantifier.FORALL, Quantifier.EXISTS
    >>> evaluate(Formula((x, y), ((1, -2), (-1, 2)))), evaluate(Formula((y, x), ((1, -2), (-1, 2)))).value
    (Evaluation(value=True, depth=2, calls=6), False)
    """
    _refuse_deep(formula)
    values: list[bool] = []
    depth = calls = 0

    def is_true() -> bool:
        nonlocal depth, calls
        calls += 1
        depth = max(depth, len(values))
        if len(values) == len(formula.quantifiers):
            return formula.is_satisfied(values)
        settles = formula.quantifiers[len(values)] is Quantifier.EXISTS
        for value in (False, True):
            values.append(value)
            result = is_true()
            values.pop()
            if result == settles:
                return settles
        return not settles

    return Evaluation(is_true(), depth, calls)


class Position(NamedTuple):
    """Existential variable, and the values of the universal ones before it."""

    variable: int
    universals: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Strategy:
    """Choice in each existential position.

    >>> formula = Formula((Quantifier.FORALL, Quantifier.EXISTS), ((1, -2), (-1, 2)))
    >>> strategy = find_winning_strategy(formula)
    >>> strategy.play(formula, [True]), strategy.play(formula, [False]), strategy.wins(formula)
    ((True, True), (False, False), True)
    """

    choices: Mapping[Position, bool]

    def play(self, formula: Formula, universals: Sequence[bool]) -> tuple[bool, ...]:
        """Return all values, or raise `FormulaError` for a missing choice."""
        if len(universals) != len(formula.universals):
            raise FormulaError(f"give {len(formula.universals)} values, one for each universal variable")
        values: list[bool] = []
        given: list[bool] = []
        for variable in formula.variables:
            if formula.quantifier(variable) is Quantifier.FORALL:
                given.append(universals[len(given)])
                values.append(given[-1])
                continue
            position = Position(variable, tuple(given))
            if position not in self.choices:
                raise FormulaError(f"the strategy has no choice of variable {variable} after {tuple(given)}")
            values.append(self.choices[position])
        return tuple(values)

    def wins(self, formula: Formula) -> bool:
        """Say whether it always wins. O(2^universals * size)."""
        return all(
            formula.is_satisfied(self.play(formula, universals))
            for universals in product((False, True), repeat=len(formula.universals))
        )


def find_winning_strategy(formula: Formula) -> Strategy | None:
    """Return a winning strategy, or None. Space O(2^universals * variables).

    >>> find_winning_strategy(Formula((Quantifier.EXISTS,), ((-1,),))).choices
    mappingproxy({Position(variable=1, universals=()): False})
    >>> find_winning_strategy(Formula((Quantifier.FORALL,), ((-1,),))) is None
    True
    """
    _refuse_deep(formula)
    values: list[bool] = []

    def choices(universals: tuple[bool, ...]) -> dict[Position, bool] | None:
        variable = len(values) + 1
        if variable > len(formula.quantifiers):
            return {} if formula.is_satisfied(values) else None
        exists = formula.quantifier(variable) is Quantifier.EXISTS
        merged: dict[Position, bool] = {}
        for value in (False, True):
            values.append(value)
            found = choices(universals if exists else (*universals, value))
            values.pop()
            if exists and found is not None:
                return {Position(variable, universals): value} | found
            if not exists:
                if found is None:
                    return None
                merged |= found
        return None if exists else merged

    found = choices(())
    return None if found is None else Strategy(MappingProxyType(found))


def _refuse_deep(formula: Formula) -> None:
    if len(formula.quantifiers) > DEEPEST:
        raise FormulaError(
            f"the formula has {len(formula.quantifiers)} variables, the recursive procedure takes {DEEPEST}; "
            "use sokogen.reductions.formulas.expansion"
        )
