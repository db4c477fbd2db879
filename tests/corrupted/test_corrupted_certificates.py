"""No corrupted certificate is wrongly accepted; and a checker with a hole is found to accept some."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import pytest

from corrupted import corrupt, naive
from corrupted.corrupt import CHANGES, run
from corrupted.holes import HOLES, planted
from corrupted.samples import samples


@cache
def texts() -> Sequence[str]:
    return samples(seed=1, of_each=2, levels=40)


@pytest.mark.parametrize("chunk", range(4))
def test_no_corrupted_certificate_is_wrongly_accepted(chunk: int) -> None:
    outcome = run(seed=1, count=500, texts=texts(), chunk=500 * chunk)
    assert outcome.wrong == []
    assert outcome.rejected.total() > 350 and outcome.still_valid.total() > 15


def test_every_sample_is_a_proof_by_the_second_checker() -> None:
    assert len(texts()) > 100
    for text in texts():
        naive.check(text)
    for words in ("backwards", "counting back", "frozen", " in ", "patterns", "claim at-least", "claim solved"):
        assert any(words in text for text in texts())


def test_all_changes_are_tried() -> None:
    outcome = run(seed=2, count=400, texts=texts()[:5])
    tried = {*outcome.rejected, *outcome.as_before, *outcome.still_valid}
    assert tried >= {change.__name__.replace("_", " ") for change in CHANGES} | {"flip bit", "flip bit, packed"}


SOUGHT = {
    "prices that are one push too high": corrupt.bold_claim,
    "counting that takes as many boxes as goals for too many": corrupt.bold_claim,
    "pushes of patterns that are not looked at": corrupt.drop_pattern,
    "facts about frozen boxes that serve for all states": corrupt.bold_claim,
    "patterns that match wherever the player is": corrupt.other_player,
    "states that are in the set at any cost": corrupt.another_number,
    "solved states that are not noticed": corrupt.repeat_line,
    "first states that are not looked at": corrupt.drop_line,
    "steps that are not looked at": corrupt.drop_line,
    "closing boxes that need not close": corrupt.other_closing,
    "facts that serve in both directions": corrupt.other_direction,
    "text after the end": corrupt.repeat_line,
    "solutions whose case is not looked at": corrupt.other_letter,
}
"""A change that finds each hole soon."""


@pytest.mark.parametrize("hole", HOLES)
def test_a_hole_in_the_checker_is_found(hole: str) -> None:
    for chunk in range(0, 1000, 50):
        with planted(hole):
            outcome = run(seed=1, count=50, texts=texts(), chunk=chunk, changes=[SOUGHT[hole]])
        if outcome.wrong:
            return
    pytest.fail("no wrongly accepted certificate was found")
