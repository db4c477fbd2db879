"""Short A* from the best positions of FESS."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from sokosolve.features import Direction
from sokosolve.fess.fess import FeatureSpaceSearch
from sokosolve.fess.fess_kernel import DEAD
from sokosolve.fess.positions import NONE, Cell, Node, TreeCount
from sokosolve.level.level_tables import LevelTables
from sokosolve.level.packed_boxes import unpack_rows
from sokosolve.level.world import World
from sokosolve.search import build
from sokosolve.search.astar import BestFirst
from sokosolve.search.budget import Budget, BudgetSpent, Work
from sokosolve.search.cost import Code
from sokosolve.search.solution import Run

_WEIGHT = 4


class LookAhead:
    """A* from positions of feature space search: forwards to the goals, backwards to the initial position."""

    bound = 0
    """Lower bound of a solution's cost; the search proves none."""

    def __init__(self, tables: LevelTables, budget: Budget) -> None:
        self.tables, self.budget = tables, budget
        self.expanded = self.generated = 0

    def look(self, search: FeatureSpaceSearch, forward: World, states: int) -> list[Run] | None:
        """Return the pushes of a solution, None after about `states` expansions a position; raises `LimitReached`."""
        for position in _choose(search):
            if (found := self._look_from(search, position, forward, self.expanded + states)) is not None:
                return found
        return None

    def _look_from(self, search: FeatureSpaceSearch, position: int, forward: World, most: int) -> list[Run] | None:
        """Search from a position. If nothing is left, it is dead, and its parent is next."""
        tree = search.tree
        while position != NONE and self.expanded < most:
            ahead = self._astar_from(search, forward, position)
            ahead.most = most - self.expanded
            try:
                with self.budget.beside_others(Work(self.expanded, self.generated)):
                    found = ahead.run()
            except BudgetSpent:
                return None
            finally:
                self.expanded += ahead.expanded
                self.generated += ahead.generated
            if found is not None:
                return self._join(search, forward, position, found)
            tree.of[position, Node.CHECKED] = DEAD
            parent = int(tree.of[position, Node.PARENT])
            position = parent if parent != position else NONE
        return None

    def _astar_from(self, search: FeatureSpaceSearch, forward: World, position: int) -> BestFirst:
        boxes = search.squares_at(position)
        if search.world.backwards:
            tables, direction = replace(self.tables, goals=boxes), Direction.BACKWARD
        else:
            player = search.player_at(position)
            tables, direction = replace(self.tables, boxes=boxes, player=player), Direction.FORWARD
        return BestFirst(tables, forward, Code.PUSHES, self.budget, direction, weight=_WEIGHT)

    def _join(self, search: FeatureSpaceSearch, forward: World, position: int, found: list[Run]) -> list[Run] | None:
        """Return the pushes of a solution through a position; None if they lead to another component."""
        if not search.world.backwards:
            return search.runs_to(position) + found
        player = self.tables.player
        if found:
            last = found[-1]
            player = self.tables.squares.index(last.box)
            for _ in range(last.pushes - 1):
                player = int(self.tables.floor.beyond[player * 4 + last.direction])
        first = build.first_square(forward, search.squares_at(position).tolist(), player)
        return found + search.runs_to(position) if first == search.player_at(position) else None


def _choose(search: FeatureSpaceSearch) -> list[int]:
    """Return the last new position in the best cell, and the first with most boxes on targets; none without moves."""
    tree, floor = search.tree, search.world.floor
    first, search.looked_at = search.looked_at, int(tree.counts[TreeCount.POSITIONS])
    new = tree.of[first : search.looked_at]
    has_moves = (new[:, Node.CHECKED] != DEAD) & (new[:, Node.FIRST_MOVE] < new[:, Node.LAST_MOVE])
    if not has_moves.any():
        return []
    features = np.where(has_moves, tree.cells[new[:, Node.CELL], Cell.FEATURES], np.iinfo(np.int64).max)
    in_best_cell = search.looked_at - 1 - int(features[::-1].argmin())
    is_target = search.world.is_target[floor.square_of] != 0
    boxes = unpack_rows(floor, tree.words[first * tree.width : search.looked_at * tree.width])
    on_targets = boxes[:, is_target].sum(axis=1, dtype=np.int32)
    most_boxes = first + int(np.where(has_moves, on_targets, -1).argmax())
    return list(dict.fromkeys((in_best_cell, most_boxes)))
