"""Maps of levels as written by `sokospec reduce --map`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any, NamedTuple

from sokospec.board import Level, Square
from sokospec.errors import SokobanError
from sokoview.pictures.part import LevelPart
from sokoview.pictures.window import Window

_BESIDE = 3
"""Squares shown on each side of a gadget."""


class _StoredValue(NamedTuple):
    name: str
    value: str


class MapGadget(NamedTuple):
    """Gadget with its ports and the boxes of each state; crossings have neither."""

    name: str
    kind: str
    span: Window
    keeps: _StoredValue | None
    start: str
    ports: Mapping[str, Square]
    states: Mapping[str, frozenset[Square]]

    def state(self, boxes: frozenset[Square]) -> str | None:
        top, left, height, width = self.span
        inside = boxes.intersection(product(range(top, top + height), range(left, left + width)))
        return next((state for state, own in self.states.items() if own == inside), None)


class _Wire(NamedTuple):
    name: str
    spans: tuple[Window, ...]


@dataclass(frozen=True)
class LevelMap:
    """Map: size, start values, gadgets followed by crossings, wires, and the JSON `data`."""

    data: Mapping[str, object]
    height: int
    width: int
    start: Mapping[str, str]
    gadgets: tuple[MapGadget, ...]
    wires: tuple[_Wire, ...]

    @classmethod
    def parse(cls, text: str) -> LevelMap:
        """Return the map of a JSON text. Raises `SokobanError`.

        >>> LevelMap.parse("{}")
        Traceback (most recent call last):
        sokospec.errors.SokobanError: not a map of a level: 'height' is missing; write one with `reduce --map`
        """
        try:
            return _read(json.loads(text))
        except RecursionError:
            why = "it is nested too deep"
        except KeyError as error:
            why = f"{error} is missing"
        except (ValueError, TypeError, AttributeError) as error:
            why = str(error)
        raise SokobanError(f"not a map of a level: {why}; write one with `reduce --map`")

    def check(self, level: Level | LevelPart) -> None:
        size = (level.board.height, level.board.width)
        if (self.height, self.width) != size:
            raise SokobanError(
                f"the map is of another level, of {self.height} x {self.width} squares; this one has "
                f"{size[0]} x {size[1]}"
            )
        for gadget in self.gadgets:
            if not gadget.states.get(gadget.start, frozenset()) <= level.state.boxes:
                raise SokobanError(
                    f"the map is of another level: here {gadget.name} has not the boxes that it starts with"
                )

    def around(self, name: str) -> Window:
        """Return the window around a gadget or crossing. Raises `SokobanError` for an unknown name."""
        for gadget in self.gadgets:
            if gadget.name == name:
                row, column, height, width = gadget.span
                return Window(row - _BESIDE, column - _BESIDE, height + 2 * _BESIDE, width + 2 * _BESIDE)
        some = ", ".join(gadget.name for gadget in self.gadgets[:8])
        more = f" and {len(self.gadgets) - 8:,} more" if len(self.gadgets) > 8 else ""
        raise SokobanError(f"the map has no gadget {name!r}; it has {some}{more}")

    def values(self, boxes: frozenset[Square]) -> dict[str, str]:
        """Return the stored values by cell or edge; empty where all latches are shut."""
        found = {name: value for name, value in self.start.items() if name not in ("state", "head")}
        for gadget in self.gadgets:
            if gadget.keeps is not None:
                found[gadget.keeps.name] = ""
        for gadget in self.gadgets:
            if gadget.keeps is not None and is_open(gadget.state(boxes)):
                found[gadget.keeps.name] = gadget.keeps.value
        return found


def is_open(state: str | None) -> bool:
    """Say whether a latch in this state lets the player from I to B."""
    return state in ("s0", "s1")


def _read(data: Mapping[str, object]) -> LevelMap:
    if not isinstance(data, dict):
        raise TypeError("it is not an object")
    height, width = (_number(data[key]) for key in ("height", "width"))
    start = {str(name): str(value) for name, value in data["start"].items()}
    gadgets = [_gadget(each) for each in data["gadgets"]]
    gadgets += [
        MapGadget(str(each["name"]), "crossing", _span(each["span"]), None, "", {}, {}) for each in data["crossings"]
    ]
    wires = [_Wire(str(each["name"]), tuple(map(_span, each["spans"]))) for each in data["wires"]]
    for each in data["wires"]:
        dict(each["sets"].items())  # the page takes them as they are
    for row, column, tall, wide in (*(one.span for one in gadgets), *(span for one in wires for span in one.spans)):
        if row + tall > height or column + wide > width:
            raise ValueError(f"[{row}, {column}, {tall}, {wide}] is not within the level")
    return LevelMap(data, height, width, start, tuple(gadgets), tuple(wires))


def _gadget(data: Any) -> MapGadget:  # Any: values of JSON
    keeps = data.get("keeps")
    return MapGadget(
        str(data["name"]),
        str(data["kind"]),
        _span(data["span"]),
        None if keeps is None else _StoredValue(str(keeps["name"]), str(keeps["value"])),
        str(data["start"]),
        {str(port): _square(square) for port, square in data["ports"].items()},
        {str(state): frozenset(map(_square, squares)) for state, squares in data["states"].items()},
    )


def _span(value: object) -> Window:
    if not isinstance(value, list) or len(value) != 4:
        raise TypeError(f"{value!r} is not a row, column, height and width")
    return Window(*map(_number, value))


def _square(value: object) -> Square:
    if not isinstance(value, list) or len(value) != 2:
        raise TypeError(f"{value!r} is not a row and column")
    return Square(*map(_number, value))


def _number(value: object) -> int:
    if type(value) is not int or not 0 <= value < 2**31:
        raise TypeError(f"{value!r} is not a number of squares")
    return value
