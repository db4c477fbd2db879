"""A few random moments of a few commands; `at_random_moments.py` takes more of all of them."""

from __future__ import annotations

import shutil
import time
from pathlib import Path

import pytest

from signals.commands import write_levels
from signals.moments import Command, faults, moments, ran

COMMANDS = {
    "check": Command(("check", "solved.xsb", "--claim", "pushes", "--json"), ("file", "level", "solution"), "verdict"),
    "prove": Command(("prove", "lemma-corner", "lemma-closed-diagonal", "--json"), ("name",), "status"),
    "batch": Command(
        ("batch", "corridors.xsb", "--out", "results.jsonl", "--jobs", "2", "--engine", "reference", "--json"),
        (),
        "levels",
        "levels",
        "results.jsonl",
    ),
}


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.long
def test_ctrl_c_at_a_random_moment_says_nothing_false_and_gives_3(name: str, tmp_path: Path) -> None:
    write_levels(tmp_path / "files")
    started = time.monotonic()
    whole = ran(COMMANDS[name], _copy(tmp_path, "whole"))
    seconds = time.monotonic() - started
    assert whole.code == 0
    for moment in moments(7, name, 2, seconds):
        ended = ran(COMMANDS[name], _copy(tmp_path, f"{moment}"), moment)
        assert ended.too_early or faults(COMMANDS[name], whole, ended) == []


def _copy(folder: Path, name: str) -> Path:
    return shutil.copytree(folder / "files", folder / name)
