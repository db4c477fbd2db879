"""Similarity of two levels: how much of them coincides when one is laid on the other as well as possible."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from sokospec.board import Level, Square
from sokospec.transform.normal_form import normal_form
from sokospec.transform.normal_grid import Grid
from sokospec.transform.symmetry import SYMMETRIES, Symmetry

Profile = tuple[int, ...]
"""How many marks each row, or each column, has."""


@dataclass(frozen=True)
class Marks:
    """The marks of a level: its squares in play, its boxes and its goals, each a kind of its own.

    *In play* are the squares the player could walk to without any boxes, and those with a box or a goal.
    """

    kinds: tuple[frozenset[Square], frozenset[Square], frozenset[Square]]

    @classmethod
    def of(cls, level: Level) -> Marks:
        """Return the marks of a level as it is drawn. O(area)."""
        grid = Grid(level)
        in_play = grid.squares(grid.marked(grid.in_play()))
        top, left = min(row for row, _ in in_play), min(column for _, column in in_play)

        def moved(squares: Iterable[Square]) -> frozenset[Square]:
            return frozenset(Square(row - top, column - left) for row, column in squares)

        return cls((moved(in_play), moved(level.boxes), moved(level.goals)))

    @cached_property
    def height(self) -> int:
        """The number of rows."""
        return max(row for row, _ in self.kinds[0]) + 1

    @cached_property
    def width(self) -> int:
        """The number of columns."""
        return max(column for _, column in self.kinds[0]) + 1

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """The number of marks of each kind."""
        return tuple(map(len, self.kinds))

    @cached_property
    def size(self) -> int:
        """The number of all marks."""
        return sum(self.sizes)

    @cached_property
    def rows(self) -> Profile:
        """The number of marks in each row."""
        return _profile((row for kind in self.kinds for row, _ in kind), self.height)

    @cached_property
    def columns(self) -> Profile:
        """The number of marks in each column."""
        return _profile((column for kind in self.kinds for _, column in kind), self.width)

    @cached_property
    def sorted_profiles(self) -> tuple[list[int], list[int]]:
        """The numbers of marks in the rows, and in the columns, the largest first."""
        return sorted(self.rows, reverse=True), sorted(self.columns, reverse=True)

    @cached_property
    def images(self) -> tuple[Marks, ...]:
        """What the eight symmetries make of the marks, each result once."""
        return tuple(dict.fromkeys(self._image(symmetry) for symmetry in SYMMETRIES))

    def _image(self, symmetry: Symmetry) -> Marks:
        one, two, three = (
            frozenset(symmetry.square(square, self.height, self.width) for square in kind) for kind in self.kinds
        )
        return Marks((one, two, three))

    def packed(self, stride: int, height: int, top: int = 0, left: int = 0) -> int:
        """Return the marks as bits, the kinds one after the other, each with rows of `stride` bits."""
        bits = 0
        for index, kind in enumerate(self.kinds):
            for row, column in kind:
                bits |= 1 << ((index * height + row + top) * stride + column + left)
        return bits


def similarity(level: Level, other: Level) -> float:
    """Return how similar the normal forms of two levels are, from 0 to 1.

    The marks of a level are its squares in play, its boxes and its goals. The similarity is the largest share of the
    marks of both that coincide, |A and B| / |A or B|, over all eight symmetries and all translations of one level. It
    is 1 exactly if the normal forms differ at most by the player's square.

    >>> level = Level.parse("#######\\n#@ $ .#\\n#######")
    >>> mirrored = Level.parse("#######\\n#. $ @#\\n#######")
    >>> longer = Level.parse("########\\n#@$  ..#\\n#  $   #\\n########")
    >>> similarity(level, mirrored), round(similarity(level, longer), 2)
    (1.0, 0.29)
    """
    return similarity_of_marks(Marks.of(normal_form(level).level), Marks.of(normal_form(other).level))


def similarity_of_marks(marks: Marks, other: Marks, least: float = 0.0) -> float:
    """Return the similarity of two levels by their marks if it is at least `least`, else 0.

    Bounds by the numbers of marks, then by those in rows and columns, exclude most placements unseen. At worst
    O(area of both) placements, of O(area / 64) each.
    """
    both = marks.size + other.size
    coinciding = 0
    need = max(1, _coinciding(least, both))
    if sum(map(min, marks.sizes, other.sizes)) < need or not _may_match(marks, other, need):
        return 0.0
    for image in other.images:
        for found in _overlaps(marks, image, max(need, coinciding + 1)):
            coinciding = max(coinciding, found)
    share = coinciding / (both - coinciding)
    return share if share >= least else 0.0


def _coinciding(least: float, both: int) -> int:
    """Return how many marks of so many must coincide, rounded down to be safe."""
    return int(least * both / (1 + least) - 1e-9)


def _may_match(marks: Marks, other: Marks, need: int) -> bool:
    """Say whether the profiles, in any order, allow so many marks to coincide."""
    (rows, columns), (other_rows, other_columns) = marks.sorted_profiles, other.sorted_profiles
    return (sum(map(min, rows, other_rows)) >= need and sum(map(min, columns, other_columns)) >= need) or (
        sum(map(min, rows, other_columns)) >= need and sum(map(min, columns, other_rows)) >= need
    )


def _overlaps(marks: Marks, image: Marks, need: int) -> Iterator[int]:
    """Yield how many marks coincide, in placements in which at least `need` may and more do than in those before."""
    down = _shifts(marks.rows, image.rows, need)
    right = _shifts(marks.columns, image.columns, need) if down else []
    if not right:
        return
    stride, height = marks.width + 2 * image.width, marks.height + 2 * image.height
    here = marks.packed(stride, height, image.height, image.width)
    there = image.packed(stride, height)
    for row, row_bound in down:
        for column, column_bound in right:
            if row_bound >= need and column_bound >= need:
                count = (here & there << row * stride + column).bit_count()
                if count >= need:
                    yield count
                    need = count + 1


def _shifts(profile: Profile, other: Profile, need: int) -> list[tuple[int, int]]:
    """Return the shifts of the other profile that let enough marks coincide, counted from apart, with the bounds."""
    shifts = []
    for shift in range(1, len(profile) + len(other)):
        start = shift - len(other)  # where the other profile begins in this one
        ours: Sequence[int] = profile[max(start, 0) :]
        bound = sum(map(min, ours, other[max(-start, 0) :]))
        if bound >= need:
            shifts.append((shift, bound))
    return shifts


def _profile(indices: Iterable[int], length: int) -> Profile:
    counts = [0] * length
    for index in indices:
        counts[index] += 1
    return tuple(counts)
