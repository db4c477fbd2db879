"""All small levels up to symmetry, generated lazily, for exhaustive tests.

| inside | boards |   1 box |   2 boxes | 3 boxes |
|--------|-------:|--------:|----------:|--------:|
| 2 x 2  |      6 |      20 |        15 |       3 |
| 2 x 3  |     24 |     484 |       998 |     666 |
| 3 x 3  |    102 |   6,456 |    32,050 |  61,380 |
| 2 x 4  |     76 |   4,480 |    17,472 |         |
| 3 x 4  |  1,120 | 237,120 | 2,156,080 |         |
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from sokospec.board import Board, Level, Square, State

_Squares = tuple[Square, ...]
_Symmetry = Callable[[Square], Square]


def inside_of(height: int, width: int) -> list[Square]:
    """Return an inside in row order."""
    return [Square(row, column) for row in range(1, height + 1) for column in range(1, width + 1)]


def build_board(height: int, width: int, walls: Iterable[Square], goals: Iterable[Square]) -> Board:
    """Return the board of an inside.

    >>> build_board(1, 2, [], [Square(1, 2)]).floor == {(1, 1), (1, 2)}
    True
    """
    ring = {
        Square(row, column)
        for row in range(height + 2)
        for column in range(width + 2)
        if row in (0, height + 1) or column in (0, width + 1)
    }
    return Board(width + 2, height + 2, frozenset(ring.union(walls)), frozenset(goals))


def boards(height: int, width: int) -> Iterator[Board]:
    """Yield all boards without goals, up to symmetry.

    >>> [len(list(boards(side, side))) for side in (1, 2, 3)]
    [2, 6, 102]
    """
    for walls, _ in _wall_patterns(height, width):
        yield build_board(height, width, walls, ())


def interior_levels(height: int, width: int, max_boxes: int) -> Iterator[Level]:
    """Yield all levels of an inside with 1 to `max_boxes` boxes, up to symmetry.

    The representative has the least walls, then goals, boxes and player. Solved levels are included.

    >>> for level in interior_levels(1, 2, 1):
    ...     print(str(level).splitlines()[1])
    #*@#
    #+$#
    """
    for board in boards_with_goals(height, width, max_boxes):
        yield from board.levels()


class _GoalBoard(NamedTuple):
    board: Board
    floor: Sequence[Square]
    symmetries: Sequence[_Symmetry]

    def levels(self) -> Iterator[Level]:
        """Yield its levels up to symmetry."""
        goals = tuple(sorted(self.board.goals))
        for boxes in combinations(self.floor, len(goals)):
            for player in self.floor:
                if player not in boxes and _is_least(goals, boxes, player, self.symmetries):
                    yield Level(self.board, State(frozenset(boxes), player))


def boards_with_goals(height: int, width: int, max_boxes: int) -> Iterator[_GoalBoard]:
    """Yield the boards of `interior_levels`.

    >>> len(list(boards_with_goals(3, 3, 2)))
    984
    """
    for walls, keeping in _wall_patterns(height, width):
        floor = [square for square in inside_of(height, width) if square not in walls]
        for count in range(1, min(max_boxes, len(floor) - 1) + 1):
            for goals in combinations(floor, count):
                if all(goals <= _apply(goals, symmetry) for symmetry in keeping):
                    yield _GoalBoard(build_board(height, width, walls, goals), floor, keeping)


def _wall_patterns(height: int, width: int) -> Iterator[tuple[_Squares, list[_Symmetry]]]:
    inside = inside_of(height, width)
    symmetries = _symmetries(height, width)
    for count in range(len(inside) + 1):
        for walls in combinations(inside, count):
            images = [_apply(walls, symmetry) for symmetry in symmetries]
            if walls == min(images):
                yield walls, [symmetry for symmetry, image in zip(symmetries, images, strict=True) if image == walls]


def _is_least(goals: _Squares, boxes: _Squares, player: Square, symmetries: Sequence[_Symmetry]) -> bool:
    return all(
        (goals, boxes, player) <= (_apply(goals, symmetry), _apply(boxes, symmetry), symmetry(player))
        for symmetry in symmetries
    )


def _symmetries(height: int, width: int) -> list[_Symmetry]:
    flips: list[_Symmetry] = [
        lambda square: square,
        lambda square: Square(height + 1 - square.row, square.column),
        lambda square: Square(square.row, width + 1 - square.column),
        lambda square: Square(height + 1 - square.row, width + 1 - square.column),
    ]
    if height != width:
        return flips
    return flips + [_transpose(flip) for flip in flips]


def _transpose(symmetry: _Symmetry) -> _Symmetry:
    return lambda square: symmetry(Square(square.column, square.row))


def _apply(squares: Iterable[Square], symmetry: _Symmetry) -> _Squares:
    return tuple(sorted(symmetry(square) for square in squares))


def counts(height: int, width: int, max_boxes: int) -> list[int]:
    """Return how many levels have each number of boxes.

    >>> counts(2, 2, 3)
    [20, 15, 3]
    """
    found = Counter(len(level.boxes) for level in interior_levels(height, width, max_boxes))
    return [found[boxes] for boxes in range(1, max_boxes + 1)]
