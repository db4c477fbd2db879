"""The sizes of levels drawn by channels: the record on file is what the page shows, and plots come from it alone."""

from __future__ import annotations

from pathlib import Path

import pytest

import layout_sizes

ROOT = Path(__file__).parents[2]
RECORD = ROOT / "docs" / "records" / "layout_sizes.json"


def test_table_and_plot_come_from_the_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one, two = tmp_path / "one.svg", tmp_path / "two.svg"
    for plot in (one, two):
        assert layout_sizes.main(["--record", str(RECORD), "--plot", str(plot)]) == 0
    assert one.read_bytes() == two.read_bytes()
    table = capsys.readouterr().out.strip().splitlines()
    page = (ROOT / "docs" / "layout.md").read_text(encoding="utf-8")
    assert all(line in page for line in table)


def test_small_formulas_are_measured_and_recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sokogen.reductions.layout.arrangement.MOST_PAIRS", 0)
    out = tmp_path / "record.json"
    assert layout_sizes.main(["--sizes", "3x1", "--out", str(out)]) == 0
    assert layout_sizes.main(["--record", str(out)]) == 0
    out.write_text("{}")
    assert layout_sizes.main(["--record", str(out)]) == 1
