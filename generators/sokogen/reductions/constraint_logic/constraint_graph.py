"""Graphs of nondeterministic constraint logic (docs/background/reductions.md, "Constraint graphs").

A configuration is an integer: bit i is set if edge i is reversed relative to the start.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import NamedTuple

from sokogen.reductions.gadgets.tracing import shortest_path
from sokospec.errors import SokobanError


class GraphError(SokobanError):
    """Invalid constraint graph."""


class VertexKind(Enum):
    """Kinds of vertices.

    >>> VertexKind.AND.weights, VertexKind("free").inflow
    ((1, 1, 2), 0)
    """

    AND = "and"
    OR = "or"
    FREE = "free"

    @property
    def weights(self) -> tuple[int, ...] | None:
        """Sorted weights; None for FREE."""
        return {"and": (1, 1, 2), "or": (2, 2, 2)}.get(self.value)

    @property
    def inflow(self) -> int:
        """Minimal inflow."""
        return 0 if self is VertexKind.FREE else 2


class Edge(NamedTuple):
    """Edge from `tail` to `head` at the start."""

    name: str
    weight: int
    tail: str
    head: str


@dataclass(frozen=True)
class ConstraintGraph:
    """Vertices and edges at the start. Raises `GraphError` if they are not legal.

    >>> graph = ConstraintGraph(
    ...     {"p": VertexKind.OR, "t": VertexKind.FREE, "u": VertexKind.FREE, "v": VertexKind.FREE},
    ...     (Edge("a", 2, "t", "p"), Edge("b", 2, "p", "u"), Edge("c", 2, "p", "v")),
    ... )
    >>> [bin(after) for after, _ in graph.reversals(0)], list(graph.violations(0b001))
    (['0b10', '0b100'], ['p'])
    """

    vertices: Mapping[str, VertexKind]
    edges: tuple[Edge, ...]

    def __post_init__(self) -> None:
        weights: dict[str, list[int]] = {vertex: [] for vertex in self.vertices}
        for edge in self.edges:
            if edge.weight not in (1, 2):
                raise GraphError(f"edge {edge.name} has weight {edge.weight}; it must be 1 or 2")
            if edge.tail == edge.head:
                raise GraphError(f"edge {edge.name} joins vertex {edge.tail} to itself")
            for vertex in (edge.tail, edge.head):
                if vertex not in weights:
                    raise GraphError(f"edge {edge.name} has an end {vertex}, which is not a vertex")
                weights[vertex].append(edge.weight)
        if len({edge.name for edge in self.edges}) != len(self.edges):
            raise GraphError("two edges have the same name")
        for vertex, kind in self.vertices.items():
            found = tuple(sorted(weights[vertex]))
            if len(found) != 1 if kind.weights is None else found != kind.weights:
                wanted = "a single edge" if kind.weights is None else f"edges of the weights {kind.weights}"
                raise GraphError(f"vertex {vertex} of kind {kind.value} needs {wanted}, it has {found}")
        for vertex in self.violations(0):
            raise GraphError(f"vertex {vertex} has an inflow below 2 at the start; turn an edge towards it")

    @cached_property
    def edges_of(self) -> Mapping[str, tuple[int, ...]]:
        found: dict[str, tuple[int, ...]] = dict.fromkeys(self.vertices, ())
        for index, edge in enumerate(self.edges):
            found[edge.tail] += (index,)
            found[edge.head] += (index,)
        return found

    def index(self, name: str) -> int:
        return next(index for index, edge in enumerate(self.edges) if edge.name == name)

    def head(self, index: int, configuration: int) -> str:
        edge = self.edges[index]
        return edge.tail if configuration >> index & 1 else edge.head

    def inflow(self, vertex: str, configuration: int) -> int:
        return sum(
            self.edges[index].weight for index in self.edges_of[vertex] if self.head(index, configuration) == vertex
        )

    def is_satisfied(self, vertex: str, configuration: int) -> bool:
        return self.inflow(vertex, configuration) >= self.vertices[vertex].inflow

    def may_reverse(self, index: int, configuration: int) -> bool:
        return self.is_satisfied(self.head(index, configuration), configuration ^ 1 << index)

    def reversals(self, configuration: int) -> Iterator[tuple[int, int]]:
        """Yield each configuration after one reversal, and the edge."""
        for index in range(len(self.edges)):
            if self.may_reverse(index, configuration):
                yield configuration ^ 1 << index, index

    def violations(self, configuration: int) -> Iterator[str]:
        return (vertex for vertex in self.vertices if not self.is_satisfied(vertex, configuration))


def edge_reversed(index: int) -> Callable[[int], bool]:
    """Return the predicate "edge `index` is reversed"."""
    return lambda configuration: bool(configuration >> index & 1)


def reach(graph: ConstraintGraph, goal: Callable[[int], bool]) -> list[int] | None:
    """Return a shortest list of edges to reverse, or None. O(2^edges * edges).

    >>> graph = ConstraintGraph(
    ...     {"p": VertexKind.OR, "t": VertexKind.FREE, "u": VertexKind.FREE, "v": VertexKind.FREE},
    ...     (Edge("a", 2, "t", "p"), Edge("b", 2, "p", "u"), Edge("c", 2, "p", "v")),
    ... )
    >>> reach(graph, edge_reversed(0))
    [1, 0]
    """
    return shortest_path(0, graph.reversals, goal)
