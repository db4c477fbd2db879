"""The audit of heuristics: exact costs, what refutes, what is consistent, and `assert_admissible`."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice
from math import inf, nan
from random import Random

import numpy as np
import pytest

from sokodead.audit import CallFailed, HeuristicClaim, HeuristicReport, audit_heuristic
from sokodead.audit.base_run import Stop
from sokodead.audit.costs import find_cheapest
from sokodead.audit.heuristic_run import HeuristicRun, exceeds, parse_objective
from sokodead.audit.programs import read_value_answer
from sokodead.audit.replies import Heuristic, read_value
from sokodead.testing import Inadmissible, Untested, assert_admissible
from sokogen.random.batches import random_batches
from sokogen.random.random_levels import random_mixed_level
from sokogen.strategies import levels
from sokospec import Level, Objective, replay
from sokospec.limits import Limits
from sokospec.oracle import search_exhaustively
from sokospec.oracle.costs_to_go import CostsToGo

LEVEL = Level.parse("#######\n#@ $ .#\n#######")
DEAD = Level.parse("#######\n#@$ #.#\n#######")
SOLVED = Level.parse("####\n#@*#\n####")
OBJECTIVES = (Objective.PUSHES, Objective.MOVES)


def report_on(heuristic: Heuristic, *several: Level, consistent: bool = False) -> HeuristicReport:
    claim = HeuristicClaim("h", heuristic, consistent=consistent)
    return audit_heuristic(claim, [(level.board, [level.state]) for level in several])


def optimum(level: Level, objective: Objective) -> float:
    """Return the oracle's cost, infinite for a dead level."""
    answer = search_exhaustively(level, objective)
    if answer.lurd is None:
        return inf
    assert answer.pushes is not None and answer.moves is not None
    return answer.pushes if objective is Objective.PUSHES else answer.moves


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_the_costs_of_a_table_are_those_of_the_oracle(objective: Objective) -> None:
    compared = 0
    for board, states in islice(random_batches(3), 0, 60, 6):
        costs = CostsToGo(board, objective)
        for state in states[::7]:
            level = Level(board, state)
            assert costs.cost(level) == optimum(level, objective)
            compared += 1
    assert compared > 50


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_the_cheapest_solution_costs_what_the_oracle_says(objective: Objective) -> None:
    rng, dead = Random("cheapest"), 0
    for _ in range(120):
        level = random_mixed_level(rng, max_height=4, max_width=4)
        found = find_cheapest(level, objective, 10_000)
        assert found.complete and found.cost == optimum(level, objective)
        if found.solution is None:
            dead += 1
            continue
        outcome = replay(level, found.solution)
        assert outcome.solved
        assert found.cost == (outcome.metrics.pushes if objective is Objective.PUSHES else outcome.metrics.moves)
    assert 10 < dead < 110


def test_a_search_that_ends_early_claims_nothing() -> None:
    assert find_cheapest(LEVEL, Objective.PUSHES, 0) == (None, inf, False, 0)


def test_a_report_counts_and_measures_the_values() -> None:
    report = report_on(lambda level: 0.5 * len(level.boxes - level.goals), LEVEL, DEAD, SOLVED)
    assert (report.states, report.dead, report.fired, report.violations, report.exact) == (3, 1, 2, 0, 1)
    assert (report.share, report.verdict, report.consistent) == (0.25, "NOT_REFUTED", True)


def test_an_infinite_value_is_right_of_a_dead_state_alone() -> None:
    right = report_on(lambda level: inf if level.board == DEAD.board else 0, LEVEL, DEAD)
    assert (right.refuted, right.infinite) == (False, 1)
    shown = report_on(lambda level: inf if level.boxes - level.goals else 0, LEVEL).counterexample
    assert shown is not None
    assert (shown.kind, shown.value, shown.truth, shown.solution) == ("infinite", inf, 1, "R")
    assert shown.why == "infinite: the value is infinite, but 1 push solves it: R"


def test_a_solved_state_with_a_value_is_shown_only_if_no_other_state_refutes() -> None:
    shown = report_on(lambda level: 1, SOLVED).counterexample
    assert shown is not None and (shown.truth, shown.solution) == (0, "")
    assert shown.why == "overestimate: the value is 1, but it is solved"
    shown = report_on(lambda level: 9, SOLVED, LEVEL).counterexample
    assert shown is not None and shown.truth == 1


def jumping(level: Level) -> float:
    """Admissible, but it falls by 2 with the first push."""
    return 2 if level.state == LEVEL.state else 0


