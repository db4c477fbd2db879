"""Drawing of a network in the plane with few crossings.

A new wire follows a cheapest path in the dual graph; then tiles are reinserted while that helps. A crossing costs the
product of its wires' numbers of directions.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeVar

from sokogen.draws import below, shuffle
from sokogen.reductions.embedding.embedding import Centre, Crossing, Hub, PlaneGraph, Port
from sokogen.reductions.gadgets.network import Flow, Network, Ways

_T = TypeVar("_T")


@dataclass(slots=True)
class PlaneDrawing:
    """Plane graph, with the vertex of each port."""

    plane: PlaneGraph
    network: Network
    ports: dict[tuple[str, str], int]
    flows: dict[tuple[str, str], Flow]
    trees: dict[str, set[tuple[str, str]]]  # for each net the ports that its tree joins

    def copy(self) -> PlaneDrawing:
        trees = {net: tree.copy() for net, tree in self.trees.items()}
        return PlaneDrawing(self.plane.copy(), self.network, self.ports.copy(), self.flows, trees)

    def ways(self) -> dict[int, Ways]:
        """Return the ways of every wire edge e, onward along its dart 2e.

        A direction is needed if a port on the near side lets the player in and one on the far side lets him out.
        """
        found: dict[int, Ways] = {}
        roots: dict[str, int] = {}
        for vertex in self.ports.values():
            for dart in self.plane.rotation[vertex]:
                if (net := self.plane.net[dart >> 1]) is not None:
                    roots.setdefault(net, dart)
        for root in roots.values():
            self._ways_of(root, found)
        return found

    def _ways_of(self, root: int, found: dict[int, Ways]) -> None:
        plane = self.plane
        order: list[tuple[int, list[int]]] = []  # a dart, and those that go on behind it
        waiting = [root]
        while waiting:
            dart = waiting.pop()
            vertex = plane.head[dart]
            label = plane.label[vertex]
            if (onward := plane.onward(dart)) is not None:
                behind = [onward]
            elif isinstance(label, Hub):
                behind = [other for other in plane.rotation[vertex] if other != dart ^ 1]
            else:
                behind = []
            order.append((dart, behind))
            waiting += behind
        comes: dict[int, int] = {}
        goes: dict[int, int] = {}
        for dart, behind in reversed(order):
            label = plane.label[plane.head[dart]]
            flow = self.flows[label] if isinstance(label, Port) else None
            comes[dart] = sum(comes[one] for one in behind) + (flow in (Flow.IN, Flow.BOTH))
            goes[dart] = sum(goes[one] for one in behind) + (flow in (Flow.OUT, Flow.BOTH))
        first = plane.label[plane.head[root ^ 1]]
        assert isinstance(first, Port)
        flow = self.flows[first]
        all_come = comes[root] + (flow in (Flow.IN, Flow.BOTH))
        all_go = goes[root] + (flow in (Flow.OUT, Flow.BOTH))
        for dart, _ in order:
            onward = all_come > comes[dart] and goes[dart] > 0
            back = comes[dart] > 0 and all_go > goes[dart]
            found[dart >> 1] = Ways(back, onward) if dart & 1 else Ways(onward, back)

    def price(self) -> int:
        ways = self.ways()
        plane = self.plane
        return sum(
            ways[darts[0] >> 1].lanes * ways[darts[1] >> 1].lanes
            for vertex, darts in plane.rotation.items()
            if isinstance(plane.label[vertex], Crossing)
        )


class _Maker:
    def __init__(self, network: Network, order: Mapping[str, Sequence[str]], rng: Random) -> None:
        self.network = network
        self.order = order
        self.rng = rng
        flows = {end.place: end.flow for net in network.nets.values() for end in net}
        self.drawing = PlaneDrawing(PlaneGraph(), network, {}, flows, {net: set() for net in network.nets})

    def place_all(self) -> PlaneDrawing:
        left = [tile.name for tile in self.network.tiles]
        shuffle(self.rng, left)
        first = left.pop()
        self.add_star(first, mirrored=False)
        for port in self.order[first]:
            self.join((first, port))
        while left:
            left.sort(key=self.ports_in_drawing)
            self.put(left.pop())
        return self.drawing

    def improve(self, rounds: int) -> PlaneDrawing:
        price = self.drawing.price()
        for _ in range(rounds):
            before = price
            names = [tile.name for tile in self.network.tiles]
            shuffle(self.rng, names)
            for name in names:
                if not price:
                    return self.drawing
                price = self.try_change(price, self.move, name)
            for place in list(self.drawing.ports):
                if price:
                    price = self.try_change(price, self.rewire, place)
            if price == before:
                break
        return self.drawing

    def try_change(self, price: int, change: Callable[[_T], bool], what: _T) -> int:
        old = self.drawing.copy()
        if change(what) and (new := self.drawing.price()) <= price:
            return new
        self.drawing = old
        return price

    def move(self, name: str) -> bool:
        if not self.take_out(name):
            return False
        self.put(name)
        return True

    def rewire(self, place: tuple[str, str]) -> bool:
        if not self.take_wire_out(place) or not self.drawing.plane.is_connected():
            return False
        self.connect(place)
        return True

    def ports_in_drawing(self, tile: str) -> int:
        return sum(self.is_drawn(net) for net in self.nets(tile))

    def nets(self, tile: str) -> list[str]:
        return [self.network.net_of[tile, port] for port in self.order[tile]]

    def is_drawn(self, net: str) -> bool:
        return bool(self.drawing.trees[net])

    def add_star(self, tile: str, *, mirrored: bool) -> None:
        plane, ports = self.drawing.plane, self.order[tile]
        centre = plane.vertex(Centre(tile, mirrored))
        for port in reversed(ports) if mirrored else ports:
            vertex = self.drawing.ports[tile, port] = plane.vertex(Port(tile, port))
            plane.connect(centre, None, vertex, None, None)

    def put(self, tile: str) -> None:
        ports = [port for port in self.order[tile] if self.is_drawn(self.network.net_of[tile, port])]
        faces = _Faces(self.drawing)
        far = {port: faces.distances(self.network.net_of[tile, port], self.drawing.flows[tile, port]) for port in ports}
        scores = sorted(
            (sum(far[port][face][0] for port in ports), below(self.rng, 1000), face) for face in range(len(faces.darts))
        )
        best: tuple[int, PlaneDrawing] | None = None
        start = self.drawing
        for _, _, face in scores[:3]:
            for mirrored in (False, True) if len(self.order[tile]) > 2 else (False,):
                for _ in range(2):
                    self.drawing = start.copy()
                    self.add_star(tile, mirrored=mirrored)
                    order = ports[:]
                    shuffle(self.rng, order)
                    for index, port in enumerate(order):
                        self.connect((tile, port), face if index == 0 else None)
                    for port in self.order[tile]:
                        if port not in ports:
                            self.join((tile, port))
                    price = self.drawing.price()
                    if best is None or price < best[0]:
                        best = (price, self.drawing)
        assert best is not None
        self.drawing = best[1]

    def join(self, place: tuple[str, str]) -> None:
        net = self.network.net_of[place]
        if self.is_drawn(net):
            self.connect(place)
        else:
            self.drawing.trees[net].add(place)

    def connect(self, place: tuple[str, str], face: int | None = None) -> None:
        plane = self.drawing.plane
        net = self.network.net_of[place]
        vertex = self.drawing.ports[place]
        faces = _Faces(self.drawing, without=place if face is not None else None)
        start = faces.of[plane.rotation[vertex][0]] if face is None else face
        distances = faces.distances(net, self.drawing.flows[place])
        while (step := distances[start][1]) is not None:
            crossing = plane.split(step, Crossing())
            back, on = plane.rotation[crossing]
            edge = plane.connect(vertex, None, crossing, on, net)
            # Clockwise: back along the crossed wire, where we came from, on along it, and last where we go.
            assert plane.rotation[crossing] == [back, 2 * edge + 1, on]
            vertex = crossing
            start = faces.of[step ^ 1]
        target = faces.targets(net)[start]
        label = plane.label[plane.head[target ^ 1]]
        tail = plane.head[target ^ 1]
        if (isinstance(label, Port) and len(plane.rotation[tail]) == 1) or isinstance(label, Hub):
            plane.connect(vertex, None, tail, target, net)
        else:
            hub = plane.split(target, Hub())
            plane.connect(vertex, None, hub, plane.rotation[hub][1], net)
        self.drawing.trees[net].add(place)

    def take_wire_out(self, place: tuple[str, str]) -> bool:
        plane = self.drawing.plane
        vertex = self.drawing.ports[place]
        self.drawing.trees[self.network.net_of[place]].discard(place)
        wires = [dart for dart in plane.rotation[vertex] if plane.net[dart >> 1] is not None]
        if not wires:
            return False
        darts = list(plane.wire(wires[0]))
        ends = [plane.head[dart] for dart in darts]
        for dart in darts:
            plane.remove_edge(dart >> 1)
        for end in ends:
            if not isinstance(plane.label[end], Port) and len(plane.rotation[end]) == 2:
                plane.smooth(end)
        return True

    def take_out(self, tile: str) -> bool:
        plane = self.drawing.plane
        for port in self.order[tile]:
            self.take_wire_out((tile, port))
        centre = next(
            vertex for vertex, label in plane.label.items() if isinstance(label, Centre) and label.tile == tile
        )
        for port in self.order[tile]:
            vertex = self.drawing.ports.pop((tile, port))
            plane.remove_edge(plane.rotation[vertex][0] >> 1)
            del plane.rotation[vertex], plane.label[vertex]
        del plane.rotation[centre], plane.label[centre]
        return plane.is_connected()


class _Faces:
    def __init__(self, drawing: PlaneDrawing, without: tuple[str, str] | None = None) -> None:
        self.drawing = drawing
        self.plane = plane = drawing.plane
        self.darts = plane.faces()
        if without is not None:
            # The star of the new tile is not yet connected; its own face does not count, so that numbers stay the same.
            own = {vertex for place, vertex in drawing.ports.items() if place[0] == without[0]}
            self.darts = [face for face in self.darts if not any(plane.head[dart] in own for dart in face)]
        self.of = {dart: number for number, face in enumerate(self.darts) for dart in face}
        self.ways = drawing.ways()

    def targets(self, net: str) -> dict[int, int]:
        found: dict[int, tuple[int, int]] = {}
        plane = self.plane
        places = {self.drawing.ports[place] for place in self.drawing.trees[net]}
        for number, face in enumerate(self.darts):
            for dart in face:
                tail = plane.head[dart ^ 1]
                rank = None
                if tail in places and len(plane.rotation[tail]) == 1:
                    rank = 0
                elif plane.net[dart >> 1] == net:
                    rank = 0 if isinstance(plane.label[tail], Hub) else 1
                if rank is not None and (number not in found or rank < found[number][0]):
                    found[number] = (rank, dart)
        return {number: dart for number, (_, dart) in found.items()}

    def distances(self, net: str, flow: Flow) -> list[tuple[int, int | None]]:
        lanes = 2 if flow is Flow.BOTH else 1
        found: list[tuple[int, int | None]] = [(10**6, None)] * len(self.darts)
        waiting: list[tuple[int, int, int]] = []
        for face in self.targets(net):
            found[face] = (0, None)
            waiting.append((0, face, 0))
        heapq.heapify(waiting)
        plane = self.plane
        while waiting:
            price, face, _ = heapq.heappop(waiting)
            if price > found[face][0]:
                continue
            for dart in self.darts[face]:
                crossed = plane.net[dart >> 1]
                if crossed is None or crossed == net:
                    continue
                other = self.of[dart ^ 1]
                more = price + lanes * self.ways[dart >> 1].lanes
                if more < found[other][0]:
                    found[other] = (more, dart ^ 1)
                    heapq.heappush(waiting, (more, other, 0))
        return found


def planarise(
    network: Network, order: Mapping[str, Sequence[str]], *, tries: int, rounds: int, seed: int
) -> PlaneDrawing:
    """Return the cheapest of `tries` drawings."""
    best: tuple[int, PlaneDrawing] | None = None
    for number in range(tries):
        maker = _Maker(network, order, Random(f"{seed} {number}"))
        maker.place_all()
        drawing = maker.improve(rounds)
        price = drawing.price()
        if best is None or price < best[0]:
            best = (price, drawing)
        if not price:
            break
    assert best is not None
    return best[1]
