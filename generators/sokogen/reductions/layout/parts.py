"""Parts of a level that are placed as a whole; ports lie on the rectangle's edge."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from sokogen.reductions.gadgets.library import LIBRARY
from sokogen.reductions.gadgets.network import Tile
from sokospec.board import DELTAS, Direction, Square
from sokospec.transform.symmetry import SYMMETRIES, Symmetry

IDENTITY = Symmetry()
CORRIDOR = -1


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
    """Size, owners of floor squares, tiles and ports."""

    height: int
    width: int
    floor: Mapping[Square, int]
    tiles: tuple[PlacedTile, ...]
    ports: Mapping[str, PortWay]

    def clockwise(self) -> tuple[str, ...]:
        """Return the ports in clockwise order.

        >>> gadget_part(Tile("latch", "LATCH", "s0", "s0")).clockwise()
        ('A', 'B', 'I', 'O', 'C')
        """

        def place(name: str) -> tuple[int, int]:
            (row, column), outward = self.ports[name]
            side = (Direction.UP, Direction.RIGHT, Direction.DOWN, Direction.LEFT).index(outward)
            return side, (column, row, -column, -row)[side]

        return tuple(sorted(self.ports, key=place))

    def transform(self, symmetry: Symmetry) -> LayoutPart:
        def square(old: tuple[int, int]) -> Square:
            return symmetry.square(Square(*old), self.height, self.width)

        height, width = (self.width, self.height) if symmetry.transpose else (self.height, self.width)
        tiles = []
        for placed in self.tiles:
            tall, wide = extent(placed)
            corners = [square((placed.row, placed.column)), square((placed.row + tall - 1, placed.column + wide - 1))]
            tiles.append(
                PlacedTile(
                    placed.tile,
                    compose(placed.symmetry, symmetry),
                    min(corner.row for corner in corners),
                    min(corner.column for corner in corners),
                )
            )
        return LayoutPart(
            height,
            width,
            MappingProxyType({square(old): owner for old, owner in self.floor.items()}),
            tuple(tiles),
            MappingProxyType(
                {name: PortWay(square(way.square), symmetry.direction(way.outward)) for name, way in self.ports.items()}
            ),
        )

    def with_prefix(self, prefix: str) -> LayoutPart:
        tiles = tuple(
            placed._replace(tile=placed.tile._replace(name=prefix + placed.tile.name)) for placed in self.tiles
        )
        return LayoutPart(self.height, self.width, self.floor, tiles, self.ports)


def extent(placed: PlacedTile) -> tuple[int, int]:
    part = gadget_part(placed.tile)
    return (part.width, part.height) if placed.symmetry.transpose else (part.height, part.width)


def compose(first: Symmetry, second: Symmetry) -> Symmetry:
    """Return the symmetry `first`, then `second`.

    >>> turned = Symmetry(transpose=True, flip_columns=True)
    >>> compose(turned, turned) == Symmetry(flip_rows=True, flip_columns=True)
    True
    """
    return next(
        one
        for one in SYMMETRIES
        if all(one.direction(way) is second.direction(first.direction(way)) for way in Direction)
    )


def gadget_part(tile: Tile) -> LayoutPart:
    """Return one gadget as a part.

    >>> part = gadget_part(Tile("d", "DIODE", "way", "way"))
    >>> part.height, part.width, part.ports["A"]
    (4, 4, PortWay(square=Square(row=2, column=0), outward=<Direction.LEFT: 2>))
    """
    height, width, floor, ports = _shape(tile.kind)
    return LayoutPart(height, width, floor, (PlacedTile(tile, IDENTITY, 0, 0),), ports)


@cache
def _shape(kind: str) -> tuple[int, int, Mapping[Square, int], Mapping[str, PortWay]]:
    gadget = LIBRARY[kind].gadget
    top, left = _corner_of(kind)
    floor = {Square(row - top, column - left): 0 for row, column in gadget.board.floor}
    height, width = max(row for row, _ in floor) + 1, max(column for _, column in floor) + 1
    ports: dict[str, PortWay] = {}
    for name, (row, column) in gadget.ports.items():
        square = Square(row - top, column - left)
        for way in Direction:
            ahead = square.row + DELTAS[way][0], square.column + DELTAS[way][1]
            if not (0 <= ahead[0] < height and 0 <= ahead[1] < width):
                ports[name] = PortWay(square, way)
                break
        else:
            raise ValueError(f"port {name} of {kind} is not at the edge of the gadget")
    return height, width, MappingProxyType(floor), MappingProxyType(ports)


@cache
def _corner_of(kind: str) -> Square:
    floor = LIBRARY[kind].gadget.board.floor
    return Square(min(row for row, _ in floor), min(column for _, column in floor))


def squares_of(placed: PlacedTile) -> dict[Square, Square]:
    part = gadget_part(placed.tile)
    top, left = _corner_of(placed.tile.kind)
    found = {}
    for old in part.floor:
        row, column = placed.symmetry.square(old, part.height, part.width)
        found[Square(old.row + top, old.column + left)] = Square(row + placed.row, column + placed.column)
    return found
