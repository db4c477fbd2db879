"""Gadget network of a formula (docs/background/qbf_network.md)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from sokogen.reductions.formulas.qbf import Formula, Quantifier
from sokogen.reductions.gadgets.building import NetworkBuilder
from sokogen.reductions.gadgets.network import Flow, Network, Tile

_IN, _OUT, _BOTH = Flow.IN, Flow.OUT, Flow.BOTH


@dataclass(frozen=True, slots=True)
class FormulaNames:
    """Names of tiles and nets.

    >>> FormulaNames.literal(1, -2, 0), FormulaNames.second(3), FormulaNames.hall(1)
    ('c1.1-x2', 's3', 'hall1')
    """

    @staticmethod
    def literal(clause: int, literal: int, place: int) -> str:
        """Return the latch of a literal; `clause` counts from 1, `place` from 0."""
        return f"c{clause}.{place + 1}{'+' if literal > 0 else '-'}x{abs(literal)}"

    @staticmethod
    def second(variable: int) -> str:
        """Return the latch that admits false after the trip for true."""
        return f"s{variable}"

    @staticmethod
    def end(variable: int) -> str:
        """Return the latch that is open after both trips."""
        return f"d{variable}"

    @staticmethod
    def hall(variable: int) -> str:
        return f"hall{variable}"


def network_of(formula: Formula) -> Network:
    """Return a network that can be won if and only if the formula is true, linear in its size.

    >>> from sokogen.reductions.formulas.formula_text import parse_formula
    >>> print(network_of(parse_formula("exists x. (x)")))
    plug: PLUG, from shut to open
    c1.1+x1: LATCH, from s0 to s0
    back: plug.V c1.1+x1.B
    hall1: plug.W c1.1+x1.O c1.1+x1.C c1.1+x1.I c1.1+x1.A
    the player starts in hall1
    """
    return _FormulaBuilder(formula).network


class _FormulaBuilder(NetworkBuilder):
    def __init__(self, formula: Formula) -> None:
        super().__init__()
        self.formula = formula
        self.lone = lone_literals(formula)
        occurring = {abs(literal) for clause in formula.clauses for literal in clause}
        self.variables = [variable for variable in formula.variables if variable in occurring]

        self.tile("plug", "PLUG", "shut", "open", V=("back", _OUT), W=("in", _IN))
        back, start = "back", "in"
        for variable in self.variables:
            if formula.quantifier(variable) is Quantifier.EXISTS:
                start = self.exists(variable, start)
            else:
                start, back = self.forall(variable, start, back)
        for number, clause in enumerate(formula.clauses, 1):
            after = f"after{number}"
            if not clause:
                # Nothing satisfies it: a diode against the way blocks the player.
                self.diode(f"c{number}", after, start)
            for place, literal in enumerate(clause):
                if literal in self.lone:
                    self.add_shutting_lane(self.latches(abs(literal), literal < 0), start, after)
                    continue
                latch = FormulaNames.literal(number, literal, place)
                self.end(start, latch, "I", _OUT)
                self.end(after, latch, "B", _IN)
            start = after
        self.join(back, start)
        self.network = self.build("in")

    def exists(self, variable: int, start: str) -> str:
        hall = self.join(FormulaNames.hall(variable), start)
        self.occurrences(variable, hall)
        if self.lone & {variable, -variable}:
            return hall
        lanes = [self.lane(variable, value, hall) for value in (True, False)]
        end = hall if hall in lanes else f"chosen{variable}"
        for lane in lanes:
            self.join(end, lane)
        return end

    def forall(self, variable: int, start: str, back: str) -> tuple[str, str]:
        second, done, hall = FormulaNames.second(variable), FormulaNames.end(variable), FormulaNames.hall(variable)
        end, returned, passed = f"chosen{variable}", f"return{variable}", f"second{variable}"
        between, false = f"shut{variable}", f"false{variable}"
        self.occurrences(variable, hall)
        lane = {value: self.lane(variable, value, hall) for value in (True, False)}
        self.latch(
            second, "s2", C=(start, _OUT), A=(between, _IN), O=(returned, _BOTH), I=(lane[False], _OUT), B=(passed, _IN)
        )
        self.latch(done, "s2", C=(between, _OUT), A=(hall, _IN), O=(false, _BOTH), I=(returned, _OUT), B=(back, _IN))
        self.diode(f"t{variable}", lane[True], end)
        self.diode(f"f{variable}", passed, false)
        self.diode(f"e{variable}", false, end)
        self.diode(f"r{variable}", returned, hall)
        self.toggle(f"p{variable}", back, false)
        return end, returned

    def occurrences(self, variable: int, hall: str) -> None:
        for value in (True, False):
            for latch in self.latches(variable, value):
                # The goals are where the boxes are after a walk through all lanes for true.
                state = "s0" if value or variable in self.lone else "s2"
                self.tiles.append(Tile(latch, "LATCH", state, state))
                self.end(hall, latch, "O", _BOTH)

    def lane(self, variable: int, value: bool, hall: str) -> str:
        net = hall
        for latch in self.latches(variable, not value):
            self.end(net, latch, "C", _OUT)
            net = f"past {latch}"
            self.end(net, latch, "A", _IN)
        return net

    def latches(self, variable: int, value: bool) -> list[str]:
        wanted = variable if value else -variable
        if wanted in self.lone:
            return []
        return [
            FormulaNames.literal(number, literal, place)
            for number, clause in enumerate(self.formula.clauses, 1)
            for place, literal in enumerate(clause)
            if literal == wanted
        ]


def lone_literals(formula: Formula) -> frozenset[int]:
    """Return the literals without a latch: if both of a variable occur once, the negative one.

    >>> from sokogen.reductions.formulas.formula_text import parse_formula
    >>> sorted(lone_literals(parse_formula("exists x y z. (x or y)(not x or y)(z or not y)")))
    [-2, -1]
    """
    count = Counter(literal for clause in formula.clauses for literal in clause)
    existential = (one for one in formula.variables if formula.quantifier(one) is Quantifier.EXISTS)
    both = (one for one in existential if count[one] and count[-one])
    return frozenset(-one if count[-one] == 1 else one for one in both if 1 in (count[one], count[-one]))


def size(formula: Formula) -> dict[str, int]:
    """Return the number of tiles of each kind.

    >>> from sokogen.reductions.formulas.formula_text import parse_formula
    >>> size(parse_formula("forall x exists y. (x or not y)(not x or y)"))
    {'LATCH': 5, 'DIODE': 4, 'TOGGLE': 1, 'PLUG': 1}
    """
    empty = sum(not clause for clause in formula.clauses)
    occurring = {abs(literal) for clause in formula.clauses for literal in clause}
    universal = len(occurring & set(formula.universals))
    literals = sum(map(len, formula.clauses)) - len(lone_literals(formula))
    return {"LATCH": literals + 2 * universal, "DIODE": 4 * universal + empty, "TOGGLE": universal, "PLUG": 1}
