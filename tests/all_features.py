"""Searches with features that are safe, though not on by default."""

from __future__ import annotations

from collections.abc import Collection

from sokosolve.features import Algorithm, Direction, select_features
from sokosolve.search.budget import Budget
from sokosolve.solver import Search
from sokospec.answer import Answer, Objective
from sokospec.board import Level
from sokospec.limits import Limits


def solve_with(
    also: Collection[str],
    level: Level,
    objective: Objective,
    limits: Limits | None = None,
    *,
    algorithm: Algorithm = Algorithm.ASTAR,
    direction: Direction = Direction.AUTO,
    without: Collection[str] = (),
) -> Answer:
    """Return the answer of `sokosolve.solve` with the features in `also` too, as far as they are safe."""
    features = select_features(objective, without, also)
    search = Search(
        level, objective, Budget(limits or Limits()), features, algorithm, direction, finds_upper_bounds=True
    )
    return search.answer()
