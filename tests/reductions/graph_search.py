"""Whether an edge of a constraint graph can ever be reversed, for larger graphs: a search of a smaller graph.

The constraints only ask for inflow, so more of it never hurts. That allows, without changing the answer:

1. An edge with an end that asks for nothing may as well always be directed to the other end. It is fixed so, and what
   the other end asks for is lowered by its weight; that may come down to nothing, and so on.
2. A vertex with two edges left, each of which is enough for it, passes on: one of the two is directed to it. The two
   are replaced by a single edge that joins the other ends. Of the three legal ways to direct the two, the one in which
   both are directed to the vertex gives the others least; it is passed through on the way between the two that remain.
3. A vertex whose edges are just enough when all are directed to it keeps them so: they are fixed, to the loss of the
   other ends.

The edge in question is never fixed. `sokogen.reductions.constraint_logic.constraint_graph.reach` must give the same
answer.
"""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from sokogen.reductions.constraint_logic.constraint_graph import ConstraintGraph
from sokospec.errors import SokobanError

MOST_CONFIGURATIONS = 5_000_000


class SearchLimit(SokobanError):
    """The search met more configurations than it may hold."""


class Found(NamedTuple):
    """Whether the edge can be reversed, how many edges were left to search, and how many configurations it took."""

    reversible: bool
    edges: int
    configurations: int


def search(graph: ConstraintGraph, edge: int, *, most: int = MOST_CONFIGURATIONS) -> Found:
    """Return whether an edge can ever be reversed.

    Breadth first over the configurations of the smaller graph. Raises `SearchLimit` when there are more than `most`.

    >>> from sokogen.reductions.constraint_logic.constraint_graph import Edge, VertexKind
    >>> graph = ConstraintGraph(
    ...     {"p": VertexKind.OR, "t": VertexKind.FREE, "u": VertexKind.FREE, "v": VertexKind.FREE},
    ...     (Edge("a", 2, "t", "p"), Edge("b", 2, "p", "u"), Edge("c", 2, "p", "v")),
    ... )
    >>> search(graph, 0)
    Found(reversible=True, edges=1, configurations=1)
    """
    reduced = _Reduced(graph, edge)
    reduced.reduce()
    return reduced.search(most)


class _Edge:
    """An edge with a weight for each end, 0 and 1, and the end that it is directed to."""

    def __init__(self, ends: tuple[str, str], weights: tuple[int, int], to: int) -> None:
        self.ends = ends
        self.weights = weights
        self.to = to


class _Reduced:
    def __init__(self, graph: ConstraintGraph, edge: int) -> None:
        self.needs = {vertex: kind.inflow for vertex, kind in graph.vertices.items()}
        self.edges = [_Edge((one.tail, one.head), (one.weight, one.weight), 1) for one in graph.edges]
        self.target = self.edges[edge]

    def reduce(self) -> None:
        while any(self.is_fixed(edge) or self.is_forced(edge) for edge in self.edges) or self.passes_on():
            pass

    def at(self, vertex: str) -> list[tuple[_Edge, int]]:
        """Return the edges of a vertex, and which of their ends it is."""
        return [(edge, end) for edge in self.edges for end in (0, 1) if edge.ends[end] == vertex]

    def is_fixed(self, edge: _Edge) -> bool:
        """Apply rule 1 to an edge if it can be."""
        if edge is self.target:
            return False
        for end in (0, 1):
            if self.needs[edge.ends[end]] <= 0:
                self.edges.remove(edge)
                self.needs[edge.ends[1 - end]] -= edge.weights[1 - end]
                return True
        return False

    def is_forced(self, edge: _Edge) -> bool:
        """Apply rule 3 to an edge if it can be."""
        vertex = edge.ends[edge.to]
        at = self.at(vertex)
        if edge is self.target or any(one.ends[0] == one.ends[1] for one, _ in at):
            return False
        if sum(one.weights[end] for one, end in at) - edge.weights[edge.to] >= self.needs[vertex]:
            return False
        self.edges.remove(edge)
        self.needs[vertex] -= edge.weights[edge.to]
        return True

    def passes_on(self) -> bool:
        """Apply rule 2 once, if it can be."""
        for vertex, need in self.needs.items():
            at = self.at(vertex)
            if need <= 0 or len(at) != 2 or any(edge is self.target for edge, _ in at):
                continue
            (one, here), (other, there) = at
            far = (one.ends[1 - here], other.ends[1 - there])
            if min(one.weights[here], other.weights[there]) < need or far[0] == far[1] or vertex in far:
                continue
            self.edges.remove(one)
            self.edges.remove(other)
            weights = (one.weights[1 - here], other.weights[1 - there])
            # Where both are directed to the vertex, either end may have the inflow; the other can get it from there.
            self.edges.append(_Edge(far, weights, 0 if one.to != here else 1))
            return True
        return False

    def search(self, most: int) -> Found:
        bit = {edge: 1 << index for index, edge in enumerate(self.edges)}
        start = sum(bit[edge] for edge in self.edges if edge.to == 1)
        # For each edge: its bit, and for each way that it is directed which ways of the others allow to reverse it.
        reversals = [(bit[edge], *self.allowing(edge, 0, bit), *self.allowing(edge, 1, bit)) for edge in self.edges]
        target = bit[self.target]
        seen, layer = {start}, [start]
        while layer:
            following: list[int] = []
            for configuration in layer:
                for flip, mask_0, allowed_0, mask_1, allowed_1 in reversals:
                    if (
                        configuration & mask_1 in allowed_1
                        if configuration & flip
                        else configuration & mask_0 in allowed_0
                    ):
                        after = configuration ^ flip
                        if flip == target:
                            return Found(True, len(self.edges), len(seen))
                        if after not in seen:
                            seen.add(after)
                            following.append(after)
            if len(seen) > most:
                raise SearchLimit(f"more than {most} configurations; allow more or ask for a smaller graph")
            layer = following
        return Found(False, len(self.edges), len(seen))

    def allowing(self, edge: _Edge, end: int, bit: dict[_Edge, int]) -> tuple[int, frozenset[int]]:
        """Return a mask, and its parts that allow to reverse an edge that is directed to this end."""
        vertex = edge.ends[end]
        others = sorted({other for other, _ in self.at(vertex) if other is not edge}, key=lambda other: bit[other])
        allowed = set()
        for directed in product((0, 1), repeat=len(others)):
            inflow = sum(
                other.weights[to] for other, to in zip(others, directed, strict=True) if other.ends[to] == vertex
            )
            if inflow >= self.needs[vertex]:
                allowed.add(sum(bit[other] for other, to in zip(others, directed, strict=True) if to))
        return sum(bit[other] for other in others), frozenset(allowed)
