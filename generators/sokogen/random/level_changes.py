"""Small random changes of levels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from sokogen.draws import choice, sample
from sokospec.board import Board, Direction, Level, Square, State, neighbour
from sokospec.rules import reachable

_Change = Callable[[Random, Level], Level | None]
"""A change of one thing in a level; returns None if impossible."""


def change_level(rng: Random, level: Level, changes: Sequence[_Change] | None = None) -> Level:
    r"""Return a level with one random change; the floor stays connected.

    >>> print(change_level(Random(4), Level.parse("######\n#@$ .#\n#    #\n######")))
    ######
    #@$ .#
    ##   #
    ######
    """
    changes = changes or _CHANGES
    while True:
        other = choice(rng, changes)(rng, level)
        if other is not None:
            return other


def _wall_set(rng: Random, level: Level) -> Level | None:
    board = level.board
    free = [square for square in board.floor if square not in board.goals | level.boxes | {level.player}]
    if not free:
        return None
    return _rebuild(level, board.walls | {choice(rng, free)}, board.goals, level.boxes)


def _wall_gone(rng: Random, level: Level) -> Level | None:
    board = level.board
    inner = [
        square
        for square in sorted(board.walls)
        if 0 < square.row < board.height - 1
        and 0 < square.column < board.width - 1
        and any(neighbour(square, direction) in board.floor for direction in Direction)
    ]
    return _rebuild(level, board.walls - {choice(rng, inner)}, board.goals, level.boxes) if inner else None


def _goal_moved(rng: Random, level: Level) -> Level | None:
    board = level.board
    free = [square for square in board.floor if square not in board.goals]
    if not free:
        return None
    kept = sample(rng, sorted(board.goals), len(board.goals))[1:]
    return _rebuild(level, board.walls, frozenset([*kept, choice(rng, free)]), level.boxes)


def _box_moved(rng: Random, level: Level) -> Level | None:
    free = _free(level)
    if not free:
        return None
    kept = sample(rng, sorted(level.boxes), len(level.boxes))[1:]
    return _rebuild(level, level.board.walls, level.board.goals, frozenset([*kept, choice(rng, free)]))


def _player_moved(rng: Random, level: Level) -> Level | None:
    free = _free(level)
    return Level(level.board, State(level.boxes, choice(rng, free))) if free else None


def _free(level: Level) -> list[Square]:
    return [square for square in level.board.floor if square not in level.boxes and square != level.player]


_CHANGES: tuple[_Change, ...] = (_wall_set, _wall_gone, _goal_moved, _box_moved, _player_moved)

ON_THE_SAME_FLOOR: tuple[_Change, ...] = (_goal_moved, _box_moved, _player_moved)
"""The changes that keep the walls."""


def enlarge(
    rng: Random, level: Level, size: Callable[[Level], int | None], tries: int, changes: Sequence[_Change] | None = None
) -> Level | None:
    r"""Return a level after changes that never decreased `size`, or None without a size.

    >>> level = Level.parse("######\n#@$ .#\n#    #\n######")
    >>> larger = enlarge(Random(1), level, lambda level: len(level.board.floor), 20)
    >>> len(larger.board.floor)
    8
    """
    best = size(level)
    if best is None:
        return None
    for _ in range(tries):
        other = change_level(rng, level, changes)
        found = size(other)
        if found is not None and found >= best:
            level, best = other, found
    return level


def _rebuild(
    level: Level, walls: frozenset[Square], goals: frozenset[Square], boxes: frozenset[Square]
) -> Level | None:
    old = level.board
    board = Board(old.width, old.height, walls, goals)
    start = level.player
    if not in_one_piece(board, start):
        return None
    return Level(board, State(boxes, start))


def in_one_piece(board: Board, start: Square) -> bool:
    """Say whether all floor is connected with `start`."""
    return len(reachable(board, State(frozenset(), start))) == len(board.floor)
