"""Boards with many states each, to test rules on."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from random import Random
from typing import NamedTuple

from sokogen.draws import below, choice, sample
from sokogen.random.random_levels import FloorKind, board_of_floor, possible_pulls, random_floor, random_level
from sokogen.small.small_levels import boards_with_goals
from sokospec.board import Board, Level, State
from sokospec.rules import reachable
from sokospec.transform.symmetry import SYMMETRIES, Symmetry

_SMALL_SIDE = 3
_SMALL_BOXES = 2
_STATES = 100
"""Number of states of a random board, if found within twice as many draws."""
_SIZES = (
    (1, 5, 0.5, False),
    (2, 7, 0.6, False),
    (5, 9, 0.1, True),
    (5, 8, 0.6, False),
    (5, 9, 0.1, True),
    (5, 9, 0.1, True),
)
"""For `boards`: least and most side, largest share of walls, and whether most squares are goals."""
_GROWTH = 20
"""Number of random boards after which they may grow by a square, or use the next of `_SIZES`."""


class Batch(NamedTuple):
    """Board and some of its states."""

    board: Board
    states: tuple[State, ...]


def batches(seed: int = 0, *, squares: int = 20, boxes: int = 3) -> Iterator[Batch]:
    """Yield the small boards, then random ones.

    >>> len(next(batches(squares=4)).board.floor)
    4
    """
    yield from small_batches(seed, squares=squares, boxes=boxes)
    yield from random_batches(seed, squares=squares, boxes=boxes)


def small_batches(seed: int = 0, *, squares: int = 9, boxes: int = _SMALL_BOXES) -> Iterator[Batch]:
    """Yield all levels with an inside of 3 x 3 and up to 2 boxes, grouped by board.

    The random order and symmetric form expose rules that ignore a direction.

    >>> found = list(small_batches())
    >>> len(found), sum(len(batch.states) for batch in found)
    (984, 38506)
    """
    rng = Random(f"small {seed}")
    found = list(boards_with_goals(_SMALL_SIDE, _SMALL_SIDE, min(boxes, _SMALL_BOXES)))
    for board in sample(rng, found, len(found)):
        symmetry = choice(rng, SYMMETRIES)
        if len(board.floor) <= squares:
            yield _batch(list(board.levels()), symmetry)


def random_batches(seed: int = 0, *, squares: int = 20, boxes: int = 3) -> Iterator[Batch]:
    """Yield endless random boards of growing size, each with up to 100 states.

    >>> board, states = next(random_batches())
    >>> print(Level(board, states[0]))
    #######
    ##$ ###
    #$.+*##
    #######
    """
    rng = Random(f"random {seed}")
    made = 0
    while True:
        most = min(squares, 6 + made // _GROWTH)
        level = _random_level(rng, most, boxes)
        if level is not None:
            made += 1
            yield Batch(level.board, _states(rng, level))


def boards(seed: int = 0) -> Iterator[Board]:
    """Yield endless random boards, later also packed rooms, which contain many small patterns.

    >>> [len(board.floor) for board, _ in zip(boards(), range(8), strict=False)]
    [5, 12, 6, 16, 4, 5, 5, 10]
    """
    rng = Random(f"boards {seed}")
    for number in count():
        kinds = min(len(_SIZES), 2 + number // _GROWTH)
        least, most, wall_share, packed = _SIZES[number % kinds]
        height, width = (least + below(rng, most - least + 1) for _ in range(2))
        if height == 1 or width == 1:
            height, width = (1, 3 + below(rng, most)) if height == 1 else (3 + below(rng, most), 1)
        floor = random_floor(rng, choice(rng, list(FloorKind)), height, width, wall_share * rng.random(), at_least=3)
        room = len(floor) - 1
        if packed:
            goals = int(room * (0.65 + 0.2 * rng.random()))
        elif below(rng, 2):
            goals = 1 + below(rng, min(room, 4))
        else:
            goals = 1 + int((room - 1) * (0.2 + 0.6 * rng.random()))
        yield board_of_floor(height, width, floor, sample(rng, floor, goals))


def _random_level(rng: Random, most: int, boxes: int) -> Level | None:
    count = 1 + below(rng, min(boxes, most - 1))
    height = 2 + below(rng, 5)
    width = max(2, most // height) + below(rng, 3)
    wall_share = 1 - min(most, height * width) / (height * width)
    if min(most, height * width) < count + 1:
        return None
    kind = choice(rng, list(FloorKind))
    level = random_level(rng, kind=kind, height=height, width=width, boxes=count, wall_share=wall_share)
    return level if len(level.board.floor) <= most else None


def _states(rng: Random, level: Level) -> tuple[State, ...]:
    board = level.board
    floor = list(board.floor)
    found: dict[State, None] = {}
    for _ in range(_STATES):
        *boxes, player = sample(rng, floor, len(board.goals) + 1)
        found[State(frozenset(boxes), player)] = None
        if len(found) >= _STATES // 2:
            break
    state = State(frozenset(), floor[0])
    for _ in range(_STATES):
        pulls = [before for _, before in possible_pulls(board, state)] if state.boxes else []
        if pulls and below(rng, _STATES // 5):
            state = choice(rng, pulls)
        else:
            state = State(board.goals, choice(rng, [square for square in floor if square not in board.goals]))
        around = sorted(reachable(board, state))
        found[State(state.boxes, choice(rng, around))] = None
        if len(found) >= _STATES:
            break
    return tuple(found)


def _batch(levels: list[Level], symmetry: Symmetry) -> Batch:
    old = levels[0].board
    place = {square: symmetry.square(square, old.height, old.width) for square in old.floor}
    states = [State(frozenset(place[box] for box in level.boxes), place[level.player]) for level in levels]
    return Batch(symmetry.level(levels[0]).board, tuple(states))
