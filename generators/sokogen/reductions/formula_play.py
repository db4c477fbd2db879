"""Winning play of a true formula's network."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sokogen.reductions.formula_network import FormulaNames, lone_literals
from sokogen.reductions.formulas.qbf import Formula, Position, Quantifier, Strategy
from sokogen.reductions.gadgets.network import Network, Step
from sokogen.reductions.gadgets.playing import NetworkPlayer
from sokospec.errors import SokobanError


def play_strategy(formula: Formula, network: Network, strategy: Strategy) -> Iterator[Step]:
    """Yield the steps with which a strategy wins; clauses are passed 2^universals times. Raises `SokobanError`.

    >>> from sokogen.reductions.formulas.qbf import find_winning_strategy
    >>> from sokogen.reductions.formula_network import network_of
    >>> from sokogen.reductions.formulas.formula_text import parse_formula
    >>> formula = parse_formula("exists x. (x)")
    >>> print(*play_strategy(formula, network_of(formula), find_winning_strategy(formula)), sep="; ")
    c1.1+x1: I->B [s1]; plug: V->W [open]; c1.1+x1: O->O [s0]
    """
    yield from _FormulaPlayer(formula, network, strategy).play()


class _FormulaPlayer(NetworkPlayer):
    def __init__(self, formula: Formula, network: Network, strategy: Strategy) -> None:
        super().__init__(network)
        self.formula = formula
        self.strategy = strategy
        self.values: dict[int, bool] = {}
        self.lone = lone_literals(formula)
        self.occurrences: dict[int, list[str]] = {}
        for number, clause in enumerate(formula.clauses, 1):
            for place, literal in enumerate(clause):
                # Lanes pass the occurrences in this order.
                latches = self.occurrences.setdefault(literal, [])
                if literal not in self.lone:
                    latches.append(FormulaNames.literal(number, literal, place))
        self.variables = [one for one in formula.variables if one in map(abs, self.occurrences)]

    def play(self) -> Iterator[Step]:
        yield from self.variable(0)
        yield self.through("plug", "V", "W")
        for variable in self.variables:
            yield from self.enter(variable)
            yield from self.choose(variable, True)
            if self.formula.quantifier(variable) is Quantifier.FORALL:
                yield self.through(f"t{variable}", "A", "B")
        self.finish()

    def variable(self, index: int) -> Iterator[Step]:
        if index == len(self.variables):
            yield from self.clauses()
            return
        variable = self.variables[index]
        yield from self.enter(variable)
        if self.formula.quantifier(variable) is Quantifier.EXISTS:
            yield from self.choose(variable, self.choice(variable))
            yield from self.variable(index + 1)
            return
        second, done = FormulaNames.second(variable), FormulaNames.end(variable)
        yield from self.choose(variable, True)
        yield self.through(f"t{variable}", "A", "B")
        yield from self.variable(index + 1)
        yield self.through(second, "O", "O")
        yield self.through(f"r{variable}", "A", "B")
        yield from self.choose(variable, False)
        yield self.through(second, "I", "B")
        yield self.through(f"f{variable}", "A", "B")
        yield self.through(done, "O", "O")
        yield self.through(f"e{variable}", "A", "B")
        yield from self.variable(index + 1)
        yield self.through(second, "O", "O")
        yield self.through(done, "I", "B")
        yield self.through(f"p{variable}", "A", "B")
        yield self.through(done, "O", "O")
        yield self.through(f"p{variable}", "B", "A")
        del self.values[variable]

    def enter(self, variable: int) -> Iterator[Step]:
        if self.formula.quantifier(variable) is Quantifier.FORALL:
            yield self.through(FormulaNames.second(variable), "C", "A")
            yield self.through(FormulaNames.end(variable), "C", "A")

    def choose(self, variable: int, value: bool) -> Iterator[Step]:
        self.values[variable] = value
        for literal in (variable, -variable):
            for latch in self.occurrences.get(literal, ()):
                if self.state[latch] != "s0":
                    yield self.through(latch, "O", "O")
        if not self.lone & {variable, -variable}:
            yield from self.shut(-variable if value else variable)

    def shut(self, literal: int) -> Iterator[Step]:
        for latch in self.occurrences.get(literal, ()):
            yield self.through(latch, "C", "A")

    def choice(self, variable: int) -> bool:
        before = [one for one in self.formula.universals if one < variable]
        # A universal variable that occurs nowhere may have either value.
        return self.strategy.choices[Position(variable, tuple(self.values.get(one, False) for one in before))]

    def clauses(self) -> Iterator[Step]:
        for number, clause in enumerate(self.formula.clauses, 1):
            place, literal = self.true_literal(number, clause)
            if literal in self.lone:
                yield from self.shut(-literal)
            else:
                yield self.through(FormulaNames.literal(number, literal, place), "I", "B")

    def true_literal(self, number: int, clause: Sequence[int]) -> tuple[int, int]:
        for place, literal in enumerate(clause):
            if self.values[abs(literal)] == (literal > 0):
                return place, literal
        raise SokobanError(f"the strategy does not satisfy clause {number}")
