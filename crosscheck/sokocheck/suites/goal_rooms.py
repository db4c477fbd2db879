"""Random levels with all goals together."""

from __future__ import annotations

from random import Random

from sokogen.draws import below, choice, sample
from sokogen.random.benchmark_levels import random_connected_floor
from sokogen.random.random_levels import FloorKind, SolvableLevel, possible_pulls
from sokogen.small.retrograde import pushes_alone
from sokogen.small.small_levels import build_board, inside_of
from sokospec.board import Board, Level, Square, State, neighbour
from sokospec.certificates.grid import Grid
from sokospec.oracle.search import push_path_lurd
from sokospec.rules import Push

_RUNS = 120
"""The most times a box is chosen to be pulled."""
_FARTHEST = 20
"""The most pulls of a chosen box."""


def goal_room(rng: Random, side: int, boxes: int, share: float) -> Board:
    """Return a square board with adjacent goals; `share` is the floor's share of the inside."""
    floor = random_connected_floor(rng, choice(rng, list(FloorKind)), side, side, round(share * side * side))
    board = build_board(side, side, set(inside_of(side, side)).difference(floor), ())
    first = choice(rng, floor)
    together = _by_distance(board, first)[:boxes]
    return Board(board.width, board.height, board.walls, frozenset(together))


def with_boxes_anywhere(rng: Random, board: Board) -> Level | None:
    """Return a level whose boxes, off the goals, could each reach one alone, or None."""
    grid = Grid(board)
    alive = {square for mask in pushes_alone(grid) for square in grid.squares(mask)} - board.goals
    count = len(board.goals)
    if len(alive) < count:
        return None
    standing = frozenset(sample(rng, sorted(alive), count))
    return Level(board, State(standing, choice(rng, [square for square in board.floor if square not in standing])))


def pull_apart(rng: Random, board: Board) -> SolvableLevel | None:
    """Return a level, and its solution, with boxes pulled off the goals one after another; or None."""
    state = State(board.goals, choice(rng, [square for square in sorted(board.floor) if square not in board.goals]))
    way: list[Push] = []
    pulls = list(possible_pulls(board, state))
    for _ in range(_RUNS):
        if not pulls or not state.boxes & board.goals:
            break
        run, after = _pull_on(rng, board, [pull for pull in pulls if _square_behind(pull[0]) in board.goals] or pulls)
        further = list(possible_pulls(board, after))
        if further:
            way += run
            state, pulls = after, further
    if state.boxes & board.goals:
        return None
    level = Level(board, state)
    return SolvableLevel(level, push_path_lurd(level, way[::-1]))


def _pull_on(rng: Random, board: Board, pulls: list[tuple[Push, State]]) -> tuple[list[Push], State]:
    push, state = choice(rng, pulls)
    run = [push]
    for _ in range(below(rng, _FARTHEST)):
        stands = [pull for pull in possible_pulls(board, state) if _square_behind(pull[0]) == push.box]
        onward = [pull for pull in stands if pull[0].box != _square_behind(push)]
        if not onward:
            break
        push, state = choice(rng, onward)
        run.append(push)
    return run, state


def _square_behind(push: Push) -> Square:
    return neighbour(push.box, push.direction)


def _by_distance(board: Board, start: Square) -> list[Square]:
    found = [start]
    seen = {start}
    for square in found:  # the list grows while it is read
        for near in board.beyond[square]:
            if near is not None and near not in seen:
                seen.add(near)
                found.append(near)
    return found
