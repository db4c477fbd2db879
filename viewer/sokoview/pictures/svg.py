"""Levels as self-contained SVG, with the standard library only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from sokospec.board import Level, Square, State
from sokospec.errors import quantify
from sokospec.formats.slc import xml_text
from sokoview.pictures.labels import NO_LABELS, Labels
from sokoview.pictures.picture import Layer, Picture
from sokoview.pictures.shapes import Circle, Dome, Rectangle, Shape, Strokes
from sokoview.pictures.tiles import FINE, GROUND, LINE, PAPER, UNIT, key, shapes
from sokoview.pictures.window import Window

_MOST_FINE = 20_000
"""The most squares with joints of walls, which would otherwise fill the file and be invisible."""

_LEGEND_LINE = 26
_LETTER = 8
"""The width of a legend's letter, at most, on average."""

_LEAST_CAPTION = 40
"""The least number of letters in a line below a picture."""

_KEY_SCALE = 0.6875
"""The scale of signs in the legend relative to squares."""


def svg(level: Level, state: State | None = None) -> str:
    r"""Return a level, or another state of its board, as SVG. O(area).

    >>> picture = svg(Level.parse("#####\n#@$.#\n#####"))
    >>> picture.startswith("<svg "), picture.count('class="box"')
    (True, 1)
    """
    return draw_svg(Picture.of(level, state))


def placeholder() -> str:
    """Return a placeholder for a missing picture."""
    box = "".join(element(shape, 0, 0) for shape in shapes("$") if shape.name not in GROUND)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-16 -16 64 64"><g opacity="0.3">{box}</g></svg>\n'


def draw_svg(picture: Picture, labels: Labels = NO_LABELS) -> str:
    """Return a picture as SVG with labels and a legend; it is readable without colours."""
    top, left, height, width = picture.window
    lines = labels.caption_within(max(_LEAST_CAPTION, width * UNIT // _LETTER))
    legend = [*_legend(picture), *_caption(lines, 8 + _LEGEND_LINE * len(picture.layers))]
    below = _LEGEND_LINE * (len(picture.layers) + len(lines)) + (8 if legend else 0)
    full_width = max(
        [
            width * UNIT,
            *(_label_at(layer) + 6 + _LETTER * len(layer.label) for layer in picture.layers),
            *(14 + _LETTER * len(line) for line in lines),
        ]
    )
    shown = [square for square in picture.squares() if picture.symbol(square) != "_"]
    parts = [
        _head(picture, full_width, height * UNIT + below),
        f'<g transform="translate({-left * UNIT} {-top * UNIT})">' if top or left else "<g>",
        *_ground(picture, shown),
        *_squares(picture, shown),
        "</g>",
        *(_overlay(labels, picture.window) if labels.texts else ()),
    ]
    if legend:  # on paper of its own, so that it can be read on a dark page
        paper = f'<rect width="{full_width}" height="{below}" fill="{PAPER}"/>'
        parts += [f'<g transform="translate(0 {height * UNIT})">', paper, *legend, "</g>"]
    return "\n".join([*parts, "</svg>\n"])


def _head(picture: Picture, width: int, height: int) -> str:
    board = picture.level.board
    pieces = quantify(len(picture.level.state.boxes), "box")
    name = escape(xml_text(picture.level.title) or "Sokoban level")
    marks = "".join(f"; marked: {escape(xml_text(layer.label))}" for layer in picture.layers)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}">\n'
        f"<title>{name}: {quantify(board.height, 'row')}, {quantify(board.width, 'column')}, {pieces}{marks}</title>"
    )


class _Band(NamedTuple):
    name: str
    row: int
    y: float
    height: float


def _ground(picture: Picture, squares: Sequence[Square]) -> Iterator[str]:
    """Yield the ground as one path for each shape name, with adjacent bands joined."""
    looks: dict[str, Shape] = {}
    paths: dict[str, list[str]] = {}
    bands: dict[_Band, list[tuple[int, int]]] = {}  # the columns where each begins and ends
    left_out = () if len(squares) <= _MOST_FINE else FINE
    for square in squares:
        row, column = square
        for shape in shapes(picture.symbol(square), (), picture.ground(square)):
            if shape.name not in GROUND or shape.name in left_out:
                continue
            looks[shape.name] = shape
            for band in _bands(shape, row):
                spans = bands.setdefault(band, [])
                if spans and spans[-1][1] == column:
                    spans[-1] = (spans[-1][0], column + 1)
                else:
                    spans.append((column, column + 1))
            paths.setdefault(shape.name, []).extend(
                f"M{column * UNIT + x:g} {row * UNIT + y:g}v{to_y - y:g}"
                for x, y, _, to_y in _lines(shape)
                if y != to_y
            )
    for band, spans in bands.items():
        for first, end in spans:
            start, width = f"M{first * UNIT} {band.row * UNIT + band.y:g}", (end - first) * UNIT
            back = f"v{band.height:g}h-{width}z" if band.height else ""
            paths[band.name].append(f"{start}h{width}{back}")
    for name in GROUND:
        if name in looks:
            yield f'<path d="{"".join(paths[name])}"{_paint(looks[name])}/>'


