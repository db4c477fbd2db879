"""Content of a picture as data: pieces, marked squares, and the window."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from sokospec.board import Level, Square, State
from sokospec.errors import SokobanError, quantify
from sokoview.pictures.part import LevelPart
from sokoview.pictures.window import Window


class Sign(StrEnum):
    """Shapes of marks, distinguishable without colour."""

    CROSS = "cross"
    STRIPES = "stripes"
    DOT = "dot"
    TINT = "tint"
    RING = "ring"
    CORNERS = "corners"
    HEAT = "heat"


_LETTERS = {
    Sign.CROSS: "xX",
    Sign.STRIPES: "%&",
    Sign.DOT: "oO",
    Sign.TINT: "~?",
    Sign.RING: "!;",
    Sign.CORNERS: "=:",
    Sign.HEAT: "9i",
}
"""Each sign as a character, and as one for a goal, which must not look like other floor."""

_MOST_LISTED = 8
"""The most squares that a message or legend lists."""


def list_squares(squares: Iterable[Square]) -> str:
    """Return squares as text in row order, at most eight."""
    listed = [f"{row},{column}" for row, column in sorted(squares)]
    return "; ".join(listed[:_MOST_LISTED] + ["..."] * (len(listed) > _MOST_LISTED))


class Mark(NamedTuple):
    """Mark of a square."""

    sign: Sign
    colour: str
    strength: float = 1


@dataclass(frozen=True, slots=True)
class Layer:
    """Marked squares with strengths from 0 to 1 (visible for heat) and a label."""

    label: str
    sign: Sign
    colour: str
    squares: Mapping[Square, float]

    @property
    def letter(self) -> str:
        return _LETTERS[self.sign][0]

    @property
    def letter_on_goal(self) -> str:
        return _LETTERS[self.sign][1]


class GroundLook(NamedTuple):
    """Look of a wall or floor square due to its neighbours.

    `odd`: darker, so that squares can be counted; `edge`: a wall's visible face, or a wall's shadow on floor.
    """

    odd: bool = False
    edge: bool = False


PLAIN = GroundLook()


@dataclass(frozen=True)
class Picture:
    r"""State of a level with layers of marks from the lowest to the highest, and a window.

    >>> picture = Picture.of(Level.parse("#####\n#@$.#\n#####"))
    >>> picture.symbol(Square(1, 2)), picture.window.width
    ('$', 5)
    """

    level: Level | LevelPart
    state: State
    layers: tuple[Layer, ...]
    window: Window

    @staticmethod
    def of(
        level: Level | LevelPart,
        state: State | None = None,
        layers: tuple[Layer, ...] = (),
        window: Window | None = None,
    ) -> Picture:
        """Return a picture of a level's first or a given state. Raises `SokobanError` for an empty window."""
        grid = Window(0, 0, level.board.height, level.board.width)
        return Picture(level, state or level.state, layers, grid if window is None else _cut(window, grid))

    @cached_property
    def inside(self) -> frozenset[Square]:
        """Floor drawn as floor: reachable without boxes, or occupied."""
        if isinstance(self.level, LevelPart):
            return self.level.floor
        return _walkable(self.level) | self.state.boxes | self.level.board.goals

    def symbol(self, square: Square) -> str:
        """Return the XSB symbol of a square, `_` for floor outside."""
        if square not in self.inside:
            return "#" if square in self.level.board.walls else "_"
        on_goal = square in self.level.board.goals
        if square in self.state.boxes:
            return "*" if on_goal else "$"
        if square == self.state.player:
            return "+" if on_goal else "@"
        return "." if on_goal else " "

    def ground(self, square: Square) -> GroundLook:
        """Return the look of a square due to its neighbours."""
        row, column = square
        walls = self.level.board.walls
        edge = Square(row + 1, column) not in walls if square in walls else Square(row - 1, column) in walls
        return GroundLook(square not in walls and (row + column) % 2 == 1, edge)

    def squares(self) -> Iterator[Square]:
        top, left, height, width = self.window
        for row in range(top, top + height):
            for column in range(left, left + width):
                yield Square(row, column)

    def marks(self, square: Square) -> tuple[Mark, ...]:
        return tuple(
            Mark(layer.sign, layer.colour, layer.squares[square]) for layer in self.layers if square in layer.squares
        )


def _walkable(level: Level) -> frozenset[Square]:
    r"""Return the floor reachable without boxes; unlike `sokospec.rules.reachable`, fast for huge boards.

    >>> sorted(map(tuple, _walkable(Level.parse("#####\n#@$.#\n#####"))))
    [(1, 1), (1, 2), (1, 3)]
    """
    walls, height, width = level.board.walls, level.board.height, level.board.width
    found = {level.player}
    waiting = [level.player]
    while waiting:
        row, column = waiting.pop()
        for square in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            if square not in walls and square not in found and 0 <= square[0] < height and 0 <= square[1] < width:
                found.add(Square(*square))
                waiting.append(Square(*square))
    return frozenset(found)


def _cut(window: Window, grid: Window) -> Window:
    top, left = max(window.row, 0), max(window.column, 0)
    height = min(window.row + window.height, grid.height) - top
    width = min(window.column + window.width, grid.width) - left
    if height <= 0 or width <= 0:
        raise SokobanError(
            f"row {window.row}, column {window.column}, {window.height} x {window.width}: nothing of the level is "
            f"there; it has {quantify(grid.height, 'row')} and {quantify(grid.width, 'column')}, counted from 0"
        )
    return Window(top, left, height, width)
