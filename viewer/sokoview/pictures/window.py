"""Parts of a grid."""

from __future__ import annotations

from typing import NamedTuple


class Window(NamedTuple):
    """A part of the grid: its first square, and how many rows and columns it has."""

    row: int
    column: int
    height: int
    width: int
