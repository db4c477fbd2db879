"""What a picture of a level shows, as data: pieces, marked squares, and the shapes that every format draws."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from sokospec.board import Level, Square, State
from sokospec.errors import SokobanError, counted
from sokospec.rules import reachable

UNIT = 32
"""The side of a square in the coordinates of its shapes."""

WALL, FLOOR, GOAL, BOX, BOX_ON_GOAL, PLAYER, LINE, PAPER, LIGHT = (
    "#4a5568",
    "#f7f3e8",
    "#c53030",
    "#c98b3c",
    "#4f8a4f",
    "#2b5fa8",
    "#2d2a26",
    "#ffffff",
    "#fff",
)

RAMP = ("#fcfdbf", "#fec287", "#fb8761", "#e55964", "#b5367a", "#812581", "#4f127b", "#1c1044")
"""The colours of heat maps, from seldom to always; their lightness falls, so they can be read without colours."""


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


class Mark(NamedTuple):
    """How a square is marked."""

    sign: Sign
    colour: str
    strength: float = 1


@dataclass(frozen=True, slots=True)
class Layer:
    """Marked squares, each with a strength from 0 to 1, which heat alone shows; `label` says what they mean.

    >>> Layer("dead squares", Sign.CROSS, GOAL, {Square(1, 1): 1.0}).letter
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


class Window(NamedTuple):
    """A part of the grid: its first square, and how many rows and columns it has."""

    row: int
    column: int
    height: int
    width: int


@dataclass(frozen=True)
class Picture:
    """A state of a level, with layers of marks, from the lowest to the highest; `window` is the part that is shown.

    >>> picture = Picture.of(Level.parse("#####\\n#@$.#\\n#####"))
    >>> picture.symbol(Square(1, 2)), picture.window.width
    ('$', 5)
    """

    level: Level
    state: State
    layers: tuple[Layer, ...]
    window: Window

    @staticmethod
    def of(
        level: Level, state: State | None = None, layers: tuple[Layer, ...] = (), window: Window | None = None
    ) -> Picture:
        """Return a picture of a level's first state, or of another one; raises `SokobanError` for an empty window."""
        grid = Window(0, 0, level.board.height, level.board.width)
        return Picture(level, state or level.state, layers, grid if window is None else _cut(window, grid))

    @cached_property
    def inside(self) -> frozenset[Square]:
        """The floor that is drawn as floor: what the player can walk to if there are no boxes, and what pieces need."""
        walkable = reachable(self.level.board, State(frozenset(), self.level.player))
        return walkable | self.state.boxes | self.level.goals

    def symbol(self, square: Square) -> str:
        """Return the XSB symbol of a square, and `_` for floor outside the level."""
        if square not in self.inside:
            return "#" if square in self.level.walls else "_"
        on_goal = square in self.level.goals
        if square in self.state.boxes:
            return "*" if on_goal else "$"
        if square == self.state.player:
            return "+" if on_goal else "@"
        return "." if on_goal else " "

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


class Rectangle(NamedTuple):
    """A rectangle with round corners; without a fill only its outline is drawn."""

    name: str
    x: float
    y: float
    width: float
    height: float
    radius: float = 0
    fill: str | None = None
    stroke: str | None = None
    thickness: float = 0
    opacity: float = 1


class Circle(NamedTuple):
    """A circle about (x, y)."""

    name: str
    x: float
    y: float
    radius: float
    fill: str | None = None
    stroke: str | None = None
    thickness: float = 0
    opacity: float = 1


class Strokes(NamedTuple):
    """Lines from point to point, each a sequence of x and y in turn."""

    name: str
    lines: tuple[tuple[float, ...], ...]
    stroke: str
    thickness: float
    opacity: float = 1


Shape = Rectangle | Circle | Strokes

ON_GOAL = frozenset("*+.")


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


