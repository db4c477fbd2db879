"""Parts of a level that are placed as a whole; ports lie on the rectangle's edge."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from sokogen.reductions.gadgets.library import LIBRARY
from sokogen.reductions.gadgets.network import Tile
from sokospec.board import Direction, Square, neighbour
from sokospec.transform.symmetry import Symmetry


class PlacedTile(NamedTuple):
    """Tile, its symmetry, and its top left square."""

    tile: Tile
    symmetry: Symmetry
    row: int
    column: int


class PortWay(NamedTuple):
    """A port's square, and the direction out of it."""

    square: Square
    outward: Direction


@dataclass(frozen=True, slots=True)
class LayoutPart:
    """Size, squares of corridor, tiles and ports."""

    height: int
    width: int
    corridor: frozenset[Square]
    tiles: tuple[PlacedTile, ...]
    ports: Mapping[str, PortWay]

    def clockwise(self) -> tuple[str, ...]:
        """Return the ports in clockwise order.

        >>> gadget_part("LATCH").clockwise()
        ('A', 'B', 'I', 'O', 'C')
        """

        def place(name: str) -> tuple[int, int]:
            (row, column), outward = self.ports[name]
            side = (Direction.UP, Direction.RIGHT, Direction.DOWN, Direction.LEFT).index(outward)
            return side, (column, row, -column, -row)[side]

        return tuple(sorted(self.ports, key=place))

    def transform(self, symmetry: Symmetry) -> LayoutPart:
        def square(old: Square) -> Square:
            return symmetry.square(old, self.height, self.width)

        tiles = []
        for placed in self.tiles:
            tall, wide = extent(placed)
            corners = [square(Square(placed.row, placed.column)),
                       square(Square(placed.row + tall - 1, placed.column + wide - 1))]  # fmt: skip
            row, column = map(min, zip(*corners, strict=True))
            tiles.append(PlacedTile(placed.tile, placed.symmetry.then(symmetry), row, column))
        return LayoutPart(
            *((self.width, self.height) if symmetry.transpose else (self.height, self.width)),
            frozenset(map(square, self.corridor)),
            tuple(tiles),
            MappingProxyType(
                {name: PortWay(square(way.square), symmetry.direction(way.outward)) for name, way in self.ports.items()}
            ),
        )


@cache
def gadget_part(kind: str) -> LayoutPart:
    """Return one gadget as a part, whose tile has no name.

    >>> part = gadget_part("DIODE")
    >>> part.height, part.width, part.ports["A"]
    (4, 4, PortWay(square=Square(row=2, column=0), outward=<Direction.LEFT: 2>))
    """
    gadget = LIBRARY[kind].gadget
    top, left, height, width = _frame(kind)
    ports: dict[str, PortWay] = {}
    for name, (row, column) in gadget.ports.items():
        square = Square(row - top, column - left)
        for way in Direction:
            ahead = neighbour(square, way)
            if not (0 <= ahead.row < height and 0 <= ahead.column < width):
                ports[name] = PortWay(square, way)
                break
        else:
            raise ValueError(f"port {name} of {kind} is not at the edge of the gadget")
    tile = PlacedTile(Tile("", kind, "", ""), Symmetry(), 0, 0)
    return LayoutPart(height, width, frozenset(), (tile,), MappingProxyType(ports))


@cache
def _frame(kind: str) -> tuple[int, int, int, int]:
    """Return the top row and left column of a gadget's floor, its height and width."""
    rows, columns = zip(*LIBRARY[kind].gadget.board.floor, strict=True)
    return min(rows), min(columns), max(rows) - min(rows) + 1, max(columns) - min(columns) + 1


def extent(placed: PlacedTile) -> tuple[int, int]:
    """Return height and width."""
    _, _, height, width = _frame(placed.tile.kind)
    return (width, height) if placed.symmetry.transpose else (height, width)


def squares_of(placed: PlacedTile) -> dict[Square, Square]:
    """Return the place of each floor square of a tile's gadget."""
    return {square: _place(placed, square) for square in LIBRARY[placed.tile.kind].gadget.board.floor}


def port_squares(placed: PlacedTile) -> dict[str, Square]:
    """Return the place of each port of a tile."""
    return {name: _place(placed, square) for name, square in LIBRARY[placed.tile.kind].gadget.ports.items()}


def _place(placed: PlacedTile, square: Square) -> Square:
    top, left, height, width = _frame(placed.tile.kind)
    row, column = placed.symmetry.square(Square(square.row - top, square.column - left), height, width)
    return Square(row + placed.row, column + placed.column)
