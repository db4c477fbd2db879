"""Savitch's procedure decides small levels as the oracle does, within its bounds.

experiments/savitch_levels.py does the same with more levels.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest

from savitch_levels import judged, main
from sokogen.small.small_levels import interior_levels
from sokospec import Level, replay
from sokospec.answer import Verdict
from sokospec.oracle import Metric, Objective, search_exhaustively
from sokospec.oracle.savitch import Memoised, Savitch, decide
from sokospec.oracle.sokoban import Configuration, Sokoban

CHUNKS = 4


def every_2x2() -> list[Level]:
    return list(interior_levels(2, 2, 3))


def quick_ones() -> Iterator[Level]:
    """Yield every level with a 2x3 inside and one box, some with a 3x3 inside, and some of few states with more."""
    yield from interior_levels(2, 3, 1)
    yield from islice(interior_levels(3, 3, 1), 0, None, 31)
    for level in islice(interior_levels(2, 3, 3), 0, None, 5):
        if len(level.boxes) > 1 and Sokoban(level).count() <= 12:
            yield level


def test_every_level_with_a_2x2_inside_is_decided() -> None:
    outcomes = [judged(level, seconds=60) for level in every_2x2()]
    assert len(outcomes) == 38
    assert {outcome.verdict for outcome in outcomes} == {Verdict.SOLVED, Verdict.UNSOLVABLE}
    assert [fault for outcome in outcomes for fault in outcome.faults] == []


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.long
def test_more_than_200_levels_are_decided_as_by_the_oracle(chunk: int) -> None:
    levels = list(islice(quick_ones(), chunk, None, CHUNKS))
    assert len(levels) * CHUNKS > 700
    outcomes = [judged(level, seconds=60) for level in levels]
    assert all(outcome.verdict in (Verdict.SOLVED, Verdict.UNSOLVABLE) for outcome in outcomes)
    assert [fault for outcome in outcomes for fault in outcome.faults] == []


def test_two_boxes_with_the_horizon_of_the_optimum_and_one_less() -> None:
    tried = 0
    for level in islice(interior_levels(3, 3, 2), 0, None, 101):
        fewest = search_exhaustively(level).pushes
        if len(level.boxes) < 2 or fewest is None or not 0 < fewest <= 4:
            continue
        tried += 1
        found, missed = decide(Sokoban(level), fewest), decide(Sokoban(level), fewest - 1)
        assert found.verdict is Verdict.SOLVED and found.path is not None and len(found.path) == fewest
        assert replay(level, "".join(Sokoban(level).lurd(found.path))).valid
        assert found.lower_bound is not None and found.lower_bound <= fewest
        assert (missed.verdict, missed.exhausted, missed.lower_bound) == (Verdict.LIMIT_TIME, True, fewest)
        for decision in (found, missed):
            assert decision.horizon_bound_bits is not None
            assert decision.peak_bits <= decision.horizon_bound_bits <= decision.bound_bits
    assert tried > 5


@pytest.mark.parametrize("procedure", [Savitch, Memoised])
def test_single_moves_lead_to_the_same_verdicts(procedure: type[Savitch[Configuration]]) -> None:
    for level in [*every_2x2(), *islice(interior_levels(2, 3, 1), 0, None, 31)]:
        system = Sokoban(level, Metric.MOVES)
        answer = search_exhaustively(level, Objective.MOVES)
        decision = decide(system, None if procedure is Memoised else 4, procedure=procedure)
        if decision.exhausted:
            assert answer.moves is None or answer.moves > 4
            continue
        assert decision.verdict is (Verdict.UNSOLVABLE if answer.lurd is None else Verdict.SOLVED)
        if decision.path is not None:
            assert answer.moves is not None and len(decision.path) >= answer.moves
            assert replay(level, "".join(system.lurd(decision.path))).valid


def test_asking_at_once_for_the_horizon_that_suffices_changes_no_verdict() -> None:
    for level in [*every_2x2(), *islice(interior_levels(2, 3, 1), 0, None, 13)]:
        system = Sokoban(level)
        doubling, at_once = decide(system), decide(system, doubling=False)
        assert doubling.verdict is at_once.verdict
        assert at_once.within in (None, at_once.sufficient)
        assert at_once.path is None or replay(level, "".join(system.lurd(at_once.path))).valid


def test_the_script_counts_what_it_decides(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--inside", "2x2", "--boxes", "1-3"]) == 0
    assert "| 2x2 | 2 | 1 | 15 | 15 | 4 | 11 | 8 |" in capsys.readouterr().out
