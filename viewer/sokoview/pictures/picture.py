"""What a picture of a level shows, as data: pieces, marked squares, and which part of the grid."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from sokospec.board import Level, Square, State
from sokospec.errors import SokobanError, counted
from sokoview.pictures.part import Part
from sokoview.pictures.window import Window


class Sign(StrEnum):
    """How a marked square looks; each has a shape of its own, so that no mark is told by its colour alone."""

    CROSS = "cross"
    STRIPES = "stripes"
    DOT = "dot"
    TINT = "tint"
    RING = "ring"
    CORNERS = "corners"
    HEAT = "heat"


LETTERS = {
    Sign.CROSS: "x",
    Sign.STRIPES: "%",
    Sign.DOT: "o",
    Sign.TINT: "~",
    Sign.RING: "!",
    Sign.CORNERS: "=",
    Sign.HEAT: "9",
}
"""Each sign as a character."""

LETTERS_ON_GOALS = {
    Sign.CROSS: "X",
    Sign.STRIPES: "&",
    Sign.DOT: "O",
    Sign.TINT: "?",
    Sign.RING: ";",
    Sign.CORNERS: ":",
    Sign.HEAT: "i",
}
"""Each sign as a character for a goal, which must not look like other floor."""


MOST_LISTED = 8
"""The most squares that a message or legend lists."""


def list_squares(squares: Iterable[Square]) -> str:
    """Return squares as text, in row order, cut short after eight.

    >>> list_squares([Square(2, 3), Square(1, 4)])
    '1,4; 2,3'
    """
    listed = [f"{row},{column}" for row, column in sorted(squares)]
    return "; ".join(listed[:MOST_LISTED] + ["..."] * (len(listed) > MOST_LISTED))


class Mark(NamedTuple):
    """How a square is marked."""

    sign: Sign
    colour: str
    strength: float = 1


@dataclass(frozen=True, slots=True)
class Layer:
    """Marked squares, each with a strength from 0 to 1, which heat alone shows; `label` says what they mean.

    >>> Layer("dead squares", Sign.CROSS, "#c53030", {Square(1, 1): 1.0}).letter
    'x'
    """

    label: str
    sign: Sign
    colour: str
    squares: Mapping[Square, float]

    @property
    def letter(self) -> str:
        """The character that stands for the sign where there are no shapes."""
        return LETTERS[self.sign]

    @property
    def letter_on_goal(self) -> str:
        """The character that stands for the sign on a goal."""
        return LETTERS_ON_GOALS[self.sign]


class Ground(NamedTuple):
    """What the squares round it make of a square of wall or floor.

    `odd`: every other square of the floor is darker, so that squares can be counted. `edge`: there is no wall below a
    wall, so its face is seen; or there is one above a square of floor, and its shadow falls on it.
    """

    odd: bool = False
    edge: bool = False


PLAIN = Ground()


@dataclass(frozen=True)
class Picture:
    """A state of a level, with layers of marks, from the lowest to the highest; `window` is the part that is shown.

    >>> picture = Picture.of(Level.parse("#####\\n#@$.#\\n#####"))
    >>> picture.symbol(Square(1, 2)), picture.window.width
    ('$', 5)
    """

    level: Level | Part
    state: State
    layers: tuple[Layer, ...]
    window: Window

    @staticmethod
    def of(
        level: Level | Part, state: State | None = None, layers: tuple[Layer, ...] = (), window: Window | None = None
    ) -> Picture:
        """Return a picture of a level's first state, or of another one; raises `SokobanError` for an empty window."""
        grid = Window(0, 0, level.board.height, level.board.width)
        return Picture(level, state or level.state, layers, grid if window is None else _cut(window, grid))

    @cached_property
    def inside(self) -> frozenset[Square]:
        """The floor that is drawn as floor: what the player can walk to if there are no boxes, and what pieces need."""
        if isinstance(self.level, Part):
            return self.level.floor
        return _walkable(self.level) | self.state.boxes | self.level.board.goals

    def symbol(self, square: Square) -> str:
        """Return the XSB symbol of a square, and `_` for floor outside the level."""
        if square not in self.inside:
            return "#" if square in self.level.board.walls else "_"
        on_goal = square in self.level.board.goals
        if square in self.state.boxes:
            return "*" if on_goal else "$"
        if square == self.state.player:
            return "+" if on_goal else "@"
        return "." if on_goal else " "

    def ground(self, square: Square) -> Ground:
        """Return what the squares round it make of a square.

        >>> Picture.of(Level.parse("#####\\n#@$.#\\n#####")).ground(Square(1, 1))
        Ground(odd=False, edge=True)
        """
        row, column = square
        walls = self.level.board.walls
        edge = Square(row + 1, column) not in walls if square in walls else Square(row - 1, column) in walls
        return Ground(square not in walls and (row + column) % 2 == 1, edge)

    def squares(self) -> Iterator[Square]:
        """Yield the squares of the window in row order."""
        top, left, height, width = self.window
        for row in range(top, top + height):
            for column in range(left, left + width):
                yield Square(row, column)

    def marks(self, square: Square) -> tuple[Mark, ...]:
        """Return the marks of a square, from the lowest layer to the highest."""
        return tuple(
            Mark(layer.sign, layer.colour, layer.squares[square]) for layer in self.layers if square in layer.squares
        )


def _walkable(level: Level) -> frozenset[Square]:
    """Return what the player can walk to if there are no boxes.

    It is what `sokospec.rules.reachable` says, without the table of all neighbours, which takes seconds for a million
    squares of which a few are shown.

    >>> sorted(map(tuple, _walkable(Level.parse("#####\\n#@$.#\\n#####"))))
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
    """Return the part of a window that lies on the grid."""
    top, left = max(window.row, 0), max(window.column, 0)
    height = min(window.row + window.height, grid.height) - top
    width = min(window.column + window.width, grid.width) - left
    if height <= 0 or width <= 0:
        raise SokobanError(
            f"row {window.row}, column {window.column}, {window.height} x {window.width}: nothing of the level is "
            f"there; it has {counted(grid.height, 'row')} and {counted(grid.width, 'column')}, counted from 0"
        )
    return Window(top, left, height, width)