def _bands(shape: Shape, row: int) -> Iterator[_Band]:
    if isinstance(shape, Rectangle):
        yield _Band(shape.name, row, shape.y, shape.height)
    for line in _lines(shape):
        if line[1] == line[3]:
            yield _Band(shape.name, row, line[1], 0)


def _lines(shape: Shape) -> tuple[tuple[float, ...], ...]:
    return shape.lines if isinstance(shape, Strokes) else ()


def _line(line: tuple[float, ...], x: float, y: float) -> str:
    return "M" + "L".join(f"{x + line[at]:g} {y + line[at + 1]:g}" for at in range(0, len(line), 2))


def _squares(picture: Picture, squares: Iterable[Square]) -> Iterator[str]:
    for square in squares:
        symbol, marks = picture.symbol(square), picture.marks(square)
        if marks or symbol not in "# ":
            for shape in shapes(symbol, marks):
                if shape.name not in GROUND:
                    yield element(shape, square.column * UNIT, square.row * UNIT)


def _legend(picture: Picture) -> Iterator[str]:
    for number, layer in enumerate(picture.layers):
        y = 8 + number * _LEGEND_LINE
        yield f'<g transform="translate(4 {y}) scale({_KEY_SCALE})">'
        yield from (element(shape, 0, 0) for shape in key(layer).shapes)
        yield "</g>"
        text, x = escape(xml_text(layer.label)), _label_at(layer)
        yield f'<text x="{x}" y="{y + 16}" font-family="sans-serif" font-size="15" fill="{LINE}">{text}</text>'


def _caption(lines: Sequence[str], y: int) -> Iterator[str]:
    for number, line in enumerate(lines):
        at = y + number * _LEGEND_LINE + 16
        text = escape(xml_text(line))
        yield f'<text x="6" y="{at}" font-family="sans-serif" font-size="15" fill="{LINE}">{text}</text>'


def _label_at(layer: Layer) -> int:
    return round(key(layer).width * _KEY_SCALE) + 12


def element(shape: Shape, x: float, y: float) -> str:
    """Return a shape as an SVG element, moved by x and y.

    >>> element(Circle("eye", 12, 14, 2, fill="#fff"), 32, 0)
    '<circle class="eye" cx="44" cy="14" r="2" fill="#fff"/>'
    """
    match shape:
        case Strokes():
            place = f'<path class="{shape.name}" d="{"".join(_line(line, x, y) for line in shape.lines)}"'
        case Rectangle():
            round_corners = f' rx="{shape.radius:g}"' if shape.radius else ""
            place = (
                f'<rect class="{shape.name}" x="{x + shape.x:g}" y="{y + shape.y:g}" width="{shape.width:g}" '
                f'height="{shape.height:g}"{round_corners}'
            )
        case Dome():
            start = f"M{x + shape.x - shape.half_width:g} {y + shape.y:g}"
            arc = f"a{shape.half_width:g} {shape.height:g} 0 0 1 {2 * shape.half_width:g} 0z"
            place = f'<path class="{shape.name}" d="{start}{arc}"'
        case Circle():
            place = f'<circle class="{shape.name}" cx="{x + shape.x:g}" cy="{y + shape.y:g}" r="{shape.radius:g}"'
    return f"{place}{_paint(shape)}/>"


def _paint(shape: Shape) -> str:
    fill = None if isinstance(shape, Strokes) else shape.fill
    painted = f' fill="{fill or "none"}"'
    if shape.stroke is not None:
        painted += f' stroke={quoteattr(shape.stroke)} stroke-width="{shape.thickness:g}"'
    if isinstance(shape, Strokes) and shape.round:
        painted += ' stroke-linecap="round" stroke-linejoin="round"'
    return painted if shape.opacity == 1 else f'{painted} opacity="{shape.opacity:g}"'


def _overlay(labels: Labels, window: Window) -> Iterator[str]:
    row, column, height, width = (side * UNIT for side in window)
    yield (
        f'<svg width="{width}" height="{height}" viewBox="{column} {row} {width} {height}" '
        'font-family="sans-serif" text-anchor="middle">'
    )
    for band in labels.bands:
        path = "".join(
            f"M{left * UNIT} {top * UNIT}h{wide * UNIT}v{tall * UNIT}h-{wide * UNIT}z"
            for top, left, tall, wide in band.spans
        )
        yield f'<path class="wire" d="{path}" fill="{band.colour}" opacity="0.3"/>'
    for (top, left, tall, wide), colour, dashed in labels.frames:
        dash = ' stroke-dasharray="10 6"' if dashed else ""
        thick = labels.thickness * UNIT
        yield (
            f'<rect class="frame" x="{left * UNIT - 4}" y="{top * UNIT - 4}" width="{wide * UNIT + 8}" '
            f'height="{tall * UNIT + 8}" rx="6" fill="none" stroke="{colour}" stroke-width="{thick:g}"{dash}/>'
        )
    for text in labels.texts:
        size = text.size * UNIT
        yield (
            f'<text class="label" x="{text.column * UNIT:g}" y="{text.row * UNIT:g}" font-size="{size:g}" '
            f'fill="{text.colour}" stroke="{PAPER}" stroke-width="{size / 5:g}" stroke-linejoin="round" '
            f'paint-order="stroke">{escape(xml_text(text.text))}</text>'
        )
    yield "</svg>"
