"""A level as a picture: one self-contained SVG, with nothing but the standard library."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from xml.sax.saxutils import escape, quoteattr

from sokospec.board import Level, Square, State
from sokospec.errors import counted
from sokospec.formats.slc import xml_text
from sokoview.pictures.shapes import (
    BOX,
    BOX_ON_GOAL,
    FLOOR,
    LINE,
    UNIT,
    WALL,
    Mark,
    Picture,
    Rectangle,
    Shape,
    Strokes,
    shapes,
)

MOST_GRID_LINES = 20_000
"""With more squares than that, the lines between them would be most of the file and too thin to see."""

LEGEND_LINE = 26


def svg(level: Level, state: State | None = None) -> str:
    """Return an SVG picture of a level, or of another state of its board. O(area).

    >>> picture = svg(Level.parse("#####\\n#@$.#\\n#####"))
    >>> picture.startswith("<svg "), picture.count('class="box"')
    (True, 1)
    """
    return drawn(Picture.of(level, state))


def drawn(picture: Picture) -> str:
    """Return a picture as SVG, with a legend below it when squares are marked.

    Boxes on goals differ from other boxes in colour and by a sign, and so do all marks, so that the picture can be read
    without colours.
    """
    top, left, height, width = picture.window
    legend = list(_legend(picture))
    full_height = height * UNIT + LEGEND_LINE * len(picture.layers) + (8 if legend else 0)
    full_width = max(width * UNIT, max((40 + 8 * len(layer.label) for layer in picture.layers), default=0))
    shown = [square for square in picture.squares() if picture.symbol(square) != "_"]
    walls = [square for square in shown if picture.symbol(square) == "#"]
    floor = [square for square in shown if picture.symbol(square) != "#"]
    parts = [
        _head(picture, full_width, full_height),
        f'<g transform="translate({-left * UNIT} {-top * UNIT})">' if top or left else "<g>",
        *_runs(walls, WALL),
        *_runs(floor, FLOOR),
        *([_grid(frozenset(floor))] if len(floor) <= MOST_GRID_LINES else []),
        *_squares(picture, shown),
        "</g>",
    ]
    if legend:
        parts += [f'<g transform="translate(0 {height * UNIT + 8})">', *legend, "</g>"]
    return "\n".join([*parts, "</svg>\n"])


def _head(picture: Picture, width: int, height: int) -> str:
    board = picture.level.board
    pieces = counted(len(picture.level.boxes), "box")
    name = escape(xml_text(picture.level.title) or "Sokoban level")
    marks = "".join(f"; marked: {escape(xml_text(layer.label))}" for layer in picture.layers)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}">\n'
        f"<title>{name}: {counted(board.height, 'row')}, {counted(board.width, 'column')}, {pieces}{marks}</title>"
    )


def _runs(squares: Iterable[Square], colour: str) -> Iterator[str]:
    """Yield one rectangle for each run of squares in a row; the squares are in row order."""
    start: Square | None = None
    end: Square | None = None
    for square in [*squares, None]:
        if start is not None and end is not None and square != (end.row, end.column + 1):
            yield (
                f'<rect x="{start.column * UNIT}" y="{start.row * UNIT}" '
                f'width="{(end.column + 1 - start.column) * UNIT}" height="{UNIT}" fill="{colour}"/>'
            )
            start = None
        start, end = start or square, square


def _grid(squares: frozenset[Square]) -> str:
    """Return faint lines between neighbouring squares, so that they can be counted."""
    lines = []
    for row, column in sorted(squares):
        if (row, column - 1) in squares:
            lines.append(f"M{column * UNIT} {row * UNIT}v{UNIT}")
        if (row - 1, column) in squares:
            lines.append(f"M{column * UNIT} {row * UNIT}h{UNIT}")
    return f'<path d="{"".join(lines)}" fill="none" stroke="{LINE}" stroke-width="1" opacity="0.12"/>'


def _squares(picture: Picture, squares: Iterable[Square]) -> Iterator[str]:
    """Yield everything on the squares but their ground, which is drawn in runs."""
    for square in squares:
        symbol, marks = picture.symbol(square), picture.marks(square)
        if marks or symbol not in "# ":
            for shape in shapes(symbol, marks):
                if shape.name not in ("wall", "floor"):
                    yield element(shape, square.column * UNIT, square.row * UNIT)


def _legend(picture: Picture) -> Iterator[str]:
    for number, layer in enumerate(picture.layers):
        y = number * LEGEND_LINE
        yield f'<g transform="translate(4 {y}) scale(0.6875)">'
        yield from (element(shape, 0, 0) for shape in shapes(" ", (Mark(layer.sign, layer.colour),)))
        yield "</g>"
        text = escape(xml_text(layer.label))
        yield f'<text x="34" y="{y + 16}" font-family="sans-serif" font-size="15" fill="{LINE}">{text}</text>'


def element(shape: Shape, x: float, y: float) -> str:
    """Return a shape as an element, moved by x and y.

    >>> from sokoview.pictures.shapes import Circle
    >>> element(Circle("eye", 12, 14, 2, "#fff"), 32, 0)
    '<circle class="eye" cx="44" cy="14" r="2" fill="#fff"/>'
    """
    faint = "" if shape.opacity == 1 else f' opacity="{shape.opacity:g}"'
    match shape:
        case Strokes():
            lines = "".join(
                "M" + "L".join(f"{x + line[at]:g} {y + line[at + 1]:g}" for at in range(0, len(line), 2))
                for line in shape.lines
            )
            return (
                f'<path class="{shape.name}" d="{lines}" fill="none" stroke={quoteattr(shape.stroke)} '
                f'stroke-width="{shape.thickness:g}"{faint}/>'
            )
        case Rectangle():
            round_corners = f' rx="{shape.radius:g}"' if shape.radius else ""
            place = (
                f'<rect class="{shape.name}" x="{x + shape.x:g}" y="{y + shape.y:g}" width="{shape.width:g}" '
                f'height="{shape.height:g}"{round_corners}'
            )
        case _:
            place = f'<circle class="{shape.name}" cx="{x + shape.x:g}" cy="{y + shape.y:g}" r="{shape.radius:g}"'
    fill = f' fill="{shape.fill or "none"}"'
    line = f' stroke="{shape.stroke}" stroke-width="{shape.thickness:g}"' if shape.stroke else ""
    return place + fill + line + faint + "/>"


__all__ = ["BOX", "BOX_ON_GOAL", "drawn", "element", "svg"]
