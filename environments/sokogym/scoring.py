"""Rewards of the environment."""

from __future__ import annotations

from enum import StrEnum

from sokospec import Board, State
from sokospec.rules import is_push, is_solved


class Reward(StrEnum):
    """The kinds of rewards.

    `step`: -1 for each action. `push`: -1 for each push. `boxes`: -0.1 for each action, +1 or -1 for a box that
    reaches or leaves a goal, +10 for the solution.
    """

    STEP = "step"
    PUSH = "push"
    BOXES = "boxes"

    def of(self, board: Board, before: State, after: State) -> float:
        """Return the reward of an action."""
        pushed = is_push(before, after)
        if self is Reward.STEP:
            return -1.0
        if self is Reward.PUSH:
            return -1.0 if pushed else 0.0
        gained = len(after.boxes & board.goals) - len(before.boxes & board.goals)
        return -0.1 + gained + (10.0 if pushed and is_solved(board, after) else 0.0)
