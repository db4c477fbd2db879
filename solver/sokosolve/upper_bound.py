"""Exact search that, when it takes long, also searches for any solution and improves it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sokosolve.features import Direction
from sokosolve.search.astar import BestFirst
from sokosolve.search.budget import Budget, BudgetSpent, Work
from sokosolve.search.solution import Run, lurd_of
from sokospec.answer import Objective, Verdict
from sokospec.board import Level
from sokospec.limits import LimitReached

if TYPE_CHECKING:
    from sokosolve.fess.any_solution import AnySolution  # most levels are solved before it is needed

EXPANSIONS_BEFORE = 300_000
"""Expansions of the exact search before the first search for a solution."""
_FIRST_IMPROVEMENT, _LONGER = 400_000, 2
"""States that may be entered to make a solution shorter the first time, and how many times as many each time after."""


class UpperBounded:
    """Exact search for the fewest pushes, with upper bounds."""

    def __init__(self, level: Level, exact: BestFirst, budget: Budget, direction: Direction) -> None:
        self.level, self.exact, self.budget, self.direction = level, exact, budget, direction
        self.exact.most = EXPANSIONS_BEFORE
        self.any: AnySolution | None = None
        self.solution: list[Run] | None = None
        """The best solution of other searches, if it is better than what the exact search knew."""
        self.improving = _FIRST_IMPROVEMENT

    @property
    def expanded(self) -> int:
        return self.exact.expanded + (self.any.expanded if self.any else 0)

    @property
    def generated(self) -> int:
        return self.exact.generated + (self.any.generated if self.any else 0)

    @property
    def bound(self) -> int:
        return self.exact.bound

    def run(self) -> list[Run] | None:
        """Return the pushes of a best solution, None if none is better than the known one.

        Raises `LimitReached`.
        """
        while True:
            try:
                found = self.exact.run()
            except BudgetSpent:
                self.exact.most = max(1, 2 * self.exact.expanded)
                if not self._lowers_the_upper_bound():
                    return None
            else:
                return self.solution if found is None else found

    def _lowers_the_upper_bound(self) -> bool:
        from sokosolve.fess.any_solution import AnySolution

        exact, budget = self.exact, self.budget
        budget.beside = Work(exact.expanded, exact.generated, exact.bound)
        runs = exact.met() or self.solution
        try:
            if runs is None and exact.upper_bound is None:
                world = exact.sides[0].world
                self.any = self.any or AnySolution(exact.tables, world, budget, self.direction)
                runs = self.any.run(exact.expanded)
                if runs is None:
                    return False
            if runs is not None:
                budget.beside = Work(self.expanded, self.generated, exact.bound)
                runs = self._improve(runs)
        except BudgetSpent:
            pass
        except LimitReached as limit:
            if limit.verdict is not Verdict.LIMIT_MEMORY:  # else the exact search may have room yet
                raise
        finally:
            budget.beside = Work(self.expanded - exact.expanded, self.generated - exact.generated, 0)
        if runs is not None and exact.learn((sum(run.pushes for run in runs),)):
            self.solution = runs
        return True

    def _improve(self, runs: list[Run]) -> list[Run]:
        from sokosolve.improve.optimiser import Improver
        from sokosolve.improve.path import runs_of

        lurd = lurd_of(self.level, runs)
        improver = Improver(
            self.level, lurd, Objective.PUSHES, self.budget, self.improving, bound=self.bound, other=self.any
        )
        self.improving *= _LONGER
        try:
            improver.run()
        except BudgetSpent:
            pass
        except LimitReached as limit:
            if limit.verdict is not Verdict.LIMIT_MEMORY:  # else what was found is worth as much
                raise
        self.any = improver.other
        return runs_of(improver.path.pushes, improver.tables)
