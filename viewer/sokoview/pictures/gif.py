"""Plays as animated GIF, storing only the changes between frames."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from typing import BinaryIO, NamedTuple

from PIL import GifImagePlugin, Image

from sokospec.board import Square
from sokoview.pictures.picture import GroundLook, Picture
from sokoview.pictures.pixels import Tiles, board_image, scale_for, with_legend
from sokoview.pictures.tiles import PAPER

_MOST_PIXELS = 600_000
"""The most pixels of a frame by default."""
_PAUSE = 1500
"""Milliseconds for which the first and the last frame stay."""


class _GifFrame(NamedTuple):
    image: Image.Image
    place: tuple[int, int] = (0, 0)


def write_gif(
    pictures: Iterable[Picture],
    out: BinaryIO,
    *,
    milliseconds: int = 150,
    scale: int | None = None,
) -> int:
    """Write pictures of one board as an endless animation; return the number of frames.

    Memory is that of a few frames. The first and last frame stay for `_PAUSE`. All pictures have the same window and
    number of layers.
    """
    pictures = iter(pictures)
    first = next(pictures)
    tiles = Tiles(scale or scale_for(first, _MOST_PIXELS))
    whole = _GifFrame(with_legend(first, board_image(first, tiles)))
    palette = _palette(whole.image, tiles)
    out.write(_head(whole.image.size, palette))
    count, waiting = 0, whole
    for frame in _changes(first, pictures, tiles):
        _write(out, waiting, palette, milliseconds if count else _PAUSE)
        count, waiting = count + 1, frame
    _write(out, waiting, palette, _PAUSE)
    out.write(b";")
    return count + 1


def _changes(before: Picture, pictures: Iterator[Picture], tiles: Tiles) -> Iterator[_GifFrame]:
    for picture in pictures:
        top, left, height, width = picture.window
        rows, columns = range(top, top + height), range(left, left + width)
        squares = [
            square for square in _find_changes(before, picture) if square.row in rows and square.column in columns
        ]
        upper = min((square.row for square in squares), default=top)
        lower = max((square.row for square in squares), default=top)
        first = min((square.column for square in squares), default=left)
        last = max((square.column for square in squares), default=left)
        scale = tiles.scale
        image = Image.new("RGB", ((last + 1 - first) * scale, (lower + 1 - upper) * scale), PAPER)
        for row in range(upper, lower + 1):
            for column in range(first, last + 1):
                square = Square(row, column)
                tile = tiles.of(picture.symbol(square), picture.marks(square), picture.ground(square))
                image.paste(tile, ((column - first) * scale, (row - upper) * scale))
        yield _GifFrame(image, ((first - left) * scale, (upper - top) * scale))
        before = picture


def _find_changes(before: Picture, after: Picture) -> set[Square]:
    squares = set(before.state.boxes ^ after.state.boxes) | {before.state.player, after.state.player}
    for one, other in zip(before.layers, after.layers, strict=True):
        squares |= {square for square, _ in one.squares.items() ^ other.squares.items()}
    return squares


def _palette(image: Image.Image, tiles: Tiles) -> Image.Image:
    grounds = [GroundLook(odd, edge) for odd in (False, True) for edge in (False, True)]
    kinds = [tiles.of(symbol, ground=ground) for symbol in "#_ .$*@+" for ground in grounds]
    side = tiles.scale
    whole = Image.new("RGB", (max(image.width, len(kinds) * side), image.height + 4 * side), PAPER)
    whole.paste(image)
    for row in range(4):  # several times, so that a rare piece counts beside all the walls
        for place, tile in enumerate(kinds):
            whole.paste(tile, (place * side, image.height + row * side))
    return whole.quantize(256, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)


def _head(size: tuple[int, int], palette: Image.Image) -> bytes:
    colours = bytes(palette.getpalette() or ()).ljust(768, b"\0")
    return b"GIF89a" + struct.pack("<HHBBB", *size, 0xF7, 0, 0) + colours + b"!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0"


def _write(out: BinaryIO, frame: _GifFrame, palette: Image.Image, milliseconds: int) -> None:
    image = frame.image.quantize(palette=palette, dither=Image.Dither.NONE)
    for part in GifImagePlugin.getdata(image, frame.place, duration=milliseconds, disposal=1):
        out.write(part)