def test_an_inconsistent_heuristic_is_refuted_only_if_it_is_to_be_consistent() -> None:
    report = report_on(jumping, LEVEL)
    assert (report.refuted, report.consistent, report.counterexample) == (False, False, None)
    assert report.inconsistency is not None and "after the step r, which costs 0" in report.inconsistency.why
    report = report_on(jumping, LEVEL, consistent=True)
    assert report.refuted and report.inconsistency is not None and report.counterexample == report.inconsistency


def test_a_step_without_an_answer_hides_no_other_step_that_is_inconsistent() -> None:
    start = Level.parse("#######\n# @$ .#\n#######")

    def value(level: Level) -> float:
        if level.player.column == 1:
            raise ValueError("left")
        return 2 if level.state == start.state else 0

    report = report_on(value, *[start] * 4)
    assert report.inconsistency is not None
    assert "after the step R, which costs 1" in (report.inconsistency.reason or "")


def test_nothing_is_asked_after_the_time_limit_in_a_climb_by_the_values_neither() -> None:
    asked: list[Level] = []

    def value(level: Level) -> float:
        asked.append(level)
        return 0

    run = HeuristicRun(HeuristicClaim("h", value), Limits(seconds=0))
    for call in (run.look, run.ask, lambda level: run.suspect(level, None)):
        with pytest.raises(Stop, match="the time is over"):
            call(LEVEL)
    assert not asked


def test_a_heuristic_that_is_never_above_0_was_not_tested() -> None:
    report = report_on(lambda level: 0, LEVEL, DEAD)
    assert (report.verdict, report.refuted) == ("NOT_TESTED", False)
    assert report.conclusion == "not tested: the heuristic was above 0 in none of 2 states"


@pytest.mark.parametrize("value", [None, True, "7", nan, [1], 1j, 10**400, Fraction(-(10**400))])
def test_what_is_no_number_is_a_failure(value: object) -> None:
    with pytest.raises(CallFailed, match="a heuristic returns a number"):
        read_value(value)
    assert report_on(lambda level: value, LEVEL).incomplete


def test_numbers_of_numpy_and_rounding_errors_are_accepted() -> None:
    assert read_value(np.int32(3)) == 3 and read_value(np.float32(inf)) == inf
    assert not exceeds(0.1 + 0.2, 0.3) and exceeds(3.001, 3) and exceeds(inf, 3) and not exceeds(inf, inf)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ('{"id": 1, "value": true}', "without 'value'"),
        ('{"id": 1, "value": null}', "without 'value'"),
        ('{"id": 1, "value": "inf"}', "without 'value'"),
        ("[1]", "without 'value'"),
        ("value", "not JSON"),
        ('{"id": 2, "value": 3}', "request 2 instead of request 1"),
    ],
)
def test_an_answer_of_a_program_without_a_value_is_a_failure(line: str, why: str) -> None:
    with pytest.raises(CallFailed, match=why):
        read_value_answer(line.encode(), 1, LEVEL.board)


def test_the_answers_of_a_program_are_numbers_or_infinity() -> None:
    assert read_value_answer(b'{"id": 1, "value": 2.5}', 1, LEVEL.board) == 2.5
    assert read_value_answer(b'{"id": 1, "value": "infinity"}', 1, LEVEL.board) == inf


def test_heuristics_are_audited_for_pushes_and_moves_alone() -> None:
    with pytest.raises(ValueError, match="audited for pushes or moves, not for 'any'"):
        parse_objective("any")


def walk(level: Level) -> int:
    """Right for moves, wrong for pushes: the player's way to a box is counted."""
    away = level.boxes - level.goals
    return min((abs(box.row - level.player.row) + abs(box.column - level.player.column) for box in away), default=0)


def test_assert_admissible_takes_levels_or_a_strategy_and_the_objective() -> None:
    assert_admissible(walk, LEVEL, "moves")
    assert_admissible(walk, levels(max_height=3, max_width=3), Objective.MOVES, max_examples=10)
    for source in (LEVEL, [SOLVED, LEVEL], levels(max_height=3, max_width=4)):
        with pytest.raises(Inadmissible, match="overestimate: the value is 2, but 1 push solves it") as raised:
            assert_admissible(walk, source, max_examples=25)
        shown = raised.value.counterexample
        assert shown.value == walk(shown.level) > (shown.truth or 0)


def test_assert_admissible_refutes_inconsistency_on_request_and_names_silence() -> None:
    assert_admissible(jumping, LEVEL)
    with pytest.raises(Inadmissible, match="inconsistent: the value is 2, but 0"):
        assert_admissible(jumping, LEVEL, consistent=True)
    with pytest.raises(Untested, match="the heuristic was above 0 in none of"):
        assert_admissible(lambda level: 0, LEVEL)
    assert_admissible(lambda level: 0, LEVEL, may_be_silent=True)
    with pytest.raises(CallFailed):
        assert_admissible(lambda level: "7", LEVEL)
