"""Search for any solution: strategies that take turns with growing budgets.

Budgets are counted in expansions and plans, so equal seeds give equal answers.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import cached_property
from typing import NamedTuple

from sokosolve.features import Direction, FeatureBit
from sokosolve.fess.fess import FeatureSpaceSearch, Shared, prepare_searches, the_other_way
from sokosolve.fess.halfway import HalfwaySearch
from sokosolve.fess.look_ahead import LookAhead
from sokosolve.fess.plan_kernel import CELLS_IN_TURN
from sokosolve.fess.position import NO_CEILING, Early, Variant
from sokosolve.level.level_tables import LevelTables
from sokosolve.level.world import World
from sokosolve.search.astar import BestFirst
from sokosolve.search.budget import Budget, BudgetSpent, Work
from sokosolve.search.columns import NEVER
from sokosolve.search.cost import Code
from sokosolve.search.solution import Run

HURRY = 10_000
"""Expansions of the first A* with a large weight, which solves most levels."""
FIRST_TURN = 250
"""Positions that FESS may expand in its first turn."""
_LONGER = 3
"""Growth factor of the total in later turns."""
_POSITIONS_A_PLAN = 1500
"""Expanded positions of FESS per search for a packing plan."""
_STATES_A_POSITION = 15
"""Expansions of A* that count as much work as one expansion of FESS, or one pull of its plan."""
_STATES_A_TURN = 10
"""Expansions of A*, per position that FESS may expand in the same turn."""
_STATES_AHEAD = 3
"""Expansions of each look-ahead, per position that FESS may expand."""
_BY_PULLS = 4
"""Factor for the expansions of A* in a hurry by pulls, where it is faster."""
_POSITIONS_HALFWAY = 3
"""Positions of FESS halfway, for each of another FESS."""
LARGEST = 200_000_000
"""Boxes times squares squared from which on FESS is not used, as it floods the floor for each macro move."""

_Searching = BestFirst | FeatureSpaceSearch | HalfwaySearch


OVER_FEATURES = {
    "pushes": (False, Variant()),
    "pulls": (True, Variant()),
    "pushes, no weights": (False, Variant(weighted=0)),
    "pushes, early steps": (False, Variant(early=Early.UNHINDERED)),
    "pulls, early steps": (True, Variant(early=Early.UNHINDERED)),
    "pushes, other plan": (False, Variant(seed=2, any_start=1, early=Early.UNHINDERED, best_turn=CELLS_IN_TURN)),
    "pulls, other plan": (True, Variant(seed=2, any_start=1)),
    "pushes, other plan, no weights": (False, Variant(seed=3, weighted=0, any_start=1)),
}
"""The ways of FESS in their turns: whether it pulls, and how."""


HALFWAY = {
    "pushes, halfway, no weights": Variant(weighted=0, early=Early.AT_ANY_TIME),
    "pushes, halfway": Variant(early=Early.AT_ANY_TIME),
}
"""The ways of FESS halfway; their turns follow those of `OVER_FEATURES`."""


class _Turn(NamedTuple):
    name: str
    scale: int
    begin: Callable[[], _Searching]
    first: int | None = None


class AnySolution:
    """Search for any solution of a level."""

    def __init__(
        self,
        tables: LevelTables,
        world: World,
        budget: Budget,
        direction: Direction,
        *,
        seed: int = 0,
        without: int = 0,
    ) -> None:
        self.tables, self.budget = tables, budget
        self.ceiling = NO_CEILING
        """How many pushes the solutions may need that FESS looks for."""
        self.given_up, self.work_given_up = Work(), 0
        """What strategies have done that were given up, also in states that A* expands."""

        def by_astar(weight: int, direction: Direction = direction) -> Callable[[], _Searching]:
            return lambda: BestFirst(tables, self.world, Code.PUSHES, budget, direction, weight=weight)

        def own(variant: Variant) -> Variant:
            return variant._replace(seed=10 * seed + variant.seed, without=without)

        def over_features(pulls: bool, variant: Variant) -> Callable[[], _Searching]:
            variant = own(variant)

            def begin() -> FeatureSpaceSearch:
                shared = self.backwards if pulls else self.forwards
                return FeatureSpaceSearch(tables, budget, shared, variant._replace(ceiling=self.ceiling))

            return begin

        def halfway(variant: Variant) -> Callable[[], HalfwaySearch]:
            return lambda: HalfwaySearch(tables, budget, self.forwards, self.backwards, own(variant))

        self.world = world._replace(features=world.features & ~FeatureBit.TRIPLES)
        self.by_fess: list[_Turn] = []
        self.waiting = [_Turn("A* in a hurry", _STATES_A_TURN, by_astar(4), HURRY)]
        if world.k * world.floor.n**2 < LARGEST:
            self.by_fess = [_Turn(name, 1, over_features(*how)) for name, how in OVER_FEATURES.items()]
            self.waiting += self.by_fess + [
                _Turn(name, _POSITIONS_HALFWAY, halfway(how)) for name, how in HALFWAY.items()
            ]
        if direction is not Direction.BACKWARD:
            hurry = by_astar(4, Direction.BACKWARD)
            self.waiting.append(_Turn("A* in a hurry, pulls", _BY_PULLS * _STATES_A_TURN, hurry))
        self.waiting += [
            _Turn("A* without costs", _STATES_A_TURN, by_astar(0)),
            _Turn("A*", _STATES_A_TURN, by_astar(2)),
        ]
        self.strategies: list[_Searching] = []
        self.ahead: LookAhead | None = LookAhead(tables, budget)
        """None under a ceiling."""
        self.turn, self.last = FIRST_TURN, 0
        """How much the strategies may expand this time, and which of them was the last to have its turn."""

    @cached_property
    def forwards(self) -> Shared:
        return prepare_searches(self.tables, self.world, self.budget)

    @cached_property
    def backwards(self) -> Shared:
        return the_other_way(self.forwards, self.tables, self.budget)

    @property
    def expanded(self) -> int:
        return self.given_up.expanded + sum(strategy.expanded for strategy in self._at_work)

    @property
    def generated(self) -> int:
        return self.given_up.generated + sum(strategy.generated for strategy in self._at_work)

    @property
    def bound(self) -> int:
        return max([self.given_up.bound, *(strategy.bound for strategy in self._at_work)])

    @property
    def _at_work(self) -> list[_Searching | LookAhead]:
        return [*self.strategies, *([] if self.ahead is None else [self.ahead])]

    def begin_again(self, ceiling: int) -> None:
        """Restart with FESS alone, for at most `ceiling` pushes; keeps dead patterns and plans."""
        self.given_up, self.work_given_up = Work(self.expanded, self.generated, self.bound), self.work
        self.waiting, self.strategies, self.ahead = self.by_fess, [], None
        self.turn, self.ceiling = FIRST_TURN, ceiling

    def run(self, most: int = NEVER) -> list[Run] | None:
        """Return the pushes of a solution, None if the ceiling allows none.

        Raises `LimitReached`, and `BudgetSpent` after about `most` expansions.
        """
        left = self.work + most
        while True:
            for number, (_, scale, begin, first) in enumerate(self.waiting):
                with self._beside_all():
                    if number == len(self.strategies):
                        self.strategies.append(begin())
                    strategy, self.last = self.strategies[number], number
                    if not isinstance(strategy, BestFirst):
                        while strategy.plan_again(self.turn // _POSITIONS_A_PLAN) and self.work < left:
                            pass
                strategy.most = first if self.turn == FIRST_TURN and first is not None else self.turn * scale
                try:
                    with self._beside_all(strategy):
                        return strategy.run()
                except BudgetSpent:
                    self._share_pairs(strategy)
                if self.ahead is not None and isinstance(strategy, FeatureSpaceSearch):
                    with self._beside_all(self.ahead):
                        found = self.ahead.look(strategy, self.world, self.turn * _STATES_AHEAD)
                    if found is not None:
                        return found
                if self.work >= left:
                    raise BudgetSpent
            self.turn *= _LONGER

    @property
    def work(self) -> int:
        """Work so far, in expansions of A*."""
        return self.work_given_up + sum(
            strategy.expanded
            if isinstance(strategy, BestFirst | LookAhead)
            else (strategy.expanded + strategy.pulls) * _STATES_A_POSITION
            for strategy in self._at_work
        )

    def _beside_all(self, strategy: _Searching | LookAhead | None = None) -> AbstractContextManager[None]:
        own = (strategy.expanded, strategy.generated) if strategy else (0, 0)
        return self.budget.beside_others(Work(self.expanded - own[0], self.generated - own[1], self.bound))

    def _share_pairs(self, strategy: _Searching) -> None:
        if isinstance(strategy, BestFirst):
            self.world = strategy.sides[0].world
