"""Transition systems: configurations that can be gone through without a list of them, and steps between them."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Sequence
from typing import Protocol, TypeVar

C = TypeVar("C", bound=Hashable)


class System(Protocol[C]):
    """What Savitch's procedure and its relatives need to know of a system.

    The configurations stand in a fixed order that is known by its first member and by who follows whom, so that
    whoever goes through them holds one of them and nothing else. A system has `bits` of at least 1, and at most
    2 ** bits configurations.
    """

    @property
    def bits(self) -> int:
        """How many bits encode any configuration."""

    @property
    def workspace(self) -> int:
        """How many bits the methods hold while they run, besides what they are given and what they return."""

    @property
    def start(self) -> C:
        """The configuration to start from."""

    def first(self) -> C | None:
        """Return the first configuration, or None where there is none."""

    def following(self, configuration: C) -> C | None:
        """Return the configuration that comes next in the order, or None after the last."""

    def step(self, before: C, after: C) -> bool:
        """Say whether one step leads from a configuration to another."""

    def successors(self, configuration: C) -> Iterator[C]:
        """Yield the configurations that one step leads to, in an order that is always the same."""

    def is_goal(self, configuration: C) -> bool:
        """Say whether a configuration is one of those to be reached."""


def configurations(system: System[C]) -> Iterator[C]:
    """Yield every configuration of a system in its order, holding one at a time.

    >>> list(configurations(Graph([[1], [2], []], start=0, goals=[2])))
    [0, 1, 2]
    """
    configuration = system.first()
    while configuration is not None:
        yield configuration
        configuration = system.following(configuration)


class Graph:
    """A directed graph as a system: node i leads to the nodes `edges[i]`.

    >>> graph = Graph([[1], [2], []], start=0, goals=[2])
    >>> graph.bits, graph.step(0, 1), graph.step(0, 2), graph.is_goal(2)
    (2, True, False, True)
    """

    def __init__(self, edges: Sequence[Sequence[int]], start: int, goals: Collection[int]) -> None:
        """Take the edges; raises `ValueError` for a node that the graph does not have."""
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

    def following(self, configuration: int) -> int | None:
        """Return the next node by number."""
        return configuration + 1 if configuration + 1 < len(self.edges) else None

    def step(self, before: int, after: int) -> bool:
        """Say whether there is an edge."""
        return after in self.edges[before]

    def successors(self, configuration: int) -> Iterator[int]:
        """Yield the heads of the edges as they were given."""
        return iter(self.edges[configuration])

    def is_goal(self, configuration: int) -> bool:
        """Say whether a node is among the goals."""
        return configuration in self.goals
