"""What a learner is rewarded for."""

from __future__ import annotations

from enum import StrEnum

from sokospec import Board, State
from sokospec.rules import is_push, is_solved


class Reward(StrEnum):
    """What a reward is for.

    `step`: -1 for each action, legal or not, so that a play is worth minus its number of actions. `push`: -1 for each
    push, and walks cost nothing. `boxes`: -0.1 for each action, +1 for each box that comes to a goal, -1 for each that
    leaves one, and +10 for a level solved.

    >>> [reward.value for reward in Reward]
    ['step', 'push', 'boxes']
    """

    STEP = "step"
    PUSH = "push"
    BOXES = "boxes"

    def of(self, board: Board, before: State, after: State) -> float:
        """Return the reward of an action between two states, which are equal when it was illegal."""
        pushed = is_push(before, after)
        if self is Reward.STEP:
            return -1.0
        if self is Reward.PUSH:
            return -1.0 if pushed else 0.0
        gained = len(after.boxes & board.goals) - len(before.boxes & board.goals)
        return -0.1 + gained + (10.0 if pushed and is_solved(board, after) else 0.0)
