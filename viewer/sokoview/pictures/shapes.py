"""Shapes of squares and their colours, common to all picture formats."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class _Placed:
    name: str
    x: float
    y: float
    _: KW_ONLY
    fill: str | None = None
    stroke: str | None = None
    thickness: float = 0
    opacity: float = 1


@dataclass(frozen=True, slots=True)
class Rectangle(_Placed):
    """Rectangle with round corners."""

    width: float
    height: float
    radius: float = 0


@dataclass(frozen=True, slots=True)
class Circle(_Placed):
    """Circle about (x, y)."""

    radius: float


@dataclass(frozen=True, slots=True)
class Dome(_Placed):
    """Upper half of an ellipse about (x, y)."""

    half_width: float
    height: float


class Strokes(NamedTuple):
    """Polylines, each with alternating x and y."""

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
    """Return a hexadecimal colour as red, green and blue from 0 to 255.

    >>> rgb("#fff"), rgb("#c53030")
    ((255, 255, 255), (197, 48, 48))
    """
    digits = colour[1:] if len(colour) == 7 else "".join(digit * 2 for digit in colour[1:])
    return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)


def mix(below: str, above: str, share: float) -> str:
    """Return the colour of `above` over `below` with a coverage `share`.

    >>> mix("#000000", "#ffffff", 0.5)
    '#808080'
    """
    parts = (round(low + (high - low) * share) for low, high in zip(rgb(below), rgb(above), strict=True))
    return "#" + "".join(f"{part:02x}" for part in parts)
