"""A learner of a kept library trains on the environment, and is measured by the hints."""

from __future__ import annotations

import re
import runpy
import sys
import warnings

import pytest

from cli.running import ROOT

SKIPPED = "no learner is installed (pip install '.[learners]')"


@pytest.mark.long
def test_a_learner_trains_for_some_hundred_steps(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("stable_baselines3", reason=SKIPPED)
    monkeypatch.setattr(sys, "argv", ["learner.py", "--steps", "256"])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # those of the library's own dependencies
        runpy.run_path(str(ROOT / "examples" / "learner.py"), run_name="__main__")
    lines = capsys.readouterr().out.splitlines()
    told = [
        re.fullmatch(r"level (\d): (not )?solved, (\d+) of (\d+) actions optimal; the fewest .* (\d)", each)
        for each in lines
    ]
    assert [each and (each[1], each[5]) for each in told] == [("1", "3"), ("2", "3"), ("3", "3")]
