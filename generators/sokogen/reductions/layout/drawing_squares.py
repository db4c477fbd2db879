"""Compact drawing of a plane graph."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

from sokogen.draws import below
from sokogen.reductions.embedding.embedding import Centre, Crossing, Hub, PlaneGraph, Port
from sokogen.reductions.embedding.planarisation import PlaneDrawing
from sokogen.reductions.embedding.st_order import Rows, Upward, assign_rows, make_biconnected, upward
from sokogen.reductions.gadgets.crossover import OUTSIDE
from sokogen.reductions.gadgets.network import Tile, Ways
from sokogen.reductions.layout.crossover_part import CROSSOVER, crossover_part, part_of
from sokogen.reductions.layout.parts import port_squares
from sokogen.reductions.layout.port_routing import Box, put_in_box
from sokogen.reductions.layout.sheet import CORRIDOR, Sheet
from sokogen.reductions.layout.wires import start_port
from sokospec.board import Direction, Square, neighbour


class _GraphPart(NamedTuple):
    """Kind of a part, its tiles in order, and whether it is mirrored."""

    kind: str
    tiles: tuple[Tile, ...]
    mirrored: bool = False


@dataclass(slots=True)
class _PartGraph:
    """Plane graph of parts and hubs; `port` maps a dart to its part's port."""

    plane: PlaneGraph = field(default_factory=PlaneGraph)
    part: dict[int, _GraphPart] = field(default_factory=dict)
    port: dict[int, str] = field(default_factory=dict)
    crossovers: int = 0
    start: tuple[str, str] = ("", "")


def graph_of(drawing: PlaneDrawing) -> _PartGraph:
    """Return the graph of a drawing with crossovers for crossings."""
    graph = _PartGraph(start=start_port(drawing.network))
    plane = drawing.plane
    new = graph.plane
    ways = drawing.ways()
    rotation: dict[int, list[int]] = {}

    def vertex(darts: Sequence[int], label: Centre | Hub | Crossing) -> int:
        made = new.vertex(label)
        rotation[made] = list(darts)
        return made

    inner = max(plane.net, default=0) * 2 + 2  # numbers for darts inside crossings
    for old, label in plane.label.items():
        if isinstance(label, Centre):
            darts = []
            for spoke in plane.rotation[old]:
                port = plane.head[spoke]
                name = plane.label[port]
                assert isinstance(name, Port)
                for dart in plane.rotation[port]:
                    if dart != spoke ^ 1:
                        darts.append(dart)
                        graph.port[dart] = name.port
            tile = drawing.network.tile[label.tile]
            graph.part[vertex(darts, label)] = _GraphPart(tile.kind, (tile,), label.mirrored)
        elif isinstance(label, Hub):
            vertex(plane.rotation[old], label)
        elif isinstance(label, Crossing):
            inner = _cross(graph, vertex, plane.rotation[old], ways, inner)
    return _assemble(graph, rotation, plane)


def _assemble(graph: _PartGraph, rotation: Mapping[int, Sequence[int]], plane: PlaneGraph) -> _PartGraph:
    tail = {dart: vertex for vertex, darts in rotation.items() for dart in darts}
    number: dict[int, int] = {}
    for dart in tail:
        if not dart & 1:
            graph.plane.edges += 1
            edge = graph.plane.edges
            number[dart], number[dart ^ 1] = 2 * edge, 2 * edge + 1
            graph.plane.net[edge] = plane.net.get(dart >> 1) or "inside"
            graph.plane.head[2 * edge], graph.plane.head[2 * edge + 1] = tail[dart ^ 1], tail[dart]
    for vertex, darts in rotation.items():
        graph.plane.rotation[vertex] = [number[dart] for dart in darts]
    graph.port = {number[dart]: port for dart, port in graph.port.items()}
    for edge in list(graph.plane.net):
        if graph.plane.head[2 * edge] == graph.plane.head[2 * edge + 1]:
            # A wire from a tile to itself becomes three wires, as the steps to come take no loops.
            far_port = graph.port.pop(2 * edge + 1)
            graph.plane.split(graph.plane.rotation[graph.plane.split(2 * edge, Hub())][1], Hub())
            graph.port[2 * graph.plane.edges + 1] = far_port
    return graph


