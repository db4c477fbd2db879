"""The sizes of levels of formulas: the records on file are what the pages show, and plots come from them alone."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest

import layout_sizes
import reduction_sizes

ROOT = Path(__file__).parents[2]
both = pytest.mark.parametrize(
    ("experiment", "page", "smallest"),
    [(layout_sizes, "layout.md", ["--sizes", "3x1"]), (reduction_sizes, "qbf_network.md", ["--largest", "0"])],
    ids=["layout", "reduction"],
)


@both
def test_table_and_plot_come_from_the_record(
    experiment: ModuleType, page: str, smallest: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = ROOT / "docs" / "records" / f"{experiment.NAME}.json"
    one, two = tmp_path / "one.svg", tmp_path / "two.svg"
    for plot in (one, two):
        assert experiment.main(["--record", str(record), "--plot", str(plot)]) == 0
    assert one.read_bytes() == two.read_bytes()
    table = capsys.readouterr().out.strip().splitlines()
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    assert all(line in text for line in table)


@both
def test_small_formulas_are_measured_and_recorded(
    experiment: ModuleType, page: str, smallest: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sokogen.reductions.layout.arrangement.MOST_PAIRS", 0)
    out = tmp_path / "record.json"
    assert experiment.main([*smallest, "--out", str(out)]) == 0
    assert experiment.main(["--record", str(out)]) == 0
    out.write_text("{}")
    assert experiment.main(["--record", str(out)]) == 1


def test_a_chain_of_one_variable_is_its_clause() -> None:
    assert str(reduction_sizes.chain(reduction_sizes.PREFIXES["exists"], 1)) == "exists x1. (x1)"
