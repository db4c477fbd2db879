"""Strategies of `any`, and what they go by, left out one by one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import strategies
from sokospec import Level

LEVEL = "########\n#      #\n# $ $$ #\n#  .. .#\n# $@ . #\n#      #\n########"


@pytest.fixture
def levels(tmp_path: Path) -> str:
    path = tmp_path / "levels.xsb"
    path.write_text(f"{LEVEL}\n\n{LEVEL}\n", encoding="utf-8")
    return str(path)


def test_without_each_name_there_is_a_row_and_what_is_lost(
    levels: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "record.json"
    names = ["A* in a hurry", "feature packing", "advisor out of plan"]
    alone = ["--without", *[name for name in strategies.STRATEGIES if name not in ("A* in a hurry", "pushes")]]
    assert strategies.main([levels, *alone, "--out", str(record), "--without-each", *names]) == 0
    shown = capsys.readouterr().out
    assert [line.split("|")[1].strip() for line in shown.splitlines()[2:]] == ["", *names]
    rows = json.loads(record.read_text(encoding="utf-8"))["rows"]
    assert [row["solved"] for row in rows] == [[1, 2]] * 4
    assert [row["positions"] > 0 for row in rows] == [False, True, False, False]
    lost = [strategies.Without("", [1, 2, 4], 0, 0.0), strategies.Without("pulls", [2, 3], 7, 1.0)]
    assert "-1, -4, +3" in strategies.ablation(lost)


def test_the_names_are_those_of_the_strategies_and_some_strategy_must_be_left(levels: str) -> None:
    row = strategies.solved(1, Level.parse(LEVEL), 0, 9.0, [], ["A* in a hurry"])
    assert row.solved_by == "pushes"
    for options in (["--without", *strategies.STRATEGIES], ["--without", "nothing"], ["--strategy", "feature rooms"]):
        with pytest.raises(SystemExit):
            strategies.main([levels, *options])
    everything_but_one = [name for name in strategies.STRATEGIES if name != "pulls"]
    row = strategies.solved(1, Level.parse(LEVEL), 0, 9.0, [], everything_but_one)
    assert row.solved_by == "pulls" and strategies.LOOK_AHEAD in row.expanded
    row = strategies.solved(1, Level.parse(LEVEL), 0, 9.0, [], [*everything_but_one, strategies.LOOK_AHEAD])
    assert row.solved_by == "pulls" and strategies.LOOK_AHEAD not in row.expanded
