"""Text format of constraint graphs: a line for each vertex, then one for each edge as directed at the start.

    # a fork whose signals are off
    vertex p and
    vertex s free
    vertex a free
    vertex b free
    edge in 2 p s
    edge left 1 a p
    edge right 1 b p
    target in

The optional last line names the target edge.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from sokogen.reductions.constraint_logic.constraint_graph import ConstraintGraph, Edge, VertexKind
from sokogen.reductions.placed_words import Word, words_of
from sokospec.errors import ParseError

_NAME = re.compile(r"[A-Za-z0-9_]+", re.ASCII)
_KINDS = {kind.value: kind for kind in VertexKind}
_VERTEX = "write 'vertex NAME and|or|free'"
_EDGE = "write 'edge NAME 1|2 TAIL HEAD'"
_TARGET = "write 'target EDGE' once, after its edge"


def write_graph(graph: ConstraintGraph, configuration: int = 0, target: int | None = None) -> str:
    r"""Return a graph as text.

    >>> graph = read_graph("vertex s free\nvertex t free\nedge a 2 s t\n")
    >>> print(write_graph(graph, 1), end="")
    vertex s free
    vertex t free
    edge a 2 t s
    """

    def lines() -> Iterator[str]:
        for vertex, kind in graph.vertices.items():
            yield f"vertex {vertex} {kind.value}"
        for index, edge in enumerate(graph.edges):
            head = graph.head(index, configuration)
            tail = edge.tail if head == edge.head else edge.head
            yield f"edge {edge.name} {edge.weight} {tail} {head}"
        if target is not None:
            yield f"target {graph.edges[target].name}"

    return "".join(f"{line}\n" for line in lines())


def read_question(text: str) -> tuple[ConstraintGraph, int]:
    r"""Return the graph of a text and its target edge, or raise `ParseError` [NC3].

    >>> read_question("vertex s free\nvertex t free\nedge a 2 s t\ntarget a\n")[1]
    0
    """
    graph, target = _read(text)
    if target is None:
        raise ParseError("NC3", f"no target edge; {_TARGET}", text.count("\n") + 1, None)
    return graph, graph.index(target)


def read_graph(text: str) -> ConstraintGraph:
    r"""Return the graph of a text.

    Raises `ParseError`: [NC1] malformed line; [NC2] malformed, repeated or unknown name, or a loop; [NC3] a target
    that is no edge, or a second one. Raises `GraphError` for a graph that is not legal.

    >>> read_graph("vertex p and\nedge a 3 p p\n")
    Traceback (most recent call last):
    sokospec.errors.ParseError: line 2, column 8: '3' is not a weight; write 'edge NAME 1|2 TAIL HEAD' [NC1]
    """
    return _read(text)[0]


def _read(text: str) -> tuple[ConstraintGraph, str | None]:
    vertices: dict[str, VertexKind] = {}
    edges: dict[str, Edge] = {}
    target: str | None = None
    for number, line in enumerate(text.split("\n"), 1):
        words = words_of(line, number)
        if not words or words[0].text.startswith("#"):
            continue
        if words[0].text == "vertex":
            if len(words) != 3 or words[2].text not in _KINDS:
                raise words[0].error("NC1", f"this is not a vertex; {_VERTEX}")
            vertices[_new(words[1], vertices)] = _KINDS[words[2].text]
        elif words[0].text == "edge":
            if len(words) != 5:
                raise words[0].error("NC1", f"this is not an edge; {_EDGE}")
            name, weight, tail, head = words[1:]
            if weight.text not in ("1", "2"):
                raise weight.error("NC1", f"{weight.text!r} is not a weight; {_EDGE}")
            for end in (tail, head):
                if end.text not in vertices:
                    raise end.error("NC2", f"there is no vertex {end.text}; give it a line before its edges")
            if tail.text == head.text:
                raise head.error("NC2", "the edge joins a vertex to itself; name two vertices")
            edges[_new(name, edges)] = Edge(name.text, int(weight.text), tail.text, head.text)
        elif words[0].text == "target":
            if len(words) != 2 or target is not None:
                raise words[0].error("NC3", f"this is not the only target; {_TARGET}")
            target = words[1].text
            if target not in edges:
                raise words[1].error("NC3", f"there is no edge {target} before this line; {_TARGET}")
        else:
            raise words[0].error("NC1", f"this is neither a vertex nor an edge; {_VERTEX}, or {_EDGE}")
    return ConstraintGraph(vertices, tuple(edges.values())), target


def _new(word: Word, names: dict[str, VertexKind] | dict[str, Edge]) -> str:
    if not _NAME.fullmatch(word.text):
        raise word.error("NC2", f"{word.text!r} is not a name; use letters, digits and _")
    if word.text in names:
        raise word.error("NC2", f"{word.text} is there twice; give one of them another name")
    return word.text
