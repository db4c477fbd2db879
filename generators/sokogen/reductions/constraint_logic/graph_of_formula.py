"""Constraint graph of a formula (docs/background/reductions.md)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sokogen.reductions.constraint_logic.constraint_graph import ConstraintGraph, Edge, VertexKind
from sokogen.reductions.formulas.qbf import Formula, Quantifier


@dataclass(frozen=True, slots=True)
class _QuantifierLevel:
    variable: str
    try_next: str
    sat_next: str
    sat: str
    latch: tuple[str, str] | None


@dataclass(frozen=True, slots=True)
class Reduction:
    """Graph whose target edge can be reversed if and only if the formula is true.

    >>> formula = Formula((Quantifier.EXISTS,), ((1,),))
    >>> reduction = Reduction.of(formula)
    >>> len(reduction.graph.vertices), len(reduction.graph.edges), reduction.graph.edges[reduction.target].name
    (12, 14, 'sat_clauses_1')
    """

    formula: Formula
    graph: ConstraintGraph
    target: int
    variables: tuple[str, ...]
    levels: tuple[_QuantifierLevel, ...]

    @classmethod
    def of(cls, formula: Formula) -> Reduction:
        """Return the reduction of a formula, linear in its size."""
        return _CircuitCompiler(formula).reduction()


def to_configuration(formula: Formula) -> tuple[ConstraintGraph, int]:
    """Return a graph and a configuration that is reachable exactly if the formula is true.

    >>> from sokogen.reductions.constraint_logic.constraint_graph import reach
    >>> graph, wanted = to_configuration(Formula((), ()))
    >>> [graph.edges[index].name for index in reach(graph, lambda configuration: configuration == wanted)]
    ['try_1', 'won_on', 'won_hold', 'won_right', 'won_kept', 'try_1']
    """
    return _CircuitCompiler(formula).to_configuration()


class _Signal(NamedTuple):
    name: str
    weight: int
    giver: str


class _CircuitBuilder:
    def __init__(self) -> None:
        self.vertices: dict[str, VertexKind] = {}
        self.edges: list[Edge] = []
        self.variables: list[str] = []

    def vertex(self, name: str, kind: VertexKind) -> str:
        assert name not in self.vertices, "each part has its own name"
        self.vertices[name] = kind
        return name

    def take(self, signal: _Signal, vertex: str) -> None:
        self.edges.append(Edge(signal.name, signal.weight, vertex, signal.giver))

    def source(self, name: str, weight: int = 2) -> _Signal:
        return _Signal(name, weight, self.vertex(f"{name}_source", VertexKind.FREE))

    def sink(self, signal: _Signal) -> None:
        self.take(signal, self.vertex(f"{signal.name}_sink", VertexKind.FREE))

    def paint(self, signal: _Signal, weight: int) -> _Signal:
        if signal.weight == weight:
            return signal
        vertex = self.vertex(f"{signal.name}_paint", VertexKind.AND)
        self.take(signal, vertex)
        # The loose edge is directed to the vertex and may stay so for ever.
        self.edges.append(Edge(f"{signal.name}_loose", 1, self.vertex(f"{signal.name}_end", VertexKind.FREE), vertex))
        return _Signal(f"{signal.name}_painted", weight, vertex)

    def both(self, name: str, one: _Signal, other: _Signal) -> _Signal:
        return self.join(name, VertexKind.AND, 1, (one, other))

    def either(self, name: str, one: _Signal, other: _Signal) -> _Signal:
        return self.join(name, VertexKind.OR, 2, (one, other))

    def join(self, name: str, kind: VertexKind, weight: int, signals: Iterable[_Signal]) -> _Signal:
        painted = [self.paint(signal, weight) for signal in signals]
        vertex = self.vertex(name, kind)
        for signal in painted:
            self.take(signal, vertex)
        return _Signal(name, 2, vertex)

    def fork(self, name: str, signal: _Signal) -> tuple[_Signal, _Signal]:
        signal = self.paint(signal, 2)
        vertex = self.vertex(f"{name}_fork", VertexKind.AND)
        self.take(signal, vertex)
        return _Signal(f"{name}_left", 1, vertex), _Signal(f"{name}_right", 1, vertex)

    def copies(self, name: str, signal: _Signal, count: int) -> list[_Signal]:
        if count == 0:
            self.sink(signal)
            return []
        if count == 1:
            return [signal]
        left, right = self.fork(name, signal)
        return [*self.copies(f"{name}l", left, count // 2), *self.copies(f"{name}r", right, count - count // 2)]

    def variable(self, name: str) -> tuple[tuple[_Signal, _Signal], tuple[_Signal, _Signal]]:
        true, false = self.vertex(f"{name}_true", VertexKind.AND), self.vertex(f"{name}_false", VertexKind.AND)
        self.edges.append(Edge(name, 2, true, false))
        self.variables.append(name)
        return (
            (_Signal(f"{true}_try", 1, true), _Signal(f"{true}_use", 1, true)),
            (_Signal(f"{false}_try", 1, false), _Signal(f"{false}_use", 1, false)),
        )

    def latch(self, name: str, setting: _Signal, hold: _Signal) -> _Signal:
        either, both = self.vertex(f"{name}_on", VertexKind.OR), self.vertex(f"{name}_kept", VertexKind.AND)
        self.take(self.paint(setting, 2), either)
        self.take(_Signal(f"{name}_kept", 2, both), either)
        output, back = self.fork(name, _Signal(f"{name}_on", 2, either))
        self.take(self.paint(hold, 1), both)
        self.take(back, both)
        return output


class _OpenVariable(NamedTuple):
    variable: int
    next_try: _Signal
    latched: tuple[_Signal, _Signal, _Signal] | None


class _CircuitCompiler:
    def __init__(self, formula: Formula) -> None:
        self.formula = formula
        self.build = _CircuitBuilder()
        literals = [literal for clause in formula.clauses for literal in clause]
        self.uses = {literal: literals.count(literal) for one in formula.variables for literal in (one, -one)}
        self.literals: dict[int, list[_Signal]] = {}

    def reduction(self) -> Reduction:
        sat, levels = self.circuit()
        self.build.sink(sat)
        graph = ConstraintGraph(self.build.vertices, tuple(self.build.edges))
        return Reduction(self.formula, graph, graph.index(sat.name), tuple(self.build.variables), levels)

    def to_configuration(self) -> tuple[ConstraintGraph, int]:
        sat, _ = self.circuit()
        self.build.sink(self.build.latch("won", sat, self.build.source("won_hold", 1)))
        graph = ConstraintGraph(self.build.vertices, tuple(self.build.edges))
        return graph, sum(1 << graph.index(f"won_{part}") for part in ("hold", "kept", "on", "right"))

    def circuit(self) -> tuple[_Signal, tuple[_QuantifierLevel, ...]]:
        trying = self.build.source("try_1")
        parts = []
        for variable in self.formula.variables:
            parts.append(self.add_variable(variable, trying))
            trying = parts[-1].next_try
        sat = self.add_clauses(trying)
        levels: list[_QuantifierLevel] = []
        for part in reversed(parts):
            sat, level = self.add_sat(part, sat)
            levels.insert(0, level)
        return sat, tuple(levels)

    def add_variable(self, variable: int, trying: _Signal) -> _OpenVariable:
        build, name = self.build, f"x_{variable}"
        quantifier = self.formula.quantifier(variable)
        universal = quantifier is Quantifier.FORALL
        (true_try, true_use), (false_try, false_use) = build.variable(name)
        self.literals[variable] = build.copies(f"{name}_true", true_use, self.uses[variable] + universal)
        self.literals[-variable] = build.copies(f"{name}_false", false_use, self.uses[-variable] + universal)
        latched = None
        if universal:
            hold, trying = build.fork(f"try_{variable}_latch", trying)
            latched = (hold, self.literals[variable].pop(), self.literals[-variable].pop())
        try_true, try_false = build.fork(f"try_{variable}", trying)
        next_try = build.either(
            f"try_{variable + 1}",
            build.both(f"{name}_true_tried", try_true, true_try),
            build.both(f"{name}_false_tried", try_false, false_try),
        )
        return _OpenVariable(variable, next_try, latched)

    def add_sat(self, part: _OpenVariable, sat: _Signal) -> tuple[_Signal, _QuantifierLevel]:
        build, variable, name = self.build, part.variable, f"x_{part.variable}"
        if part.latched is None:
            return sat, _QuantifierLevel(name, part.next_try.name, sat.name, sat.name, None)
        hold, true, false = part.latched
        first, second = build.fork(sat.name, sat)
        setting = build.both(f"{name}_true_sat", first, true)
        output = build.latch(f"latch_{variable}", setting, hold)
        whole = build.both(f"sat_{variable}", output, build.both(f"{name}_false_sat", second, false))
        latch = (setting.name, f"latch_{variable}_kept")
        return whole, _QuantifierLevel(name, part.next_try.name, sat.name, whole.name, latch)

    def add_clauses(self, trying: _Signal) -> _Signal:
        clauses = [self.clause(number, clause) for number, clause in enumerate(self.formula.clauses, 1)]
        signal = trying
        for number, clause in enumerate(clauses, 1):
            signal = self.build.both(f"sat_clauses_{number}", signal, clause)
        return signal

    def clause(self, number: int, clause: Sequence[int]) -> _Signal:
        if not clause:
            (true, loose_true), (false, loose_false) = self.build.variable(f"empty_{number}")
            self.build.sink(loose_true)
            self.build.sink(loose_false)
            return self.build.both(f"clause_{number}", true, false)
        signal = self.literals[clause[0]].pop()
        for place, literal in enumerate(clause[1:], 2):
            signal = self.build.either(f"clause_{number}_{place}", signal, self.literals[literal].pop())
        return signal
