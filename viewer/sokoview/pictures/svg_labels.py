"""Labels as SVG: tinted wires, frames, and names with a light rim."""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape

from sokospec.formats.slc import xml_text
from sokoview.pictures.labels import Labels
from sokoview.pictures.tiles import PAPER, UNIT
from sokoview.pictures.window import Window


def overlay(labels: Labels, window: Window) -> Iterator[str]:
    """Yield the elements of labels over a window, clipped at its edges."""
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