def _cross(
    graph: _PartGraph,
    vertex: Callable[[Sequence[int], Centre | Hub | Crossing], int],
    around: Sequence[int],
    ways: Mapping[int, Ways],
    inner: int,
) -> int:
    west, north, east, south = around

    def directions(out: int) -> tuple[bool, ...]:
        one = ways[out >> 1]
        return (Ways(one.backward, one.onward) if out & 1 else one).directions()

    rows, columns = directions(east), directions(south)

    def edge() -> int:
        nonlocal inner
        inner += 2
        return inner - 2

    # across[i][j]: the dart that enters crossover (i, j) from the west, as seen from the west; down likewise.
    across = [[edge() for _ in range(len(columns) + 1)] for _ in rows]
    down = [[edge() for _ in range(len(rows) + 1)] for _ in columns]
    for lanes, single_first, single_last, all_lanes in (
        (rows, west, east, across),
        (columns, north, south, down),
    ):
        if len(lanes) == 1:
            all_lanes[0][0], all_lanes[0][-1] = single_first ^ 1, single_last
    if len(rows) == 2:
        vertex([west, across[0][0], across[1][0]], Hub())
        vertex([east, across[1][-1] ^ 1, across[0][-1] ^ 1], Hub())
    if len(columns) == 2:
        vertex([north, down[1][0], down[0][0]], Hub())
        vertex([south, down[0][-1] ^ 1, down[1][-1] ^ 1], Hub())
    for i, eastward in enumerate(rows):
        for j, southward in enumerate(columns):
            darts = [across[i][j] ^ 1, down[j][i] ^ 1, across[i][j + 1], down[j][i + 1]]
            # The part is passed from W to E and from S to N. Clockwise, W N E S lie as the darts do, from some turn on.
            turn = {(True, False): 0, (True, True): 1, (False, True): 2, (False, False): 3}[eastward, southward]
            made = vertex(darts, Crossing())
            graph.crossovers += 1
            tiles = (placed.tile for placed in crossover_part().tiles)
            named = (tile._replace(name=f"x{graph.crossovers}.{tile.name}") for tile in tiles)
            graph.part[made] = _GraphPart(CROSSOVER, tuple(named))
            for index, port in enumerate(OUTSIDE):
                graph.port[darts[(index + turn) % 4]] = port
    return inner


def draw(graph: _PartGraph, *, tries: int = 200, seed: int = 0) -> Sheet:
    """Return the smallest of `tries` drawings."""
    plane = graph.plane
    make_biconnected(plane)
    rng = Random(f"layout {seed}")
    edges = sorted(plane.net)
    best: tuple[int, Upward] | None = None
    for _ in range(tries):
        edge = edges[below(rng, len(edges))]
        found = upward(plane, 2 * edge + below(rng, 2), rng)
        guessed = {vertex: _guess_room(graph, found, vertex) for vertex in found.order}
        rows = assign_rows(plane, found, guessed)
        area = rows.height * rows.width
        if best is None or area < best[0]:
            best = (area, found)
    assert best is not None
    chosen = best[1]
    rooms = {vertex: _room(graph, chosen, vertex) for vertex in chosen.order}
    return _SheetPen(graph, chosen, assign_rows(plane, chosen, rooms)).sheet


def _guess_room(graph: _PartGraph, drawing: Upward, vertex: int) -> tuple[int, int]:
    if vertex not in graph.part:
        return 1, 1
    part = part_of(graph.part[vertex].kind)
    wires = len(_real(graph, drawing.up[vertex])) + len(_real(graph, drawing.down[vertex]))
    return part.height // 2 + 4 + wires, part.width // 2 + 5


def _room(graph: _PartGraph, drawing: Upward, vertex: int) -> tuple[int, int]:
    if vertex not in graph.part:
        return 1, 1
    box = _box(graph, drawing, vertex)
    return box.height + len(box.top) + len(box.bottom), box.width


def _real(graph: _PartGraph, darts: Sequence[int]) -> list[int]:
    return [dart for dart in darts if graph.plane.net[dart >> 1] is not None]


def _box(graph: _PartGraph, drawing: Upward, vertex: int) -> Box:
    part = graph.part[vertex]
    top = tuple(graph.port[dart] for dart in _real(graph, drawing.up[vertex]))
    bottom = tuple(graph.port[dart] for dart in _real(graph, drawing.down[vertex]))
    return put_in_box(part.kind, top, bottom, mirrored=part.mirrored)


