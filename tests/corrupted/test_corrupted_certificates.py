"""No corrupted certificate is wrongly accepted. `mutants.checker` finds out whether one would be by a wrong checker."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import pytest

from corrupted import naive
from corrupted.corrupt import CHANGES, run
from corrupted.samples import samples
from parts import parts


@cache
def texts() -> Sequence[str]:
    return samples(seed=1, of_each=2, levels=40)


@pytest.mark.parametrize("chunk", parts(8, 1, 3))
def test_no_corrupted_certificate_is_wrongly_accepted(chunk: int) -> None:
    outcome = run(seed=1, count=250, texts=texts(), chunk=250 * chunk)
    assert outcome.wrong == [] and outcome.disagreed == []
    assert outcome.rejected.total() > 175 and outcome.still_valid.total() > 7


@pytest.mark.long
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
