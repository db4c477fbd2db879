"""Exact hints about a state: cost-to-go, optimal actions, and whether it is dead."""

from __future__ import annotations

from typing import Any

import numpy as np

from sokospec import Level, Limits, State
from sokospec.answer import Objective
from sokospec.oracle.optimal_policy import Policy

_COST_KEYS = ("cost_to_go", "second_cost_to_go")
"""The keys of the counts that an objective compares, in order."""


class Hints:
    r"""All reachable states of a level with their cost-to-go, by exhaustive search.

    Raises `LimitReached` at a limit.

    >>> level = Level.parse("######\n#@ $.#\n######")
    >>> hints = Hints(level, Objective.PUSHES_MOVES, Limits()).of(level.state)
    >>> hints["cost_to_go"], hints["second_cost_to_go"], hints["dead"], hints["optimal_actions"].tolist()
    (1, 2, False, [0, 0, 0, 1])
    """

    def __init__(self, level: Level, objective: Objective, limits: Limits) -> None:
        self._policy = Policy(level, objective, limits)
        self._keys = _COST_KEYS[: len(objective.counts)]

    def of(self, state: State) -> dict[str, Any]:
        """Return `dead`, the counts to go (-1 if the state is dead), and `optimal_actions`, a mask like `action_mask`.

        `cost_to_go` is the first count of the objective, `second_cost_to_go` the other of two. For `pushes` a step
        without a push is free, so each is optimal; `pushes-moves` prefers the shortest walk.
        """
        cost = self._policy.cost(state)
        counts = dict.fromkeys(self._keys, -1) if cost is None else dict(zip(self._keys, cost, strict=True))
        optimal = np.array(self._policy.optimal_steps(state), dtype=np.int8)
        return {**counts, "dead": cost is None, "optimal_actions": optimal}
