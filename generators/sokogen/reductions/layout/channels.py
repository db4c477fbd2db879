"""Drawing of any network as squares, in polynomial time and area.

Columns of bars are fixed first; then lines and gadgets are placed as high as possible.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from sokogen.reductions.gadgets.network import Network
from sokogen.reductions.layout.crossing import CrossoverBlock, block
from sokogen.reductions.layout.drawing_squares import tracks
from sokogen.reductions.layout.parts import PlacedTile
from sokogen.reductions.layout.port_routing import Box, put_in_box
from sokogen.reductions.layout.squares import FLOOR, PLAYER_HERE, WALL, Squares, draw_line, stamp
from sokogen.reductions.layout.wires import Arrangement, Bar, Face, WireLine, Wires, start_port
from sokospec.board import Square
from sokospec.transform.symmetry import Symmetry

_TRANSPOSED = Symmetry(transpose=True)
_FLIPPED = Symmetry(flip_rows=True)
_RIM = 2
"""Squares between the drawing and the edge of the level."""


@dataclass(frozen=True)
class _GadgetCase:
    """Gadget of size `extent` at `corner`, with wires to both edges."""

    height: int
    width: int
    symmetry: Symmetry
    corner: Square
    extent: tuple[int, int]
    corridor: frozenset[Square]
    left: tuple[int, ...]
    right: tuple[int, ...]

    @classmethod
    def of(cls, box: Box) -> _GadgetCase:
        (one,) = box.part.transform(_TRANSPOSED).tiles
        return cls(
            2 * box.width - 1,
            2 * box.height - 1,
            one.symmetry,
            Square(box.corner.column, box.corner.row),
            (box.part.width, box.part.height),
            frozenset(Square(column, row) for row, column in box.squares),
            tuple(2 * column for column in box.top),
            tuple(2 * column for column in box.bottom),
        )

    def upside_down(self) -> _GadgetCase:
        tall, _ = self.extent
        return _GadgetCase(
            self.height,
            self.width,
            self.symmetry.then(_FLIPPED),
            Square(self.height - self.corner.row - tall, self.corner.column),
            self.extent,
            frozenset(Square(self.height - 1 - row, column) for row, column in self.corridor),
            tuple(self.height - 1 - row for row in reversed(self.left)),
            tuple(self.height - 1 - row for row in reversed(self.right)),
        )

    @property
    def room(self) -> int:
        return self.width + 2 * (len(self.left) + len(self.right))


def channel_drawing(network: Network, arrangement: Arrangement) -> tuple[Squares, tuple[PlacedTile, ...], int]:
    """Return squares, tiles, and the number of crossovers."""
    pen = _PlanPen(ChannelPlan(network, arrangement))
    return pen.squares, tuple(pen.tiles), pen.crossovers


class ChannelPlan:
    """Coordinates of a drawing. Raises `ValueError` for an impossible face."""

    def __init__(self, network: Network, arrangement: Arrangement) -> None:
        self.wires = Wires(network, arrangement)
        self.start = start_port(network)
        self.tile = {tile.name: tile for tile in network.tiles}
        self.cases = {name: _case(self.tile[name].kind, face) for name, face in arrangement.faces.items()}
        self.crossings = [
            [(bar, block(across, down)) for bar, across, down in self.wires.crossings(line)]
            for line in self.wires.lines
        ]
        self._find_columns(arrangement)
        self.row = [0] * len(self.wires.lines)
        self.corner: dict[str, tuple[int, int]] = {}
        self.skyline = np.full(self.width + 2, _RIM, np.int64)  # for each column the first row that is free
        for name in arrangement.order:
            if name in self.cases:
                self._put_gadget(name)
            elif name in self.wires.trunks:
                self._put_trunk(self.wires.trunks[name])
        self.height = int(self.skyline.max()) + _RIM

    def _find_columns(self, arrangement: Arrangement) -> None:
        sides: dict[tuple[int, int], tuple[int, int]] = {}
        for found in self.crossings:
            for bar, one in found:
                before = sides.get((bar.channel, bar.column), (0, 0))
                left, right = map(max, zip(before, one.columns_beside, strict=True))
                sides[bar.channel, bar.column] = (left, right)
        self.column: dict[tuple[int, int], int] = {}
        self.stack: list[int] = []
        at = _RIM
        for channel, columns in enumerate(self.wires.columns):
            for number in range(len(columns)):
                left, right = sides.get((channel, number), (0, 0))
                self.column[channel, number] = _even(at + left)
                at = self.column[channel, number] + right + 2
            if channel < len(arrangement.stacks):
                first = _even(at)
                at = first + max((self.cases[name].room for name in arrangement.stacks[channel]), default=0) + 2
                self.stack.append(first)
        self.width = at + _RIM

    def _lowest(self, left: int, right: int) -> int:
        return int(self.skyline[left - 1 : right + 2].max())

    def _put(self, line: WireLine, left: int, right: int, least: int) -> int:
        pieces = [(left, right, 0, 0)]
        for bar, one in self.crossings[line.number]:
            at = self.bar_column(bar)
            before, behind = one.columns_beside
            pieces.append((at - before, at + behind, *one.rows_beside))
        row = _even(max(least, *(self._lowest(first, last) + above for first, last, above, _ in pieces)))
        self.row[line.number] = row
        for first, last, _, below in pieces:
            part = self.skyline[first - 1 : last + 2]
            np.maximum(part, row + below + 2, out=part)
        return row

    def _put_trunk(self, line: WireLine) -> None:
        columns = [self.bar_column(bar) for bar in self.wires.of_net[line.net]]
        self._put(line, min(columns), max(columns), 0)

    def _put_gadget(self, name: str) -> None:
        one, first = self.cases[name], self.stack[self.wires.stack_of[name]]
        base = _even(self._lowest(first, first + one.room - 1))
        face = self.wires.arrangement.faces[name]
        bottom = base + one.height - 1
        for ports, is_left in ((face.left, True), (face.right, False)):
            row = base - 2
            for port in ports:
                line = self.wires.stubs[name, port]
                bar = self.bar_column(self.wires.bars[line.net, line.channel])
                ends = (bar, first - 1) if is_left else (first + one.room, bar)
                row = self._put(line, *ends, row + 2)
            bottom = max(bottom, row)
        self.corner[name] = (base, first + 2 * len(one.left))
        part = self.skyline[first - 1 : first + one.room + 1]
        np.maximum(part, bottom + 2, out=part)

    def bar_column(self, bar: Bar) -> int:
        return self.column[bar.channel, bar.column]


@cache
def _case(kind: str, face: Face) -> _GadgetCase:
    if face.mirrored:
        return _case(kind, face.flip()).upside_down()
    return _GadgetCase.of(put_in_box(kind, face.left, face.right, mirrored=True))  # transposing mirrors it once more


class _PlanPen:
    def __init__(self, plan: ChannelPlan) -> None:
        self.plan = plan
        self.wires = wires = plan.wires
        self.row, self.bar_column = plan.row, plan.bar_column
        self.squares = np.full((plan.height, plan.width), WALL, np.uint8)
        self.tiles: list[PlacedTile] = []
        self.crossovers = 0
        for bar in wires.bars.values():
            column = self.bar_column(bar)
            draw_line(self.squares, self.row[bar.top], column, self.row[bar.bottom], column)
        for line in wires.trunks.values():
            columns = [self.bar_column(bar) for bar in wires.of_net[line.net]]
            draw_line(self.squares, self.row[line.number], min(columns), self.row[line.number], max(columns))
        for name in plan.cases:
            self._draw_gadget(name)
        for line, found in zip(wires.lines, plan.crossings, strict=True):
            for bar, one in found:
                self._draw_block(one, self.row[line.number] - one.row, self.bar_column(bar) - one.column)

    def _draw_gadget(self, name: str) -> None:
        one, face, (top, left) = self.plan.cases[name], self.wires.arrangement.faces[name], self.plan.corner[name]
        placed = PlacedTile(self.plan.tile[name], one.symmetry, one.corner.row + top, one.corner.column + left)
        self.tiles.append(placed)
        for row, column in one.corridor:
            self.squares[row + top, column + left] = FLOOR
        stamp(self.squares, placed)
        for ports, rows, edge, way in (
            (face.left, one.left, left, -1),
            (face.right, one.right, left + one.width - 1, 1),
        ):
            lines = [self.wires.stubs[name, port] for port in ports]
            sources, targets = [top + row for row in rows], [self.row[line.number] for line in lines]
            for line, port, source, target, track in zip(
                lines, ports, sources, targets, tracks(sources, targets), strict=True
            ):
                turn = edge + way * 2 * track
                draw_line(self.squares, source, edge, source, turn)
                draw_line(self.squares, source, turn, target, turn)
                draw_line(self.squares, target, turn, target, self.bar_column(self.wires.bars[line.net, line.channel]))
                if (name, port) == self.plan.start:
                    self.squares[source, edge] = PLAYER_HERE

    def _draw_block(self, one: CrossoverBlock, top: int, left: int) -> None:
        height, width = one.squares.shape
        self.squares[top : top + height, left : left + width] = one.squares
        for tiles in one.tiles:
            self.crossovers += 1
            for placed in tiles:
                tile = placed.tile._replace(name=f"x{self.crossovers}.{placed.tile.name}")
                self.tiles.append(placed._replace(tile=tile, row=placed.row + top, column=placed.column + left))


def _even(number: int) -> int:
    return number + number % 2
