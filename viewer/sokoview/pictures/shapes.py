"""The shapes that squares are made of, and their colours: what every format of pictures can draw."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True, slots=True, kw_only=True)
class Painted:
    """What is inside a shape, and its outline; without a fill only the outline is drawn."""

    fill: str | None = None
    stroke: str | None = None
    thickness: float = 0
    opacity: float = 1


@dataclass(frozen=True, slots=True)
class Placed(Painted):
    """A shape with a name, at a place."""

    name: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Rectangle(Placed):
    """A rectangle with round corners."""

    width: float
    height: float
    radius: float = 0


@dataclass(frozen=True, slots=True)
class Circle(Placed):
    """A circle about (x, y)."""

    radius: float


@dataclass(frozen=True, slots=True)
class Dome(Placed):
    """The upper half of an ellipse: (x, y) is the middle of its straight side."""

    half_width: float
    height: float


class Strokes(NamedTuple):
    """Lines from point to point, each a sequence of x and y in turn; the ends and joints of thick ones are round."""

    name: str
    lines: tuple[tuple[float, ...], ...]
    stroke: str
    thickness: float
    opacity: float = 1

    @property
    def round(self) -> bool:
        """Whether the lines are thick enough for round ends."""
        return self.thickness > 3


Shape = Rectangle | Circle | Dome | Strokes


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
