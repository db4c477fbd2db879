"""The experiment on detectors prints one row for each and keeps the same figures in its record."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import detectors
from sokodead import DETECTORS
from sokodead.dead_squares import dead_squares
from sokospec import Level
from sokospec.certificates import Evidence


def test_the_record_holds_the_figures_of_the_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = tmp_path / "record.json"
    assert detectors.main(["--height", "2", "--width", "3", "--boxes", "2", "--every", "5", "--out", str(record)]) == 0
    printed = capsys.readouterr().out
    data = json.loads(record.read_text(encoding="utf-8"))
    assert data["parameters"] == {"height": 2, "width": 3, "boxes": 2, "every": 5}
    assert [row["detector"] for row in data["rows"]][: len(DETECTORS)] == list(DETECTORS)
    for row in data["rows"]:
        assert f"{row['states']:,} states, {row['dead']:,} of them dead" in printed
        assert f"| {row['detector']} | {row['flagged']:,} | {row['recall']:.2%} |" in printed
        assert row["recall"] == row["flagged"] / row["dead"]


def test_a_wrong_detector_is_counted_and_reported(capsys: pytest.CaptureFixture[str]) -> None:
    wrong = dead_squares(Level.parse("#####\n#@ .#\n#$  #\n#####"))
    assert wrong is not None

    def everything(level: Level) -> Evidence:
        return wrong

    alive = Level.parse("#####\n#@$.#\n#####")
    row, *_ = detectors.measure([(alive, False)], {"everything": everything})
    assert (row.false_positives, row.rejected) == (1, 1)
    assert "flags a state that can be solved" in capsys.readouterr().err
