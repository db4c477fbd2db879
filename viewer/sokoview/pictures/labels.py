"""Labels of a map on a picture: names of gadgets and wires, and the values that latches store."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from textwrap import wrap
from typing import NamedTuple

from sokospec.board import Square
from sokoview.pictures.maps import LevelMap, MapGadget, is_open
from sokoview.pictures.window import Window

_PALETTE = ("#0f766e", "#b4530a", "#6b21a8", "#1d4ed8", "#9f1239", "#4d7c0f", "#0e7490", "#86198f")
"""The colours of wires and cells, dark enough to be read on white paper; names tell them apart, too."""

_CHANGING = "?"
"""The text for a value that is being changed."""

_PLAIN, _GREY = "#2d2a26", "#5b6675"

_WIDE = 0.62
"""The width of a letter relative to its height."""

NEAR = 400
"""The largest side in squares with readable names; beyond it only cells and edges are named."""

_LETTERS_A_SIDE = 45
"""Number of the largest letters along a picture's longer side."""

LEAST, _MOST, _MOST_AFAR = 0.5, 1.8, 60.0
"""The height of letters, in squares; seen from afar they may be higher."""

_PLACES = 8
"""Number of pieces of a wire tried for its name."""

_WITH_PORTS = 64
"""The largest side in squares of pictures with letters at ports."""


class LabelText(NamedTuple):
    """Line of text: middle of the baseline and letter height, in squares."""

    row: float
    column: float
    size: float
    text: str
    colour: str

    def meets(self, other: LabelText) -> bool:
        across = (self.size * len(self.text) + other.size * len(other.text)) * _WIDE / 2
        above = other.size if other.row > self.row else self.size
        return abs(self.column - other.column) < across and abs(self.row - other.row) < above


class _GadgetFrame(NamedTuple):
    span: Window
    colour: str
    dashed: bool


class _Band(NamedTuple):
    spans: tuple[Window, ...]
    colour: str


class Labels(NamedTuple):
    """All labels from the lowest to the highest, a caption, and the frames' thickness in squares."""

    bands: tuple[_Band, ...] = ()
    frames: tuple[_GadgetFrame, ...] = ()
    texts: tuple[LabelText, ...] = ()
    caption: str = ""
    thickness: float = 0.1

    def caption_within(self, letters: int) -> list[str]:
        return wrap(self.caption, letters)


NO_LABELS = Labels()


def labels_of(found: LevelMap, boxes: frozenset[Square], window: Window) -> Labels:
    """Return the labels of a part of a map, for given boxes."""
    colour = {name: _PALETTE[index % len(_PALETTE)] for index, name in enumerate(found.start)}
    pen = _Pen(window)
    bands, frames, texts = [], [], list[LabelText]()
    for gadget in found.gadgets:
        seen = _common(gadget.span, window)
        if seen is None:
            continue
        state, crossing = gadget.state(boxes), gadget.kind == "crossing"
        kept_in = _PLAIN if gadget.keeps is None else colour.get(gadget.keeps.name, _PLAIN)
        shown_in = _GREY if crossing else kept_in
        dashed = crossing or (gadget.keeps is not None and not is_open(state))
        frames.append(_GadgetFrame(gadget.span, shown_in, dashed))
        if pen.near and 2 * seen.height * seen.width >= gadget.span.height * gadget.span.width:
            texts.append(pen.beside(gadget.span, gadget.name, shown_in, above=True))
            texts += pen.inside(gadget, state, shown_in)
    for index, wire in enumerate(found.wires):
        spans = tuple(shown for span in wire.spans if (shown := _common(span, window)) is not None)
        if spans:
            bands.append(_Band(spans, _PALETTE[index % len(_PALETTE)]))
            if pen.near:
                texts += pen.wire(wire.name, spans, bands[-1].colour, texts)
    if not pen.near:
        texts += pen.from_afar(found, boxes, colour)
    return Labels(tuple(bands), tuple(frames), tuple(texts), _caption(found, boxes), 0.2 * pen.most)


