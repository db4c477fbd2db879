"""Truth of formulas by expansion and SAT, in space exponential only in the universal variables."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from types import MappingProxyType

from sokogen.reductions.formulas.qbf import Clause, Formula, FormulaError, Position, Quantifier, Strategy
from sokogen.reductions.formulas.sat import satisfy

MOST_UNIVERSALS = 16


class TooManyUniversals(FormulaError):
    """Too many universal variables to expand."""


class Expansion:
    """Clauses without universal variables, and the position of each new one. Raises `TooManyUniversals`.

    >>> expansion = Expansion(Formula((Quantifier.FORALL, Quantifier.EXISTS), ((1, -2), (-1, 2))))
    >>> list(expansion.clauses()), [tuple(position) for position in expansion.copies]
    ([(-1,), (2,)], [(2, (False,)), (2, (True,))])
    """

    def __init__(self, formula: Formula) -> None:
        self.formula = formula
        self.before = dict.fromkeys(formula.variables, 0)  # universal variables before each one
        count = 0
        for variable in formula.variables:
            self.before[variable] = count
            count += formula.quantifier(variable) is Quantifier.FORALL
        if count > MOST_UNIVERSALS:
            raise TooManyUniversals(
                f"the formula has {count} universal variables, and is decided with at most {MOST_UNIVERSALS}"
            )
        self.copies: dict[Position, int] = {}

    def clauses(self) -> Iterator[Clause]:
        """Yield the clauses."""
        for clause in self.formula.clauses:
            yield from self._copies_of(clause)

    def _copies_of(self, clause: Clause) -> Iterator[Clause]:
        quantifier, before = self.formula.quantifier, self.before
        universal = {one for one in clause if quantifier(abs(one)) is Quantifier.FORALL}
        existential = [one for one in clause if one not in universal]
        # The opponent makes his literals false, and what comes after all existential ones never helps (universal
        # reduction, Kleine Buening, Karpinski and Flögel 1995); a clause with both literals of a variable is true.
        if any(-one in universal for one in universal):
            return
        fixed = {before[abs(one)]: one < 0 for one in universal}
        depth = max((before[abs(one)] for one in existential), default=0)
        choices = [(fixed[index],) if index in fixed else (False, True) for index in range(depth)]
        for values in product(*choices):
            yield tuple(
                self._copy(Position(abs(one), values[: before[abs(one)]])) * (1 if one > 0 else -1)
                for one in existential
            )

    def _copy(self, position: Position) -> int:
        return self.copies.setdefault(position, len(self.copies) + 1)

    def strategy(self) -> Strategy | None:
        """Return a winning strategy, or None.

        >>> formula = Formula((Quantifier.FORALL, Quantifier.EXISTS), ((1, -2), (-1, 2)))
        >>> Expansion(formula).strategy().wins(formula)
        True
        """
        values = satisfy(self.clauses())
        if values is None:
            return None
        choices = {
            Position(variable, universals): False
            for variable in self.formula.variables
            if self.formula.quantifier(variable) is Quantifier.EXISTS
            for universals in product((False, True), repeat=self.before[variable])
        }
        choices |= {position: values[copy] for position, copy in self.copies.items()}
        return Strategy(MappingProxyType(choices))


def is_true(formula: Formula) -> bool:
    """Say whether a formula is true.

    >>> is_true(Formula((Quantifier.EXISTS, Quantifier.FORALL), ((1, -2), (-1, 2))))
    False
    """
    return satisfy(Expansion(formula).clauses()) is not None
