"""Pictures as pixels, by Pillow: tiles, whole pictures, and PNG."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from math import cos, pi, sin
from typing import BinaryIO

from PIL import Image, ImageDraw, ImageFont

from sokoview.pictures.labels import NO_LABELS, Labels, LabelText
from sokoview.pictures.picture import PLAIN, GroundLook, Mark, Picture, Sign
from sokoview.pictures.shapes import Circle, Dome, Rectangle, Shape, Strokes, mix, rgb
from sokoview.pictures.tiles import LINE, PAPER, UNIT, heat, key, shapes
from sokoview.pictures.window import Window

_LARGEST_SCALE = 48
"""The largest side of a square in pixels."""

_MOST_PIXELS = 6_000_000
"""The most pixels of a picture by default; at least one for each square."""

_LEAST_TILE = 8
"""Side in pixels below which a square is plain colour."""

_SHARP = 4
"""Factor by which tiles are drawn larger and then reduced, for smooth edges."""

_SWATCH = 22
"""The height of a sign in the legend."""

_ARC_STEPS = 24
"""Number of straight lines for half an ellipse."""

_LEAST_LETTERS = 6
"""The least height in pixels of letters; lower ones are left out."""

_DASH = (0.35, 0.2)
"""Lengths of a dash and the gap after it, in squares."""

_Corner = tuple[float, float]


def scale_for(picture: Picture, most: int = _MOST_PIXELS) -> int:
    """Return the side of a square in pixels such that the picture has at most `most`."""
    area = picture.window.height * picture.window.width
    return max(1, min(_LARGEST_SCALE, int((most / area) ** 0.5)))


class Tiles:
    """Cached images of squares at a scale."""

    def __init__(self, scale: int) -> None:
        self.scale = scale
        self._made: dict[tuple[str, tuple[Mark, ...], GroundLook], Image.Image] = {}

    def of(self, symbol: str, marks: tuple[Mark, ...] = (), ground: GroundLook = PLAIN) -> Image.Image:
        wanted = (symbol, marks, ground)
        if wanted not in self._made:
            self._made[wanted] = (
                Image.new("RGB", (self.scale, self.scale), plain_colour(symbol, marks))
                if self.scale < _LEAST_TILE
                else _draw_shapes(shapes(symbol, marks, ground), UNIT, self.scale)
            )
        return self._made[wanted]


def _draw_shapes(wanted: Iterable[Shape], width: int, scale: int) -> Image.Image:
    """Return shapes as pixels, as high as a square; `width` is in shape coordinates."""
    unit = scale * _SHARP / UNIT
    image = Image.new("RGB", (round(width * unit), scale * _SHARP), PAPER)
    for shape in wanted:
        _draw(image, shape, unit)
    return image.resize((round(width * scale / UNIT), scale), Image.Resampling.BOX)


def _draw(image: Image.Image, shape: Shape, unit: float) -> None:
    inside, lines = Image.new("L", image.size), Image.new("L", image.size)
    covered = round(255 * shape.opacity)
    _put(ImageDraw.Draw(inside), ImageDraw.Draw(lines), shape, unit, covered)
    if not isinstance(shape, Strokes) and shape.fill is not None:
        image.paste(rgb(shape.fill), mask=inside)
    if shape.stroke is not None:
        image.paste(rgb(shape.stroke), mask=lines)


def _put(inside: ImageDraw.ImageDraw, lines: ImageDraw.ImageDraw, shape: Shape, unit: float, covered: int) -> None:
    thickness = max(1, round(shape.thickness * unit))
    half = shape.thickness / 2
    match shape:
        case Rectangle():
            inside.rounded_rectangle(_frame(shape, 0, unit), shape.radius * unit, covered)
            radius = (shape.radius + half) * unit if shape.radius else 0
            lines.rounded_rectangle(_frame(shape, half, unit), radius, outline=covered, width=thickness)
        case Circle():
            inside.ellipse(_frame(_square_of(shape), 0, unit), covered)
            lines.ellipse(_frame(_square_of(shape), half, unit), outline=covered, width=thickness)
        case Dome():
            points = _arc(shape, unit)
            inside.polygon(points, covered)
            lines.line([*points, *points[:2]], covered, thickness, joint="curve")
        case Strokes():
            for line in shape.lines:
                points = [(line[at] * unit, line[at + 1] * unit) for at in range(0, len(line), 2)]
                lines.line(points, covered, thickness, joint="curve")
                for x, y in points if shape.round else []:
                    lines.ellipse((x - half * unit, y - half * unit, x + half * unit, y + half * unit), covered)


def _frame(shape: Rectangle, more: float, unit: float) -> tuple[float, float, float, float]:
    x, y = (shape.x - more) * unit, (shape.y - more) * unit
    return x, y, x + (shape.width + 2 * more) * unit - 1, y + (shape.height + 2 * more) * unit - 1


def _square_of(circle: Circle) -> Rectangle:
    radius = circle.radius
    return Rectangle(circle.name, circle.x - radius, circle.y - radius, 2 * radius, 2 * radius)


def _arc(dome: Dome, unit: float) -> list[tuple[float, float]]:
    angles = (pi * step / _ARC_STEPS for step in range(_ARC_STEPS + 1))
    return [
        ((dome.x - dome.half_width * cos(angle)) * unit, (dome.y - dome.height * sin(angle)) * unit) for angle in angles
    ]


def plain_colour(symbol: str, marks: tuple[Mark, ...] = ()) -> str:
    """Return a single colour for a square."""
    colour = PAPER
    for shape in shapes(symbol):
        if shape.name in ("wall", "floor", "goal", "box", "player"):
            fill = None if isinstance(shape, Strokes) else shape.fill
            colour = fill or shape.stroke or colour
    for mark in marks:
        if mark.sign is Sign.HEAT and symbol in " .":
            colour = heat(mark.strength)
        elif mark.sign is Sign.RING or symbol == " ":
            colour = mix(colour, mark.colour, 0.45)
    return colour


def board_image(picture: Picture, tiles: Tiles) -> Image.Image:
    """Return the window of a picture without legend."""
    top, left, height, width = picture.window
    scale = tiles.scale
    if scale < _LEAST_TILE:
        return _small(picture, scale)
    image = Image.new("RGB", (width * scale, height * scale), PAPER)
    for square in picture.squares():
        tile = tiles.of(picture.symbol(square), picture.marks(square), picture.ground(square))
        image.paste(tile, ((square.column - left) * scale, (square.row - top) * scale))
    return image


def _small(picture: Picture, scale: int) -> Image.Image:
    """Return squares of plain colour, one pixel each and then enlarged; fast for a million squares."""
    colours: dict[tuple[str, tuple[Mark, ...]], bytes] = {}
    pixels = bytearray()
    for square in picture.squares():
        key = (picture.symbol(square), picture.marks(square))
        if key not in colours:
            colours[key] = bytes(rgb(plain_colour(*key)))
        pixels += colours[key]
    _, _, height, width = picture.window
    image = Image.frombytes("RGB", (width, height), bytes(pixels))
    return image.resize((width * scale, height * scale), Image.Resampling.NEAREST)


def with_legend(picture: Picture, board: Image.Image, labels: Labels = NO_LABELS) -> Image.Image:
    """Return the board's picture with the legend and caption below it."""
    caption = labels.caption_within(max(40, board.width // 8))
    if not picture.layers and not caption:
        return board
    font = ImageFont.load_default(15)
    line = _SWATCH + 6
    signs = [_draw_shapes(sign.shapes, sign.width, _SWATCH) for sign in map(key, picture.layers)]
    widths = [sign.width + int(font.getlength(layer.label)) for sign, layer in zip(signs, picture.layers, strict=True)]
    widths += [int(font.getlength(text)) for text in caption]
    size = (max(board.width, max(widths) + 18), board.height + line * (len(signs) + len(caption)) + 8)
    whole = Image.new("RGB", size, PAPER)
    whole.paste(board)
    pen = ImageDraw.Draw(whole)
    for number, (sign, layer) in enumerate(zip(signs, picture.layers, strict=True)):
        y = board.height + 8 + number * line
        whole.paste(sign, (4, y))
        pen.text((sign.width + 12, y + _SWATCH // 2), layer.label, LINE, font, anchor="lm")
    for number, text in enumerate(caption, len(signs)):
        pen.text((6, board.height + 8 + number * line + _SWATCH // 2), text, LINE, font, anchor="lm")
    return whole


def image_of(picture: Picture, scale: int | None = None, labels: Labels = NO_LABELS) -> Image.Image:
    """Return a picture as pixels, with labels and legend. O(pixels)."""
    scale = scale or scale_for(picture)
    board = board_image(picture, Tiles(scale))
    if labels.texts:
        board = _with_labels(board, labels, picture.window, scale)
    return with_legend(picture, board, labels)


def write_png(picture: Picture, out: BinaryIO, scale: int | None, labels: Labels) -> None:
    """Write a picture as PNG."""
    png = BytesIO()  # Pillow writes to the descriptor of an open file, and loses the rest of a write that is cut short
    image_of(picture, scale, labels).save(png, "PNG")
    out.write(png.getbuffer())


def _with_labels(board: Image.Image, labels: Labels, window: Window, scale: int) -> Image.Image:
    tints = Image.new("RGBA", board.size)
    pen = ImageDraw.Draw(tints)
    for band in labels.bands:
        for row, column, height, width in band.spans:
            x, y = (column - window.column) * scale, (row - window.row) * scale
            pen.rectangle((x, y, x + width * scale - 1, y + height * scale - 1), (*rgb(band.colour), 76))
    image = Image.alpha_composite(board.convert("RGBA"), tints).convert("RGB")
    pen = ImageDraw.Draw(image)
    for (row, column, height, width), colour, dashed in labels.frames:
        top, left = (row - window.row - 0.12) * scale, (column - window.column - 0.12) * scale
        bottom, right = top + (height + 0.24) * scale, left + (width + 0.24) * scale
        corners = ((left, top), (right, top), (right, bottom), (left, bottom))
        for at, corner in enumerate(corners):
            dash = _DASH[0] * scale, _DASH[1] * scale if dashed else 0
            _draw_dashes(pen, corner, corners[(at + 1) % 4], colour, dash, max(1, round(labels.thickness * scale)))
    for text in labels.texts:
        _write_label(pen, text, window, scale)
    return image


def _draw_dashes(
    pen: ImageDraw.ImageDraw, start: _Corner, end: _Corner, colour: str, dash: tuple[float, float], thickness: int
) -> None:
    (x, y), (to_x, to_y) = start, end
    length = abs(to_x - x) + abs(to_y - y)
    done = 0.0
    while done < length:
        parts = [part / length for part in (done, min(done + dash[0], length))]
        pen.line([(x + (to_x - x) * part, y + (to_y - y) * part) for part in parts], colour, thickness)
        done += sum(dash)


def _write_label(pen: ImageDraw.ImageDraw, text: LabelText, window: Window, scale: int) -> None:
    size = text.size * scale
    if size >= _LEAST_LETTERS:
        place = ((text.column - window.column) * scale, (text.row - window.row) * scale)
        font = ImageFont.load_default(size)
        rim = max(1, round(size / 9))
        pen.text(place, text.text, text.colour, font, anchor="ms", stroke_width=rim, stroke_fill=PAPER)
