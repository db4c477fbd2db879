"""Similarity of two levels: the share of marks that coincide in the best placement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from sokospec.board import Level, Square
from sokospec.transform.normal_form import normal_form
from sokospec.transform.normal_grid import LevelGrid
from sokospec.transform.symmetry import SYMMETRIES, Symmetry

_Profile = tuple[int, ...]
"""Number of marks in each row, or in each column."""


@dataclass(frozen=True)
class LevelMarks:
    """Squares in play, boxes and goals of a level."""

    kinds: tuple[frozenset[Square], frozenset[Square], frozenset[Square]]

    @classmethod
    def of(cls, level: Level) -> LevelMarks:
        """Return the marks of a level as it is drawn."""
        grid = LevelGrid(level)
        in_play = grid.squares(grid.list_marked(grid.in_play()))
        top, left = min(row for row, _ in in_play), min(column for _, column in in_play)

        def move(squares: Iterable[Square]) -> frozenset[Square]:
            return frozenset(Square(row - top, column - left) for row, column in squares)

        return cls((move(in_play), move(level.boxes), move(level.goals)))

    @cached_property
    def height(self) -> int:
        """Number of rows."""
        return max(row for row, _ in self.kinds[0]) + 1

    @cached_property
    def width(self) -> int:
        """Number of columns."""
        return max(column for _, column in self.kinds[0]) + 1

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """Number of marks of each kind."""
        return tuple(map(len, self.kinds))

    @cached_property
    def size(self) -> int:
        """Number of all marks."""
        return sum(self.sizes)

    @cached_property
    def rows(self) -> _Profile:
        """Number of marks in each row."""
        return _profile((row for kind in self.kinds for row, _ in kind), self.height)

    @cached_property
    def columns(self) -> _Profile:
        """Number of marks in each column."""
        return _profile((column for kind in self.kinds for _, column in kind), self.width)

    @cached_property
    def profiles_descending(self) -> tuple[list[int], list[int]]:
        """`rows` and `columns`, sorted, largest first."""
        return sorted(self.rows, reverse=True), sorted(self.columns, reverse=True)

    @cached_property
    def images(self) -> tuple[LevelMarks, ...]:
        """Distinct images under the eight symmetries."""
        return tuple(dict.fromkeys(self._image(symmetry) for symmetry in SYMMETRIES))

    def _image(self, symmetry: Symmetry) -> LevelMarks:
        one, two, three = (
            frozenset(symmetry.square(square, self.height, self.width) for square in kind) for kind in self.kinds
        )
        return LevelMarks((one, two, three))

    def pack(self, stride: int, height: int, top: int = 0, left: int = 0) -> int:
        """Return the marks as bits, one kind after the other, in rows of `stride` bits."""
        bits = 0
        for index, kind in enumerate(self.kinds):
            for row, column in kind:
                bits |= 1 << ((index * height + row + top) * stride + column + left)
        return bits


def similarity(level: Level, other: Level) -> float:
    r"""Return the similarity of the normal forms of two levels, from 0 to 1 (docs/background/rules.md).

    >>> level = Level.parse("#######\n#@ $ .#\n#######")
    >>> mirrored = Level.parse("#######\n#. $ @#\n#######")
    >>> longer = Level.parse("########\n#@$  ..#\n#  $   #\n########")
    >>> similarity(level, mirrored), round(similarity(level, longer), 2)
    (1.0, 0.29)
    """
    return similarity_of_marks(LevelMarks.of(normal_form(level).level), LevelMarks.of(normal_form(other).level))


def similarity_of_marks(marks: LevelMarks, other: LevelMarks, least: float = 0.0) -> float:
    """Return the similarity of marks if it is at least `least`, else 0.

    At worst O(area of both) placements of O(area / 64) each.
    """
    both = marks.size + other.size
    coinciding = 0
    need = max(1, _least_overlap(least, both))
    if sum(map(min, marks.sizes, other.sizes)) < need or not _may_match(marks, other, need):
        return 0.0
    for image in other.images:
        for found in _overlaps(marks, image, max(need, coinciding + 1)):
            coinciding = max(coinciding, found)
    share = coinciding / (both - coinciding)
    return share if share >= least else 0.0


def _least_overlap(least: float, both: int) -> int:
    return int(least * both / (1 + least) - 1e-9)


def _may_match(marks: LevelMarks, other: LevelMarks, need: int) -> bool:
    (rows, columns), (other_rows, other_columns) = marks.profiles_descending, other.profiles_descending
    return (sum(map(min, rows, other_rows)) >= need and sum(map(min, columns, other_columns)) >= need) or (
        sum(map(min, rows, other_columns)) >= need and sum(map(min, columns, other_rows)) >= need
    )


def _overlaps(marks: LevelMarks, image: LevelMarks, need: int) -> Iterator[int]:
    down = _shifts(marks.rows, image.rows, need)
    right = _shifts(marks.columns, image.columns, need) if down else []
    if not right:
        return
    stride, height = marks.width + 2 * image.width, marks.height + 2 * image.height
    here = marks.pack(stride, height, image.height, image.width)
    there = image.pack(stride, height)
    for row, row_bound in down:
        for column, column_bound in right:
            if row_bound >= need and column_bound >= need:
                count = (here & there << row * stride + column).bit_count()
                if count >= need:
                    yield count
                    need = count + 1


def _shifts(profile: _Profile, other: _Profile, need: int) -> list[tuple[int, int]]:
    shifts = []
    for shift in range(1, len(profile) + len(other)):
        start = shift - len(other)  # where the other profile begins in this one
        ours: Sequence[int] = profile[max(start, 0) :]
        bound = sum(map(min, ours, other[max(-start, 0) :]))
        if bound >= need:
            shifts.append((shift, bound))
    return shifts


def _profile(indices: Iterable[int], length: int) -> _Profile:
    counts = Counter(indices)
    return tuple(counts[index] for index in range(length))
