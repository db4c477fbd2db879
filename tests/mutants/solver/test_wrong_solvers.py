"""The comparison with the oracle notices every deliberately wrong fast engine within a stated number of tiny levels."""

from __future__ import annotations

import ast
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from mutants.fault_records import read_record
from mutants.solver import shrink
from mutants.solver.mutants import MUTANTS
from mutants.solver.run import (
    LEVELS,
    RANDOM_LEVELS,
    RECORD,
    SOURCES,
    ReplayServer,
    caught,
    main,
    mutated,
    summary,
)
from parts import long_ones
from processes import helps
from sokospec.conformance import load

PAGE = RECORD.with_suffix(".md")


EXPOSED_BY = {kill.name: (str(case.given.get("level")), kill.why) for case in load("killers") for kill in case.kills}


LONG = {"dead-marks-go-up", "no-influence-before-a-way-out", "tunnel-for-moves", "what-is-out-of-reach-is-forgotten"}
"""Faults that only some hundred levels show."""
BEGIN = {
    "dead-marks-go-up": 5,
    "ida-stops-at-the-known-first-cost": 89,
    "left-out-two-too-early": 4,
    "moves-have-a-parity": 149,
    "no-influence-before-a-way-out": 212,
    "pi-corral-that-boxes-may-leave": 21,
    "region-that-is-cut": 15,
    "second-cost-is-ignored": 5,
    "second-cost-of-the-known-solution": 5,
    "tunnel-for-moves": 212,
    "what-is-out-of-reach-is-forgotten": 138,
}
"""The level that shows a fault, where those before it show nothing and take long: the comparison begins there."""
BY_REGRESSION_LEVEL = {"tunnel-through-a-box"}
"""Faults that thousands of levels do not show, but only their own, because pair tables call dead what follows."""


@pytest.fixture(scope="module")
def server() -> Iterator[ReplayServer]:
    server = ReplayServer()
    yield server
    server.close()


@pytest.mark.parametrize("name", MUTANTS)
def test_its_regression_level_exposes_the_wrong_engine(name: str, server: ReplayServer) -> None:
    level, why = EXPOSED_BY[f"solver {name}"]
    assert (server.killed(name, level) or "").split("\n")[0] == why


@pytest.mark.parametrize("name", long_ones([*MUTANTS], LONG))
def test_the_comparison_and_a_regression_level_expose_the_wrong_engine(name: str) -> None:
    level, why = EXPOSED_BY[f"solver {name}"]
    result = caught(name, 0 if name in BY_REGRESSION_LEVEL else LEVELS, regression=level, begin=BEGIN.get(name, 1))
    assert name in BY_REGRESSION_LEVEL or (result.levels is not None and result.levels <= LEVELS), result.how
    assert result.killed is not None, name
    assert (result.killed or "").split("\n")[0] == why


@pytest.mark.long
def test_the_engine_as_it_is_passes_the_same_comparison() -> None:
    result = caught(None, 60)
    assert result.levels is None, result.how
    assert result.answers > 5 * 60, result.how


@pytest.mark.parametrize("name", MUTANTS)
def test_every_text_to_replace_stands_once_in_the_engine_and_leaves_python(name: str) -> None:
    for change in MUTANTS[name].changes:
        ast.parse(mutated((SOURCES / change.file).read_text(encoding="utf-8"), change))


def test_there_are_at_least_18_wrong_engines_and_each_says_in_its_own_words_what_is_wrong() -> None:
    assert len(MUTANTS) >= 18
    assert len({mutant.what for mutant in MUTANTS.values()}) == len(MUTANTS)
    assert len({mutant.changes for mutant in MUTANTS.values()}) == len(MUTANTS)


def test_the_record_has_every_wrong_engine_and_the_page_its_counts() -> None:
    rows = read_record(RECORD)
    assert list(rows) == list(MUTANTS)
    assert all(levels is None or 0 < levels <= RANDOM_LEVELS for levels in rows.values())
    assert summary(rows) in PAGE.read_text(encoding="utf-8")


def test_the_runner_runs_as_a_script_and_shows_how_a_mutant_was_noticed(capsys: pytest.CaptureFixture[str]) -> None:
    assert helps(Path(__file__).parent / "run.py")
    assert main(["--mutant", "bound-off-by-one"]) == 0
    assert "noticed at level" in capsys.readouterr().out


def test_the_table_of_shrunk_levels_is_made_of_its_record() -> None:
    results = shrink.results_of(shrink.RECORD)
    page = PAGE.read_text(encoding="utf-8")
    assert shrink.table(results) in page and shrink.counts(results) in " ".join(page.split())
    assert list(results) == list(shrink.ORDER)


def test_a_mutant_of_the_record_is_caught_by_a_level_missed_by_all_questions_or_undecided() -> None:
    results = shrink.results_of(shrink.RECORD)
    assert results[shrink.UNCHANGED].verdict is shrink.Verdict.MISSED
    for result in results.values():
        assert bool(result.level) == bool(result.difference) == (result.verdict is shrink.Verdict.CAUGHT)
        if result.verdict is not shrink.Verdict.CAUGHT:
            assert (result.questions >= shrink.EXAMPLES) == (result.verdict is shrink.Verdict.MISSED)


def test_a_question_without_an_answer_ends_at_its_limit_of_cpu_time() -> None:
    with pytest.raises(shrink.NoAnswer), shrink.limited(0.01, shrink.NoAnswer):
        while True:
            pass
    with shrink.limited(60, shrink.OutOfPatience):
        pass
    assert signal.getitimer(signal.ITIMER_VIRTUAL) == (0, 0)
