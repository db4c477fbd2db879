"""What counts up during a search starts again before it overflows; a search of hours is not needed to see it."""

from __future__ import annotations

import numpy as np

from sokosolve.deadlocks import corral
from sokosolve.features import Direction, select_features
from sokosolve.level.level_tables import level_tables
from sokosolve.level.reach import LAST_STAMP, next_stamp
from sokosolve.search.astar import BestFirst
from sokosolve.search.budget import Budget
from sokosolve.search.build import world_of
from sokosolve.search.cost import CODE_OF
from sokosolve.search.solution import Run
from sokospec import Level
from sokospec.answer import Objective
from sokospec.limits import Limits

ROOM = Level.parse("########\n#      #\n# $ $$ #\n#  .. .#\n# $ @. #\n#      #\n########")


def search(objective: Objective) -> BestFirst:
    tables = level_tables(ROOM, compiled=False)
    assert tables is not None
    exact = objective is not Objective.PUSHES
    world = world_of(tables, select_features(objective), exact_player=exact, compiled=False)
    return BestFirst(tables, world, CODE_OF[objective], Budget(Limits()), Direction.FORWARD)


def pushes_of(runs: list[Run] | None) -> int:
    assert runs is not None
    return sum(run.pushes for run in runs)


def test_a_search_whose_stamps_run_out_finds_the_same() -> None:
    fresh, tired = search(Objective.PUSHES), search(Objective.PUSHES)
    scratch = tired.sides[0].scratch
    for flood, left in ((scratch.flood, 5), (scratch.corral.flood, 3)):
        flood.stamp[0] = flood.stamp_after[0] = LAST_STAMP - left
    scratch.corral.label[0] = corral.LAST_LABEL - 2
    assert pushes_of(tired.run()) == pushes_of(fresh.run()) == 8
    assert tired.expanded == fresh.expanded
    assert 0 < scratch.flood.stamp[0] < LAST_STAMP - 5


def test_marks_are_cleared_when_stamps_start_again() -> None:
    stamp, mark = np.array([LAST_STAMP], dtype=np.int64), np.array([1, 7, LAST_STAMP], dtype=np.uint32)
    assert next_stamp(stamp, mark) == 1
    assert mark.tolist() == [0, 0, 0]
