"""All polyominoes of a size up to symmetry."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sokospec.board import DELTAS

Cells = tuple[tuple[int, int], ...]
"""The squares of a shape as (row, column), in order, the least row and column 0."""


def canonical(cells: Iterable[tuple[int, int]]) -> Cells:
    """Return the least of a shape's eight forms at the origin.

    >>> canonical([(5, 5), (6, 5), (6, 6)])
    ((0, 0), (0, 1), (1, 0))
    """
    forms = []
    now = list(cells)
    for turn in range(8):
        top, left = min(row for row, _ in now), min(column for _, column in now)
        forms.append(tuple(sorted((row - top, column - left) for row, column in now)))
        now = [(column, -row) for row, column in now]
        if turn == 3:
            now = [(row, -column) for row, column in now]
    return min(forms)


def around(cells: Cells) -> set[tuple[int, int]]:
    """Return the squares beside a shape."""
    return {(row + down, column + right) for row, column in cells for down, right in DELTAS}.difference(cells)


def polyominoes(size: int) -> Iterator[Cells]:
    """Yield each shape of a size once, in order. Grows like 4^size.

    >>> [sum(1 for _ in polyominoes(size)) for size in range(1, 8)]
    [1, 1, 2, 5, 12, 35, 108]
    """
    if size < 1:
        raise ValueError(f"a shape has at least one square, not {size}")
    shapes: set[Cells] = {((0, 0),)}
    for _ in range(size - 1):
        larger: set[Cells] = set()
        for cells in shapes:
            larger.update(canonical((*cells, near)) for near in around(cells))
        shapes = larger
    yield from sorted(shapes)
