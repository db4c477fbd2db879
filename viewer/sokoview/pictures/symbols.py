"""Tiles for the player page: colours as CSS variables and shapes as SVG groups."""

from __future__ import annotations

from collections.abc import Iterable

from sokoview.pictures.picture import GroundLook
from sokoview.pictures.shapes import Shape
from sokoview.pictures.svg import element
from sokoview.pictures.tiles import COLOURS, box, goal, player, shapes

_VARIABLES = {colour: f"var(--{name})" for name, colour in COLOURS.items()}


def colours() -> str:
    """Return the colours as CSS variables."""
    return f":root {{ {' '.join(f'--{name}: {colour};' for name, colour in COLOURS.items())} }}"


def symbols() -> str:
    """Return the shapes of all pieces as groups with ids `tile-...`."""
    edge = GroundLook(edge=True)
    tiles = {
        "wall": shapes("#", (), edge),
        "floor": shapes(" ", (), edge),
        "goal": goal(),
        "box": box(on_goal=False),
        "done": box(on_goal=True),
        "player": player(),
    }
    return f"<defs>{''.join(_group(name, kind) for name, kind in tiles.items())}</defs>"


def _group(name: str, kind: Iterable[Shape]) -> str:
    elements = "".join(element(shape, 0, 0) for shape in kind)
    for colour, variable in _VARIABLES.items():
        elements = elements.replace(f'"{colour}"', f'"{variable}"')
    return f'<g id="tile-{name}">{elements}</g>'
