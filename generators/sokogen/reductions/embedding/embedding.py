"""Combinatorial plane graphs: the cyclic order of darts at each vertex, which determines the faces.

Edge e has two *darts*, 2e and 2e + 1. Each vertex lists its outgoing darts clockwise. The face of a dart is on its
left.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from sokogen.reductions.gadgets.tracing import closure


class Port(NamedTuple):
    """Vertex for a tile's port."""

    tile: str
    port: str


class Centre(NamedTuple):
    """Vertex for a tile; no wire may cross its edges."""

    tile: str
    mirrored: bool


class Hub(NamedTuple):
    """Vertex where a net forks."""


class Crossing(NamedTuple):
    """Vertex where two wires cross; their darts alternate."""


_Label = Port | Centre | Hub | Crossing


@dataclass(slots=True)
class PlaneGraph:
    """Mutable plane graph.

    >>> plane = PlaneGraph()
    >>> a, b = plane.vertex(Hub()), plane.vertex(Hub())
    >>> edge = plane.connect(a, None, b, None, "net")
    >>> middle = plane.split(2 * edge, Hub())
    >>> len(plane.rotation[middle]), len(plane.faces())
    (2, 1)
    """

    rotation: dict[int, list[int]] = field(default_factory=dict)
    head: dict[int, int] = field(default_factory=dict)
    net: dict[int, str | None] = field(default_factory=dict)
    label: dict[int, _Label] = field(default_factory=dict)
    vertices: int = 0
    edges: int = 0

    def copy(self) -> PlaneGraph:
        rotation = {vertex: darts[:] for vertex, darts in self.rotation.items()}
        return PlaneGraph(rotation, self.head.copy(), self.net.copy(), self.label.copy(), self.vertices, self.edges)

    def vertex(self, label: _Label) -> int:
        self.vertices += 1
        self.rotation[self.vertices] = []
        self.label[self.vertices] = label
        return self.vertices

    def connect(self, tail: int, before: int | None, head: int, before_head: int | None, net: str | None) -> int:
        """Add an edge; its darts come before the given ones, or last."""
        self.edges += 1
        edge = self.edges
        self.net[edge] = net
        self.head[2 * edge], self.head[2 * edge + 1] = head, tail
        for vertex, dart, place in ((tail, 2 * edge, before), (head, 2 * edge + 1, before_head)):
            darts = self.rotation[vertex]
            darts.insert(len(darts) if place is None else darts.index(place), dart)
        return edge

    def split(self, dart: int, label: _Label) -> int:
        """Insert a vertex on an edge; its first dart leads back to the dart's tail."""
        self.edges += 1
        new = self.edges
        self.net[new] = self.net[dart >> 1]
        middle = self.vertex(label)
        head = self.head[dart]
        darts = self.rotation[head]
        darts[darts.index(dart ^ 1)] = 2 * new + 1
        self.head[dart], self.head[2 * new], self.head[2 * new + 1] = middle, head, middle
        self.rotation[middle] = [dart ^ 1, 2 * new]
        return middle

    def smooth(self, vertex: int) -> None:
        one, other = self.rotation[vertex]
        far = self.head[other]
        self.head[one ^ 1] = far
        darts = self.rotation[far]
        darts[darts.index(other ^ 1)] = one
        self._forget(other >> 1)
        del self.rotation[vertex], self.label[vertex]

    def remove_edge(self, edge: int) -> None:
        for dart in (2 * edge, 2 * edge + 1):
            self.rotation[self.head[dart ^ 1]].remove(dart)
        self._forget(edge)

    def _forget(self, edge: int) -> None:
        del self.net[edge], self.head[2 * edge], self.head[2 * edge + 1]

    def faces(self) -> list[list[int]]:
        after: dict[int, int] = {}
        for darts in self.rotation.values():
            for index, dart in enumerate(darts):
                after[darts[index - 1] ^ 1] = dart
        found: list[list[int]] = []
        while after:
            first, dart = next(iter(after.items()))
            face = [first]
            del after[first]
            while dart != first:
                face.append(dart)
                dart = after.pop(dart)
            found.append(face)
        return found

    def onward(self, dart: int) -> int | None:
        vertex = self.head[dart]
        if not isinstance(self.label[vertex], Crossing):
            return None
        darts = self.rotation[vertex]
        return darts[(darts.index(dart ^ 1) + 2) % 4]

    def wire(self, dart: int) -> Iterator[int]:
        """Yield the darts of a wire through crossings."""
        onward: int | None = dart
        while onward is not None:
            yield onward
            onward = self.onward(onward)

    def is_connected(self) -> bool:
        first = next(iter(self.rotation))
        return (
            closure([first], lambda vertex: map(self.head.__getitem__, self.rotation[vertex])) == self.rotation.keys()
        )
