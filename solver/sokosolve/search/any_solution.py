"""Any solution, whatever it costs: searches that hurry, the first ones for some time, the last one to the end.

A large weight on the bounds hurries towards the goals, and finds a solution fast or gets lost. Without costs (weight 0)
all states are in one layer of the open list, where states far from the goals have their turn too (see `queue`). None of
them leaves out a state that others need, so the last one finds a solution if there is any.
"""

from __future__ import annotations

from sokosolve.features import Direction
from sokosolve.level.level_tables import LevelTables
from sokosolve.level.world import World
from sokosolve.search.astar import NEVER, BestFirst, BudgetSpent
from sokosolve.search.budget import Budget
from sokosolve.search.cost import PUSHES
from sokosolve.search.solution import Run

SCHEDULE = ((4, 30_000), (0, 200_000), (2, NEVER))
"""Weights, and the most states that a search with each may expand."""


class AnySolution:
    """A search for any solution of a level."""

    def __init__(self, tables: LevelTables, world: World, budget: Budget, direction: Direction) -> None:
        """Prepare the searches; each begins when the one before has given up, with the tables that it made."""

        def search(weight: int, most: int, world: World) -> BestFirst:
            return BestFirst(tables, world, PUSHES, budget, direction, weight=weight, most=most)

        self.search = search
        self.at_work = search(*SCHEDULE[0], world)
        self.expanded_before = self.generated_before = self.proved_before = 0

    @property
    def expanded(self) -> int:
        """States expanded so far, by all searches."""
        return self.expanded_before + self.at_work.expanded

    @property
    def generated(self) -> int:
        """Pushes and pulls tried so far, by all searches."""
        return self.generated_before + self.at_work.generated

    @property
    def bound(self) -> int:
        """The least cost that a solution can have, as far as is proved."""
        return max(self.proved_before, self.at_work.bound)

    def run(self) -> list[Run] | None:
        """Return the pushes of a solution, None when there is none; raises `LimitReached`."""
        for weight, most in SCHEDULE[1:]:
            try:
                return self.at_work.run()
            except BudgetSpent:
                self.expanded_before, self.generated_before = self.expanded, self.generated
                self.proved_before = self.bound
                self.at_work = self.search(weight, most, self.at_work.sides[0].world)
        return self.at_work.run()
