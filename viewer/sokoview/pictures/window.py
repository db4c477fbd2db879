"""Windows of a grid."""

from __future__ import annotations

from typing import NamedTuple


class Window(NamedTuple):
    """Part of the grid: top left square, and numbers of rows and columns."""

    row: int
    column: int
    height: int
    width: int
