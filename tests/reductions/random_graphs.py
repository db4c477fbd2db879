"""Constraint graphs for tests: one that is stuck, and random ones."""

from __future__ import annotations

from random import Random

from sokogen.draws import below, choice
from sokogen.reductions.constraint_logic.constraint_graph import ConstraintGraph, Edge, GraphError, VertexKind

STUCK = """
vertex v0 and
vertex v1 and
vertex v2 and
vertex v3 or
vertex f4 free
vertex f6 free
edge e0 2 v1 v3
edge e1 1 v2 v0
edge e2 2 v3 v2
edge e3 1 v0 v1
edge e4 1 v2 f4
edge e5 2 v3 v0
edge e6 1 f6 v1
target e5
"""
"""The target edge of this graph cannot be reversed."""


def random_graph(rng: Random, inner: int) -> ConstraintGraph | None:
    """Return a graph of AND and OR vertices and loose ends in a random legal configuration; None if the draw fails."""
    vertices = {f"v{number}": choice(rng, (VertexKind.AND, VertexKind.OR)) for number in range(inner)}
    loose: list[tuple[str, int]] = [
        (vertex, weight) for vertex, kind in vertices.items() for weight in kind.weights or ()
    ]
    edges: list[Edge] = []
    while loose:
        vertex, weight = loose.pop(below(rng, len(loose)))
        partners = [one for one in loose if one[1] == weight and one[0] != vertex]
        if partners and below(rng, 6):
            other = choice(rng, partners)
            loose.remove(other)
            ends = [vertex, other[0]]
        else:
            vertices[f"f{len(edges)}"] = VertexKind.FREE
            ends = [vertex, f"f{len(edges)}"]
        tail, head = ends if below(rng, 2) else ends[::-1]
        edges.append(Edge(f"e{len(edges)}", weight, tail, head))
    try:
        return ConstraintGraph(vertices, tuple(edges))
    except GraphError:
        return None


def random_graphs(seed: int, inner: int, count: int) -> list[ConstraintGraph]:
    """Return so many of them, with so many AND and OR vertices."""
    rng, found = Random(seed), list[ConstraintGraph]()
    while len(found) < count:
        graph = random_graph(rng, inner)
        if graph is not None:
            found.append(graph)
    return found