def shapes(symbol: str, marks: tuple[Mark, ...] = ()) -> Iterator[Shape]:
    """Yield the shapes of a square, from the lowest to the highest: its ground, marks, pieces, rings.

    >>> [shape.name for shape in shapes("$", (Mark(Sign.RING, BOX),))]
    ['floor', 'box', 'planks', 'mark']
    """
    yield from _ground(symbol)
    for mark in marks:
        if mark.sign is not Sign.RING:
            yield from _mark(mark)
    if symbol in ON_GOAL and any(mark.sign is Sign.HEAT for mark in marks):
        yield Circle("halo", 16, 16, 11, LIGHT)  # the goal's colour is near to those of the ramp
    yield from _pieces(symbol)
    for mark in marks:
        if mark.sign is Sign.RING:
            yield Rectangle("mark", 2, 2, 28, 28, 4, None, mark.colour, 3.5)


def _ground(symbol: str) -> Iterator[Shape]:
    if symbol == "#":
        yield Rectangle("wall", 0, 0, UNIT, UNIT, fill=WALL)
    elif symbol != "_":
        yield Rectangle("floor", 0, 0, UNIT, UNIT, fill=FLOOR)


def _pieces(symbol: str) -> Iterator[Shape]:
    if symbol in ON_GOAL:
        yield Circle("goal", 16, 16, 7, stroke=GOAL, thickness=3)
    if symbol == "$":
        yield Rectangle("box", 4, 4, 24, 24, 3, BOX, LINE, 1.5)
        yield Strokes("planks", ((9, 9, 23, 23), (23, 9, 9, 23)), LINE, 1.5, 0.55)
    elif symbol == "*":
        yield Rectangle("box", 4, 4, 24, 24, 3, BOX_ON_GOAL, LINE, 1.5)
        yield Strokes("tick", ((10, 16, 14, 21, 22, 11),), LIGHT, 3)
    elif symbol in "@+":
        yield Circle("player", 16, 16, 11, PLAYER, LINE, 1.5)
        yield Circle("eye", 12, 14, 2, LIGHT)
        yield Circle("eye", 20, 14, 2, LIGHT)


def _mark(mark: Mark) -> Iterator[Shape]:
    sign, colour, strength = mark
    if sign is Sign.HEAT:
        yield Rectangle("mark", 0, 0, UNIT, UNIT, fill=heat(strength))
        return
    yield Rectangle("mark", 0, 0, UNIT, UNIT, fill=colour, opacity=0.25 if sign is Sign.TINT else 0.18)
    if sign is Sign.CROSS:
        yield Strokes("mark", ((11, 11, 21, 21), (21, 11, 11, 21)), colour, 2.5)
    elif sign is Sign.STRIPES:
        yield Strokes("mark", ((0, 16, 16, 0), (0, 32, 32, 0), (16, 32, 32, 16)), colour, 1.5, 0.6)
    elif sign is Sign.DOT:
        yield Circle("mark", 16, 16, 4, colour)
    elif sign is Sign.CORNERS:
        yield Strokes("mark", tuple(_corner(x, y) for x in (3, 29) for y in (3, 29)), colour, 2.5)


def _corner(x: float, y: float) -> tuple[float, ...]:
    """Return an angle at a corner of a square, open towards the middle."""
    return (x, y + 6 if y < 16 else y - 6, x, y, x + 6 if x < 16 else x - 6, y)


def heat(strength: float) -> str:
    """Return the colour of a strength from 0 to 1.

    >>> heat(0), heat(1)
    ('#fcfdbf', '#1c1044')
    """
    place = min(max(strength, 0.0), 1.0) * (len(RAMP) - 1)
    low = min(int(place), len(RAMP) - 2)
    return mixed(RAMP[low], RAMP[low + 1], place - low)


def rgb(colour: str) -> tuple[int, int, int]:
    """Return red, green and blue of a colour such as `#fff` or `#c53030`, 0 to 255 each.

    >>> rgb("#fff"), rgb("#c53030")
    ((255, 255, 255), (197, 48, 48))
    """
    digits = colour[1:] if len(colour) == 7 else "".join(digit * 2 for digit in colour[1:])
    return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)


def mixed(below: str, above: str, share: float) -> str:
    """Return what one colour over another looks like when it covers a share of it.

    >>> mixed("#000000", "#ffffff", 0.5)
    '#808080'
    """
    parts = (round(low + (high - low) * share) for low, high in zip(rgb(below), rgb(above), strict=True))
    return "#" + "".join(f"{part:02x}" for part in parts)
