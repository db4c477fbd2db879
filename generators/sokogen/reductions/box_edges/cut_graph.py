"""A constraint graph cut at its target edge: what remains to be drawn when the question is whether it can be reversed.

Before the target edge is reversed for the first time it is always directed to its head. So its tail sees an edge that
is directed out for ever, and only its head has a say in whether it may be reversed. The edge is cut from its tail and
joined to a vertex of its own instead, the *flag*: the target edge can be reversed in the one graph exactly if it can
be in the other. What is not connected with the flag has no influence and is left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sokogen.reductions.box_edges.edge_pieces import PieceKind
from sokogen.reductions.constraint_logic.constraint_graph import ConstraintGraph, Kind

FLAG = "(flag)"
"""The vertex at the end of the target edge; no vertex of a text has this name."""

_KINDS = {Kind.AND: PieceKind.AND, Kind.OR: PieceKind.OR, Kind.FREE: PieceKind.FREE}


@dataclass(frozen=True)
class CutGraph:
    """Vertices with the kinds of their pieces, and the ends of edges: first the tail, then the head at the start.

    Edges have the numbers that they have in the graph; `light` has those of weight 1.
    """

    kinds: Mapping[str, PieceKind]
    ends: Mapping[int, tuple[str, str]]
    light: frozenset[int]

    def edges_of(self, vertex: str) -> list[int]:
        """Return the numbers of the edges of a vertex. O(edges)."""
        return [edge for edge, ends in self.ends.items() if vertex in ends]


def cut_at(graph: ConstraintGraph, target: int) -> CutGraph:
    """Return the graph cut at the target edge, without what is not connected with the flag. O(edges).

    >>> from sokogen.reductions.constraint_logic.graph_text import read_question
    >>> cut = cut_at(*read_question("vertex p free\\nvertex q free\\nedge a 2 p q\\ntarget a"))
    >>> cut.ends, [kind.value for kind in cut.kinds.values()]
    ({0: ('(flag)', 'q')}, ['flag', 'free'])
    """
    ends = {number: (edge.tail, edge.head) for number, edge in enumerate(graph.edges)}
    ends[target] = (FLAG, graph.edges[target].head)
    edges_of: dict[str, list[int]] = {}
    for number, pair in ends.items():
        for vertex in pair:
            edges_of.setdefault(vertex, []).append(number)
    kinds, waiting = {FLAG: PieceKind.FLAG}, [FLAG]
    while waiting:
        for number in edges_of[waiting.pop()]:
            for vertex in ends[number]:
                if vertex not in kinds:
                    kinds[vertex] = _KINDS[graph.vertices[vertex]]
                    waiting.append(vertex)
    kept = {number: pair for number, pair in ends.items() if pair[0] in kinds}
    return CutGraph(kinds, kept, frozenset(number for number in kept if graph.edges[number].weight == 1))
