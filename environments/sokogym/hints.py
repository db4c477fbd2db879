"""Exact hints about a state: moves to a solution, optimal actions, and whether it is dead."""

from __future__ import annotations

from typing import Any

import numpy as np

from sokospec import Level, Limits, State
from sokospec.answer import Objective
from sokospec.oracle.optimal_policy import Policy


class Hints:
    r"""All reachable states of a level with their cost-to-go in moves, by exhaustive search.

    Raises `LimitReached` at a limit.

    >>> level = Level.parse("######\n#@ $.#\n######")
    >>> hints = Hints(level, Limits()).of(level.state)
    >>> hints["cost_to_go"], hints["dead"], hints["optimal_actions"].tolist()
    (2, False, [0, 0, 0, 1])
    """

    def __init__(self, level: Level, limits: Limits) -> None:
        self._policy = Policy(level, Objective.MOVES, limits)

    def of(self, state: State) -> dict[str, Any]:
        """Return `cost_to_go` (-1 if the state is dead), `dead`, and `optimal_actions`, a mask like `action_mask`."""
        cost = self._policy.cost(state)
        optimal = np.array(self._policy.optimal_steps(state), dtype=np.int8)
        return {"cost_to_go": -1 if cost is None else cost[0], "dead": cost is None, "optimal_actions": optimal}
