"""Making a counterexample small: less floor, fewer boxes, as long as it stays one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from sokospec.board import Board, Level, Square, State

MOST_TRIES = 10_000
"""So many levels are tried at most; it is for slow detectors and for levels from files."""


class Shape(NamedTuple):
    """A level as its squares: the rest is wall."""

    floor: frozenset[Square]
    goals: frozenset[Square]
    boxes: frozenset[Square]
    player: Square

    @staticmethod
    def of(level: Level) -> Shape:
        """Return the squares of a level."""
        return Shape(frozenset(level.board.floor), level.goals, level.boxes, level.player)

    def level(self) -> Level:
        """Return the level on the smallest grid that has a ring of walls around the floor.

        >>> print(Shape.of(Level.parse("######\\n######\\n#@$.##\\n######")).level())
        #####
        #@$.#
        #####
        """
        top, left = min(row for row, _ in self.floor), min(column for _, column in self.floor)

        def moved(squares: Iterable[Square]) -> frozenset[Square]:
            return frozenset(Square(row - top + 1, column - left + 1) for row, column in squares)

        floor = moved(self.floor)
        height, width = max(row for row, _ in floor) + 2, max(column for _, column in floor) + 2
        grid = {Square(row, column) for row in range(height) for column in range(width)}
        [player] = moved([self.player])
        return Level(Board(width, height, frozenset(grid - floor), moved(self.goals)), State(moved(self.boxes), player))


def size(level: Level) -> tuple[int, int, int, int, str]:
    """Return what makes a level small, first of all its floor: then boxes, boxes off goals, and the area of the grid.

    >>> size(Level.parse("#####\\n#@$.#\\n#####"))
    (3, 1, 1, 15, '#####\\n#@$.#\\n#####')
    """
    board = level.board
    away = len(level.boxes - level.goals)
    return len(board.floor), len(level.boxes), away, board.width * board.height, str(level)


def shrunk(level: Level, fails: Callable[[Level], bool], most_tries: int = MOST_TRIES) -> Level:
    """Return a level that fails too and is as small as single changes and pairs of them make it; its own if none is.

    The changes: a row or a column goes, a box goes with a goal, a floor square becomes wall, and a piece moves; a piece
    that moves is followed by one of the others. `fails` is called with `most_tries` levels at most.

    >>> level = Level.parse("#######\\n#@$ . #\\n#.  $ #\\n#######")
    >>> print(shrunk(level, lambda level: len(level.boxes) >= 1))
    ####
    #*@#
    ####
    """
    tried: set[Level] = set()

    def smaller(than: Level) -> Level | None:
        limit = size(than)
        for shape in _changes(Shape.of(than)):
            candidate = shape.level()
            if candidate in tried or size(candidate) >= limit:
                continue
            if len(tried) >= most_tries:
                return None
            tried.add(candidate)
            if fails(candidate):
                return candidate
        return None

    best = level
    cropped = Shape.of(level).level()
    if size(cropped) < size(level) and fails(cropped):
        best = cropped
    while (found := smaller(best)) is not None:
        best = found
    return best


def _changes(shape: Shape) -> Iterator[Shape]:
    """Yield the shapes that one change makes, the greatest changes first, then those of a move and one change."""
    yield from _cuts(shape)
    for moved in _moves(shape):
        yield moved
        yield from _cuts(moved)


def _cuts(shape: Shape) -> Iterator[Shape]:
    """Yield the shapes with less in them."""
    for axis in (0, 1):
        for line in sorted({square[axis] for square in shape.floor}):
            cut = _without_line(shape, axis, line)
            if cut is not None:
                yield cut
    for box in sorted(shape.boxes):
        for goal in sorted(shape.goals):
            if len(shape.boxes) > 1:
                yield shape._replace(boxes=shape.boxes - {box}, goals=shape.goals - {goal})
    for square in sorted(shape.floor - shape.boxes - shape.goals - {shape.player}):
        yield shape._replace(floor=shape.floor - {square})


def _moves(shape: Shape) -> Iterator[Shape]:
    """Yield the shapes with one piece elsewhere."""
    for target in sorted(shape.floor - shape.boxes - {shape.player}):
        yield shape._replace(player=target)
        for box in sorted(shape.boxes):
            yield shape._replace(boxes=shape.boxes - {box} | {target})
    for target in sorted(shape.floor - shape.goals):
        for goal in sorted(shape.goals):
            yield shape._replace(goals=shape.goals - {goal} | {target})


def _without_line(shape: Shape, axis: int, line: int) -> Shape | None:
    """Return a shape without a row or a column, those behind it moved up; None when what is left is no level."""

    def kept(squares: Iterable[Square]) -> frozenset[Square]:
        found = set()
        for square in squares:
            if square[axis] != line:
                place = list(square)
                place[axis] -= place[axis] > line
                found.add(Square(*place))
        return frozenset(found)

    player = kept([shape.player])
    boxes, goals = kept(shape.boxes), kept(shape.goals)
    if not player or not boxes or len(boxes) != len(goals):
        return None
    return Shape(kept(shape.floor), goals, boxes, *player)
