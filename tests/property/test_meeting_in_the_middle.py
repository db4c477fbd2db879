"""Two searches that meet in the middle find the least cost however they share the way, and waiting states are kept."""

from __future__ import annotations

from collections import Counter
from random import Random
from unittest import mock

import numpy as np
import pytest

from differential.fast_engine import SORTS, is_small, truth_of
from parts import parts
from sokosolve.features import FEATURES, Direction, select_features
from sokosolve.level.level_tables import level_tables
from sokosolve.search.astar import BestFirst
from sokosolve.search.budget import Budget
from sokosolve.search.build import world_of
from sokosolve.search.columns import UNLISTED, Column
from sokosolve.search.cost import CODE_OF
from sokosolve.search.open_list import Order, Place, dequeue, enqueue, hasten, new_open_list
from sokospec import Level
from sokospec.answer import Objective
from sokospec.limits import Limits

EXACT = (Objective.PUSHES, Objective.MOVES, Objective.PUSHES_MOVES, Objective.MOVES_PUSHES)
CHUNKS, LEVELS = 20, 60
JUST_BEFORE = Level.parse("#######\n#@$ . #\n#######")


class AnyShare(BestFirst):
    """Two sides that take turns at random, for one to five expansions, and shift the way between them at random."""

    rng: Random
    shifts = 0

    def _side_that_is_behind(self) -> int:
        bounds = [side.bound for side in self.sides]
        self.turn_ends = 0
        if self.rng.random() < 0.4:
            self.proved = max(self.proved, min(bounds))
            slow, by = self.rng.randrange(2), self.rng.randint(1, 9)
            self.sides[slow].shift += by
            other = self.sides[1 - slow]
            other.shift -= by
            hasten(other.states.queue, other.states.of, by)
            self.shifts += 1
        assert sum(side.shift for side in self.sides) == 1
        bounds = [side.bound for side in self.sides]
        return self.rng.choice([turn for turn in range(2) if bounds[turn] == min(bounds)])


def search(level: Level, objective: Objective, rng: Random) -> AnyShare | None:
    """Return a search from both sides, with random features, None for a level without boxes or without tables."""
    tables = level_tables(level, compiled=False)
    if tables is None or not len(tables.boxes) or not all(tables.floor.live[box] for box in tables.boxes):
        return None
    features = select_features(objective, [name for name in FEATURES if rng.random() < 0.3])
    world = world_of(tables, features, exact_player=objective is not Objective.PUSHES, compiled=False)
    found = AnyShare(tables, world, CODE_OF[objective], Budget(Limits()), Direction.AUTO)
    found.rng, found.joins_at = rng, rng.choice((0, 1, 3, 10))
    found.budget.steps = rng.randint(1, 5)
    return found


@pytest.mark.parametrize("chunk", parts(CHUNKS, 1, 2))
def test_however_the_way_is_shared_the_cost_found_is_the_least_and_the_bound_is_no_more(chunk: int) -> None:
    rng, shifts, seen = Random(f"any share {chunk}"), 0, Counter[bool]()
    while sum(seen.values()) < LEVELS:
        level = rng.choice(list(SORTS.values()))(rng)
        if not is_small(level, 80) or is_small(level, 5):
            continue
        truth = truth_of(level)
        seen[truth.costs is not None] += 1
        for objective in EXACT:
            both = search(level, objective, rng)
            if both is None:
                continue
            runs = both.run()
            shifts += both.shifts
            assert (runs is None) == (truth.costs is None), f"{level}\n{objective}"
            if runs is not None and truth.costs is not None:
                pushes = sum(run.pushes for run in runs)
                if objective in (Objective.PUSHES, Objective.PUSHES_MOVES):
                    assert pushes == truth.costs[objective][0], f"{level}\n{objective}"
                assert both.bound == truth.costs[objective][0], f"{level}\n{objective}"
                if both.upper_bound is not None and len(both.sides) == 2:
                    assert tuple(both.meeting[: len(truth.costs[objective])]) == truth.costs[objective]
    assert shifts > LEVELS and min(seen.values()) > 5


def test_a_solved_state_that_was_entered_before_there_was_another_side_is_met() -> None:
    both = search(JUST_BEFORE, Objective.PUSHES, Random(1))
    assert both is not None
    both.joins_at = 2
    both.budget.steps = 1
    met: list[int] = []
    join = both._join

    def joined() -> None:
        alone = len(both.sides) == 1
        join()
        if alone and len(both.sides) == 2:
            met.append(int(both.meeting[0]))

    with mock.patch.object(both, "_join", joined):
        runs = both.run()
    assert runs is not None and sum(run.pushes for run in runs) == 2
    assert met == [2]


@pytest.mark.parametrize("seed", range(20))
def test_hastened_entries_come_so_much_earlier_but_not_before_their_cost_and_bound(seed: int) -> None:
    rng = Random(f"hasten {seed}")
    states, buckets = 60, 64
    of = np.zeros((states, Column.NEXT + 1), dtype=np.int32)
    of[:, Column.NEXT] = UNLISTED
    queue, order = new_open_list(states, buckets, 1 << 16), Order(0, 1)
    due: dict[int, int] = {}
    for state in range(states):
        of[state, Column.FIRST], of[state, Column.BOUND] = rng.randint(0, 15), rng.randint(0, 15)
        due[state] = int(of[state, Column.FIRST] + of[state, Column.BOUND]) + rng.choice((0, 0, 1, 5, 20))
        enqueue(queue, order, of, state, due[state])
    for _ in range(rng.randint(0, 30)):
        del due[dequeue(queue, order, of)]
    for state in rng.sample(sorted(due), 5):
        of[state, Column.PARENT] = ~0
        del due[state]
    by = rng.randint(1, 9)
    layer = int(queue.place[Place.LEAST_F1])
    later = {state: max(f1, layer) for state, f1 in due.items()}
    hastened = {
        state: min(f1, max(f1 - by, int(of[state, Column.FIRST] + of[state, Column.BOUND])))
        for state, f1 in later.items()
    }
    hasten(queue, of, by)
    assert queue.place[Place.LEAST_F1] == min(hastened.values()) - 1
    found = []
    while (state := dequeue(queue, order, of)) >= 0:
        found.append((int(queue.place[Place.LEAST_F1]), state))
    assert sorted(found) == sorted((f1, state) for state, f1 in hastened.items())
    assert found == sorted(found, key=lambda each: each[0])
