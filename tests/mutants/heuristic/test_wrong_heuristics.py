"""The audit refutes every wrong heuristic by a small level, and no right one."""

from __future__ import annotations

from math import inf

import pytest

from mutants.first_batches import SEED, batches_until_refuted, first_batches
from mutants.heuristic.heuristics import RIGHT, WRONG, Heuristic
from parts import long_ones
from sokodead.audit import HeuristicClaim, HeuristicReport, audit_heuristic
from sokogen.random.batches import boards
from sokosolve.features import FEATURES
from sokosolve.level.arrays import INFINITE
from sokosolve.level.level_tables import level_tables
from sokosolve.level.reach import measure_walks
from sokosolve.search import build
from sokosolve.search.evaluate import evaluate
from sokospec import Level, Objective, replay
from sokospec.oracle import search_exhaustively

MOST_SQUARES = {"tenth-more": 20, "one-more-from-15": 80}
"""Floor squares of the levels that refute these, which need optima of 10 and 15 pushes; ten are enough for others."""

SLOW = {"tenth-more", "greedy-matching", "other-boxes-as-walls", "infinite-by-rows", "unreachable-box"}


def first_refutation(name: str, each: Heuristic, levels: int, calls: int = 0) -> HeuristicReport:
    """Return the report of an audit whose sample ends with the first board that refutes a heuristic."""
    first, look = batches_until_refuted(levels)
    claim = HeuristicClaim(name, each.value, each.objective)
    return audit_heuristic(claim, first, boards=boards(SEED), calls=calls, tell=look)


@pytest.mark.parametrize(
    "name",
    [
        *long_ones([name for name in WRONG if name != "one-more-from-15"], SLOW),
        pytest.param("one-more-from-15", marks=pytest.mark.at_length),
    ],
)
def test_the_audit_refutes_the_wrong_heuristic_by_a_small_level(name: str) -> None:
    each = WRONG[name]
    report = first_refutation(name, each, 60 if name in MOST_SQUARES else 400, calls=60_000)
    shown = report.counterexample
    assert report.refuted and report.failures == 0 and shown is not None
    assert len(shown.level.board.floor) <= MOST_SQUARES.get(name, 10)
    assert shown.value == pytest.approx(each.value(shown.level))
    assert shown.solution is not None and replay(shown.level, shown.solution).solved
    if name not in MOST_SQUARES:
        optimum = search_exhaustively(shown.level, each.objective).pushes
        assert optimum is not None and optimum == shown.truth and optimum < each.value(shown.level)


@pytest.mark.parametrize("name", long_ones(list(RIGHT), RIGHT.keys() - {"nearest-goal", "boxes-on-goals-stay"}))
def test_the_same_boards_and_a_search_acquit_the_right_heuristic(name: str) -> None:
    each = RIGHT[name]
    report = audit_heuristic(
        HeuristicClaim(name, each.value, each.objective), first_batches(25), boards=boards(SEED), calls=400
    )
    assert not report.refuted and not report.incomplete
    assert report.verdict == ("NOT_TESTED" if name == "zero" else "NOT_REFUTED")
    assert report.steps > 0 and (report.consistent or each.objective is Objective.MOVES)


def engine_bound(level: Level) -> float:
    """Return the bound that the fast engine gives the first state of a level."""
    tables = level_tables(level, compiled=False)
    if tables is None or not len(tables.boxes):
        return inf if tables is None else 0
    world = build.world_of(tables, FEATURES.keys() - {"potential"}, exact_player=False, compiled=False)
    scratch = build.new_scratch(world)
    scratch.boxes[:] = sorted(tables.boxes)
    scratch.occupied[tables.boxes] = 1
    measure_walks(tables.player, world.floor, scratch.occupied, scratch.flood)
    bound = int(evaluate(world, scratch, tables.player, tables.floor.n))
    return inf if bound >= INFINITE else bound


@pytest.mark.long
def test_the_bound_of_the_fast_engine_is_acquitted() -> None:
    claim = HeuristicClaim("engine", engine_bound)
    report = audit_heuristic(claim, first_batches(6), boards=boards(SEED), calls=60)
    assert report.last_failure == "" and not report.refuted and report.infinite > 0


def test_there_are_at_least_15_wrong_heuristics_each_with_its_own_mistake() -> None:
    assert len({each.what for each in WRONG.values()}) == len(WRONG) >= 15
