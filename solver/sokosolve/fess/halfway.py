"""FESS in two halves: by pulls from the goals to an open position, then by pushes from the first position to it.

After a search mode of Yaron Shoham's solver Festival, which aims at a position that pulls have found.

Where no way leads to a position, none leads to those pulled from it, as pushes lead from them to it. If that holds for
the positions that pulls begin with, the level has no solution.
"""

from __future__ import annotations

import numpy as np

from sokosolve.features import BITS
from sokosolve.fess.fess import FeatureSpaceSearch, Shared, prepare_searches
from sokosolve.fess.fess_kernel import DEAD
from sokosolve.fess.position import Variant
from sokosolve.fess.positions import NONE, Cell, Node, TreeCount
from sokosolve.level.level_tables import LevelTables, with_goals
from sokosolve.search import build
from sokosolve.search.budget import Budget, BudgetSpent, Work
from sokosolve.search.columns import NEVER
from sokosolve.search.solution import Run

RETREAT = 400
"""Positions opened by pulls before each choice of one to push to."""


class HalfwaySearch:
    """Search by pulls for an open position, then by pushes for a way to it."""

    bound = 0
    """Lower bound of a solution's cost; the search proves none."""

    def __init__(
        self, tables: LevelTables, budget: Budget, forwards: Shared, backwards: Shared, variant: Variant
    ) -> None:
        self.tables, self.budget, self.variant, self.most = tables, budget, variant, NEVER
        goals = forwards.knowledge
        open_floor = backwards.knowledge._replace(cut_off=goals.cut_off, farness=goals.farness)
        self.world = forwards.world
        self.retreat = FeatureSpaceSearch(
            tables, budget, backwards._replace(knowledge=open_floor), variant._replace(opens=1)
        )
        self.wanted = RETREAT
        """How many positions `retreat` is to open."""
        self.position = NONE
        """The position chosen ..."""
        self.way: FeatureSpaceSearch | None = None
        """... and the search for a way to it."""
        self.expanded = self.generated = 0
        self.pulls_given_up = 0
        """Pulls tried for plans of ways that are given up."""

    @property
    def pulls(self) -> int:
        """Return the pulls tried for plans."""
        return self.pulls_given_up + (self.way.pulls if self.way else 0)

    def plan_again(self, most: int) -> bool:
        """Search for a better plan of the way; return whether it did."""
        return self.way is not None and self.way.plan_again(most)

    def run(self) -> list[Run] | None:
        """Return the pushes of a solution or None; raises `LimitReached`, or `BudgetSpent`."""
        while True:
            if self.way is None:
                self._retreat_further()
                self.position = self._most_open()
                if self.position == NONE:
                    return None
                with self.budget.beside_others(Work(self.expanded, self.generated)):
                    self.way = self._way_to(self.position)
            found = self._run(self.way, NEVER) if self.way else None
            if found is not None:
                return found + self.retreat.runs_to(self.position)
            self.retreat.tree.of[self.position, Node.CHECKED] = DEAD  # no way leads there
            self.pulls_given_up, self.way = self.pulls, None
            self.wanted += RETREAT

    def _run(self, search: FeatureSpaceSearch, most: int) -> list[Run] | None:
        """Run one of the searches until it has expanded `most` positions, or both together `self.most`."""
        expanded, generated = search.expanded, search.generated
        search.most = min(most, self.most - self.expanded + expanded)
        try:
            with self.budget.beside_others(Work(self.expanded - expanded, self.generated - generated)):
                return search.run()
        finally:
            self.expanded += search.expanded - expanded
            self.generated += search.generated - generated

    def _retreat_further(self) -> None:
        try:
            self._run(self.retreat, self.wanted)
        except BudgetSpent:
            if self.retreat.expanded < self.wanted:
                raise

    def _most_open(self) -> int:
        """Return the first position of the best cell with one that is not dead, NONE if all are dead."""
        tree = self.retreat.tree
        cells = tree.of[: int(tree.counts[TreeCount.POSITIONS]), Node.CELL]
        for position in np.argsort(tree.cells[cells, Cell.FEATURES], kind="stable").tolist():
            if not self._is_dead(position):
                return int(position)
        return NONE

    def _is_dead(self, position: int) -> bool:
        of = self.retreat.tree.of
        while of[position, Node.CHECKED] != DEAD and of[position, Node.PARENT] != position:
            position = int(of[position, Node.PARENT])
        return bool(of[position, Node.CHECKED] == DEAD)

    def _way_to(self, position: int) -> FeatureSpaceSearch | None:
        """Return a search for a way to a position, None if some box alone gets to none of its squares."""
        boxes, budget = self.retreat.squares_at(position), self.budget
        tables = with_goals(self.tables, boxes, compiled=budget.compiled)
        if not tables.floor.live[tables.boxes].all():
            return None
        features = {name for name, bit in BITS.items() if self.world.features & bit}
        world = build.world_within(budget, tables, features, exact_player=False)
        shared = prepare_searches(tables, world, budget)
        shared = shared._replace(knowledge=shared.knowledge._replace(home=self.retreat.player_at(position)))
        return FeatureSpaceSearch(tables, budget, shared, self.variant)
