"""An exact search that looks for an upper bound of its own when it takes long: any solution, made shorter.

The lower bound is often that of the optimum long before a solution of that cost is found. Then a solution that comes
from elsewhere ends the search, and until then it keeps states out of the memory. The exact search stops after so many
expansions, and again each time when it has done twice as many; the search for a solution gets as many as it has done.
"""

from __future__ import annotations

from copy import copy
from dataclasses import replace

from sokosolve.features import Direction
from sokosolve.level.level_tables import LevelTables
from sokosolve.level.world import World
from sokosolve.search.any_solution import AnySolution
from sokosolve.search.astar import BestFirst, BudgetSpent
from sokosolve.search.budget import Budget
from sokosolve.search.solution import Run
from sokospec.answer import Verdict
from sokospec.limits import LimitReached, Progress

EXPANSIONS_BEFORE = 1_250_000
"""Expansions of the exact search before the first search for a solution."""


class ShareSpent(Exception):  # control flow: other searches take `BudgetSpent` for one of their own
    """A search for a solution has done as many expansions as it may."""


def any_solution_of(tables: LevelTables, world: World, budget: Budget, direction: Direction) -> list[Run] | None:
    """Return the pushes of any solution, None if there is none; `world` is one for the objective `pushes`."""
    return AnySolution(tables, world, budget, direction).run()


def improved(runs: list[Run]) -> list[Run]:
    """Return the pushes of a solution that costs no more; whatever makes solutions shorter goes here."""
    return runs


class UpperBounded:
    """The exact search of a level for the fewest pushes, with upper bounds from other searches."""

    def __init__(self, exact: BestFirst, budget: Budget, direction: Direction) -> None:
        """Keep the exact search; it may know a solution."""
        self.exact, self.budget, self.direction = exact, budget, direction
        self.exact.most = EXPANSIONS_BEFORE
        self.expanded_beside = self.generated_beside = 0
        self.solution: list[Run] | None = None
        """The best solution of other searches, if it is better than what the exact search knew."""

    @property
    def expanded(self) -> int:
        """States expanded so far, by all searches."""
        return self.exact.expanded + self.expanded_beside

    @property
    def generated(self) -> int:
        """Pushes and pulls tried so far, by all searches."""
        return self.exact.generated + self.generated_beside

    @property
    def bound(self) -> int:
        """The least cost that a solution can have, as far as is proved."""
        return self.exact.bound

    def run(self) -> list[Run] | None:
        """Return the pushes of a solution of least cost, None if there is none, or none better than the known one.

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
        """Look for a solution, or for a better one; False if it is proved that there is none."""
        runs = self.exact.met() or self.solution
        if runs is None and self.exact.upper_bound is None:
            try:
                runs = any_solution_of(self.exact.tables, self.exact.sides[0].world, self._share(), self.direction)
            except ShareSpent:
                return True
            except LimitReached as limit:
                if limit.verdict is not Verdict.LIMIT_MEMORY:  # else the exact search may have room yet
                    raise
                return True
            if runs is None:
                return False
        if runs is not None:
            runs = improved(runs)
            if self.exact.learn((sum(run.pushes for run in runs),)):
                self.solution = runs
        return True

    def _share(self) -> Budget:
        """Return what is left of the budget, for as many expansions as the exact search has done."""
        report, left = self.budget.limits.report, self.exact.expanded
        before = Progress(0, 0, 0, 0.0, 0.0)

        def count(news: Progress) -> None:
            nonlocal before, left
            again = news.expanded < before.expanded  # one search after the other tells of its own states
            expanded = news.expanded - (0 if again else before.expanded)
            self.expanded_beside += expanded
            self.generated_beside += news.generated - (0 if again else before.generated)
            left -= expanded
            before = news
            if report is not None:
                report(replace(news, expanded=self.expanded, generated=self.generated, bound=self.bound))
            if left <= 0:
                raise ShareSpent

        share = copy(self.budget)
        share.limits = replace(share.limits, report=count)
        return share
