"""Planar graphs on a grid of cells.

A vertex stands in the column of its middle edge; the others turn into its bar.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from random import Random

import networkx

from sokogen.draws import below
from sokogen.reductions.box_edges.cell_grid import Cell, CellGrid, compact
from sokogen.reductions.box_edges.edge_pieces import EAST, NORTH, SOUTH, WEST
from sokogen.reductions.embedding.embedding import Hub, PlaneGraph
from sokogen.reductions.embedding.st_order import Upward, face_columns, make_biconnected, upward
from sokospec.errors import SokobanError


class CrossingError(SokobanError):
    """A graph that is not planar."""


def draw_on_grid(ends: Mapping[int, tuple[str, str]], rng: Random) -> CellGrid:
    """Return a random drawing of a connected graph with degrees at most 3, or raise `CrossingError`.

    >>> draw_on_grid({7: ("p", "q")}, Random(1)).vertices
    {(1, 0): 'p', (0, 0): 'q'}
    """
    plane, number_of, vertex_of = _plane(ends)
    make_biconnected(plane)
    darts = [dart for edge in plane.net for dart in (2 * edge, 2 * edge + 1)]
    drawing = upward(plane, darts[below(rng, len(darts))], rng)
    return compact(_draw(plane, drawing, number_of, vertex_of))


def _plane(ends: Mapping[int, tuple[str, str]]) -> tuple[PlaneGraph, dict[int, int], dict[int, str]]:
    graph: networkx.Graph[Hashable] = networkx.Graph()
    for number, (tail, head) in ends.items():
        graph.add_edge(tail, number)  # a vertex in the middle of each edge, as two may have the same ends
        graph.add_edge(number, head)
    planar, embedding = networkx.check_planarity(graph)
    if not planar:
        raise CrossingError("the graph cannot be drawn without crossings")
    plane = PlaneGraph()
    names = list(dict.fromkeys(vertex for pair in ends.values() for vertex in pair))
    vertex = {name: plane.vertex(Hub()) for name in names}
    edge_of = {
        number: plane.connect(vertex[tail], None, vertex[head], None, "") for number, (tail, head) in ends.items()
    }
    for name in names:
        around = [number for number in embedding.neighbors_cw_order(name) if isinstance(number, int)]
        plane.rotation[vertex[name]] = [2 * edge_of[number] + (ends[number][1] == name) for number in around]
    return plane, {edge: number for number, edge in edge_of.items()}, {at: name for name, at in vertex.items()}


def _draw(plane: PlaneGraph, drawing: Upward, number_of: Mapping[int, int], vertex_of: Mapping[int, str]) -> CellGrid:
    row = _rows(plane, drawing)
    column = _columns(drawing)
    height = max(row.values())
    cells: dict[Cell, dict[int, int]] = {}
    vertices: dict[Cell, str] = {}

    def cross(at: Cell, side: int, edge: int) -> None:
        cells.setdefault(at, {})[side] = number_of[edge]

    for vertex in drawing.order:
        real = [(dart >> 1, side) for darts, side in ((drawing.up[vertex], NORTH), (drawing.down[vertex], SOUTH))
                for dart in darts if dart >> 1 in number_of]  # fmt: skip
        columns = sorted(column[edge] for edge, _ in real)
        middle = columns[(len(columns) - 1) // 2 if len(columns) < 3 else 1]
        at = height - row[vertex]
        vertices[at, middle] = vertex_of[vertex]
        for edge, side in real:
            ahead, back = (EAST, WEST) if column[edge] > middle else (WEST, EAST)
            here = middle
            while here != column[edge]:
                cross((at, here), ahead, edge)
                here += 1 if ahead == EAST else -1
                cross((at, here), back, edge)
            cross((at, here), side, edge)
    for edge in number_of:
        one, other = (height - row[plane.head[dart]] for dart in (2 * edge, 2 * edge + 1))
        for between in range(min(one, other) + 1, max(one, other)):
            for side in (NORTH, SOUTH):
                cross((between, column[edge]), side, edge)
    return CellGrid(cells, vertices)


def _rows(plane: PlaneGraph, drawing: Upward) -> dict[int, int]:
    row: dict[int, int] = {}
    for vertex in drawing.order:
        row[vertex] = max((row[plane.head[dart]] + 1 for dart in drawing.down[vertex]), default=0)
    return row


def _columns(drawing: Upward) -> dict[int, int]:
    between: dict[int, list[tuple[int, int]]] = {}
    for edge, left in drawing.left_of.items():
        between.setdefault(left, []).append((drawing.right_of[edge], 1))
    place = face_columns(between)
    return {edge: place[left] for edge, left in drawing.left_of.items()}
