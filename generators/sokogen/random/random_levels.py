"""Seeded random levels, closed by outer walls."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from enum import StrEnum
from random import Random
from typing import NamedTuple

from sokogen.draws import below, choice, sample
from sokogen.small.small_levels import build_board, inside_of
from sokospec.board import Board, Direction, Level, Square, State, neighbour
from sokospec.oracle.search import push_path_lurd
from sokospec.rules import Push, normalise, reachable


class FloorKind(StrEnum):
    """Kinds of random floors; `scattered` may be disconnected."""

    SCATTERED = "scattered"
    CORRIDORS = "corridors"
    ROOMS = "rooms"


class SolvableLevel(NamedTuple):
    """Level with a solution."""

    level: Level
    solution: str


def random_level(
    rng: Random,
    *,
    kind: FloorKind = FloorKind.SCATTERED,
    height: int = 5,
    width: int = 5,
    boxes: int = 2,
    wall_share: float = 0.2,
) -> Level:
    """Return a random level, possibly unsolvable.

    `height` and `width` measure the inside. Raises `ValueError` if it is too small.

    >>> print(random_level(Random(3), kind=FloorKind.ROOMS, height=3, width=4, boxes=1))
    ######
    #$ @##
    #    #
    ## . #
    ######
    """
    floor = random_floor(rng, kind, height, width, wall_share, at_least=boxes + 1)
    goals = sample(rng, floor, boxes)
    *standing, player = sample(rng, floor, boxes + 1)
    return Level(board_of_floor(height, width, floor, goals), State(frozenset(standing), player))


def solvable_level(
    rng: Random,
    *,
    kind: FloorKind = FloorKind.SCATTERED,
    height: int = 5,
    width: int = 5,
    boxes: int = 2,
    wall_share: float = 0.2,
    pulls: int = 12,
) -> SolvableLevel:
    r"""Return a level and a solution, from at most `pulls` pulls.

    >>> level, solution = solvable_level(Random(5), height=3, width=4, boxes=1)
    >>> print(level, solution, sep="\n")
    ######
    # #  #
    ## $ #
    #@  .#
    ######
    ruRurD
    """
    floor = random_floor(rng, kind, height, width, wall_share, at_least=boxes + 1)
    *goals, player = sample(rng, floor, boxes + 1)
    board = board_of_floor(height, width, floor, goals)
    state = State(frozenset(goals), player)
    seen = {normalise(board, state)}
    path: list[Push] = []
    for _ in range(pulls):
        fresh = [pull for pull in possible_pulls(board, state) if normalise(board, pull[1]) not in seen]
        if not fresh:
            break
        push, state = choice(rng, fresh)
        seen.add(normalise(board, state))
        path.insert(0, push)
    level = Level(board, State(state.boxes, choice(rng, sorted(reachable(board, state)))))
    return SolvableLevel(level, push_path_lurd(level, path))


def random_mixed_level(rng: Random, *, max_height: int = 5, max_width: int = 5, max_boxes: int = 3) -> Level:
    """Return a random level, in most cases a solvable one.

    >>> print(random_mixed_level(Random(1)))
    ######
    #*# ##
    #    #
    #.## #
    #$   #
    #@## #
    ######
    """
    height = 1 + max(below(rng, max_height), below(rng, max_height))
    width = max(1 + max(below(rng, max_width), below(rng, max_width)), 3 if height == 1 else 2)
    boxes = 1 + below(rng, min(max_boxes, max(1, height * width // 4)))
    kind = choice(rng, list(FloorKind))
    wall_share = 0.5 * rng.random()
    if rng.random() < 0.5:
        return random_level(rng, kind=kind, height=height, width=width, boxes=boxes, wall_share=wall_share)
    pulls = 1 + below(rng, 20)
    return solvable_level(
        rng, kind=kind, height=height, width=width, boxes=boxes, wall_share=wall_share, pulls=pulls
    ).level


def possible_pulls(board: Board, state: State) -> Iterator[tuple[Push, State]]:
    r"""Yield every push that could have led here, up to walks, with the state before it.

    >>> level = Level.parse("#######\n#  @* #\n#######")
    >>> [(push.box, push.direction.name, before.player) for push, before in possible_pulls(level.board, level.state)]
    [(Square(row=1, column=3), 'RIGHT', Square(row=1, column=2))]
    """
    region = reachable(board, state)
    for box in sorted(state.boxes):
        for direction in Direction:
            came_from = neighbour(box, direction.opposite)
            stood_on = neighbour(came_from, direction.opposite)
            if came_from in region and not board.is_wall(stood_on) and stood_on not in state.boxes:
                yield Push(came_from, direction), State(state.boxes - {box} | {came_from}, stood_on)


def board_of_floor(height: int, width: int, floor: Collection[Square], goals: Collection[Square]) -> Board:
    """Return the board of an inside that is wall except for the floor."""
    return build_board(height, width, set(inside_of(height, width)) - set(floor), goals)


def random_floor(
    rng: Random, kind: FloorKind, height: int, width: int, wall_share: float, *, at_least: int
) -> list[Square]:
    """Return the floor in row order; dug floors may be larger than requested."""
    if height * width < at_least:
        raise ValueError(f"an inside of {height} x {width} squares has no room for {at_least - 1} boxes and the player")
    wanted = max(at_least, round((1 - wall_share) * height * width))
    inside = inside_of(height, width)
    if kind is FloorKind.SCATTERED:
        return sorted(sample(rng, inside, wanted))
    dug: list[Square] = [choice(rng, inside)]
    while len(dug) < wanted:
        more = _corridor(rng, dug, height, width) if kind is FloorKind.CORRIDORS else _room(rng, dug, height, width)
        dug.extend(square for square in more if square not in dug)
    return sorted(dug)


def _corridor(rng: Random, dug: Sequence[Square], height: int, width: int) -> list[Square]:
    square, direction = choice(rng, dug), choice(rng, list(Direction))
    passage = []
    for _ in range(1 + below(rng, max(height, width))):
        square = neighbour(square, direction)
        if not (1 <= square.row <= height and 1 <= square.column <= width):
            break
        passage.append(square)
    return passage


def _room(rng: Random, dug: Sequence[Square], height: int, width: int) -> list[Square]:
    rows, columns = 1 + below(rng, (height + 1) // 2), 1 + below(rng, (width + 1) // 2)
    top, left = 1 + below(rng, height - rows + 1), 1 + below(rng, width - columns + 1)
    room = [Square(row, column) for row in range(top, top + rows) for column in range(left, left + columns)]
    start = choice(rng, dug)
    passage = [Square(row, start.column) for row in _between(start.row, top)]
    passage += [Square(top, column) for column in _between(start.column, left)]
    return passage + room


def _between(start: int, end: int) -> range:
    return range(start, end + 1) if start <= end else range(end, start + 1)
