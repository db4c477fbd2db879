"""The audit refutes every deliberately wrong detector, and shows a small level for each."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mutants.detector.held_out import HELD_OUT
from mutants.detector.ledger import LEDGER
from mutants.detector.run import ALL, ESCAPING, RECORD, first_refutation
from mutants.detector.wrong import WRONG_DETECTORS
from mutants.fault_records import read_record
from mutants.first_batches import first_batches
from parts import long_ones
from processes import helps
from sokodead import DETECTORS
from sokodead.audit import audit
from sokodead.audit.replies import ask
from sokospec import Level, replay
from sokospec.oracle import Verdict, search_exhaustively

MOST_SQUARES = {"ledger-freeze-recursion": 20, "ledger-no-box-home": 16}
"""No counterexample has more than ten floor squares, but for two rules; of the first, 17 is the least known."""
LEVELS, CALLS = 200, 60_000
"""So many boards of the sample and calls of the search are enough."""
SAMPLED = {"no-push-at-all", "search-forgets-the-player"}
"""The first is wrong about solved states alone, the other takes too long for the boards of the search."""


@pytest.mark.parametrize("name", long_ones([*WRONG_DETECTORS, *LEDGER], {"ledger-freeze-recursion"}))
def test_the_audit_refutes_the_wrong_detector_by_a_small_level(name: str) -> None:
    report = first_refutation(name, *((1100, 0) if name in SAMPLED else (LEVELS, CALLS)))
    assert report.refuted and report.failures == 0
    shown = report.counterexample
    assert shown is not None
    assert len(shown.level.board.floor) <= min(MOST_SQUARES.get(name, 10), len(shown.found.board.floor))
    if shown.kind == "false positive":
        assert shown.solution is not None and replay(shown.level, shown.solution).solved
    else:
        assert search_exhaustively(shown.level).verdict is Verdict.UNSOLVABLE
        assert shown.reason


@pytest.mark.parametrize("name", ["corner", "dead-squares", "freeze", "bipartite"])
@pytest.mark.long
def test_the_same_boards_refute_no_sound_detector(name: str) -> None:
    report = audit(name, DETECTORS[name], first_batches(300))
    assert report.states > 10_000 and not report.refuted and not report.incomplete


def test_there_are_at_least_20_wrong_detectors_and_each_says_in_its_own_words_what_is_wrong() -> None:
    assert len(WRONG_DETECTORS) >= 20
    assert len({wrong.what for wrong in WRONG_DETECTORS.values()}) == len(WRONG_DETECTORS)


def test_every_wrong_detector_is_silent_about_some_state() -> None:
    """One that flags everything would be refuted by the first level, and would show nothing about the audit."""
    levels = [Level(board, state) for board, states in first_batches(30) for state in states]
    assert [
        name for name, wrong in WRONG_DETECTORS.items() if all(ask(wrong.detector, level).flagged for level in levels)
    ] == []


def test_the_record_has_every_wrong_detector_and_says_which_escape() -> None:
    record = read_record(RECORD)
    assert list(record) == list(ALL)
    assert {name for name, row in record.items() if row["phase"] == "nothing"} == ESCAPING <= HELD_OUT.keys()


def test_the_page_counts_the_wrong_detectors_and_names_those_that_escape() -> None:
    text = RECORD.with_suffix(".md").read_text(encoding="utf-8")
    counts = re.findall(r"^\| `(\w+)\.py`.* \| (\d+) \| (\d+) \|$", text, re.MULTILINE)
    groups = {"wrong": WRONG_DETECTORS, "ledger": LEDGER, "held_out": HELD_OUT}
    assert {name: (int(all_), int(refuted)) for name, all_, refuted in counts} == {
        name: (len(group), len(group.keys() - ESCAPING)) for name, group in groups.items()
    }
    assert all(f"`{name}`" in text for name in ESCAPING)


@pytest.mark.parametrize("name", sorted(ALL.keys() - LEDGER.keys() - ESCAPING - {"cache-forgets-goals"}))
def test_the_level_of_the_record_is_a_counterexample(name: str) -> None:
    """The detector left out errs only after another level has filled its cache."""
    row = read_record(RECORD)[name]
    level = Level.parse(row["level"])
    assert ask(ALL[name].detector, level).flagged
    if row["solution"] is not None:
        assert replay(level, row["solution"]).solved


def test_the_runner_runs_as_a_script() -> None:
    assert helps(Path(__file__).parent / "run.py")
