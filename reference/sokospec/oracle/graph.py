"""Complete state graph of a small level."""

from __future__ import annotations

from dataclasses import dataclass

from sokospec.board import Level, State
from sokospec.limits import Limits, Meter
from sokospec.oracle.perft import Metric, first_of, successors
from sokospec.rules import is_solved


@dataclass(frozen=True, slots=True)
class StateGraph:
    """All reachable states by index; 0 is the initial one.

    `distance[i]` is the least number of pushes (or moves) from state i to a solved state, None if it is dead.
    """

    states: tuple[State, ...]
    following: tuple[tuple[int, ...], ...]
    distance: tuple[int | None, ...]

    @property
    def dead(self) -> int:
        """Number of dead states."""
        return self.distance.count(None)


def state_graph(level: Level, metric: Metric = Metric.PUSHES, limits: Limits | None = None) -> StateGraph:
    r"""Return all reachable states, in breadth-first order, with their distances to solved states.

    Rule D2: a state is dead when no state that can be reached from it is solved.

    Linear in states and successors. Raises `LimitReached`.

    >>> graph = state_graph(Level.parse("#######\n# @$. #\n#######"))
    >>> len(graph.states), graph.distance, graph.dead
    (3, (1, 0, None), 1)
    """
    meter = Meter(limits or Limits())
    states = [first_of(level, metric)]
    index_of = {states[0]: 0}
    following: list[tuple[int, ...]] = []
    for state in states:  # the list grows while it is read
        meter.expand(len(following))
        found = []
        for after in successors(level.board, state, metric):
            meter.generated += 1
            if after not in index_of:
                index_of[after] = len(states)
                states.append(after)
            found.append(index_of[after])
        following.append(tuple(found))
    solved = [index for index, state in enumerate(states) if is_solved(level.board, state)]
    return StateGraph(tuple(states), tuple(following), _distances(following, solved))


def _distances(following: list[tuple[int, ...]], solved: list[int]) -> tuple[int | None, ...]:
    leading_to: list[list[int]] = [[] for _ in following]
    for index, after in enumerate(following):
        for successor in after:
            leading_to[successor].append(index)
    distance: list[int | None] = [None] * len(following)
    for index in solved:
        distance[index] = 0
    layer, steps_left = solved, 0
    while layer:
        steps_left += 1
        further = []
        for index in layer:
            for earlier in leading_to[index]:
                if distance[earlier] is None:
                    distance[earlier] = steps_left
                    further.append(earlier)
        layer = further
    return tuple(distance)
