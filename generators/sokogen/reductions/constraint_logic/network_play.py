"""Gadget network of a constraint graph (docs/background/machines.md), and its winning play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from sokogen.reductions.constraint_logic.constraint_graph import ConstraintGraph, Edge, VertexKind
from sokogen.reductions.gadgets.building import FactBuilder
from sokogen.reductions.gadgets.network import Network, Step
from sokogen.reductions.gadgets.playing import NetworkPlayer
from sokogen.reductions.meanings import NetworkMeaning

HALL = "hall"
REVERSED = "reversed"
_WIN = "win"
_HOME = "p"


class _GraphNames(StrEnum):
    """Prefixes of tile names.

    >>> _GraphNames.GUARD.of("a", "p", "b"), _GraphNames.TURN.of("a", "p"), _GraphNames.PLUG.of("a")
    ('g.a.p.b', 't.a.p', 'p.a')
    """

    GUARD = "g"  # edge, vertex, other edge: the latch that asks for the other edge at the vertex before the edge leaves
    TURN = "t"  # edge, vertex: the latch behind which an edge that is directed to the vertex can be turned away
    AWAY = "a"  # edge, vertex: the diode at the end of the lane on which an edge is turned away from the vertex
    LEAVE = "l"  # edge, vertex: the diode back into the hall from where an edge is directed to the vertex
    PLUG = "p"  # edge: the plug that opens to where the edge is reversed

    def of(self, *names: str) -> str:
        return ".".join([self, *names])


@dataclass(frozen=True)
class GraphNetwork:
    """Graph, its target edge, and its network with latches in lane order."""

    graph: ConstraintGraph
    target: int
    network: Network
    latches: dict[tuple[str, str], list[str]]

    @property
    def meaning(self) -> NetworkMeaning:
        """Directions that nets and latches stand for.

        >>> from sokogen.reductions.constraint_logic.constraint_graph import Edge
        >>> graph = ConstraintGraph({"p": VertexKind.FREE, "q": VertexKind.FREE}, (Edge("a", 2, "p", "q"),))
        >>> meaning = network_of(graph, 0).meaning
        >>> meaning.start, meaning.nets["a to p"], meaning.nets["a off q"], meaning.latches["win"]
        ({'edge a': 'q'}, {'edge a': 'p'}, {'edge a': ''}, ('edge a', 'p'))
        """
        nets = {}
        for edge, vertex in self.latches:
            nets[_direction_net(edge, vertex)] = {f"edge {edge}": vertex}
            nets[_off(edge, vertex)] = {f"edge {edge}": ""}
        return NetworkMeaning(
            {f"edge {edge.name}": edge.head for edge in self.graph.edges},
            nets,
            {latch: (f"edge {edge}", vertex) for (edge, vertex), some in self.latches.items() for latch in some},
        )


def network_of(graph: ConstraintGraph, target: int) -> GraphNetwork:
    r"""Return a network that can be won if and only if the target edge can be reversed.

    >>> from sokogen.reductions.constraint_logic.constraint_graph import Edge
    >>> graph = ConstraintGraph({"p": VertexKind.FREE, "q": VertexKind.FREE}, (Edge("a", 2, "p", "q"),))
    >>> lines = str(network_of(graph, 0).network).splitlines()
    >>> print(*lines[:2], *lines[-2:], sep="\n")
    t.a.p: LATCH, from s2 to s2
    l.a.p: DIODE, from way to way
    a off q: t.a.q.A a.a.q.A
    the player starts in hall
    """
    return _GraphBuilder(graph, target).build_graph()


class _GraphBuilder(FactBuilder[tuple[str, str]]):
    def __init__(self, graph: ConstraintGraph, target: int) -> None:
        super().__init__()
        self.graph = graph
        self.target = target
        self.head = {edge.name: edge.head for edge in graph.edges}

    def build_graph(self) -> GraphNetwork:
        for index, edge in enumerate(self.graph.edges):
            for vertex in (edge.tail, edge.head):
                ready = self.add_guard(index, vertex)
                self.add_reader(
                    _GraphNames.TURN.of(edge.name, vertex),
                    (edge.name, vertex),
                    ready,
                    _direction_net(edge.name, vertex),
                )
                self.diode(_GraphNames.LEAVE.of(edge.name, vertex), _direction_net(edge.name, vertex), HALL)
            self.plug(_GraphNames.PLUG.of(edge.name), REVERSED, _direction_net(edge.name, edge.tail))
        target = self.graph.edges[self.target]
        self.add_reader(_WIN, (target.name, target.tail), HALL, REVERSED)
        for edge in self.graph.edges:
            for vertex, other in ((edge.tail, edge.head), (edge.head, edge.tail)):
                end = _off(edge.name, vertex)
                self.add_fact_lane((edge.name, vertex), end)
                self.diode(_GraphNames.AWAY.of(edge.name, vertex), end, _direction_net(edge.name, other))
        self.plug(_HOME, REVERSED, HALL)
        return GraphNetwork(self.graph, self.target, self.build(HALL), self.latches)

    def add_guard(self, index: int, vertex: str) -> str:
        edge = self.graph.edges[index]
        ready = f"{edge.name} may leave {vertex}"
        kind = self.graph.vertices[vertex]
        others = [self.graph.edges[one] for one in self.graph.edges_of[vertex] if one != index]
        if kind is VertexKind.FREE:
            return HALL
        if kind is VertexKind.OR:
            for other in others:
                self.add_reader(_GraphNames.GUARD.of(edge.name, vertex, other.name), (other.name, vertex), HALL, ready)
        elif edge.weight == 2:
            first, second = (other.name for other in others)
            between = f"{first} is at {vertex}"
            self.add_reader(_GraphNames.GUARD.of(edge.name, vertex, first), (first, vertex), HALL, between)
            self.add_reader(_GraphNames.GUARD.of(edge.name, vertex, second), (second, vertex), between, ready)
        else:
            heavy = next(other.name for other in others if other.weight == 2)
            self.add_reader(_GraphNames.GUARD.of(edge.name, vertex, heavy), (heavy, vertex), HALL, ready)
        return ready

    def holds_at_first(self, fact: tuple[str, str]) -> bool:
        edge, vertex = fact
        return self.head[edge] == vertex

    def net_of(self, fact: tuple[str, str]) -> str:
        return _direction_net(*fact)


def _direction_net(edge: str, vertex: str) -> str:
    return f"{edge} to {vertex}"


def _off(edge: str, vertex: str) -> str:
    return f"{edge} off {vertex}"


def play_reversals(made: GraphNetwork, reversals: Sequence[int]) -> Iterator[Step]:
    """Yield the steps that win for reversals ending with the target edge, or raise `SokobanError`.

    >>> from sokogen.reductions.constraint_logic.constraint_graph import ConstraintGraph
    >>> from sokogen.reductions.constraint_logic.network_play import network_of
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
        yield self.through(_WIN, "I", "B")
        yield self.through(_HOME, "V", "V")
        edges = self.graph.edges
        target = edges[self.made.target]
        for edge in edges:
            if edge is not target:
                yield from self.restore(edge)
                yield self.through(_GraphNames.LEAVE.of(edge.name, edge.head), "A", "B")
                yield self.through(_WIN, "I", "B")
        yield from self.restore(target)
        self.finish()

    def reversal(self, index: int) -> Iterator[Step]:
        edge = self.graph.edges[index]
        vertex = self.graph.head(index, self.configuration)
        other = edge.tail if vertex == edge.head else edge.head
        for needed in self.supporters(index, vertex):
            yield self.through(_GraphNames.GUARD.of(edge.name, vertex, self.graph.edges[needed].name), "I", "B")
        yield self.through(_GraphNames.TURN.of(edge.name, vertex), "I", "B")
        yield from self.turn(edge.name, vertex, other)
        yield self.through(_GraphNames.LEAVE.of(edge.name, other), "A", "B")
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
        yield self.through(_GraphNames.AWAY.of(edge, vertex), "A", "B")
        for latch in self.made.latches[edge, other]:
            if self.state[latch] != "s0":
                yield self.through(latch, "O", "O")

    def restore(self, edge: Edge) -> Iterator[Step]:
        yield self.through(_GraphNames.PLUG.of(edge.name), "V", "W")
        yield from self.turn(edge.name, edge.tail, edge.head)
