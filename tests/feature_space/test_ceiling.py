"""FESS under a ceiling against exact answers: it finds a solution of so many pushes just when there is one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from feature_space.feature_worlds import MIDDLE_SIZED
from property.fast_worlds import levels_with_tables
from sokosolve.features import Direction, FeatureBit, select_features
from sokosolve.fess import any_solution
from sokosolve.fess.any_solution import AnySolution
from sokosolve.fess.fess import FeatureSpaceSearch, prepare_searches, the_other_way
from sokosolve.fess.position import NO_CEILING, Variant
from sokosolve.improve.optimiser import Improver
from sokosolve.level.level_tables import LevelTables, level_tables
from sokosolve.level.world import World
from sokosolve.search import build
from sokosolve.search.budget import Budget, BudgetSpent
from sokosolve.search.solution import lurd_of
from sokosolve.search.store import MOST_STATES
from sokosolve.solver import solve
from sokospec import Level, replay
from sokospec.answer import Objective, Verdict
from sokospec.limits import LimitReached, Limits
from sokospec.oracle import search_exhaustively

CEILINGS = (-2, 0, 4)
"""Pushes above the optimum at which ceilings are tried."""


def levels(seed: int, count: int) -> Iterator[tuple[Level, LevelTables, int | None]]:
    """Yield levels with boxes on live squares, and the fewest pushes, None where there is no solution."""
    for level, tables in levels_with_tables(seed, count, max_side=6, max_boxes=4):
        if all(tables.floor.live[box] for box in tables.boxes):
            yield level, tables, search_exhaustively(level, Objective.PUSHES).pushes
    for level in MIDDLE_SIZED:
        known = level_tables(level, compiled=False)
        assert known is not None
        yield level, known, solve(level).pushes


def prepared(tables: LevelTables) -> tuple[Budget, World]:
    budget = Budget(Limits())
    budget.compile()
    world = build.world_of(tables, select_features(Objective.PUSHES), exact_player=False, compiled=True)
    return budget, world._replace(features=world.features & ~FeatureBit.TRIPLES)


def pushes_under(ceiling: int, variant: Variant, level: Level, tables: LevelTables, *, by_pulls: bool) -> int | None:
    """Return the pushes of what FESS finds, None if it has been through all there is."""
    budget, world = prepared(tables)
    shared = prepare_searches(tables, world, budget)
    if by_pulls:
        shared = the_other_way(shared, tables, budget)
    search = FeatureSpaceSearch(tables, budget, shared, variant._replace(ceiling=ceiling))
    found = search.run()
    if found is None:
        return None
    replayed = replay(level, lurd_of(level, found))
    assert replayed.valid
    return replayed.metrics.pushes


@pytest.mark.parametrize("by_pulls", [False, True])
def test_a_solution_of_so_many_pushes_is_found_just_when_there_is_one(by_pulls: bool) -> None:
    solved = refuted = 0
    for number, (level, tables, fewest) in enumerate(levels(71 + by_pulls, 40)):
        variant = Variant(number % 3, number % 2, number // 2 % 2, number // 4 % 2)
        if fewest is None:
            assert pushes_under(NO_CEILING - 1, variant, level, tables, by_pulls=by_pulls) is None
            continue
        for above in CEILINGS:
            ceiling = fewest + above
            pushes = pushes_under(ceiling, variant, level, tables, by_pulls=by_pulls)
            assert (pushes is None) == (ceiling < fewest), f"{level}\n{ceiling}"
            assert pushes is None or fewest <= pushes <= ceiling
            solved += pushes is not None
            refuted += pushes is None
    assert solved > 40 and refuted > 20


NEEDS_A_SHORTER_WAY = [
    (False, Variant(2, 1, 0), 6, "########\n####.  #\n####*  #\n## @$  #\n#.$ $. #\n### ####\n########"),
    (False, Variant(2, 1, 1), 3, "######\n#    #\n#  . #\n#    #\n#  $@#\n# $.##\n#   ##\n######"),
    (True, Variant(0, 1, 1), 1, "#######\n#  .$@#\n#   * #\n#   # #\n#######"),
    (True, Variant(1, 1, 1), 3, "########\n##  .* #\n## @   #\n#   #$ #\n#  *   #\n########"),
]
"""Levels in which a position is first reached by more pushes than a best solution has room for."""


@pytest.mark.parametrize(("by_pulls", "variant", "fewest", "text"), NEEDS_A_SHORTER_WAY)
def test_a_position_is_opened_again_when_fewer_pushes_lead_to_it(
    by_pulls: bool, variant: Variant, fewest: int, text: str
) -> None:
    level = Level.parse(text)
    tables = level_tables(level, compiled=False)
    assert tables is not None
    assert pushes_under(fewest, variant, level, tables, by_pulls=by_pulls) == fewest


@pytest.mark.parametrize("level", MIDDLE_SIZED[:2])
def test_fess_alone_makes_a_path_better_and_better_until_it_is_proved_the_best(level: Level) -> None:
    bad, best = solve(level, Objective.ANY), solve(level)
    assert bad.lurd is not None
    improver = Improver(level, bad.lurd, Objective.PUSHES, Budget(Limits()), None)
    costs = [improver.path.cost[0]]
    while not improver.optimal:
        states = improver.states
        improver.search_by_fess()
        assert improver.states > states or improver.optimal
        costs.append(improver.path.cost[0])
    assert costs == sorted(costs, reverse=True)
    assert costs[-1] == improver.bound == best.pushes


def test_without_memory_for_fess_the_path_and_what_was_counted_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    [level, *_] = MIDDLE_SIZED
    bad = solve(level, Objective.ANY).lurd
    assert bad is not None
    improver = Improver(level, bad, Objective.PUSHES, Budget(Limits()), 10**6)
    monkeypatch.setattr(improver, "next_fess", 5)
    improver.search_by_fess()
    cost, states, expanded = improver.path.cost, improver.states, improver.budget.beside.expanded

    def no_memory(*_: object) -> None:
        raise LimitReached(Verdict.LIMIT_MEMORY)

    monkeypatch.setattr(AnySolution, "run", no_memory)
    improver.search_by_fess()
    assert (improver.path.cost, improver.states, improver.budget.beside.expanded) == (cost, states, expanded)
    assert improver.next_fess == MOST_STATES and improver.states_left == 10**6 - states


def test_a_level_too_large_for_fess_is_left_to_the_sections(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(any_solution, "LARGEST", 1)
    [level, *_] = MIDDLE_SIZED
    bad = solve(level, Objective.ANY).lurd
    assert bad is not None
    improver = Improver(level, bad, Objective.PUSHES, Budget(Limits()), None)
    cost = improver.path.cost
    improver.search_by_fess()
    assert improver.path.cost == cost and not improver.optimal and improver.next_fess == MOST_STATES


def test_strategies_begin_again_under_a_ceiling_and_what_was_done_counts_on(monkeypatch: pytest.MonkeyPatch) -> None:
    [level, *_] = MIDDLE_SIZED
    tables = level_tables(level, compiled=False)
    assert tables is not None
    budget, world = prepared(tables)
    search = AnySolution(tables, world, budget, Direction.AUTO)
    fewest = solve(level).pushes
    assert fewest is not None
    done = 0
    for ceiling in (fewest, fewest - 2):
        search.begin_again(ceiling)
        assert search.expanded == done
        runs = search.run()
        assert (None if runs is None else sum(run.pushes for run in runs)) == (fewest if ceiling == fewest else None)
        assert search.expanded > done
        done = search.expanded
    before = search.work
    monkeypatch.setattr(any_solution, "FIRST_TURN", 1)
    search.begin_again(fewest - 2)
    assert search.work == before
    with pytest.raises(BudgetSpent):
        search.run(1)
    assert search.work > before
