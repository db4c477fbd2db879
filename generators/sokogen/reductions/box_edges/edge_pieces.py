"""Pieces of a level in which boxes are edges: cells of 9 x 9 squares (docs/background/reductions.md).

A *track* has one square in each of two neighbouring cells, and one box. A box in a cell is an edge directed *out* of
its piece. `hand` is the side of a track's door seen from the cell's middle: 1 clockwise, -1 anticlockwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum

from sokospec.board import Square

SIZE = 9
_MIDDLE = SIZE // 2
NORTH, EAST, SOUTH, WEST = range(4)
_CENTRE = frozenset(Square(row, column) for row in (3, 4, 5) for column in (3, 4, 5))


class PieceKind(Enum):
    """Kinds of pieces."""

    EMPTY = "empty"
    WIRE = "wire"
    BRIDGE = "bridge"
    OR = "or"
    AND = "and"
    FREE = "free"
    FLAG = "flag"


@dataclass(frozen=True)
class Piece:
    """Cell: its kind, the hands of its tracks, and for AND the sides of a, b and c.

    A side of AND without a track is walled up: its edge is always directed out.

    >>> print(Piece(PieceKind.AND, {NORTH: 1, EAST: 1, SOUTH: 1}, (EAST, NORTH, SOUTH)).drawing().replace(" ", "."))
    .###=..#.
    .##..#.##
    .##.##.##
    .##.##..#
    .##.###.=
    .##...##.
    .####.##.
    .###..##.
    ....=###.
    """

    kind: PieceKind
    hands: Mapping[int, int]
    roles: tuple[int, int, int] | None = None

    @property
    def floor(self) -> frozenset[Square]:
        found = {_turn(square, side) for side in range(4) for square in self._border(side)}
        if self.kind is PieceKind.AND:
            return frozenset(found | self._and_rooms())
        if self.kind is PieceKind.BRIDGE:
            return frozenset(found | self._bridge())
        for side, hand in self.hands.items():
            column = _MIDDLE - hand
            if self.kind in (PieceKind.FREE, PieceKind.FLAG):
                outward = range(_MIDDLE - hand, _MIDDLE - hand * (_MIDDLE + 1), -hand)
                found |= {_turn(Square(1, each), side) for each in outward}
            else:
                found |= {_turn(Square(row, column), side) for row in (1, 2)} | _CENTRE
        return frozenset(found | self._flag_room())

    @property
    def inner_track(self) -> tuple[Square, ...]:
        if self.kind is PieceKind.FLAG:
            (side,) = self.hands
            return _turn(Square(4, 4), side), _turn(Square(5, 4), side)
        if self.kind is not PieceKind.BRIDGE:
            return ()
        squares = [Square(6, column) for column in range(2, 7)]
        side, flipped = self._lie()
        return tuple(_turn(_flip(square) if flipped else square, side) for square in squares)

    def track(self, side: int) -> Square:
        return _turn(Square(0, _MIDDLE), side)

    def end(self, side: int) -> Square:
        return _turn(Square(1, _MIDDLE), side)

    def drawing(self) -> str:
        """Return the piece as text; `=` is a track."""
        floor = self.floor
        tracks = {self.track(side) for side in self.hands} | set(self.inner_track)
        rows = ((Square(row, column) for column in range(SIZE)) for row in range(SIZE))
        return "\n".join("".join("=" if at in tracks else "# "[at in floor] for at in row) for row in rows)

    def _border(self, side: int) -> Iterable[Square]:
        walled = self.kind is PieceKind.AND and side in (self.roles or ()) and side not in self.hands
        if side not in self.hands and not walled:
            yield from (Square(0, column) for column in range(SIZE))
            return
        yield Square(0, 0)
        yield Square(0, SIZE - 1)
        if not walled:
            yield Square(0, _MIDDLE)
            yield Square(1, _MIDDLE)
            if self.kind is not PieceKind.FLAG and (self.roles is None or side != self.roles[1]):
                hand = self.hands[side]
                yield from (Square(0, column) for column in range(_MIDDLE, _MIDDLE + hand * (_MIDDLE + 1), hand))

    def _flag_room(self) -> set[Square]:
        if self.kind is not PieceKind.FLAG:
            return set()
        ((side, hand),) = self.hands.items()
        return {
            _turn(square if hand > 0 else _mirror(square), side) for square in _CENTRE | _ROOM_1[1] - {Square(3, 7)}
        }

    def _and_rooms(self) -> set[Square]:
        assert self.roles is not None, "an AND has three sides"
        a, b, c = self.roles
        clockwise = (a - b) % 4 < (c - b) % 4
        side_of = [(side - b) % 4 if clockwise else (b - side) % 4 for side in (a, c)]
        rooms = set(_ROOM_1[side_of[0]])
        hand = self.hands.get(c, 1) * (1 if clockwise else -1)
        rooms |= _ROOM_2[side_of[1], hand]
        return {_turn(square if clockwise else _mirror(square), b) for square in rooms}

    def _lie(self) -> tuple[int, bool]:
        side = 0 if WEST in self.hands else 1
        return side, self.hands[_turn_side(WEST, side)] < 0

    def _bridge(self) -> set[Square]:
        side, flipped = self._lie()
        return {_turn(_flip(square) if flipped else square, side) for square in _BRIDGE}


def _squares(*lines: tuple[int, int, int, int]) -> frozenset[Square]:
    return frozenset(
        Square(row, column)
        for top, left, bottom, right in lines
        for row in range(min(top, bottom), max(top, bottom) + 1)
        for column in range(min(left, right), max(left, right) + 1)
    )


_ROOM_1 = {
    1: _squares((0, 5, 0, 6), (0, 6, 3, 6), (3, 6, 3, 7)),
    2: _squares((0, 5, 0, 6), (0, 6, 6, 6), (6, 5, 6, 6), (6, 5, 7, 5)),
}
_ROOM_2 = {
    (2, 1): _squares((1, 3, 5, 3), (5, 3, 5, 5), (5, 5, 7, 5)),
    (2, -1): _squares((1, 3, 7, 3)),
    (3, 1): _squares((1, 3, 5, 3), (5, 1, 5, 3)),
    (3, -1): _squares((1, 3, 3, 3), (3, 1, 3, 3)),
}
_BRIDGE = _squares((5, 1, 6, 1), (6, 1, 6, 7), (5, 7, 6, 7), (0, 4, 5, 4), (7, 5, 8, 5))


def _turn(square: Square, quarters: int) -> Square:
    row, column = square
    for _ in range(quarters):
        row, column = column, SIZE - 1 - row
    return Square(row, column)


def _turn_side(side: int, quarters: int) -> int:
    return (side + quarters) % 4


def _mirror(square: Square) -> Square:
    return Square(square.row, SIZE - 1 - square.column)


def _flip(square: Square) -> Square:
    return Square(SIZE - 1 - square.row, square.column)
