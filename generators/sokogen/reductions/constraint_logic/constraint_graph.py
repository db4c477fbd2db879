"""Nondeterministic constraint logic (Hearn and Demaine, 2005): edges that are turned round under constraints, as data.

A constraint graph has edges of weight 1 (drawn red) and 2 (blue). A *configuration* directs every edge. The *inflow* of
a vertex is the weight of the edges directed to it. There are three kinds of vertices:

- AND: two edges of weight 1 and one of weight 2; its inflow must be at least 2.
  So the edge of weight 2 can be directed outwards only while both others are directed inwards.
- OR: three edges of weight 2; its inflow must be at least 2: one of them is directed inwards.
- FREE: a single edge of either weight, and no constraint; what the literature draws as a loose end.

A configuration that satisfies all constraints is *legal*. A step reverses one edge, from a legal configuration to
another. There are two questions: can an edge ever be reversed, and can a given configuration be reached? Both are
PSPACE-complete, for OR and AND vertices alone and even for planar graphs.

A configuration is a number here: bit i is set where edge i is reversed, compared with the graph as it is given, which
is the configuration that one starts in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import NamedTuple

from sokospec.errors import SokobanError


class GraphError(SokobanError):
    """Data that is no constraint graph."""


class Kind(Enum):
    """What a vertex asks for.

    >>> Kind.AND.weights, Kind("free").inflow
    ((1, 1, 2), 0)
    """

    AND = "and"
    OR = "or"
    FREE = "free"

    @property
    def weights(self) -> tuple[int, ...] | None:
        """The weights of its edges, sorted; None for FREE, which has one edge of any weight."""
        return {"and": (1, 1, 2), "or": (2, 2, 2)}.get(self.value)

    @property
    def inflow(self) -> int:
        """The least inflow."""
        return 0 if self is Kind.FREE else 2


class Edge(NamedTuple):
    """An edge, directed as it is at the start: from `tail` to `head`."""

    name: str
    weight: int
    tail: str
    head: str


@dataclass(frozen=True)
class ConstraintGraph:
    """Vertices with their kinds, and edges as they are directed at the start.

    >>> graph = ConstraintGraph(
    ...     {"p": Kind.OR, "t": Kind.FREE, "u": Kind.FREE, "v": Kind.FREE},
    ...     (Edge("a", 2, "t", "p"), Edge("b", 2, "p", "u"), Edge("c", 2, "p", "v")),
    ... )
    >>> [bin(after) for after in graph.successors(0)], list(graph.violated(0b001))
    (['0b10', '0b100'], ['p'])

    Raises `GraphError` for edges between unknown vertices or from one to itself, for vertices with the wrong edges, for
    names that are used twice, and where the constraints are violated at the start.
    """

    vertices: Mapping[str, Kind]
    edges: tuple[Edge, ...]

    def __post_init__(self) -> None:
        """Check vertices, edges and constraints."""
        weights: dict[str, list[int]] = {vertex: [] for vertex in self.vertices}
        for edge in self.edges:
            if edge.weight not in (1, 2):
                raise GraphError(f"edge {edge.name} has weight {edge.weight}; it must be 1 or 2")
            if edge.tail == edge.head:
                raise GraphError(f"edge {edge.name} joins vertex {edge.tail} to itself")
            for vertex in (edge.tail, edge.head):
                if vertex not in weights:
                    raise GraphError(f"edge {edge.name} has an end {vertex}, which is no vertex")
                weights[vertex].append(edge.weight)
        if len({edge.name for edge in self.edges}) != len(self.edges):
            raise GraphError("two edges have the same name")
        for vertex, kind in self.vertices.items():
            found = tuple(sorted(weights[vertex]))
            if len(found) != 1 if kind.weights is None else found != kind.weights:
                wanted = "a single edge" if kind.weights is None else f"edges of the weights {kind.weights}"
                raise GraphError(f"vertex {vertex} of kind {kind.value} needs {wanted}, it has {found}")
        for vertex in self.vertices:
            if not self.is_satisfied(vertex, 0):
                raise GraphError(f"vertex {vertex} has an inflow below 2 at the start; turn an edge towards it")

    @cached_property
    def edges_of(self) -> Mapping[str, tuple[int, ...]]:
        """The numbers of the edges of each vertex."""
        found: dict[str, tuple[int, ...]] = dict.fromkeys(self.vertices, ())
        for index, edge in enumerate(self.edges):
            found[edge.tail] += (index,)
            found[edge.head] += (index,)
        return found

    def index(self, name: str) -> int:
        """Return the number of an edge."""
        return next(index for index, edge in enumerate(self.edges) if edge.name == name)

    def head(self, index: int, configuration: int) -> str:
        """Return the vertex that an edge is directed to."""
        edge = self.edges[index]
        return edge.tail if configuration >> index & 1 else edge.head

    def inflow(self, vertex: str, configuration: int) -> int:
        """Return the weight of the edges that are directed to a vertex."""
        return sum(
            self.edges[index].weight for index in self.edges_of[vertex] if self.head(index, configuration) == vertex
        )

    def is_satisfied(self, vertex: str, configuration: int) -> bool:
        """Say whether a vertex has the inflow that it needs."""
        return self.inflow(vertex, configuration) >= self.vertices[vertex].inflow

    def may_reverse(self, index: int, configuration: int) -> bool:
        """Say whether an edge of a legal configuration may be reversed: only the vertex that it leaves can object."""
        return self.is_satisfied(self.head(index, configuration), configuration ^ 1 << index)

    def successors(self, configuration: int) -> Iterator[int]:
        """Yield the configurations that one step leads to from a legal one, by the number of the edge. O(edges)."""
        for index in range(len(self.edges)):
            if self.may_reverse(index, configuration):
                yield configuration ^ 1 << index

    def violated(self, configuration: int) -> Iterator[str]:
        """Yield the vertices that have too little inflow; a configuration is legal if there are none. O(vertices)."""
        return (vertex for vertex in self.vertices if not self.is_satisfied(vertex, configuration))


class ConstraintLogic:
    """A constraint graph as a transition system: what `sokospec.oracle.savitch` decides.

    The configurations are the legal ones, in the order of their numbers.

    >>> graph = ConstraintGraph(
    ...     {"p": Kind.OR, "t": Kind.FREE, "u": Kind.FREE, "v": Kind.FREE},
    ...     (Edge("a", 2, "t", "p"), Edge("b", 2, "p", "u"), Edge("c", 2, "p", "v")),
    ... )
    >>> system = ConstraintLogic(graph, edge_reversed(0))
    >>> system.first(), system.following(0), system.following(2), system.following(7)
    (0, 2, 3, None)
    """

    def __init__(self, graph: ConstraintGraph, goal: Callable[[int], bool]) -> None:
        """Take the graph and the question: `edge_reversed` or `configuration_is`, or any other."""
        self.graph = graph
        self.is_goal = goal
        self.start = 0
        self.bits = max(1, len(graph.edges))
        self.workspace = self.bits + 2 * self.bits.bit_length() + 3  # a configuration, two edges, and an inflow

    def first(self) -> int | None:
        """Return the first legal configuration."""
        return self._at_least(0)

    def following(self, configuration: int) -> int | None:
        """Return the next legal configuration; what cannot be legal is skipped."""
        return self._at_least(configuration + 1)

    def _at_least(self, number: int) -> int | None:
        while number >> len(self.graph.edges) == 0:
            # Reversing edges below all those of a vertex leaves it as it is: skip to where one of its own changes.
            lowest = max((self.graph.edges_of[vertex][0] for vertex in self.graph.violated(number)), default=None)
            if lowest is None:
                return number
            number = (number >> lowest) + 1 << lowest
        return None

    def step(self, before: int, after: int) -> bool:
        """Say whether reversing one edge leads from a legal configuration to another."""
        changed = before ^ after
        return changed.bit_count() == 1 and self.graph.may_reverse(changed.bit_length() - 1, before)

    def successors(self, configuration: int) -> Iterator[int]:
        """Yield the configurations with one edge reversed."""
        return self.graph.successors(configuration)


def edge_reversed(index: int) -> Callable[[int], bool]:
    """Return the question whether an edge is reversed.

    >>> edge_reversed(2)(0b100)
    True
    """
    return lambda configuration: bool(configuration >> index & 1)


def configuration_is(wanted: int) -> Callable[[int], bool]:
    """Return the question whether the configuration is this one.

    >>> configuration_is(0b100)(0b110)
    False
    """
    return lambda configuration: configuration == wanted


def reach(graph: ConstraintGraph, goal: Callable[[int], bool]) -> list[int] | None:
    """Return the numbers of the edges to reverse, one after the other, to get to a goal, or None if there is no way.

    It is a shortest way. Breadth first over all configurations that can be reached: time and space O(2^edges * edges).

    >>> graph = ConstraintGraph(
    ...     {"p": Kind.OR, "t": Kind.FREE, "u": Kind.FREE, "v": Kind.FREE},
    ...     (Edge("a", 2, "t", "p"), Edge("b", 2, "p", "u"), Edge("c", 2, "p", "v")),
    ... )
    >>> reach(graph, edge_reversed(0))
    [1, 0]
    """
    came_from, layer = {0: 0}, [0]
    while layer:
        for configuration in layer:
            if goal(configuration):
                return _path(came_from, configuration)
        following: list[int] = []
        for configuration in layer:
            for after in graph.successors(configuration):
                if after not in came_from:
                    came_from[after] = configuration
                    following.append(after)
        layer = following
    return None


def _path(came_from: Mapping[int, int], configuration: int) -> list[int]:
    reversed_edges = []
    while configuration:
        before = came_from[configuration]
        reversed_edges.append((configuration ^ before).bit_length() - 1)
        configuration = before
    return reversed_edges[::-1]
