"""The counter's moves against its cells: the record on file is what the page shows, and plots come from it alone."""

from __future__ import annotations

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
    table = capsys.readouterr().out.strip().splitlines()
    page = (ROOT / "docs" / "machines.md").read_text(encoding="utf-8")
    assert all(line in page for line in table)


def test_a_file_that_is_no_record_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = tmp_path / "record.json"
    wrong.write_text("{}")
    assert machine_moves.main(["--record", str(wrong)]) == 1
    assert "no record" in capsys.readouterr().err
