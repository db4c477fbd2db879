"""Options of the fast engine: algorithm, direction, and features, each safe for some objectives."""

from __future__ import annotations

from collections.abc import Collection
from enum import IntEnum, StrEnum
from typing import NamedTuple

from sokospec.answer import Objective

EVERY = frozenset(Objective)
_PUSHES_ALONE = frozenset({Objective.PUSHES, Objective.ANY})  # it reorders pushes, so the walks between them change

_MOVES_FIRST = frozenset({Objective.MOVES, Objective.MOVES_PUSHES})
_PUSHES_FIRST = EVERY - _MOVES_FIRST
_WITH_MOVES = EVERY - _PUSHES_ALONE


class Algorithm(StrEnum):
    """Search algorithm; FESS is for any solution."""

    ASTAR = "astar"
    IDASTAR = "idastar"
    BFS = "bfs"
    FESS = "fess"


class Direction(StrEnum):
    """Search direction: forward (pushes), backward (pulls), both, or both only in long searches."""

    AUTO = "auto"
    FORWARD = "forward"
    BACKWARD = "backward"
    BOTH = "both"


class Feature(NamedTuple):
    """Lower bound or pruning, and the objectives whose optimum it cannot change."""

    name: str
    summary: str
    safe_for: frozenset[Objective]
    used_for: frozenset[Objective] = EVERY


FEATURES = {
    feature.name: feature
    for feature in (
        Feature("dead-squares", "no box on a square from which it cannot get to any goal, were it alone", EVERY),
        Feature(
            "nearest", "bound: each box's pushes to its nearest goal, were it alone, player's side included", EVERY
        ),
        Feature("assignment", "bound: least sum of pushes that gives each box a goal of its own", EVERY),
        Feature("bipartite", "dead when the boxes cannot all have goals of their own", EVERY),
        Feature("freeze", "dead when boxes hold each other for good, one of them off the goals", EVERY),
        Feature(
            "frozen-walls", "bound: boxes that hold each other on goals count as walls, and their goals as used", EVERY
        ),
        Feature("linear-conflicts", "bound: what two boxes side by side need beyond the pushes of each alone", EVERY),
        Feature(
            "pairs", "bound: what any two boxes need beyond the pushes of each alone, from a pattern database", EVERY
        ),
        Feature("triples", "bound: the same for any three boxes, where the table is small enough", EVERY),
        Feature("quadruples", "bound: the same for any four boxes, where the table is small enough", EVERY),
        Feature(
            "deadlock-table", "dead when two, three or four boxes, were they alone, cannot all get to goals", EVERY
        ),
        Feature(
            "corral",
            "dead when the boxes around a place out of reach, closed diagonals too, cannot get to goals",
            EVERY,
            _PUSHES_FIRST,
        ),
        Feature("pi-corral", "only pushes that open a place out of reach, where these come first", _PUSHES_ALONE),
        Feature("tunnel", "a box pushed into a one-way tunnel is pushed on", _PUSHES_ALONE),
        Feature("no-influence", "a push of no influence only with the next one", EVERY, _WITH_MOVES),
        Feature("potential", "bound: pushes count the player's way back too", _MOVES_FIRST, _MOVES_FIRST),
    )
}


class FeatureBit(IntEnum):
    """Features as bits, for kernels."""

    DEAD_SQUARES = 1 << 0
    NEAREST = 1 << 1
    ASSIGNMENT = 1 << 2
    BIPARTITE = 1 << 3
    FREEZE = 1 << 4
    FROZEN_WALLS = 1 << 5
    LINEAR_CONFLICTS = 1 << 6
    PAIRS = 1 << 7
    TRIPLES = 1 << 8
    QUADRUPLES = 1 << 9
    DEADLOCK_TABLE = 1 << 10
    CORRAL = 1 << 11
    PI_CORRAL = 1 << 12
    TUNNEL = 1 << 13
    NO_INFLUENCE = 1 << 14
    POTENTIAL = 1 << 15


BOUNDS = frozenset(
    {"nearest", "assignment", "frozen-walls", "linear-conflicts", "pairs", "triples", "quadruples", "potential"}
)
"""Features that raise a state's lower bound."""

BITS = {bit.name.replace("_", "-").lower(): int(bit) for bit in FeatureBit}
"""Features as bits, for kernels."""

ONLY_FORWARDS = FeatureBit.FREEZE | FeatureBit.CORRAL | FeatureBit.PI_CORRAL | FeatureBit.TUNNEL
"""Features that a backward search does not use."""


def select_features(objective: Objective, without: Collection[str] = (), also: Collection[str] = ()) -> frozenset[str]:
    """Return the names of the safe features that are on by default or in `also`, minus `without`.

    >>> "pi-corral" in select_features(Objective.MOVES, also=["pi-corral"])
    False
    >>> sorted(select_features(Objective.MOVES, FEATURES.keys() - {"freeze"}))
    ['freeze']
    """
    return frozenset(
        name
        for name, feature in FEATURES.items()
        if objective in feature.safe_for and (objective in feature.used_for or name in also) and name not in without
    )
