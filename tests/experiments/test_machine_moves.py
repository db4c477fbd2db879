"""The counter's moves against its cells: the record on file is what the page shows, and plots come from it alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import machine_moves

ROOT = Path(__file__).parents[2]
RECORD = ROOT / "docs" / "records" / "machine_moves.json"


def test_table_and_plot_come_from_the_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one, two = tmp_path / "one.svg", tmp_path / "two.svg"
    for plot in (one, two):
        assert machine_moves.main(["--record", str(RECORD), "--plot", str(plot)]) == 0
    assert one.read_bytes() == two.read_bytes()
    page = " ".join((ROOT / "docs" / "records" / "reductions.md").read_text(encoding="utf-8").split())
    rows = json.loads(RECORD.read_text(encoding="utf-8"))["rows"]
    assert capsys.readouterr().out.count("\n| ") == 2 * len(rows) + 1  # two tables; the first head has no line before
    for row in rows[0], rows[-1]:
        assert all(f"{value:,}" in page for value in (row["steps"], row["moves"]))
        assert f"{row['height']} x {row['width']} squares" in page


def test_a_file_that_is_no_record_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = tmp_path / "record.json"
    wrong.write_text("{}")
    assert machine_moves.main(["--record", str(wrong)]) == 1
    assert "no record" in capsys.readouterr().err
