"""Squares, directions, boards, states and levels."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property
from importlib import import_module
from types import MappingProxyType
from typing import NamedTuple

from sokospec.errors import Defect, InvalidLevel, quantify


class Square(NamedTuple):
    """Square as (row, column), row 0 at the top; equal to a plain tuple.

    >>> Square(2, 3) == (2, 3)
    True
    """

    row: int
    column: int


class Direction(IntEnum):
    """Four directions; the value indexes `DELTAS` and the tuples of `Board.beyond`.

    >>> [direction.letter for direction in Direction]
    ['u', 'd', 'l', 'r']
    >>> Direction.UP.opposite
    <Direction.DOWN: 1>
    """

    UP = 0
    DOWN = 1
    LEFT = 2
    RIGHT = 3

    @property
    def letter(self) -> str:
        """LURD letter of a move."""
        return "udlr"[self]

    @property
    def opposite(self) -> Direction:
        """Opposite direction."""
        return Direction(self ^ 1)


DELTAS = ((-1, 0), (1, 0), (0, -1), (0, 1))
"""Change of (row, column) for one step in each direction."""


def neighbour(square: Square, direction: Direction) -> Square:
    """Return the adjacent square in a direction; it may lie outside the grid.

    >>> neighbour(Square(1, 1), Direction.LEFT)
    Square(row=1, column=0)
    """
    rows, columns = DELTAS[direction]
    return Square(square[0] + rows, square[1] + columns)


@dataclass(frozen=True)  # without slots, for the table that is made later
class Board:
    """Static part of a level.

    Rule B1: a square outside the grid is a wall.
    Rule B2: a square of the grid that is no wall is floor; goals are floor.

    `beyond[square][direction]` is the adjacent floor square, or None for a wall.

    >>> board = Board(3, 1, frozenset({Square(0, 0)}), frozenset({Square(0, 2)}))
    >>> board.beyond[Square(0, 1)][Direction.RIGHT], board.beyond[Square(0, 1)][Direction.LEFT]
    (Square(row=0, column=2), None)
    """

    width: int
    height: int
    walls: frozenset[Square]
    goals: frozenset[Square]

    @cached_property
    def beyond(self) -> Mapping[Square, tuple[Square | None, ...]]:
        """Neighbours of the floor squares in row order. The first use takes O(width * height)."""
        return MappingProxyType(_floor_neighbours(self))

    def __reduce__(self) -> tuple[type[Board], tuple[int, int, frozenset[Square], frozenset[Square]]]:
        return Board, (self.width, self.height, self.walls, self.goals)

    @property
    def floor(self) -> Collection[Square]:
        """Floor squares in row order."""
        return self.beyond.keys()

    def is_wall(self, square: Square) -> bool:
        """Tell whether a square is a wall (rule B1)."""
        row, column = square
        return square in self.walls or not (0 <= row < self.height and 0 <= column < self.width)


def _floor_neighbours(board: Board) -> dict[Square, tuple[Square | None, ...]]:
    # Squares are made for the floor alone: a board may have many millions of walls.
    rows: list[list[Square | None]] = [[None] * (board.width + 2)]
    for row in range(board.height):
        floor = (None if (row, column) in board.walls else Square(row, column) for column in range(board.width))
        rows.append([None, *floor, None])
    rows.append(rows[0])
    table: dict[Square, tuple[Square | None, ...]] = {}
    for above, here, below in zip(rows, rows[1:], rows[2:], strict=False):
        around = zip(above[1:], below[1:], here, here[2:], strict=False)
        table.update((square, ahead) for square, ahead in zip(here[1:], around, strict=False) if square is not None)
    return table


class State(NamedTuple):
    """Moving part of a level.

    Rule S1: two states are equal when their box sets and their player squares are; boxes have no identity.

    >>> State(frozenset({Square(1, 2)}), Square(1, 1)) == (frozenset({(1, 2)}), (1, 1))
    True
    """

    boxes: frozenset[Square]
    player: Square


def level_defects(board: Board, boxes: Collection[Square], players: Collection[Square]) -> Iterator[Defect]:
    """Yield every defect that keeps these pieces from forming a level.

    Rule L1: a level has exactly one player.
    Rule L2: a level has at least one box.
    Rule L3: a level has as many goals as boxes.
    Rule L4: boxes, goals and the player stand on floor, and the player on no box.

    >>> [defect.rule for defect in level_defects(Board(1, 1, frozenset(), frozenset()), [], [])]
    ['L1', 'L2']
    """
    if len(players) != 1:
        yield Defect("L1", f"the level has {quantify(len(players), 'player')}; it needs exactly one '@' or '+'")
    if not boxes:
        yield Defect("L2", "the level has no box; it needs at least one '$' or '*'")
    if len(boxes) != len(board.goals):
        there_are = f"{quantify(len(boxes), 'box')} and {quantify(len(board.goals), 'goal')}"
        yield Defect("L3", f"the level has {there_are}; it needs as many of each")
    for name, squares in (("a box", boxes), ("a goal", board.goals), ("the player", players)):
        for row, column in sorted(filter(board.is_wall, squares)):
            yield Defect("L4", f"{name} at row {row}, column {column} stands on a wall or outside the grid")
    for row, column in sorted(set(players).intersection(boxes)):
        yield Defect("L4", f"the player and a box share row {row}, column {column}")


@dataclass(repr=False, frozen=True, slots=True)
class Level:
    r"""Board and initial state; raises `InvalidLevel` unless L1 to L4 hold. Equality ignores the title.

    >>> level = Level.parse("#####\n#@$.#\n#####")
    >>> level.boxes == {(1, 2)}, level.goals == {(1, 3)}, level.player == (1, 1)
    (True, True, True)
    """

    board: Board
    state: State
    title: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        defects = tuple(level_defects(self.board, self.state.boxes, (self.state.player,)))
        if defects:
            raise InvalidLevel(defects)

    @property
    def walls(self) -> frozenset[Square]:
        """Wall squares of the grid."""
        return self.board.walls

    @property
    def goals(self) -> frozenset[Square]:
        """Goal squares."""
        return self.board.goals

    @property
    def boxes(self) -> frozenset[Square]:
        """Initial box squares."""
        return self.state.boxes

    @property
    def player(self) -> Square:
        """Initial player square."""
        return self.state.player

    @classmethod
    def parse(cls, text: str, *, lenient: bool = False) -> Level:
        """Return the only level of a text in any format. Raises `ParseError` and `InvalidLevel`.

        >>> Level.parse("6#|#@@$.#|6#")
        Traceback (most recent call last):
        sokospec.errors.InvalidLevel: line 1, column 6: the level has 2 players; it needs exactly one '@' or '+' [L1]
        """
        from sokospec.formats import Reading, parse_level  # formats are built on top of this module

        return parse_level(text, Reading(lenient=lenient))

    @property
    def height(self) -> int:
        """Number of rows."""
        return self.board.height

    @property
    def width(self) -> int:
        """Number of columns."""
        return self.board.width

    def __repr__(self) -> str:
        return f"Level.parse('''\n{self}''')" + (f"  # {self.title!r}" if self.title else "")

    def _repr_svg_(self) -> str | None:
        """Return a picture for notebooks, or None without the package `sokoview`."""
        try:
            svg: str = import_module("sokoview.pictures.svg").svg(self)  # by name: it is built on top of this module
        except ModuleNotFoundError:
            return None
        return svg

    def __str__(self) -> str:
        from sokospec.formats.xsb import board_text  # formats are built on top of this module

        return board_text(self.board, self.state)


def require_level(level: object) -> None:
    """Raise `TypeError` with advice if the argument is not a level.

    >>> require_level("#####|#@$.#|#####")
    Traceback (most recent call last):
    TypeError: expected a Level, got text: Level.parse(text) reads one, read(path) all levels of a file
    """
    if isinstance(level, str | bytes):
        raise TypeError("expected a Level, got text: Level.parse(text) reads one, read(path) all levels of a file")
    if not isinstance(level, Level):
        raise TypeError(f"expected a Level, got {type(level).__name__}")
