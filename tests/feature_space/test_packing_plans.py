"""Packing plans: step by step up to all goals, each step undone by pulls that the rules allow; the same each time."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from feature_space.feature_worlds import Features, plan_pulls_are_legal, small_and_middle_sized
from sokosolve.fess import packing_plan, plan_kernel
from sokosolve.fess.fess import new_learner
from sokosolve.fess.fess_kernel import Learner
from sokosolve.fess.packing_plan import PackingPlan, find_packing_plan
from sokosolve.fess.position import Context
from sokosolve.fess.positions import Node, Tree
from sokosolve.level.arrays import UINT8
from sokosolve.level.level_tables import level_tables
from sokosolve.machine_code import library_of
from sokosolve.search.budget import Budget
from sokosolve.search.columns import Column, Stop
from sokospec import Level
from sokospec.limits import Limits


@pytest.fixture(scope="module", params=["forwards", "backwards"])
def planned(request: pytest.FixtureRequest) -> list[Features]:
    return list(small_and_middle_sized(44, 60, backwards=request.param == "backwards"))


def test_each_step_puts_or_moves_one_box_and_the_last_are_all_targets(planned: list[Features]) -> None:
    moved = 0
    for features in planned:
        steps = features.plan.steps
        assert features.steps[-1] == features.targets
        assert len(steps[0]) in (features.plan.stuck, features.plan.stuck - features.world.k)
        for before, after in pairwise(steps):
            assert len(after - before) == 1 and len(before - after) <= 1
            moved += len(before - after)
        assert set().union(*steps) <= set(features.world.floor.square_of.tolist())
    assert moved > 1
    assert sum(features.plan.stuck > 0 for features in planned) > 0


def test_the_plan_read_backwards_is_a_play_of_pulls(planned: list[Features]) -> None:
    for features in planned:
        if features.plan.stuck < features.world.k:
            assert plan_pulls_are_legal(features, features.plan), str(features.level)


def test_floods_of_one_search_are_not_taken_for_those_of_another() -> None:
    """Here the look at the sinks leaves marks that the search for the plan once took for its own."""
    level = Level.parse("########\n#. $@###\n##$#*###\n##.# ###\n## # ###\n########")
    tables = level_tables(level, compiled=False)
    assert tables is not None
    features = Features(level, tables)
    assert plan_pulls_are_legal(features, features.plan)
    assert features.plan.stuck == 1


def test_a_plan_with_two_steps_swapped_is_mostly_no_play_of_pulls(planned: list[Features]) -> None:
    noticed = 0
    for features in planned:
        steps = list(features.plan.steps)
        if len(steps) > 3:
            at = Random(1).randrange(1, len(steps) - 2)
            steps[at], steps[at + 1] = steps[at + 1], steps[at]
            swapped = replace(features.plan, steps=steps)
            noticed += any(len(a - b) > 1 or len(b - a) != 1 for a, b in pairwise(steps)) or not plan_pulls_are_legal(
                features, swapped
            )
    assert noticed > 5


def test_the_same_level_has_the_same_plan(planned: list[Features]) -> None:
    again = small_and_middle_sized(44, 10, backwards=planned[0].world.backwards == 1)
    for before, after in zip(planned[:10], again, strict=False):
        assert before.plan == after.plan


def test_limits_are_looked_at_after_each_box_that_is_taken_off_and_the_plan_is_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looks = [0]
    look = Budget.check_limits

    def looking(*arguments: Any) -> None:
        looks[0] += 1
        look(*arguments)

    monkeypatch.setattr(Budget, "check_limits", looking)
    monkeypatch.setattr(Budget, "compile", lambda self: None)  # so that kernels run in Python
    monkeypatch.setattr(library_of("sokosolve"), "is_loaded", False)
    before = [features.plan for features in small_and_middle_sized(44, 4)]
    seldom, looks[0] = looks[0], 0
    monkeypatch.setattr(plan_kernel, "FLOODS_AT_ONCE", 1)
    assert [features.plan for features in small_and_middle_sized(44, 4)] == before
    taken_off = sum(len(plan.steps) - 1 - plan.stuck for plan in before)
    assert taken_off > 4 and looks[0] - seldom > taken_off // 2


def test_no_attempt_has_many_pulls_before_each_has_had_a_few(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel is replaced: the player of component i takes off all boxes after `enough[i]` pulls, or never."""
    level = Level.parse("#######\n#@ * .#\n#  *$ #\n#  *  #\n#######")
    tables = level_tables(level, compiled=False)
    assert tables is not None
    features = Features(level, tables)

    def pulls_tried(enough: dict[int, int], most: int) -> tuple[PackingPlan, list[int]]:
        pulled = dict.fromkeys(enough, 0)

        def run_plan(pulls: int, context: Context, sink: UINT8, learner: Learner, tree: Tree) -> int:
            player = int(tree.of[0, Column.PLAYER])
            pulled[player] += pulls
            left = 0 if pulled[player] >= enough[player] else 1 + player
            tree.of[0, Node.BOXES] = left
            return Stop.BUDGET_USED if left else Stop.SOLVED

        monkeypatch.setattr(plan_kernel, "run_plan", SimpleNamespace(of=lambda _: run_plan))
        monkeypatch.setattr(packing_plan, "players_at", lambda *_: list(enough))
        monkeypatch.setattr(packing_plan, "_sinks_of", lambda *_: [np.zeros(features.world.floor.n, dtype=np.uint8)])
        opposite = features.opposite
        budget = Budget(Limits())
        plan = find_packing_plan(tables, opposite, new_learner(opposite), features.knowledge, budget, most)
        assert plan.pulls == sum(pulled.values())
        return plan, list(pulled.values())

    never = 1 << 30
    plan, tried = pulls_tried({0: never, 1: never, 2: 200}, 3200)
    assert (plan.stuck, tried) == (0, [200, 200, 200])
    plan, tried = pulls_tried({0: never, 1: 700, 2: never, 3: never}, 3200)
    assert (plan.stuck, tried) == (0, [800, 700, 200, 200])
    plan, tried = pulls_tried({0: never, 1: never, 2: never, 3: never}, 3200)
    assert (plan.stuck, tried) == (1, [3200, 800, 200, 200])
