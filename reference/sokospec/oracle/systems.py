"""Transition systems whose configurations can be enumerated one at a time."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Sequence
from typing import Protocol, TypeVar

C = TypeVar("C", bound=Hashable)


class System(Protocol[C]):
    """Interface for Savitch's procedure: an order of at most 2 ** bits configurations; `bits` is at least 1."""

    @property
    def bits(self) -> int:
        """Bits that encode any configuration."""

    @property
    def workspace(self) -> int:
        """Bits that the methods hold besides arguments and results."""

    @property
    def start(self) -> C:
        """Initial configuration."""

    def first(self) -> C | None:
        """Return the first configuration, or None."""

    def next_after(self, configuration: C) -> C | None:
        """Return the next configuration, or None."""

    def step(self, before: C, after: C) -> bool:
        """Tell whether one step leads to `after`."""

    def successors(self, configuration: C) -> Iterator[C]:
        """Yield the configurations one step away."""

    def is_goal(self, configuration: C) -> bool:
        """Tell whether a configuration is a goal."""


def configurations(system: System[C]) -> Iterator[C]:
    """Yield every configuration in order, holding one at a time.

    >>> list(configurations(Graph([[1], [2], []], start=0, goals=[2])))
    [0, 1, 2]
    """
    configuration = system.first()
    while configuration is not None:
        yield configuration
        configuration = system.next_after(configuration)


class Graph:
    """Directed graph: node i leads to the nodes `edges[i]`.

    >>> graph = Graph([[1], [2], []], start=0, goals=[2])
    >>> graph.bits, graph.step(0, 1), graph.step(0, 2), graph.is_goal(2)
    (2, True, False, True)
    """

    def __init__(self, edges: Sequence[Sequence[int]], start: int, goals: Collection[int]) -> None:
        for node in (start, *goals, *(after for row in edges for after in row)):
            if not 0 <= node < len(edges):
                raise ValueError(f"there is no node {node}; the graph has the nodes 0 to {len(edges) - 1}")
        self.edges = tuple(tuple(row) for row in edges)
        self.goals = frozenset(goals)
        self.start = start
        self.bits = max(1, (len(edges) - 1).bit_length())
        self.workspace = self.bits  # to go through a row of edges

    def first(self) -> int | None:
        """Return node 0."""
        return 0

    def next_after(self, configuration: int) -> int | None:
        """Return the next node."""
        return configuration + 1 if configuration + 1 < len(self.edges) else None

    def step(self, before: int, after: int) -> bool:
        """Tell whether there is an edge."""
        return after in self.edges[before]

    def successors(self, configuration: int) -> Iterator[int]:
        """Yield the heads of the edges."""
        return iter(self.edges[configuration])

    def is_goal(self, configuration: int) -> bool:
        """Tell whether a node is a goal."""
        return configuration in self.goals
