"""Winning play of a constraint graph's network."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sokogen.reductions.constraint_logic.constraint_graph import Edge, VertexKind
from sokogen.reductions.constraint_logic.graph_network import HOME, WIN, GraphNames, GraphNetwork
from sokogen.reductions.gadgets.network import Step
from sokogen.reductions.gadgets.playing import NetworkPlayer


def play_reversals(made: GraphNetwork, reversals: Sequence[int]) -> Iterator[Step]:
    """Yield the steps that win for reversals ending with the target edge, or raise `SokobanError`.

    >>> from sokogen.reductions.constraint_logic.constraint_graph import ConstraintGraph
    >>> from sokogen.reductions.constraint_logic.graph_network import network_of
    >>> graph = ConstraintGraph({"p": VertexKind.FREE, "q": VertexKind.FREE}, (Edge("a", 2, "p", "q"),))
    >>> play = list(play_reversals(network_of(graph, 0), [0]))
    >>> print(*play[:6], sep="; ")
    t.a.q: I->B [s1]; t.a.q: O->O [s0]; t.a.q: C->A [s2]; a.a.q: A->B [way]; t.a.p: O->O [s0]; win: O->O [s0]
    >>> len(play)
    15
    """
    yield from _GraphPlayer(made).play(reversals)


class _GraphPlayer(NetworkPlayer):
    def __init__(self, made: GraphNetwork) -> None:
        super().__init__(made.network)
        self.made = made
        self.graph = made.graph
        self.configuration = 0

    def play(self, reversals: Sequence[int]) -> Iterator[Step]:
        for index in reversals:
            yield from self.reversal(index)
        yield self.through(WIN, "I", "B")
        yield self.through(HOME, "V", "V")
        edges = self.graph.edges
        target = edges[self.made.target]
        for edge in edges:
            if edge is not target:
                yield from self.restore(edge)
                yield self.through(GraphNames.LEAVE.of(edge.name, edge.head), "A", "B")
                yield self.through(WIN, "I", "B")
        yield from self.restore(target)
        self.finish()

    def reversal(self, index: int) -> Iterator[Step]:
        edge = self.graph.edges[index]
        vertex = self.graph.head(index, self.configuration)
        other = edge.tail if vertex == edge.head else edge.head
        for needed in self.supporters(index, vertex):
            yield self.through(GraphNames.GUARD.of(edge.name, vertex, self.graph.edges[needed].name), "I", "B")
        yield self.through(GraphNames.TURN.of(edge.name, vertex), "I", "B")
        yield from self.turn(edge.name, vertex, other)
        yield self.through(GraphNames.LEAVE.of(edge.name, other), "A", "B")
        self.configuration ^= 1 << index

    def supporters(self, index: int, vertex: str) -> list[int]:
        kind, edges = self.graph.vertices[vertex], self.graph.edges
        others = [one for one in self.graph.edges_of[vertex] if one != index]
        if kind is VertexKind.FREE:
            return []
        if kind is VertexKind.OR:
            return [one for one in others if self.graph.head(one, self.configuration) == vertex][:1] or others[:1]
        return others if edges[index].weight == 2 else [one for one in others if edges[one].weight == 2]

    def turn(self, edge: str, vertex: str, other: str) -> Iterator[Step]:
        for latch in self.made.latches[edge, vertex]:
            if self.state[latch] == "s1":
                yield self.through(latch, "O", "O")
        for latch in self.made.latches[edge, vertex]:
            yield self.through(latch, "C", "A")
        yield self.through(GraphNames.AWAY.of(edge, vertex), "A", "B")
        for latch in self.made.latches[edge, other]:
            if self.state[latch] != "s0":
                yield self.through(latch, "O", "O")

    def restore(self, edge: Edge) -> Iterator[Step]:
        yield self.through(GraphNames.PLUG.of(edge.name), "V", "W")
        yield from self.turn(edge.name, edge.tail, edge.head)
