"""An exact search that looks for an upper bound of its own when it takes long: any solution, made shorter.

The lower bound is often that of the optimum long before a solution of that cost is found. Then a solution that comes
from elsewhere ends the search, and until then it keeps states out of the memory. The exact search stops after so many
expansions, and again each time when it has done twice as many; then one for any solution gets as many as it has done.

Solutions that are made shorter section by section mostly end a few pushes above the optimum. So FESS looks for others
under a ceiling: it leaves positions alone whose cost and bound say that a solution through them is not better than the
best one known. As boxes stay in the order of a packing plan and no push may be wasted, few positions are left.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from sokosolve.features import Direction
from sokosolve.search.astar import BestFirst
from sokosolve.search.budget import Budget, BudgetSpent, Work
from sokosolve.search.solution import Run, lurd_of
from sokospec.answer import Objective, Verdict
from sokospec.board import Level
from sokospec.limits import LimitReached

if TYPE_CHECKING:
    from sokosolve.search.any_solution import AnySolution  # most levels are solved before it is needed

EXPANSIONS_BEFORE = 300_000
"""Expansions of the exact search before the first search for a solution."""
FIRST_IMPROVEMENT, LONGER = 200_000, 2
"""States that may be entered to make a solution shorter the first time, and how many times as many each time after."""
PART = 4
"""The work of the exact search divided by what may be spent to look for better solutions each time."""
FEWER = 2
"""By how many pushes a better solution is better at least, as all solutions of a level have even or all odd numbers."""


class UpperBounded:
    """The exact search of a level for the fewest pushes, with upper bounds from other searches."""

    def __init__(self, level: Level, exact: BestFirst, budget: Budget, direction: Direction) -> None:
        """Keep the exact search; it may know a solution."""
        self.level, self.exact, self.budget, self.direction = level, exact, budget, direction
        self.exact.most = EXPANSIONS_BEFORE
        self.any: AnySolution | None = None
        self.solution: list[Run] | None = None
        """The best solution of other searches, if it is better than what the exact search knew."""
        self.improving = FIRST_IMPROVEMENT

    @property
    def expanded(self) -> int:
        """States expanded so far, by all searches."""
        return self.exact.expanded + (self.any.expanded if self.any else 0)

    @property
    def generated(self) -> int:
        """Pushes, pulls and macro moves tried so far, by all searches."""
        return self.exact.generated + (self.any.generated if self.any else 0)

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
        exact, budget = self.exact, self.budget
        budget.beside = Work(exact.expanded, exact.generated, exact.bound)
        try:
            runs = exact.met() or self.solution
            if runs is None and exact.upper_bound is None:
                runs = self._searching().run(exact.expanded)
                if runs is None:
                    return False
            if runs is not None:
                self._learn(self._improved(runs))
            self._search_below()
        except BudgetSpent:
            pass
        except LimitReached as limit:
            if limit.verdict is not Verdict.LIMIT_MEMORY:
                raise
            if self.any is not None:  # the exact search may have room yet, or again
                self.any.begin_again(self.any.ceiling)
        finally:
            budget.beside = Work(self.expanded - exact.expanded, self.generated - exact.generated, 0)
        return True

    def _searching(self) -> AnySolution:
        """Return the search for any solution, which is made when it is first needed."""
        from sokosolve.search.any_solution import AnySolution

        if self.any is None:
            self.any = AnySolution(self.exact.tables, self.exact.sides[0].world, self.budget, self.direction)
        return self.any

    def _improved(self, runs: list[Run]) -> list[Run]:
        """Return the pushes of a solution that needs no more, and mostly fewer; each time with more to spend."""
        from sokosolve.improve.optimiser import Improver
        from sokosolve.improve.path import runs_of

        lurd = lurd_of(self.level, runs)
        improver = Improver(self.level, lurd, Objective.PUSHES, self.budget, self.improving)
        self.improving *= LONGER
        with suppress(BudgetSpent):
            improver.run()
        return runs_of(improver.path.pushes, improver.tables)

    def _search_below(self) -> None:
        """Look for solutions that need fewer and fewer pushes, until they need as few as is proved.

        Raises `BudgetSpent` when that has taken a part of the work of the exact search.
        """
        exact, search = self.exact, self._searching()
        most = search.work + exact.expanded // PART
        while exact.upper_bound is not None and exact.bound < exact.upper_bound:
            ceiling = exact.upper_bound - FEWER
            if search.ceiling != ceiling:
                search.begin_again(ceiling)
            runs = search.run(most - search.work)
            if runs is None:
                return
            self._learn(runs)

    def _learn(self, runs: list[Run]) -> None:
        """Keep a solution if it is better than what is known."""
        if self.exact.learn((sum(run.pushes for run in runs),)):
            self.solution = runs
