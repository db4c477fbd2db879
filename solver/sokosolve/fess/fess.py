"""FESS at work on one level."""

from __future__ import annotations

import numpy as np

from sokosolve.deadlocks.learned_patterns import new_patterns
from sokosolve.deadlocks.pattern_search import new_pattern_search
from sokosolve.fess import fess_kernel
from sokosolve.fess.macro_moves import new_macro_moves
from sokosolve.fess.plan import first_position, no_plan, packing_plan, with_plan
from sokosolve.fess.position import new_view
from sokosolve.fess.tree import BOX, EXPANDED, GENERATED, GOAL, LANDING, PARENT, PLAYER, grown, new_tree
from sokosolve.level import build
from sokosolve.level.level_tables import LevelTables
from sokosolve.level.world import World
from sokosolve.search.budget import Budget


MOST_PATTERNS, MOST_STATES = 1000, 20000


class Fess:
    def __init__(self, tables: LevelTables, world: World, budget: Budget, *, most: int, plan_most: int = 300) -> None:
        self.tables, self.world, self.budget, self.most = tables, world, budget, most
        compiled = budget.compiled
        known = no_plan(tables, world, compiled=compiled)
        self.plan = packing_plan(tables, world, known, budget, plan_most)
        self.knowledge = with_plan(known, self.plan, world, compiled=compiled)
        self.scratch = build.new_scratch(world)
        self.learner = fess_kernel.Learner(new_patterns(world.floor.n, world.k, world.floor.words, MOST_PATTERNS), new_pattern_search(world, MOST_STATES))
        self.view = new_view(world.floor.n)
        self.moves = new_macro_moves(world.floor.n, world.k, len(world.floor.square_of))
        self.tree = grown(new_tree(world.floor.n, world.floor.words), len(self.moves.to))
        boxes = [int(box) for box in tables.boxes]
        first_position(self.tree, world, self.scratch, boxes, build.first_square(world, boxes, tables.player))

    def run(self):
        compiled = self.budget.compiled
        arguments = self.world, self.scratch, self.knowledge, self.view, self.moves, self.learner
        if fess_kernel.begin.of(compiled)(*arguments, self.tree):
            return []
        while self.tree.counts[EXPANDED] < self.most:
            outcome = fess_kernel.run.of(compiled)(50, *arguments, self.tree)
            self.budget.check_limits(int(self.tree.counts[EXPANDED]), int(self.tree.counts[GENERATED]), 0)
            if outcome == fess_kernel.NEED_ROOM:
                self.tree = grown(self.tree, len(self.moves.to))
            elif outcome == fess_kernel.SOLVED:
                return self.path()
            elif outcome == fess_kernel.EXHAUSTED:
                return None
        return None

    def path(self):
        position = int(self.tree.counts[GOAL])
        path = []
        while position:
            path.append((int(self.tree.of[position, BOX]), int(self.tree.of[position, LANDING]), int(self.tree.of[position, PLAYER])))
            position = int(self.tree.of[position, PARENT])
        return path[::-1]
