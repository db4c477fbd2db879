"""Metrics of a play, as YASC and JSoko count them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from sokospec.board import Direction, Square, neighbour


class PlayedStep(NamedTuple):
    """Legal step; `box` is the pushed box before the push, or None.

    >>> PlayedStep(Direction.UP, None)
    PlayedStep(direction=<Direction.UP: 0>, box=None)
    """

    direction: Direction
    box: Square | None


@dataclass(frozen=True, slots=True)
class Metrics:
    """Metrics of a play.

    >>> Metrics().moves
    0
    """

    moves: int = 0
    pushes: int = 0
    box_lines: int = 0
    box_changes: int = 0
    pushing_sessions: int = 0
    player_lines: int = 0


def measure(taken: Iterable[PlayedStep], look: Callable[[], object] = lambda: None) -> Metrics:
    """Return the metrics of legal steps. `look` is called at every 64th step and may raise `LimitReached`.

    Rule M1: moves counts every step, pushes included.
    Rule M2: pushes counts the steps that push a box.
    Rule M3: box lines counts the pushes that move another box, or in another direction, than the push before.
    Rule M4: box changes counts the pushes that move another box than the push before; the first push counts.
    Rule M5: pushing sessions counts the pushes that do not directly follow another push.
    Rule M6: player lines counts the steps in another direction than the step before; the first step counts.

    Moves may lie between a push and "the push before".

    >>> left, right = Direction.LEFT, Direction.RIGHT
    >>> walk = [PlayedStep(left, None), PlayedStep(right, None)]
    >>> measure([PlayedStep(right, Square(1, 2)), *walk, PlayedStep(right, Square(1, 3))])
    Metrics(moves=4, pushes=2, box_lines=1, box_changes=1, pushing_sessions=2, player_lines=3)
    """
    moves = pushes = box_lines = box_changes = pushing_sessions = player_lines = 0
    step_before: PlayedStep | None = None
    push_before: Direction | None = None
    box_now_at: Square | None = None
    for direction, box in taken:
        if moves % 64 == 0:  # a look at the clock takes as long as a step
            look()
        moves += 1
        if step_before is None or direction != step_before.direction:
            player_lines += 1
        if box is not None:
            pushes += 1
            if step_before is None or step_before.box is None:
                pushing_sessions += 1
            box_changes += box != box_now_at
            box_lines += box != box_now_at or direction != push_before
            push_before = direction
            box_now_at = neighbour(box, direction)
        step_before = PlayedStep(direction, box)
    return Metrics(moves, pushes, box_lines, box_changes, pushing_sessions, player_lines)
