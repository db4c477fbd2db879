"""FESS at work on one level: a packing plan, then the search over feature cells."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from sokosolve.deadlocks.learned_patterns import new_patterns
from sokosolve.deadlocks.pattern_search import new_pattern_search
from sokosolve.fess import fess_kernel
from sokosolve.fess.fess_kernel import Learner
from sokosolve.fess.macro_moves import moves_of, new_macro_moves
from sokosolve.fess.packing_plan import at_once, first_position, no_plan, packing_plan, with_plan
from sokosolve.fess.position import Knowledge, Variant, new_view
from sokosolve.fess.positions import (
    BOX,
    CELLS,
    EXPANDED,
    FEATURES_KEY,
    GENERATED,
    GOAL,
    LANDING,
    PARENT,
    PLAYER,
    grown,
    new_tree,
    tree_bytes,
)
from sokosolve.level import build
from sokosolve.level.level_tables import LevelTables
from sokosolve.level.world import World
from sokosolve.search.astar import NEVER
from sokosolve.search.budget import Budget, BudgetSpent
from sokosolve.search.solution import Run
from sokospec.board import Direction
from sokospec.errors import counted

MOST_PATTERNS, MOST_PATTERN_STATES = 1000, 20_000
MOVES_AT_ONCE = 50
AS_IT_COMES = Variant(seed=0, weighted=1, any_start=0)


class Shared(NamedTuple):
    """What all searches of a level share: the dead patterns learned so far, and what is known of it without a plan."""

    learner: Learner
    knowledge: Knowledge


def shared_by_searches(tables: LevelTables, world: World, budget: Budget) -> Shared:
    """Prepare what searches of a level share; raises `LimitReached`."""
    budget.compile_for(world.floor.n)
    patterns = new_patterns(world.floor.n, world.k, MOST_PATTERNS)
    learner = Learner(patterns, new_pattern_search(world, MOST_PATTERN_STATES))
    return Shared(learner, no_plan(tables, world, AS_IT_COMES, budget))


class FeatureSpaceSearch:
    """A search for any solution of a level by FESS.

    It leaves no position out for good, so when all moves have been made there is no solution.
    """

    bound = 0
    """What a solution must cost: the search proves nothing of it."""

    def __init__(
        self,
        tables: LevelTables,
        world: World,
        budget: Budget,
        shared: Shared,
        variant: Variant = AS_IT_COMES,
        *,
        most: int = NEVER,
    ) -> None:
        """Find a packing plan; `most` is how many positions may be expanded before `BudgetSpent`."""
        self.tables, self.world, self.budget, self.learner, self.most = tables, world, budget, shared.learner, most
        known = shared.knowledge._replace(variant=variant)
        self.plan = packing_plan(tables, world, known, budget)
        self.knowledge = with_plan(known, self.plan, world, compiled=budget.compiled)
        self.scratch = build.new_scratch(world)
        self.view = new_view(world.floor.n)
        self.moves = new_macro_moves(world.floor.n, world.k, len(world.floor.square_of))
        self.tree = grown(new_tree(world.floor.n, world.floor.words), len(self.moves.to))
        boxes = [int(box) for box in tables.boxes]
        first_position(self.tree, world, self.scratch, boxes, build.first_square(world, boxes, tables.player))

    @property
    def expanded(self) -> int:
        """Positions expanded so far: those whose moves were found."""
        return int(self.tree.counts[EXPANDED])

    @property
    def generated(self) -> int:
        """Macro moves found so far."""
        return int(self.tree.counts[GENERATED])

    def run(self) -> list[Run] | None:
        """Return the pushes of a solution, None if there is none; raises `LimitReached`, or `BudgetSpent`."""
        budget = self.budget
        arguments = self.world, self.scratch, self.knowledge, self.view, self.moves, self.learner
        if self.expanded == 0 and fess_kernel.begin.of(budget.compiled)(*arguments, self.tree):
            return []
        while True:
            budget.check_limits(self.expanded, self.generated, 0, self._reached)
            if self.expanded >= self.most:
                raise BudgetSpent
            moves = at_once(self.world, MOVES_AT_ONCE) if budget.compiled else 1
            outcome = fess_kernel.run.of(budget.compiled)(moves, *arguments, self.tree)
            if outcome == fess_kernel.SOLVED:
                return self._runs(int(self.tree.counts[GOAL]))
            if outcome == fess_kernel.EXHAUSTED:
                return None
            if outcome == fess_kernel.NEED_ROOM:
                more = tree_bytes(self.tree)
                budget.room_for(more, least=more)
                self.tree = grown(self.tree, len(self.moves.to))

    def _reached(self) -> str:
        """Say how far the best cell has come, and how many cells there are."""
        cells, steps = int(self.tree.counts[CELLS]), len(self.plan.steps) - 1
        left, components = divmod(int(self.tree.cells[:cells, FEATURES_KEY].min()) >> 12, 1024)  # see `cell_features`
        packed = f"{steps - left} of {counted(steps, 'step')} of the plan done"
        return f"{packed}, {counted(components, 'component')}, {counted(cells, 'cell')}"

    def _runs(self, position: int) -> list[Run]:
        """Return the pushes that lead to a position."""
        path = []
        while position != 0:
            path.append(position)
            position = int(self.tree.of[position, PARENT])
        boxes = sorted(int(box) for box in self.tables.boxes)
        player, runs = int(self.tree.of[0, PLAYER]), []
        for position in reversed(path):
            row = self.tree.of[position]
            box, landing, player_after = int(row[BOX]), int(row[LANDING]), int(row[PLAYER])
            runs += self._pushes(boxes, player, box, landing, player_after)
            boxes[boxes.index(box)] = landing
            player = player_after
        return runs

    def _pushes(self, boxes: list[int], player: int, box: int, landing: int, player_after: int) -> list[Run]:
        """Return the pushes of a macro move."""
        moves, occupied = self.moves, self.scratch.occupied
        self.scratch.boxes[:] = boxes
        occupied[boxes] = 1
        found = moves_of.of(self.budget.compiled)(self.world, self.scratch, moves, boxes.index(box), player, 0)
        occupied[boxes] = 0
        move = next(i for i in range(found) if moves.to[i] == landing and moves.player[i] == player_after)
        squares = [landing]
        while (move := int(moves.before[move])) != 0:
            squares.append(int(moves.to[move]))
        squares.append(box)
        runs = []
        for ahead, square in pairwise(squares):
            direction = next(d for d in range(4) if self.world.floor.beyond[square * 4 + d] == ahead)
            runs.append(Run(self.tables.squares[square], Direction(direction), 1))
        return runs[::-1]
