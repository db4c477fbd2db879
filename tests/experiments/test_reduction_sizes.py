"""The sizes of levels of formulas: the record on file is what the page shows, and plots come from it alone."""

from __future__ import annotations

from pathlib import Path

import pytest

import reduction_sizes

ROOT = Path(__file__).parents[2]
RECORD = ROOT / "docs" / "records" / "reduction_sizes.json"


def test_table_and_plot_come_from_the_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one, two = tmp_path / "one.svg", tmp_path / "two.svg"
    for plot in (one, two):
        assert reduction_sizes.main(["--record", str(RECORD), "--plot", str(plot)]) == 0
    assert one.read_bytes() == two.read_bytes()
    table = capsys.readouterr().out.strip().splitlines()
    page = (ROOT / "docs" / "qbf_network.md").read_text(encoding="utf-8")
    assert all(line in page for line in table)


def test_small_formulas_are_measured_and_recorded(tmp_path: Path) -> None:
    out = tmp_path / "record.json"
    formula = reduction_sizes.chain(reduction_sizes.PREFIXES["exists"], 1)
    assert str(formula) == "exists x1. (x1)"
    assert reduction_sizes.main(["--largest", "0", "--out", str(out)]) == 0
    assert reduction_sizes.main(["--record", str(tmp_path / "record.json")]) == 0
    out.write_text("{}")
    assert reduction_sizes.main(["--record", str(out)]) == 1
