"""Pictures made of pixels, by Pillow: tiles, whole pictures, and PNG."""

from __future__ import annotations

from typing import BinaryIO

from PIL import Image, ImageDraw, ImageFont

from sokoview.pictures.shapes import (
    LINE,
    PAPER,
    UNIT,
    Circle,
    Mark,
    Picture,
    Rectangle,
    Shape,
    Sign,
    heat,
    mixed,
    rgb,
    shapes,
)

LARGEST_SCALE = 48
"""How many pixels the side of a square gets where there is room."""

MOST_PIXELS = 6_000_000
"""How many pixels a picture gets unless a scale is asked for; at least one for each square."""

LEAST_TILE = 8
"""Below so many pixels a side, a square is plain colour."""

SHARP = 4
"""Tiles are drawn this many times larger and made smaller, so that their edges are smooth."""

SWATCH = 22
"""The side of a sign in the legend."""


def scale_for(picture: Picture, most: int = MOST_PIXELS) -> int:
    """Return how many pixels a square's side gets, so that the picture has at most so many; at least one.

    >>> from sokospec import Level
    >>> scale_for(Picture.of(Level.parse("#####\\n#@$.#\\n#####")))
    48
    """
    area = picture.window.height * picture.window.width
    return max(1, min(LARGEST_SCALE, int((most / area) ** 0.5)))


class Tiles:
    """How squares look at a scale; each kind is drawn once."""

    def __init__(self, scale: int) -> None:
        """Begin with none."""
        self.scale = scale
        self._made: dict[tuple[str, tuple[Mark, ...]], Image.Image] = {}

    def of(self, symbol: str, marks: tuple[Mark, ...] = ()) -> Image.Image:
        """Return the tile of a symbol with marks; it is not to be changed."""
        key = (symbol, marks)
        if key not in self._made:
            self._made[key] = self._plain(*key) if self.scale < LEAST_TILE else self._drawn(*key)
        return self._made[key]

    def _plain(self, symbol: str, marks: tuple[Mark, ...]) -> Image.Image:
        return Image.new("RGB", (self.scale, self.scale), plain_colour(symbol, marks))

    def _drawn(self, symbol: str, marks: tuple[Mark, ...]) -> Image.Image:
        side = self.scale * SHARP
        image = Image.new("RGB", (side, side), PAPER)
        pen = ImageDraw.Draw(image, "RGBA")
        for shape in shapes(symbol, marks):
            _draw(pen, shape, side / UNIT)
        if symbol not in "#_":  # faint lines between squares, so that they can be counted
            edge = side - SHARP // 2
            for line in ((0, edge, side, edge), (edge, 0, edge, side)):
                pen.line(line, (*rgb(LINE), 30), SHARP)
        return image.resize((self.scale, self.scale), Image.Resampling.BOX)


def _draw(pen: ImageDraw.ImageDraw, shape: Shape, unit: float) -> None:
    def seen(colour: str | None) -> tuple[int, int, int, int] | None:
        return None if colour is None else (*rgb(colour), round(255 * shape.opacity))

    line = seen(shape.stroke)
    thickness = max(1, round(shape.thickness * unit))
    half = shape.thickness / 2 if line else 0  # Pillow draws outlines inside, SVG on both sides of the edge
    match shape:
        case Rectangle():
            x, y = (shape.x - half) * unit, (shape.y - half) * unit
            box = (x, y, x + (shape.width + 2 * half) * unit - 1, y + (shape.height + 2 * half) * unit - 1)
            pen.rounded_rectangle(box, shape.radius * unit, seen(shape.fill), line, thickness if line else 0)
        case Circle():
            radius = (shape.radius + half) * unit
            x, y = shape.x * unit, shape.y * unit
            box = (x - radius, y - radius, x + radius, y + radius)
            pen.ellipse(box, seen(shape.fill), line, thickness if line else 0)
        case _:
            for points in shape.lines:
                pen.line([place * unit for place in points], line, thickness, joint="curve")


def plain_colour(symbol: str, marks: tuple[Mark, ...] = ()) -> str:
    """Return one colour for a square: that of its piece, else of its marks over its ground.

    >>> from sokoview.pictures.shapes import BOX, WALL
    >>> plain_colour("#") == WALL, plain_colour("$") == BOX
    (True, True)
    """
    colour = PAPER
    for shape in shapes(symbol):
        if shape.name in ("wall", "floor", "goal", "box", "player"):
            fill = None if shape.name == "goal" or not isinstance(shape, Rectangle | Circle) else shape.fill
            colour = fill or shape.stroke or colour
    for mark in marks:
        if mark.sign is Sign.HEAT and symbol in " .":
            colour = heat(mark.strength)
        elif mark.sign is Sign.RING or symbol == " ":
            colour = mixed(colour, mark.colour, 0.45)
    return colour


def board_image(picture: Picture, tiles: Tiles) -> Image.Image:
    """Return the window of a picture without its legend."""
    top, left, height, width = picture.window
    scale = tiles.scale
    if scale < LEAST_TILE:
        return _small(picture, scale)
    image = Image.new("RGB", (width * scale, height * scale), PAPER)
    for square in picture.squares():
        tile = tiles.of(picture.symbol(square), picture.marks(square))
        image.paste(tile, ((square.column - left) * scale, (square.row - top) * scale))
    return image


def _small(picture: Picture, scale: int) -> Image.Image:
    """Return squares of plain colour: one pixel each, then enlarged. A million of them take a second or two."""
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


def with_legend(picture: Picture, board: Image.Image) -> Image.Image:
    """Return the board's picture with a line below it for each layer, a sign and what it means."""
    if not picture.layers:
        return board
    font = ImageFont.load_default(15)
    line = SWATCH + 6
    wide = max(int(font.getlength(layer.label)) for layer in picture.layers) + SWATCH + 18
    whole = Image.new("RGB", (max(board.width, wide), board.height + line * len(picture.layers) + 8), PAPER)
    whole.paste(board)
    pen = ImageDraw.Draw(whole)
    tiles = Tiles(SWATCH)
    for number, layer in enumerate(picture.layers):
        y = board.height + 8 + number * line
        whole.paste(tiles.of(" ", (Mark(layer.sign, layer.colour),)), (4, y))
        pen.text((SWATCH + 12, y + SWATCH // 2), layer.label, LINE, font, anchor="lm")
    return whole


def image_of(picture: Picture, scale: int | None = None) -> Image.Image:
    """Return a picture as pixels, with its legend below. O(pixels).

    >>> from sokospec import Level
    >>> image_of(Picture.of(Level.parse("#####\\n#@$.#\\n#####")), 10).size
    (50, 30)
    """
    return with_legend(picture, board_image(picture, Tiles(scale or scale_for(picture))))


def write_png(picture: Picture, out: BinaryIO, scale: int | None = None) -> None:
    """Write a picture as PNG."""
    image_of(picture, scale).save(out, "PNG")
