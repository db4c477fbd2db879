"""Shrinking of counterexamples."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import NamedTuple

from sokospec.board import Board, Level, Square, State

_MOST_TRIES = 10_000
"""The most levels to try; a limit for slow detectors and levels from files."""


class LevelShape(NamedTuple):
    """Level as its squares; everything else is wall."""

    floor: frozenset[Square]
    goals: frozenset[Square]
    boxes: frozenset[Square]
    player: Square

    @staticmethod
    def of(level: Level) -> LevelShape:
        """Return the squares of a level."""
        return LevelShape(frozenset(level.board.floor), level.goals, level.boxes, level.player)

    def level(self) -> Level:
        r"""Return the level on the smallest grid with a ring of walls.

        >>> print(LevelShape.of(Level.parse("######\n######\n#@$.##\n######")).level())
        #####
        #@$.#
        #####
        """
        top, left = min(row for row, _ in self.floor), min(column for _, column in self.floor)

        def move(squares: Iterable[Square]) -> frozenset[Square]:
            return frozenset(Square(row - top + 1, column - left + 1) for row, column in squares)

        floor = move(self.floor)
        height, width = max(row for row, _ in floor) + 2, max(column for _, column in floor) + 2
        grid = {Square(row, column) for row in range(height) for column in range(width)}
        [player] = move([self.player])
        return Level(Board(width, height, frozenset(grid - floor), move(self.goals)), State(move(self.boxes), player))


def size(level: Level) -> tuple[int, int, int, int, str]:
    """Return the sort key: floor, boxes, boxes off goals, area, text."""
    board = level.board
    away = len(level.boxes - level.goals)
    return len(board.floor), len(level.boxes), away, board.width * board.height, str(level)


def shrink(level: Level, fails: Callable[[Level], bool], most_tries: int = _MOST_TRIES) -> Level:
    r"""Return a failing level that no single change or pair of changes makes smaller.

    Changes: remove a row, a column, or a box with a goal; wall up a floor square; move a piece, followed by another
    change. `fails` is called at most `most_tries` times and may raise `Enough`.

    >>> level = Level.parse("#######\n#@$ . #\n#.  $ #\n#######")
    >>> print(shrink(level, lambda level: len(level.boxes) >= 1))
    ####
    #*@#
    ####
    """
    shrinking = _Shrinker(level, fails, most_tries)
    with suppress(Enough):
        shrinking.crop()
        shrinking.by_halves()
        while shrinking.by_one_change():
            pass
    return shrinking.best


class Enough(Exception):
    """Raised by `fails` to accept the best level so far."""


class _Shrinker:
    def __init__(self, level: Level, fails: Callable[[Level], bool], most_tries: int) -> None:
        self.best = level
        self._fails = fails
        self._most_tries = most_tries
        self._tried: set[Level] = set()

    def crop(self) -> None:
        self._improves(LevelShape.of(self.best).level())

    def by_halves(self) -> None:
        shape = LevelShape.of(self.best)
        for removable in (_removable_boxes, _removable_squares):
            items = removable(shape)
            length = len(items)
            while length:
                kept: list[Square] = []
                for start in range(0, len(items), length):
                    chunk = items[start : start + length]
                    smaller = _wall_up(shape, chunk)
                    if smaller.boxes and self._improves(smaller.level()):
                        shape = smaller
                    else:
                        kept += chunk
                items, length = kept, length // 2

    def by_one_change(self) -> bool:
        return any(self._improves(shape.level()) for shape in _changes(LevelShape.of(self.best)))

    def _improves(self, candidate: Level) -> bool:
        if candidate in self._tried or size(candidate) >= size(self.best):
            return False
        if len(self._tried) >= self._most_tries:
            raise Enough
        self._tried.add(candidate)
        if not self._fails(candidate):
            return False
        self.best = candidate
        return True


def _wall_up(shape: LevelShape, squares: Iterable[Square]) -> LevelShape:
    floor, goals, boxes = (part.difference(squares) for part in (shape.floor, shape.goals, shape.boxes))
    return LevelShape(floor, goals, boxes, shape.player)


def _removable_boxes(shape: LevelShape) -> list[Square]:
    return sorted(shape.boxes & shape.goals)


def _removable_squares(shape: LevelShape) -> list[Square]:
    return sorted(shape.floor - shape.boxes - shape.goals - {shape.player})


def _changes(shape: LevelShape) -> Iterator[LevelShape]:
    yield from _cuts(shape)
    yield from _moves(shape)
    for moved in _moves(shape):
        yield from _cuts(moved)


def _cuts(shape: LevelShape) -> Iterator[LevelShape]:
    for axis in (0, 1):
        lines = [square[axis] for square in shape.floor]
        for line in range(min(lines), max(lines) + 1):
            cut = _without_line(shape, axis, line)
            if cut is not None:
                yield cut
    for box in sorted(shape.boxes):
        for goal in sorted(shape.goals):
            if len(shape.boxes) > 1:
                yield shape._replace(boxes=shape.boxes - {box}, goals=shape.goals - {goal})
    for square in _removable_squares(shape):
        yield _wall_up(shape, [square])
    for box in _removable_boxes(shape):
        if len(shape.boxes) > 1:
            yield _wall_up(shape, [box])


def _moves(shape: LevelShape) -> Iterator[LevelShape]:
    for target in sorted(shape.floor - shape.boxes - {shape.player}):
        yield shape._replace(player=target)
        for box in sorted(shape.boxes):
            yield shape._replace(boxes=shape.boxes - {box} | {target})
    for target in sorted(shape.floor - shape.goals):
        for goal in sorted(shape.goals):
            yield shape._replace(goals=shape.goals - {goal} | {target})


def _without_line(shape: LevelShape, axis: int, line: int) -> LevelShape | None:
    def keep(squares: Iterable[Square]) -> frozenset[Square]:
        found = set()
        for square in squares:
            if square[axis] != line:
                place = list(square)
                place[axis] -= place[axis] > line
                found.add(Square(*place))
        return frozenset(found)

    player = keep([shape.player])
    boxes, goals = keep(shape.boxes), keep(shape.goals)
    if not player or not boxes or len(boxes) != len(goals):
        return None
    return LevelShape(keep(shape.floor), goals, boxes, *player)