class _SheetPen:
    def __init__(self, graph: _PartGraph, drawing: Upward, rows: Rows) -> None:
        self.graph, self.drawing, self.rows = graph, drawing, rows
        self.sheet = Sheet.empty(2 * rows.height + 3, 2 * rows.width + 3)
        ends: dict[int, list[int]] = {}
        for vertex in drawing.order:
            if vertex in graph.part:
                self.part(vertex, _box(graph, drawing, vertex), ends)
            else:
                self.hub(vertex, ends)
        for edge, levels in ends.items():
            low, high = sorted(levels)
            self.line((low, rows.column[edge]), (high, rows.column[edge]))
        self.mark_start()

    def square(self, point: tuple[int, int]) -> Square:
        return Square(2 * (self.rows.height - point[0]) + 1, 2 * point[1] + 1)

    def line(self, one: tuple[int, int], other: tuple[int, int]) -> None:
        (top, left), (bottom, right) = sorted((self.square(one), self.square(other)))
        left, right = sorted((left, right))
        for row in range(top, bottom + 1):
            for column in range(left, right + 1):
                self.sheet.corridor((row, column))

    def mark_start(self) -> None:
        name, port = self.graph.start
        for placed in self.sheet.tiles:
            if placed.tile.name == name:
                beside = [neighbour(port_squares(placed)[port], way) for way in Direction]
                self.sheet.marks["player"] = next(one for one in beside if self.sheet.owner[one] == CORRIDOR)

    def hub(self, vertex: int, ends: dict[int, list[int]]) -> None:
        row = self.rows.row[vertex]
        edges = [dart >> 1 for dart in _real(self.graph, (*self.drawing.up[vertex], *self.drawing.down[vertex]))]
        columns = [self.rows.column[edge] for edge in edges]
        self.line((row, min(columns)), (row, max(columns)))
        for edge in edges:
            ends.setdefault(edge, []).append(row)

    def part(self, vertex: int, box: Box, ends: dict[int, list[int]]) -> None:
        left, right = (self.rows.face[side] for side in self.drawing.sides(vertex))
        ups, downs = _real(self.graph, self.drawing.up[vertex]), _real(self.graph, self.drawing.down[vertex])
        floor = self.rows.row[vertex] + len(box.bottom)  # the row of points at the bottom of the box
        roof = floor + box.height - 1
        columns = [self.rows.column[dart >> 1] for dart in ups + downs]
        exits = [*box.top, *box.bottom]
        shifts = sorted(column - leave for column, leave in zip(columns, exits, strict=True))
        start = min(max(shifts[len(shifts) // 2], left + 1), right - box.width) if shifts else left + 1
        origin = self.square((roof, start))
        for placed, tile in zip(box.part.tiles, self.graph.part[vertex].tiles, strict=True):
            self.sheet.place(
                placed._replace(
                    tile=tile,
                    row=placed.row + box.corner.row + origin.row,
                    column=placed.column + box.corner.column + origin.column,
                )
            )
        for row, column in box.part.corridor:
            self.sheet.corridor((row + box.corner.row + origin.row, column + box.corner.column + origin.column))
        for row, column in box.squares:
            self.sheet.corridor((row + origin.row, column + origin.column))
        for darts, leaves, edge_row, way in ((ups, box.top, roof, 1), (downs, box.bottom, floor, -1)):
            targets = [self.rows.column[dart >> 1] for dart in darts]
            sources = [start + leave for leave in leaves]
            for dart, source, target, track in zip(darts, sources, targets, tracks(sources, targets), strict=True):
                level = edge_row + way * track
                self.line((edge_row, source), (level, source))
                self.line((level, source), (level, target))
                ends.setdefault(dart >> 1, []).append(level)


def tracks(sources: Sequence[int], targets: Sequence[int]) -> list[int]:
    """Return each wire's track, counted from the box, such that wires do not meet.

    Sources and targets are in order.

    >>> tracks([1, 2, 3], [4, 5, 6]), tracks([4, 5, 6], [1, 5, 7])
    ([3, 2, 1], [1, 0, 1])
    """
    found = [0] * len(sources)
    for turn, indices in ((1, reversed(range(len(sources)))), (-1, iter(range(len(sources))))):
        count = 0
        for index in indices:
            if (targets[index] - sources[index]) * turn > 0:
                count += 1
                found[index] = count
    return found
