"""Labels as pixels, by Pillow."""

from __future__ import annotations

from PIL import Image, ImageDraw, ImageFont

from sokoview.pictures.labels import Labels, LabelText
from sokoview.pictures.shapes import rgb
from sokoview.pictures.tiles import PAPER
from sokoview.pictures.window import Window

_LEAST_LETTERS = 6
"""The least height in pixels of letters; lower ones are left out."""

_DASH = (0.35, 0.2)
"""Lengths of a dash and the gap after it, in squares."""

_Corner = tuple[float, float]


def with_labels(board: Image.Image, labels: Labels, window: Window, scale: int) -> Image.Image:
    """Return the picture of a window with labels."""
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
            _line(pen, corner, corners[(at + 1) % 4], colour, dash, max(1, round(labels.thickness * scale)))
    for text in labels.texts:
        _write(pen, text, window, scale)
    return image


def _line(
    pen: ImageDraw.ImageDraw, start: _Corner, end: _Corner, colour: str, dash: tuple[float, float], thickness: int
) -> None:
    (x, y), (to_x, to_y) = start, end
    length = abs(to_x - x) + abs(to_y - y)
    done = 0.0
    while done < length:
        parts = [part / length for part in (done, min(done + dash[0], length))]
        pen.line([(x + (to_x - x) * part, y + (to_y - y) * part) for part in parts], colour, thickness)
        done += sum(dash)


def _write(pen: ImageDraw.ImageDraw, text: LabelText, window: Window, scale: int) -> None:
    size = text.size * scale
    if size >= _LEAST_LETTERS:
        place = ((text.column - window.column) * scale, (text.row - window.row) * scale)
        font = ImageFont.load_default(size)
        rim = max(1, round(size / 9))
        pen.text(place, text.text, text.colour, font, anchor="ms", stroke_width=rim, stroke_fill=PAPER)
