"""Small random changes of a level."""

from __future__ import annotations

from random import Random

from sokodead.audit.backward import any_of, below
from sokodead.audit.shrink import LevelShape
from sokospec.board import Direction, Square, neighbour

_MOST_SQUARES = 100
"""No floor is made larger."""


def change(rng: Random, shape: LevelShape) -> LevelShape:
    r"""Return a shape after one or two random changes.

    >>> from sokospec import Level
    >>> print(change(Random(5), LevelShape.of(Level.parse("######\n#@$ .#\n######"))).level())
    ######
    #+$  #
    ######
    """
    wanted = 1 + below(rng, 2)
    while wanted:
        after = CHANGES[below(rng, len(CHANGES))](rng, shape)
        if after is not None:
            shape = after
            wanted -= 1
    return shape


def _dig(rng: Random, shape: LevelShape) -> LevelShape | None:
    square = neighbour(any_of(rng, sorted(shape.floor)), any_of(rng, list(Direction)))
    return None if len(shape.floor) >= _MOST_SQUARES else shape._replace(floor=shape.floor | {square})


def _build(rng: Random, shape: LevelShape) -> LevelShape | None:
    empty = sorted(shape.floor - shape.boxes - shape.goals - {shape.player})
    return shape._replace(floor=shape.floor - {any_of(rng, empty)}) if empty else None


def _add_box(rng: Random, shape: LevelShape) -> LevelShape | None:
    free = sorted(shape.floor - shape.boxes - {shape.player})
    goals = sorted(shape.floor - shape.goals)
    if not free or not goals:
        return None
    box = any_of(rng, free)
    goal = any_of(rng, goals) if box in shape.goals or below(rng, 3) == 0 else box
    return shape._replace(boxes=shape.boxes | {box}, goals=shape.goals | {goal})


def _remove_box(rng: Random, shape: LevelShape) -> LevelShape | None:
    if len(shape.boxes) == 1:
        return None
    box = any_of(rng, sorted(shape.boxes))
    goal = box if box in shape.goals else any_of(rng, sorted(shape.goals))
    return shape._replace(boxes=shape.boxes - {box}, goals=shape.goals - {goal})


def _move_box(rng: Random, shape: LevelShape) -> LevelShape | None:
    free = sorted(shape.floor - shape.boxes - {shape.player})
    moved = _move_piece(rng, shape.boxes, free)
    return None if moved is None else shape._replace(boxes=moved)


def _move_goal(rng: Random, shape: LevelShape) -> LevelShape | None:
    moved = _move_piece(rng, shape.goals, sorted(shape.floor - shape.goals))
    return None if moved is None else shape._replace(goals=moved)


def _move_player(rng: Random, shape: LevelShape) -> LevelShape | None:
    return shape._replace(player=any_of(rng, sorted(shape.floor - shape.boxes)))


def _move_piece(rng: Random, pieces: frozenset[Square], free: list[Square]) -> frozenset[Square] | None:
    return pieces - {any_of(rng, sorted(pieces))} | {any_of(rng, free)} if free else None


CHANGES = (_dig, _dig, _build, _build, _add_box, _remove_box, _move_box, _move_goal, _move_goal, _move_player)
