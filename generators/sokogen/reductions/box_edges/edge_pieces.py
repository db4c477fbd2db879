"""Pieces of a level in which boxes are edges: square cells of 9 x 9 squares, drawn square by square.

A *track* crosses the border of two neighbouring cells: two squares, one in either cell, with one box. A box in a cell
is an edge directed *out* of what the cell shows, and a box in the neighbouring cell one directed into it. Behind the
track lies the *end* of the track, a corner from which no box comes back, and behind that a *room*. From its room a box
is pushed out of the cell; without a box the square of the track is a door between the room and the square beside it.

All rooms of the rules below are entered by such doors only, so a box that stands in the way of its own room's last door
stays there for ever:

- WIRE (two tracks) and OR (three): all tracks end in one room, and all doors lead there from outside
- AND (tracks a, b, c): room 1 has the end of a, room 2 those of b and c; door a leads from outside into room 1, door b
  from room 1 into room 2, door c from outside into room 2
- FREE (one track): its room is not closed
- FLAG (one track): its end is not closed; its door leads into a room with a box that must be pushed once
- BRIDGE (two tracks): a wire with a further track of five squares inside. Beside it two corridors lead off, from the
  third square to the one side and from the fourth to the other, so that the player can always cross it

The border of a cell without a track is floor; its four corners belong to the outside. `hand` tells on which side of a
track its door is, seen from the middle of the cell: 1 clockwise, -1 anticlockwise. It is the same in both cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum

from sokospec.board import Square

SIZE = 9
MIDDLE = SIZE // 2
NORTH, EAST, SOUTH, WEST = range(4)
CENTRE = frozenset(Square(row, column) for row in (3, 4, 5) for column in (3, 4, 5))


class PieceKind(Enum):
    """What a cell shows."""

    EMPTY = "empty"
    WIRE = "wire"
    BRIDGE = "bridge"
    OR = "or"
    AND = "and"
    FREE = "free"
    FLAG = "flag"


@dataclass(frozen=True)
class Piece:
    """A cell: its kind, the hand of the track on each side that has one, and for AND the sides of a, b and c.

    A side of AND that has no track is walled up: its edge is directed out for ever.

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
        """The squares that are not walls."""
        found = {_turned(square, side) for side in range(4) for square in self._border(side)}
        if self.kind is PieceKind.AND:
            return frozenset(found | self._and_rooms())
        if self.kind is PieceKind.BRIDGE:
            return frozenset(found | self._bridge())
        for side, hand in self.hands.items():
            column = MIDDLE - hand
            if self.kind in (PieceKind.FREE, PieceKind.FLAG):
                outward = range(MIDDLE - hand, MIDDLE - hand * (MIDDLE + 1), -hand)
                found |= {_turned(Square(1, each), side) for each in outward}
            else:
                found |= {_turned(Square(row, column), side) for row in (1, 2)} | CENTRE
        return frozenset(found | self._flag_room())

    @property
    def inner_track(self) -> tuple[Square, ...]:
        """The squares on which the box inside can be pushed: five of BRIDGE, from the track of west, or two of FLAG."""
        if self.kind is PieceKind.FLAG:
            (side,) = self.hands
            return _turned(Square(4, 4), side), _turned(Square(5, 4), side)
        if self.kind is not PieceKind.BRIDGE:
            return ()
        squares = [Square(6, column) for column in range(2, 7)]
        side, flipped = self._lie()
        return tuple(_turned(_flipped(square) if flipped else square, side) for square in squares)

    def track(self, side: int) -> Square:
        """Return the square of the track on a side."""
        return _turned(Square(0, MIDDLE), side)

    def end(self, side: int) -> Square:
        """Return the square behind the track on a side, from which its box is pushed out."""
        return _turned(Square(1, MIDDLE), side)

    def drawing(self) -> str:
        """Return the squares as text: `=` for tracks and spaces for other floor."""
        floor = self.floor
        tracks = {self.track(side) for side in self.hands} | set(self.inner_track)
        rows = ((Square(row, column) for column in range(SIZE)) for row in range(SIZE))
        return "\n".join("".join("=" if at in tracks else "# "[at in floor] for at in row) for row in rows)

    def _border(self, side: int) -> Iterable[Square]:
        """Yield the floor at a side and the end of its track, as if the side were north."""
        walled = self.kind is PieceKind.AND and side in (self.roles or ()) and side not in self.hands
        if side not in self.hands and not walled:
            yield from (Square(0, column) for column in range(SIZE))
            return
        yield Square(0, 0)
        yield Square(0, SIZE - 1)
        if not walled:
            yield Square(0, MIDDLE)
            yield Square(1, MIDDLE)
            if self.kind is not PieceKind.FLAG and (self.roles is None or side != self.roles[1]):
                hand = self.hands[side]
                yield from (Square(0, column) for column in range(MIDDLE, MIDDLE + hand * (MIDDLE + 1), hand))

    def _flag_room(self) -> set[Square]:
        if self.kind is not PieceKind.FLAG:
            return set()
        ((side, hand),) = self.hands.items()
        return {
            _turned(square if hand > 0 else _mirrored(square), side) for square in CENTRE | _ROOM_1[1] - {Square(3, 7)}
        }

    def _and_rooms(self) -> set[Square]:
        """Return the rooms of AND: drawn with b in the north and a clockwise from it, then turned or mirrored."""
        assert self.roles is not None, "an AND has three sides"
        a, b, c = self.roles
        clockwise = (a - b) % 4 < (c - b) % 4
        side_of = [(side - b) % 4 if clockwise else (b - side) % 4 for side in (a, c)]
        rooms = set(_ROOM_1[side_of[0]])
        hand = self.hands.get(c, 1) * (1 if clockwise else -1)
        rooms |= _ROOM_2[side_of[1], hand]
        return {_turned(square if clockwise else _mirrored(square), b) for square in rooms}

    def _lie(self) -> tuple[int, bool]:
        """Return how BRIDGE is turned from lying between west and east, and whether its doors are in the south then."""
        side = 0 if WEST in self.hands else 1
        return side, self.hands[_turned_side(WEST, side)] < 0

    def _bridge(self) -> set[Square]:
        side, flipped = self._lie()
        return {_turned(_flipped(square) if flipped else square, side) for square in _BRIDGE}


def _squares(*lines: tuple[int, int, int, int]) -> frozenset[Square]:
    """Return the squares of straight lines, each from a row and column to a row and column."""
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


def _turned(square: Square, quarters: int) -> Square:
    """Return a square of a cell after so many quarter turns clockwise."""
    row, column = square
    for _ in range(quarters):
        row, column = column, SIZE - 1 - row
    return Square(row, column)


def _turned_side(side: int, quarters: int) -> int:
    return (side + quarters) % 4


def _mirrored(square: Square) -> Square:
    return Square(square.row, SIZE - 1 - square.column)


def _flipped(square: Square) -> Square:
    return Square(SIZE - 1 - square.row, square.column)
