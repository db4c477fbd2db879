"""Instances of PSPACE-complete problems."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import NamedTuple, Protocol

from sokogen.reductions.constraint_logic import graph_play, network_play
from sokogen.reductions.constraint_logic.constraint_graph import ConstraintGraph, edge_reversed, reach
from sokogen.reductions.constraint_logic.graph_of_formula import Reduction
from sokogen.reductions.constraint_logic.graph_text import read_question, write_graph
from sokogen.reductions.formula_network import network_of as network_of_formula
from sokogen.reductions.formula_play import play_strategy
from sokogen.reductions.formulas.expansion import Expansion
from sokogen.reductions.formulas.formula_text import parse_formula
from sokogen.reductions.formulas.qbf import Formula, Strategy
from sokogen.reductions.formulas.qdimacs import read_qdimacs
from sokogen.reductions.gadgets.network import Network, Step
from sokogen.reductions.machines import machine_play
from sokogen.reductions.machines.formula_of_machine import formula_of
from sokogen.reductions.machines.lba import Machine, Rule
from sokogen.reductions.machines.machine_text import parse_machine
from sokogen.reductions.meanings import NO_MEANING, NetworkMeaning

_QDIMACS = re.compile(r"\s*[cp]\b")


class _Construction(Protocol):
    @property
    def network(self) -> Network: ...

    @property
    def meaning(self) -> NetworkMeaning: ...


class _BareNetwork(NamedTuple):
    network: Network
    meaning: NetworkMeaning = NO_MEANING


class Instance(ABC):
    r"""Yes-no question whose answer is yes exactly if its network can be won.

    >>> instance = instance_of("ncl", "vertex p free\nvertex q free\nedge a 2 p q\ntarget a")
    >>> instance.answer, instance.steps, len(instance.network.tiles), len(list(instance.play()))
    (True, 1, 9, 15)
    """

    @property
    @abstractmethod
    def facts(self) -> Mapping[str, str]:
        """Fields of a record."""

    @property
    @abstractmethod
    def title(self) -> str:
        """Question in words."""

    @property
    @abstractmethod
    def witness(self) -> object:
        """Evidence for yes, or None for no; can be slow."""

    @property
    def answer(self) -> bool:
        """Whether the answer is yes."""
        return self.witness is not None

    @property
    def steps(self) -> int | None:
        """Length of the witness, or None."""
        return len(self.witness) if isinstance(self.witness, list) else None

    @property
    @abstractmethod
    def construction(self) -> _Construction:
        """Network with its meaning."""

    @property
    def network(self) -> Network:
        return self.construction.network

    @property
    def meaning(self) -> NetworkMeaning:
        return self.construction.meaning

    @abstractmethod
    def play(self) -> Iterator[Step]:
        """Yield the steps that win; the answer must be yes."""


class _FormulaInstance(Instance):
    def __init__(self, formula: Formula) -> None:
        self.formula = formula

    @property
    def facts(self) -> Mapping[str, str]:
        return {"formula": str(self.formula)}

    @property
    def title(self) -> str:
        text = str(self.formula)
        return text if len(text) < 200 else "a formula"

    @cached_property
    def witness(self) -> Strategy | None:
        return Expansion(self.formula).strategy()

    @cached_property
    def construction(self) -> _Construction:
        return _BareNetwork(network_of_formula(self.formula))

    def play(self) -> Iterator[Step]:
        assert self.witness is not None, "asked only where the formula is true"
        return play_strategy(self.formula, self.network, self.witness)


class FormulaByGraph(_FormulaInstance):
    """Formula, by its constraint graph."""

    @cached_property
    def reduction(self) -> Reduction:
        return Reduction.of(self.formula)

    @property
    def graph(self) -> ConstraintGraph:
        return self.reduction.graph

    @property
    def target(self) -> int:
        return self.reduction.target

    @cached_property
    def reversals(self) -> list[int]:
        assert self.witness is not None, "asked only where the formula is true"
        return graph_play.play(self.reduction, self.witness)

    @property
    def steps(self) -> int | None:
        """Reversals, not necessarily fewest."""
        return len(self.reversals) if self.answer else None

    @cached_property
    def construction(self) -> network_play.GraphNetwork:
        return network_play.network_of(self.reduction.graph, self.reduction.target)

    def play(self) -> Iterator[Step]:
        return network_play.play_reversals(self.construction, self.reversals)


class _MachineInstance(Instance):
    def __init__(self, machine: Machine, word: str) -> None:
        machine.initial(word)
        self.machine = machine
        self.word = word

    @property
    def facts(self) -> Mapping[str, str]:
        return {"machine": str(self.machine), "word": self.word}

    @property
    def title(self) -> str:
        return f"a machine with {len(self.machine.states)} states on {self.word}"

    @cached_property
    def witness(self) -> list[Rule] | None:
        return self.machine.find_accepting_run(self.word)

    @cached_property
    def construction(self) -> machine_play.MachineNetwork:
        return machine_play.network_of(self.machine, self.word)

    def play(self) -> Iterator[Step]:
        assert self.witness is not None, "asked only where the machine accepts"
        return machine_play.play_run(self.construction, self.witness)


class GraphInstance(Instance):
    """Reversal of an edge."""

    def __init__(self, graph: ConstraintGraph, target: int) -> None:
        self.graph = graph
        self.target = target

    @property
    def facts(self) -> Mapping[str, str]:
        return {"graph": write_graph(self.graph, target=self.target), "target": self.graph.edges[self.target].name}

    @property
    def title(self) -> str:
        return f"edge {self.graph.edges[self.target].name} of a graph with {len(self.graph.edges)} edges"

    @cached_property
    def witness(self) -> list[int] | None:
        return reach(self.graph, edge_reversed(self.target))

    @property
    def reversals(self) -> list[int]:
        assert self.witness is not None, "asked only where the edge can be reversed"
        return self.witness

    @cached_property
    def construction(self) -> network_play.GraphNetwork:
        return network_play.network_of(self.graph, self.target)

    def play(self) -> Iterator[Step]:
        return network_play.play_reversals(self.construction, self.reversals)


def instance_of(kind: str, text: str, word: str = "", *, direct: bool = False, by_graph: bool = False) -> Instance:
    """Return the instance of a text; `kind` is qbf, lba or ncl.

    A machine becomes a formula, or a network if `direct`; a formula becomes a network, through a graph if `by_graph`.

    >>> len(instance_of("qbf", "exists x. (x)").network.tiles)
    2
    >>> by_graph = instance_of("qbf", "exists x. (x)", by_graph=True)
    >>> by_graph.answer, by_graph.steps, len(by_graph.network.tiles), len(list(by_graph.play()))
    (True, 9, 134, 210)
    """
    if kind == "ncl":
        return GraphInstance(*read_question(text))
    if kind == "qbf":
        formula = read_qdimacs(text) if _QDIMACS.match(text) else parse_formula(text)
    else:
        machine = parse_machine(text)
        if direct:
            return _MachineInstance(machine, word)
        formula = formula_of(machine, word)
    return (FormulaByGraph if by_graph else _FormulaInstance)(formula)
