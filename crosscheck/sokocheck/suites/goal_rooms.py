"""Levels with all goals in one place and boxes anywhere: harder than what comes of random pulls."""

from __future__ import annotations

from random import Random

from sokogen.random.benchmark_levels import connected_floor
from sokogen.random.draws import choice, sample
from sokogen.random.random_levels import Kind
from sokogen.small.retrograde import pushes_alone
from sokogen.small.small_levels import closed_board, inside_of
from sokospec.board import Board, Level, Square, State
from sokospec.certificates.grid import Grid


def goal_room(rng: Random, side: int, boxes: int, share: float) -> Board:
    """Return a board of so many rows and columns inside, `share` of it floor in one piece, with its goals together."""
    floor = connected_floor(rng, choice(rng, list(Kind)), side, side, round(share * side * side))
    board = closed_board(side, side, set(inside_of(side, side)).difference(floor), ())
    first = choice(rng, floor)
    together = _by_distance(board, first)[:boxes]
    return Board(board.width, board.height, board.walls, frozenset(together))


def with_boxes_anywhere(rng: Random, board: Board) -> Level | None:
    """Return a level whose boxes stand off the goals, each where it could be pushed to one were it alone; or None."""
    grid = Grid(board)
    alive = {square for mask in pushes_alone(grid) for square in grid.squares(mask)} - board.goals
    count = len(board.goals)
    if len(alive) < count:
        return None
    standing = frozenset(sample(rng, sorted(alive), count))
    return Level(board, State(standing, choice(rng, [square for square in board.floor if square not in standing])))


def _by_distance(board: Board, start: Square) -> list[Square]:
    found = [start]
    seen = {start}
    for square in found:  # the list grows while it is read
        for near in board.beyond[square]:
            if near is not None and near not in seen:
                seen.add(near)
                found.append(near)
    return found
