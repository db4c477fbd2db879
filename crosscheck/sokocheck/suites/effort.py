"""Machine-independent effort: states expanded by several engines."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from types import MappingProxyType
from typing import NamedTuple

from sokosolve.features import FEATURES, Algorithm
from sokosolve.solver import solve_counted
from sokospec.answer import Answer, Objective, Verdict
from sokospec.board import Level
from sokospec.errors import SokobanError
from sokospec.rules import pushes

MOST = 100_000
"""The most states an engine may expand; beyond that a level counts as unsettled."""

_MOST_IN_VAIN = 50_000
"""The most reachable states of an unsolvable level."""

_BASE = frozenset({"dead-squares", "nearest", "assignment"})
_DEADLOCKS = frozenset({"bipartite", "freeze", "deadlock-table", "corral"})
_ORDER = frozenset({"pi-corral", "tunnel", "no-influence"})
_GROUPS = frozenset({"linear-conflicts", "pairs", "triples", "quadruples", "frozen-walls"})


class _EffortEngine(NamedTuple):
    algorithm: Algorithm
    knows: frozenset[str]


ENGINES: Mapping[str, _EffortEngine] = MappingProxyType(
    {
        "blind": _EffortEngine(Algorithm.BFS, frozenset()),
        "assignment": _EffortEngine(Algorithm.ASTAR, _BASE),
        "deadlocks": _EffortEngine(Algorithm.ASTAR, _BASE | _DEADLOCKS),
        "order": _EffortEngine(Algorithm.ASTAR, _BASE | _ORDER),
        "groups": _EffortEngine(Algorithm.ASTAR, _BASE | _GROUPS),
        "all": _EffortEngine(Algorithm.ASTAR, frozenset(FEATURES)),
    }
)
"""Breadth-first search without features, and A* for pushes with increasing sets of features."""


def search_states(level: Level, objective: Objective, name: str = "all", most: int = MOST) -> Answer:
    r"""Return an engine's answer within `most` expanded states. Raises `SokobanError` if memory ends first.

    >>> search_states(Level.parse("######\n#@$ .#\n######"), Objective.PUSHES, "blind").expanded
    2
    """
    engine = ENGINES[name]
    without = FEATURES.keys() - engine.knows
    answer = solve_counted(level, objective, most, algorithm=engine.algorithm, without=without)
    if answer.verdict is Verdict.LIMIT_MEMORY:
        raise SokobanError(f"{most:,} states of this level do not fit into the memory of this machine:\n{level}")
    return answer


_Efforts = Mapping[str, int | None]
"""States expanded by each engine, None if it does not settle the level."""


def efforts(answers: Mapping[str, Answer]) -> _Efforts:
    """Return the states expanded by each engine, None if not settled."""
    return {name: None if answer.verdict is Verdict.LIMIT_TIME else answer.expanded for name, answer in answers.items()}


def mean_effort(found: _Efforts) -> float:
    """Return the geometric mean, with `MOST` for unsettled levels and at least 1.

    >>> mean_effort({"one": 4, "other": 9})
    6.0
    """
    return float(prod(max(1, MOST if count is None else count) for count in found.values()) ** (1 / len(found)))


def count_vain_states(level: Level) -> int | None:
    """Return the number of reachable states of an unsolvable level; None if solvable, without pushes, or too large.

    A box on a dead square gives 0.
    """
    if next(pushes(level.board, level.state), None) is None:
        return None
    answer = search_states(level, Objective.PUSHES, "blind", _MOST_IN_VAIN)
    return answer.expanded if answer.verdict is Verdict.UNSOLVABLE else None
