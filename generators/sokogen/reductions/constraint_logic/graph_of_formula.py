"""From a formula to a constraint graph in which an edge can be reversed if and only if the formula is true.

The graph is a circuit. A *signal* is an edge; it is *on* when it is directed from the vertex that gives it to the one
that takes it. At the start all are off, directed the other way. For the sake of inflow a signal goes on only while what
it is made of is on, and goes off only after what is made of it:

- *both* of two signals: an AND vertex, which takes two of weight 1 and gives one of weight 2;
- *either* of two: an OR vertex;
- *fork* of a signal: an AND vertex, which takes weight 2 and gives two of weight 1;
- *repainted*: an AND vertex with one edge of weight 1 to a FREE vertex; it takes one weight and gives the other;
- *variable*: an edge between two AND vertices, each of which gives two signals while the edge is directed to it; so the
  signals of "x is true" and "x is false" are never on at the same time;
- *latch*: either of *set* and *kept*, forked into *output* and *back*; kept is both of back and *hold*. This ring goes
  on by set alone, then stays on by itself, and keeps hold on; it goes off again by set alone.

For variable x_i there are the signals try_i, which gives leave to try x_i and those after it, and sat_i, which says
that what stands behind the first i - 1 quantifiers is true for the values of x_1 to x_(i-1).

- try_(i+1) is either of: both of try_i and "x_i is true"; both of try_i and "x_i is false".
  While it is on, the variable cannot be turned.
- For an existential x_i, sat_i is sat_(i+1).
- For a universal x_i a latch is set by both of sat_(i+1) and "x_i is true", and held by try_i;
  sat_i is both of its output and of (both of sat_(i+1) and "x_i is false").
- After the last variable, sat is both of try and the clauses: of each clause, either of its literals.

try_1 comes from a FREE vertex, and sat_1 leads to one: that is the edge in question. docs/background/reductions.md has
the proof.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sokogen.reductions.constraint_logic.constraint_graph import ConstraintGraph, Edge, Kind
from sokogen.reductions.formulas.qbf import Formula, Quantifier


@dataclass(frozen=True, slots=True)
class Level:
    """The edges of a variable, by name: its own, which is reversed where it is true, and signals.

    They are the next try, the next sat, and its own sat; for a universal variable also set and kept of its latch.
    """

    variable: str
    try_next: str
    sat_next: str
    sat: str
    latch: tuple[str, str] | None


@dataclass(frozen=True, slots=True)
class Reduction:
    """The graph, the edge in question, the edges that are variables, and the parts of the formula's own, in its order.

    >>> formula = Formula((Quantifier.EXISTS,), ((1,),))
    >>> reduction = Reduction.of(formula)
    >>> len(reduction.graph.vertices), len(reduction.graph.edges), reduction.graph.edges[reduction.target].name
    (12, 14, 'sat_clauses_1')
    """

    formula: Formula
    graph: ConstraintGraph
    target: int
    variables: tuple[str, ...]
    levels: tuple[Level, ...]

    @classmethod
    def of(cls, formula: Formula) -> Reduction:
        """Return the reduction of a formula. Vertices and edges: O(size), each variable and literal adds a few."""
        return _Compiler(formula).reduction()


def to_configuration(formula: Formula) -> tuple[ConstraintGraph, int]:
    """Return a graph and a configuration of it that can be reached if and only if the formula is true.

    The first sat sets a further latch, held from a FREE vertex. In the configuration that latch is on and all else as
    at the start: once it is on, everything before can be undone.

    >>> from sokogen.reductions.constraint_logic.constraint_graph import configuration_is, reach
    >>> graph, wanted = to_configuration(Formula((), ()))
    >>> [graph.edges[index].name for index in reach(graph, configuration_is(wanted))]
    ['try_1', 'won_on', 'won_hold', 'won_right', 'won_kept', 'try_1']
    """
    return _Compiler(formula).to_configuration()


class _Signal(NamedTuple):
    """An edge that has a vertex to come from and as yet none to go to."""

    name: str
    weight: int
    giver: str


class _Builder:
    """Vertices and edges, all signals off."""

    def __init__(self) -> None:
        self.vertices: dict[str, Kind] = {}
        self.edges: list[Edge] = []
        self.variables: list[str] = []

    def vertex(self, name: str, kind: Kind) -> str:
        assert name not in self.vertices, "each part has its own name"
        self.vertices[name] = kind
        return name

    def take(self, signal: _Signal, vertex: str) -> None:
        """Let a vertex take a signal, which is off."""
        self.edges.append(Edge(signal.name, signal.weight, vertex, signal.giver))

    def source(self, name: str, weight: int = 2) -> _Signal:
        return _Signal(name, weight, self.vertex(f"{name}_source", Kind.FREE))

    def sink(self, signal: _Signal) -> None:
        self.take(signal, self.vertex(f"{signal.name}_sink", Kind.FREE))

    def painted(self, signal: _Signal, weight: int) -> _Signal:
        """Return the signal with a weight, repainted if it has the other one."""
        if signal.weight == weight:
            return signal
        vertex = self.vertex(f"{signal.name}_paint", Kind.AND)
        self.take(signal, vertex)
        # The loose edge is directed to the vertex and may stay so for ever.
        self.edges.append(Edge(f"{signal.name}_loose", 1, self.vertex(f"{signal.name}_end", Kind.FREE), vertex))
        return _Signal(f"{signal.name}_painted", weight, vertex)

    def both(self, name: str, one: _Signal, other: _Signal) -> _Signal:
        return self.joined(name, Kind.AND, 1, (one, other))

    def either(self, name: str, one: _Signal, other: _Signal) -> _Signal:
        return self.joined(name, Kind.OR, 2, (one, other))

    def joined(self, name: str, kind: Kind, weight: int, signals: Iterable[_Signal]) -> _Signal:
        """Return the signal of a new vertex that takes others, all with one weight."""
        painted = [self.painted(signal, weight) for signal in signals]
        vertex = self.vertex(name, kind)
        for signal in painted:
            self.take(signal, vertex)
        return _Signal(name, 2, vertex)

    def fork(self, name: str, signal: _Signal) -> tuple[_Signal, _Signal]:
        signal = self.painted(signal, 2)
        vertex = self.vertex(f"{name}_fork", Kind.AND)
        self.take(signal, vertex)
        return _Signal(f"{name}_left", 1, vertex), _Signal(f"{name}_right", 1, vertex)

    def copies(self, name: str, signal: _Signal, count: int) -> list[_Signal]:
        """Return so many copies of a signal; where there are none it leads to a sink."""
        if count == 0:
            self.sink(signal)
            return []
        if count == 1:
            return [signal]
        left, right = self.fork(name, signal)
        return [*self.copies(f"{name}l", left, count // 2), *self.copies(f"{name}r", right, count - count // 2)]

    def variable(self, name: str) -> tuple[tuple[_Signal, _Signal], tuple[_Signal, _Signal]]:
        """Return two signals that the variable is true, and two that it is false; it is false at the start."""
        true, false = self.vertex(f"{name}_true", Kind.AND), self.vertex(f"{name}_false", Kind.AND)
        self.edges.append(Edge(name, 2, true, false))
        self.variables.append(name)
        return (
            (_Signal(f"{true}_try", 1, true), _Signal(f"{true}_use", 1, true)),
            (_Signal(f"{false}_try", 1, false), _Signal(f"{false}_use", 1, false)),
        )

    def latch(self, name: str, setting: _Signal, hold: _Signal) -> _Signal:
        """Return the output of a latch."""
        either, both = self.vertex(f"{name}_on", Kind.OR), self.vertex(f"{name}_kept", Kind.AND)
        self.take(self.painted(setting, 2), either)
        self.take(_Signal(f"{name}_kept", 2, both), either)
        output, back = self.fork(name, _Signal(f"{name}_on", 2, either))
        self.take(self.painted(hold, 1), both)
        self.take(back, both)
        return output


class _Tried(NamedTuple):
    """A variable half done: the next try, and for a universal one what its latch needs (hold, and both values)."""

    variable: int
    next_try: _Signal
    latched: tuple[_Signal, _Signal, _Signal] | None


class _Compiler:
    def __init__(self, formula: Formula) -> None:
        self.formula = formula
        self.build = _Builder()
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

    def circuit(self) -> tuple[_Signal, tuple[Level, ...]]:
        """Add everything but what takes the first sat, and return that."""
        trying = self.build.source("try_1")
        parts = []
        for variable in self.formula.variables:
            parts.append(self.tried(variable, trying))
            trying = parts[-1].next_try
        sat = self.satisfied(trying)
        levels: list[Level] = []
        for part in reversed(parts):
            sat, level = self.judged(part, sat)
            levels.insert(0, level)
        return sat, tuple(levels)

    def tried(self, variable: int, trying: _Signal) -> _Tried:
        """Add a variable and the way from its try to the next one."""
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
        return _Tried(variable, next_try, latched)

    def judged(self, part: _Tried, sat: _Signal) -> tuple[_Signal, Level]:
        """Add the way from a sat to the one before, and return that one."""
        build, variable, name = self.build, part.variable, f"x_{part.variable}"
        if part.latched is None:
            return sat, Level(name, part.next_try.name, sat.name, sat.name, None)
        hold, true, false = part.latched
        first, second = build.fork(sat.name, sat)
        setting = build.both(f"{name}_true_sat", first, true)
        output = build.latch(f"latch_{variable}", setting, hold)
        whole = build.both(f"sat_{variable}", output, build.both(f"{name}_false_sat", second, false))
        latch = (setting.name, f"latch_{variable}_kept")
        return whole, Level(name, part.next_try.name, sat.name, whole.name, latch)

    def satisfied(self, trying: _Signal) -> _Signal:
        """Return the sat of the clauses."""
        clauses = [self.clause(number, clause) for number, clause in enumerate(self.formula.clauses, 1)]
        signal = trying
        for number, clause in enumerate(clauses, 1):
            signal = self.build.both(f"sat_clauses_{number}", signal, clause)
        return signal

    def clause(self, number: int, clause: Sequence[int]) -> _Signal:
        """Return the signal of a clause; that of the empty clause, which never goes on, wants a variable both ways."""
        if not clause:
            (true, loose_true), (false, loose_false) = self.build.variable(f"empty_{number}")
            self.build.sink(loose_true)
            self.build.sink(loose_false)
            return self.build.both(f"clause_{number}", true, false)
        signal = self.literals[clause[0]].pop()
        for place, literal in enumerate(clause[1:], 2):
            signal = self.build.either(f"clause_{number}_{place}", signal, self.literals[literal].pop())
        return signal
