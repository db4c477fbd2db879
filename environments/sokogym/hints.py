"""Exact hints about a state: moves to a solution, optimal actions, and whether it is dead."""

from __future__ import annotations

from typing import Any

import numpy as np

from sokospec import Direction, Level, Limits, State
from sokospec.oracle import Metric, state_graph
from sokospec.rules import steps


class Hints:
    r"""All reachable states of a level with their cost-to-go in moves, by exhaustive search.

    Raises `LimitReached` at a limit.

    >>> level = Level.parse("######\n#@ $.#\n######")
    >>> hints = Hints(level, Limits()).of(level.state)
    >>> hints["cost_to_go"], hints["dead"], hints["optimal_actions"].tolist()
    (2, False, [0, 0, 0, 1])
    """

    def __init__(self, level: Level, limits: Limits) -> None:
        graph = state_graph(level, Metric.MOVES, limits)
        self._board = level.board
        self._costs = dict(zip(graph.states, graph.distance, strict=True))

    def of(self, state: State) -> dict[str, Any]:
        """Return `cost_to_go` (-1 if the state is dead), `dead`, and `optimal_actions`, a mask like `action_mask`."""
        cost = self._costs[state]
        optimal = np.zeros(len(Direction), dtype=np.int8)
        if cost:
            for direction, after in steps(self._board, state):
                optimal[direction] = self._costs[after] == cost - 1
        return {"cost_to_go": -1 if cost is None else cost, "dead": cost is None, "optimal_actions": optimal}
