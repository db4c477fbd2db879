"""FESS at work on one level: a packing plan, then the search over feature cells."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from sokosolve.deadlocks.learned_patterns import new_patterns
from sokosolve.deadlocks.pattern_search import new_pattern_search
from sokosolve.fess import fess_kernel
from sokosolve.fess.fess_kernel import Learner
from sokosolve.fess.macro_moves import moves_of, new_macro_moves
from sokosolve.fess.packing_plan import (
    MOST_PULLS,
    PackingPlan,
    at_once,
    first_position,
    no_plan,
    packing_plan,
    players_at,
    with_plan,
)
from sokosolve.fess.position import Context, Knowledge, Variant, new_view
from sokosolve.fess.positions import (
    BOX,
    CELLS,
    EXPANDED,
    FEATURES_KEY,
    GENERATED,
    GOAL,
    LANDING,
    PARENT,
    POSITIONS,
    grown,
    lacks_room,
    new_tree,
    tree_bytes,
)
from sokosolve.level import build
from sokosolve.level.level_tables import LevelTables
from sokosolve.level.world import World
from sokosolve.search.astar import NEVER
from sokosolve.search.budget import Budget, BudgetSpent
from sokosolve.search.columns import PLAYER
from sokosolve.search.solution import Run
from sokospec.board import Direction
from sokospec.errors import counted

MOST_PATTERNS, MOST_PATTERN_STATES = 1000, 20_000
MOVES_AT_ONCE = 50
AS_IT_COMES = Variant(seed=0, weighted=1, any_start=0)


class Shared(NamedTuple):
    """What all searches of a level in one direction share: the level seen this way, and the other, with the dead
    patterns learned of each so far; and what is known of it without a plan."""

    world: World
    learner: Learner
    opposite: World
    of_opposite: Learner
    knowledge: Knowledge


def new_learner(world: World) -> Learner:
    """Return what learns dead patterns of a level, and knows none yet."""
    patterns = new_patterns(world.floor.n, world.k, MOST_PATTERNS)
    return Learner(patterns, new_pattern_search(world, MOST_PATTERN_STATES))


def shared_by_searches(tables: LevelTables, forward: World, budget: Budget) -> Shared:
    """Prepare what searches of a level by pushes share; raises `LimitReached`."""
    budget.compile_for(forward.floor.n)
    backward = build.backwards(forward, tables, compiled=budget.compiled)
    knowledge = no_plan(tables, forward, AS_IT_COMES, budget)
    return Shared(forward, new_learner(forward), backward, new_learner(backward), knowledge)


def the_other_way(shared: Shared, tables: LevelTables, budget: Budget) -> Shared:
    """Return what searches of a level in the opposite direction share; raises `LimitReached`."""
    world, learner, opposite, of_opposite, _ = shared
    return Shared(opposite, of_opposite, world, learner, no_plan(tables, opposite, AS_IT_COMES, budget))


class FeatureSpaceSearch:
    """A search for any solution of a level by FESS, forwards or backwards: by pulls, from all solved states.

    It leaves no position out for good, so when all moves have been made there is no solution.
    """

    bound = 0
    """What a solution must cost: the search proves nothing of it."""

    def __init__(
        self,
        tables: LevelTables,
        budget: Budget,
        shared: Shared,
        variant: Variant = AS_IT_COMES,
        *,
        most: int = NEVER,
    ) -> None:
        """Find a packing plan; `most` is how many positions may be expanded before `BudgetSpent`."""
        self.tables, self.budget, self.learner, self.most = tables, budget, shared.learner, most
        self.world = world = shared.world
        self.shared, self.variant = shared, variant
        self.scratch = build.new_scratch(world)
        self.moves = new_macro_moves(world.floor.n, world.k, len(world.floor.square_of))
        self.boxes = sorted(int(box) for box in shared.opposite.targets)
        self.beside = 0, 0
        """What was expanded and generated with plans that are given up."""
        self._begin(self._planned(variant, MOST_PULLS))

    def _planned(self, variant: Variant, most: int) -> PackingPlan:
        _, _, opposite, of_opposite, knowledge = self.shared
        knowledge = knowledge._replace(variant=variant._replace(without=0))
        return packing_plan(self.tables, opposite, of_opposite, knowledge, self.budget, most)

    def _begin(self, plan: PackingPlan) -> None:
        """Enter the first positions of a search by a plan."""
        world, compiled = self.world, self.budget.compiled
        self.plan = plan
        knowledge = with_plan(self.shared.knowledge._replace(variant=self.variant), plan, world, compiled=compiled)
        self.context = Context(world, self.scratch, knowledge, new_view(world.floor.n), self.moves)
        self.tree = grown(new_tree(world.floor.words), len(self.moves.to), compiled=compiled)
        for player in players_at(self.tables, world):
            first_position(self.tree, world, self.scratch, self.boxes, player)
        self.unopened = list(range(int(self.tree.counts[POSITIONS])))

    def plan_again(self, most: int) -> None:
        """Where the plan leaves boxes, look for another one by so many pulls, and begin anew if it leaves fewer.

        The patterns that were learned meanwhile help. Raises `LimitReached`.
        """
        if self.plan.stuck > 0:
            plan = self._planned(self.variant._replace(seed=self.variant.seed + most), most)
            if plan.stuck < self.plan.stuck:
                self.beside = self.expanded, self.generated
                self._begin(plan)

    @property
    def expanded(self) -> int:
        """Positions expanded so far: those whose moves were found."""
        return self.beside[0] + int(self.tree.counts[EXPANDED])

    @property
    def generated(self) -> int:
        """Macro moves found so far."""
        return self.beside[1] + int(self.tree.counts[GENERATED])

    def run(self) -> list[Run] | None:
        """Return the pushes of a solution, None if there is none; raises `LimitReached`, or `BudgetSpent`."""
        budget = self.budget
        while self.unopened:
            self._make_room()
            position = self.unopened.pop(0)
            if fess_kernel.open_position.of(budget.compiled)(self.context, self.learner, self.tree, position):
                return []
        while True:
            budget.check_limits(self.expanded, self.generated, 0, self._reached)
            if self.expanded >= self.most:
                raise BudgetSpent
            moves = at_once(self.world, MOVES_AT_ONCE) if budget.compiled else 1
            outcome = fess_kernel.run.of(budget.compiled)(moves, self.context, self.learner, self.tree)
            if outcome == fess_kernel.SOLVED:
                return self._runs(int(self.tree.counts[GOAL]))
            if outcome == fess_kernel.EXHAUSTED:
                return None
            if outcome == fess_kernel.NEED_ROOM:
                self._make_room()

    def _make_room(self) -> None:
        """Let the tree have room for the moves of one more position."""
        if lacks_room(self.tree, 1, len(self.moves.to)):
            more = tree_bytes(self.tree)
            self.budget.room_for(more, least=more)
            self.tree = grown(self.tree, len(self.moves.to), compiled=self.budget.compiled)

    def _reached(self) -> str:
        """Say how far the best cell has come, and how many cells there are."""
        cells, steps = int(self.tree.counts[CELLS]), len(self.plan.steps) - 1
        left, components = divmod(int(self.tree.cells[:cells, FEATURES_KEY].min()) >> 12, 1024)  # see `cell_features`
        packed = f"{steps - left} of {counted(steps, 'step')} of the plan done"
        return f"{packed}, {counted(components, 'component')}, {counted(cells, 'cell')}"

    def _runs(self, position: int) -> list[Run]:
        """Return the pushes that lead to a position, or backwards from it to a solved one."""
        path = []
        while (parent := int(self.tree.of[position, PARENT])) != position:
            path.append(position)
            position = parent
        boxes, player, runs = list(self.boxes), int(self.tree.of[position, PLAYER]), list[Run]()
        for position in reversed(path):
            row = self.tree.of[position]
            box, landing, player_after = int(row[BOX]), int(row[LANDING]), int(row[PLAYER])
            runs += self._pushes(boxes, player, box, landing, player_after)
            boxes[boxes.index(box)] = landing
            player = player_after
        return runs if self.world.backwards == 0 else runs[::-1]

    def _pushes(self, boxes: list[int], player: int, box: int, landing: int, player_after: int) -> list[Run]:
        """Return the pushes of a macro move; backwards the pushes that undo its pulls, the last one first."""
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
            if self.world.backwards == 0:
                runs.append(Run(self.tables.squares[square], Direction(direction), 1))
            else:
                runs.append(Run(self.tables.squares[ahead], Direction(direction).opposite, 1))
        return runs[::-1]
