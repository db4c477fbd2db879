"""Constraint graph cut at its target edge.

Until its first reversal, the target edge gives its tail no inflow. So it is joined to a new vertex instead, the *flag*;
everything not connected with the flag is left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sokogen.reductions.box_edges.edge_pieces import PieceKind
from sokogen.reductions.constraint_logic.constraint_graph import ConstraintGraph, VertexKind

FLAG = "(flag)"
"""The vertex at the end of the target edge; no vertex of a text has this name."""

_KINDS = {VertexKind.AND: PieceKind.AND, VertexKind.OR: PieceKind.OR, VertexKind.FREE: PieceKind.FREE}


@dataclass(frozen=True)
class CutGraph:
    """Cut graph; edges keep their numbers, `light` ones have weight 1."""

    kinds: Mapping[str, PieceKind]
    ends: Mapping[int, tuple[str, str]]
    light: frozenset[int]


def cut_at(graph: ConstraintGraph, target: int) -> CutGraph:
    r"""Return the flag's component.

    >>> from sokogen.reductions.constraint_logic.graph_text import read_question
    >>> cut = cut_at(*read_question("vertex p free\nvertex q free\nedge a 2 p q\ntarget a"))
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
