"""Shapes and colours of squares for all formats."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType
from typing import NamedTuple

from sokoview.pictures.picture import PLAIN, GroundLook, Layer, Mark, Sign
from sokoview.pictures.shapes import Circle, Dome, Rectangle, Shape, Strokes, mix

UNIT = 32
"""The side of a square in the coordinates of its shapes."""

COLOURS: MappingProxyType[str, str] = MappingProxyType(
    {
        "wall": "#5d6b80",
        "wall-face": "#3f4a5c",
        "wall-top": "#72819a",
        "mortar": "#4d5a6e",
        "floor": "#f5efe0",
        "floor-alt": "#efe7d4",
        "goal": "#b3202c",
        "box": "#cf9449",
        "box-dark": "#8a5a22",
        "box-light": "#e6b873",
        "done": "#2b8a5a",
        "done-dark": "#175238",
        "done-light": "#74c39c",
        "player": "#2b62b4",
        "player-dark": "#173a70",
        "skin": "#ffe3c2",
        "eye": "#1a1a1a",
        "tick": "#fff",
        "shadow": "#000000",
    }
)
"""The colours of squares by their names, which are different. Those of walls, floor, goals, boxes on goals and not, and
the player can be told from each other with every kind of colour vision."""

WALL, FLOOR, GOAL, BOX, BOX_ON_GOAL, PLAYER, LIGHT = (
    COLOURS[name] for name in ("wall", "floor", "goal", "box", "done", "player", "tick")
)
LINE, PAPER = "#2d2a26", "#ffffff"

_RAMP = ("#fcfdbf", "#fec287", "#fb8761", "#e55964", "#b5367a", "#812581", "#4f127b", "#1c1044")
"""The colours of heat maps, from seldom to always; their lightness falls, so they can be read without colours."""

_ON_GOAL = frozenset("*+.")
GROUND = ("wall", "mortar", "wall-top", "wall-face", "floor", "floor-alt", "shade")
"""The names of the shapes that lie below all marks, from the lowest to the highest."""

FINE = frozenset({"mortar", "wall-top"})
"""Those that may be left out where they would be too thin to see."""

_COURSE = UNIT // 4
"""The height of a row of bricks."""

_BRICKS = tuple(
    line
    for course in range(4)
    for line in (
        (0, course * _COURSE + 7.5, UNIT, course * _COURSE + 7.5),
        (8 if course % 2 == 0 else 24, course * _COURSE, 8 if course % 2 == 0 else 24, course * _COURSE + 7.5),
    )
)
_BRICK_TOPS = tuple((0, course * _COURSE + 0.5, UNIT, course * _COURSE + 0.5) for course in range(4))


def shapes(symbol: str, marks: tuple[Mark, ...] = (), ground: GroundLook = PLAIN) -> Iterator[Shape]:
    """Yield the shapes of a square from the lowest to the highest: ground, marks, pieces, rings.

    >>> [shape.name for shape in shapes("$", (Mark(Sign.RING, BOX),))]
    ['floor', 'piece-shade', 'box', 'planks', 'box-light', 'mark']
    """
    yield from _ground(symbol, ground)
    for mark in marks:
        if mark.sign is not Sign.RING:
            yield from _mark(mark)
    if symbol in _ON_GOAL and any(mark.sign is Sign.HEAT for mark in marks):
        yield Circle("halo", 16, 16, 11, fill=LIGHT)  # the goal's colour is near to those of the ramp
    yield from _pieces(symbol)
    for mark in marks:
        if mark.sign is Sign.RING:
            yield Rectangle("mark", 2, 2, 28, 28, 4, stroke=mark.colour, thickness=3.5)


def _ground(symbol: str, ground: GroundLook) -> Iterator[Shape]:
    if symbol == "#":
        yield Rectangle("wall", 0, 0, UNIT, UNIT, fill=WALL)
        yield Strokes("mortar", _BRICKS, COLOURS["mortar"], 1)
        yield Strokes("wall-top", _BRICK_TOPS, COLOURS["wall-top"], 0.8, 0.5)
        if ground.edge:
            yield Rectangle("wall-face", 0, UNIT - 8, UNIT, 8, fill=COLOURS["wall-face"])
    elif symbol != "_":
        name = "floor-alt" if ground.odd else "floor"
        yield Rectangle(name, 0, 0, UNIT, UNIT, fill=COLOURS[name])
        if ground.edge:
            yield Rectangle("shade", 0, 0, UNIT, 5, fill=COLOURS["shadow"], opacity=0.18)


def _pieces(symbol: str) -> Iterator[Shape]:
    if symbol in _ON_GOAL:
        yield from goal(hidden=symbol == "+")
    if symbol in "$*":
        yield from box(on_goal=symbol == "*")
    elif symbol in "@+":
        yield from player()


def goal(*, hidden: bool = False) -> Iterator[Shape]:
    """Yield the shapes of a goal, wider below the player."""
    yield Circle("goal", 16, 16, 13 if hidden else 8, stroke=GOAL, thickness=3)
    yield Circle("dot", 16, 16, 2.6, fill=GOAL)


def box(*, on_goal: bool) -> Iterator[Shape]:
    """Yield the shapes of a box, with a tick on a goal."""
    kind = "done" if on_goal else "box"
    dark, light = COLOURS[f"{kind}-dark"], COLOURS[f"{kind}-light"]
    yield Rectangle("piece-shade", 5, 7, 25, 24, 4, fill=COLOURS["shadow"], opacity=0.18)
    yield Rectangle("box", 3.5, 3.5, 25, 25, 3, fill=COLOURS[kind], stroke=dark, thickness=1.6)
    planks = ((8, 8, 24, 8, 24, 24, 8, 24, 8, 8), (8, 8, 24, 24), (24, 8, 8, 24))
    yield Strokes("planks", planks, dark, 1.3, 0.35 if on_goal else 0.75)
    yield Strokes(f"{kind}-light", ((5, 6.5, 5, 5, 27, 5),), light, 1.4)
    if on_goal:
        yield Strokes("tick", ((10, 16.5, 14.5, 21.5, 22.5, 11),), LIGHT, 3.4)


def player() -> Iterator[Shape]:
    """Yield the shapes of the player."""
    dark = COLOURS["player-dark"]
    yield Rectangle("piece-shade", 7, 23, 20, 8, 4, fill=COLOURS["shadow"], opacity=0.18)
    yield Dome("player", 16, 27, 9.5, 9, fill=PLAYER, stroke=dark, thickness=1.6)
    yield Circle("face", 16, 13.5, 8.5, fill=COLOURS["skin"], stroke=dark, thickness=1.2)
    yield Dome("cap", 16, 12, 8.4, 7.2, fill=GOAL, stroke=dark, thickness=1)
    yield Circle("eye", 12.8, 15, 1.5, fill=COLOURS["eye"])
    yield Circle("eye", 19.2, 15, 1.5, fill=COLOURS["eye"])


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
        yield Circle("mark", 16, 16, 4, fill=colour)
    elif sign is Sign.CORNERS:
        yield Strokes("mark", tuple(_corner(x, y) for x in (3, 29) for y in (3, 29)), colour, 2.5)


def _corner(x: float, y: float) -> tuple[float, ...]:
    return (x, y + 6 if y < 16 else y - 6, x, y, x + 6 if x < 16 else x - 6, y)


class _Key(NamedTuple):
    """A layer's sign in the legend: shapes as high as a square, and their width."""

    width: int
    shapes: tuple[Shape, ...]


def key(layer: Layer) -> _Key:
    """Return a layer's sign in the legend."""
    if layer.sign is not Sign.HEAT:
        return _Key(UNIT, tuple(shapes(" ", (Mark(layer.sign, layer.colour),))))
    steps, step = 24, 4
    scale = (
        Rectangle("mark", n * step, 0, (steps - n) * step, UNIT, fill=heat(n / (steps - 1)))  # without gaps between
        for n in range(steps)
    )
    return _Key(steps * step, tuple(scale))


def heat(strength: float) -> str:
    """Return the colour of a strength from 0 to 1."""
    place = min(max(strength, 0.0), 1.0) * (len(_RAMP) - 1)
    low = min(int(place), len(_RAMP) - 2)
    return mix(_RAMP[low], _RAMP[low + 1], place - low)
