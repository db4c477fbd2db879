"""Box moves of a layout for each reversal of an edge.

In an AND the box of b must come in before that of a, but the edges may be reversed in any order. So while c is directed
in, the box of a is *held out*. It comes in just before c goes out, and goes out again just after c comes back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sokogen.reductions.box_edges.box_layout import BoxLayout, TrackSquares
from sokogen.reductions.constraint_logic.constraint_graph import ConstraintGraph
from sokospec.board import Square

Shift = Sequence[Square]
"""The squares of a box, from one push to the next."""


class HeldEdges:
    """Directions of edges, and held boxes."""

    def __init__(self, graph: ConstraintGraph, layout: BoxLayout) -> None:
        self.layout = layout
        self.cut = layout.cut
        self.head = {edge: head for edge, (_, head) in self.cut.ends.items()}
        self.heavy = {}
        for name in layout.held:
            edges = [edge for edge in graph.edges_of[name] if graph.edges[edge].weight == 2]
            (self.heavy[name],) = edges
        # The target edge is not joined to its tail any more: for its tail it is directed out for ever.
        self.released = {name for name, edge in self.heavy.items() if self.head.get(edge) != name}

    def boxes(self) -> Iterator[Square]:
        for edge, tracks in self.layout.tracks.items():
            tail, head = self.cut.ends[edge]
            places = [0 if self.head[edge] == head else -1] * len(tracks)
            for name, index, place in ((tail, 0, 0), (head, len(tracks) - 1, -1)):
                if self.is_held_out(name, edge):
                    places[index] = place
            for squares, place in zip(tracks, places, strict=True):
                yield squares[place]

    def is_held_out(self, name: str, edge: int) -> bool:
        return self.layout.held.get(name) == edge and name not in self.released

    def reverse(self, edge: int) -> Iterator[Shift]:
        """Reverse an edge and yield the box moves."""
        leaves = self.head[edge]
        tail, head = self.cut.ends[edge]
        reaches = tail if leaves == head else head
        if self.heavy.get(leaves) == edge:
            yield self._hold(leaves, out=False)
        tracks = self._from(edge, leaves)
        yield from tracks[self.is_held_out(leaves, edge) : len(tracks) - self.is_held_out(reaches, edge)]
        self.head[edge] = reaches
        if self.heavy.get(reaches) == edge:
            yield self._hold(reaches, out=True)

    def _hold(self, name: str, *, out: bool) -> Shift:
        (self.released.discard if out else self.released.add)(name)
        squares = self._from(self.layout.held[name], name)[0]
        return squares if out else squares[::-1]

    def _from(self, edge: int, name: str) -> list[TrackSquares]:
        tracks = self.layout.tracks[edge]
        if self.cut.ends[edge][0] == name:
            return [squares[::-1] for squares in tracks]
        return list(reversed(tracks))