def _caption(found: LevelMap, boxes: frozenset[Square]) -> str:
    """Return the tape or the edge directions that the boxes encode; empty for a formula."""
    values = found.values(boxes)
    edges = [_value_text(name, value) for name, value in values.items() if name.startswith("edge ")]
    tape = [value or _CHANGING for name, value in values.items() if name.startswith("cell ")]
    return f"tape: {' '.join(tape)}" if tape else ", ".join(edges)


def _value_text(name: str, value: str) -> str:
    """Return the value of a cell or an edge in words.

    >>> _value_text("cell 1", "0"), _value_text("edge a", "p")
    ('cell 1: 0', 'edge a to p')
    """
    return f"{name} to {value or _CHANGING}" if name.startswith("edge ") else f"{name}: {value or _CHANGING}"


def _common(one: Window, other: Window) -> Window | None:
    top, left = max(one.row, other.row), max(one.column, other.column)
    height = min(one.row + one.height, other.row + other.height) - top
    width = min(one.column + one.width, other.column + other.width) - left
    return Window(top, left, height, width) if height > 0 and width > 0 else None


class _Pen:
    def __init__(self, window: Window) -> None:
        self.window = window
        side = max(window.height, window.width)
        self.near = side <= NEAR
        self.most = min(_MOST, max(LEAST, side / _LETTERS_A_SIDE))
        self.far = side / _LETTERS_A_SIDE

    def inside(self, gadget: MapGadget, state: str | None, colour: str) -> Iterator[LabelText]:
        if gadget.keeps is not None:
            is_so = "in use" if state is None else "open" if is_open(state) else "shut"
            yield self.beside(gadget.span, f"{_value_text(*gadget.keeps)}, {is_so}", colour, above=False)
        if max(self.window.height, self.window.width) <= _WITH_PORTS:
            for port, (row, column) in gadget.ports.items():
                yield LabelText(row + 0.68, column + 0.5, 0.5, port, _GREY)

    def from_afar(self, found: LevelMap, boxes: frozenset[Square], colour: Mapping[str, str]) -> Iterator[LabelText]:
        for name, value in found.values(boxes).items():
            spans = [one.span for one in found.gadgets if one.keeps is not None and one.keeps.name == name]
            spans = [span for span in spans if _common(span, self.window) is not None]
            if spans:
                row = sum(span.row for span in spans) / len(spans)
                column = sum(span.column for span in spans) / len(spans)
                yield self.within(
                    row, column, min(self.far, _MOST_AFAR), _value_text(name, value), colour.get(name, _PLAIN)
                )

    def beside(self, span: Window, text: str, colour: str, *, above: bool) -> LabelText:
        size = min(self.most, max(LEAST, span.width / (_WIDE * len(text))))
        row = span.row - 0.35 if above else span.row + span.height + 0.25 + 0.8 * size
        return self.within(row, span.column + span.width / 2, size, text, colour)

    def wire(self, name: str, spans: tuple[Window, ...], colour: str, written: list[LabelText]) -> list[LabelText]:
        """Return a wire's name on a long, preferably horizontal piece, clear of other texts; perhaps nothing."""
        size = max(LEAST, 0.6 * self.most)
        best = sorted(spans, key=lambda span: (span.width < _WIDE * size * len(name), -max(span.height, span.width)))
        places = [
            self.within(row + height * part + 0.35 * size, column + width * part, size, name, colour)
            for row, column, height, width in best[:_PLACES]
            for part in (0.5, 0.25, 0.75)
        ]
        return [place for place in places if not any(place.meets(text) for text in written)][:1]

    def within(self, row: float, column: float, size: float, text: str, colour: str) -> LabelText:
        half = _WIDE * size * len(text) / 2
        left, right = self.window.column + half, self.window.column + self.window.width - half
        column = (left + right) / 2 if left > right else min(max(column, left), right)
        row = min(max(row, self.window.row + size), self.window.row + self.window.height - 0.2 * size)
        return LabelText(row, column, size, text, colour)
