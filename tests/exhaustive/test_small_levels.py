"""`interior_levels` yields one level of every class of symmetric ones, and forgets none."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest

from sokogen.small import small_levels
from sokogen.small.small_levels import boards, counts, interior_levels


def images(rows: tuple[str, ...], *, turned: bool) -> set[tuple[str, ...]]:
    """Return a drawing with everything that turning and mirroring make of it; quarter turns only when asked for."""
    found = set()
    for first in (rows, tuple(zip(*rows, strict=True)) if turned else rows):
        for second in (first, first[::-1]):
            found |= {tuple("".join(row) for row in second), tuple("".join(row[::-1]) for row in second)}
    return found


def every_drawing(height: int, width: int, boxes: int) -> Iterator[tuple[str, ...]]:
    """Yield every inside with so many boxes and goals and one player, by trying everything."""
    squares = range(height * width)
    for walls in (chosen for count in range(len(squares) + 1) for chosen in combinations(squares, count)):
        floor = [square for square in squares if square not in walls]
        for goals in combinations(floor, boxes):
            for standing in combinations(floor, boxes):
                for player in set(floor) - set(standing):
                    symbols = ["#" if square in walls else "." if square in goals else " " for square in squares]
                    for box in standing:
                        symbols[box] = "*" if box in goals else "$"
                    symbols[player] = "+" if player in goals else "@"
                    text = "".join(symbols)
                    yield tuple(text[start : start + width] for start in range(0, len(text), width))


@pytest.mark.parametrize(("height", "width", "max_boxes"), [(1, 4, 3), (2, 2, 3), (2, 3, 3), (3, 2, 2), (3, 3, 1)])
def test_the_images_of_all_levels_are_all_levels_without_overlap(height: int, width: int, max_boxes: int) -> None:
    seen: set[tuple[str, ...]] = set()
    for level in interior_levels(height, width, max_boxes):
        inside = tuple(row[1:-1] for row in str(level).split("\n")[1:-1])
        orbit = images(inside, turned=height == width)
        assert not orbit & seen, level
        seen |= orbit
    assert seen == {drawing for boxes in range(1, max_boxes + 1) for drawing in every_drawing(height, width, boxes)}


@pytest.mark.long
def test_burnside_counts_the_same_number_of_levels_with_two_boxes() -> None:
    """By Burnside's lemma the classes are as many as the drawings that a symmetry leaves alone, on average."""
    fixed = 0
    for drawing in every_drawing(3, 3, 2):
        fixed += 8 // len(images(drawing, turned=True))
    assert fixed // 8 == counts(3, 3, 2)[1] == 32_050
    assert fixed % 8 == 0


def test_the_counts_in_the_docstring_are_right() -> None:
    rows = [line.strip("|").split("|") for line in (small_levels.__doc__ or "").splitlines() if " x " in line]
    assert len(rows) == 5
    for shape, *figures in rows:
        height, width = map(int, shape.split(" x "))
        stated = [int(figure.replace(",", "")) for figure in figures if figure.strip()]
        if height * width <= 8:
            assert stated == [sum(1 for _ in boards(height, width)), *counts(height, width, len(stated) - 1)]


@pytest.mark.parametrize(("height", "width"), [(1, 1), (1, 5), (2, 3), (3, 3)])
def test_boards_yields_one_board_of_every_class(height: int, width: int) -> None:
    seen: set[tuple[str, ...]] = set()
    for board in boards(height, width):
        assert not board.goals
        inside = tuple(
            "".join("#" if (row, column) in board.walls else " " for column in range(1, width + 1))
            for row in range(1, height + 1)
        )
        orbit = images(inside, turned=height == width)
        assert not orbit & seen
        seen |= orbit
    assert len(seen) == 2 ** (height * width)


def test_levels_come_lazily() -> None:
    assert len(next(interior_levels(50, 50, 5)).boxes) == 1
