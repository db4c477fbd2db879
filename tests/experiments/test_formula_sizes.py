"""The sizes of levels of formulas: the records on file are what the pages show, and plots come from them alone."""

from __future__ import annotations

import json
from pathlib import Path
from types import ModuleType

import pytest

import layout_sizes
import reduction_sizes

ROOT = Path(__file__).parents[2]
both = pytest.mark.parametrize(
    ("experiment", "smallest"),
    [(layout_sizes, ["--sizes", "3x1"]), (reduction_sizes, ["--largest", "0"])],
    ids=["layout", "reduction"],
)


@both
def test_table_and_plot_come_from_the_record(
    experiment: ModuleType, smallest: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = ROOT / "docs" / "records" / f"{experiment.NAME}.json"
    one, two = tmp_path / "one.svg", tmp_path / "two.svg"
    for plot in (one, two):
        assert experiment.main(["--record", str(record), "--plot", str(plot)]) == 0
    assert one.read_bytes() == two.read_bytes()
    rows = json.loads(record.read_text(encoding="utf-8"))["rows"]
    assert capsys.readouterr().out.count("\n| ") == 2 * len(rows) + 1  # two tables; the first head has no line before


@pytest.mark.parametrize(
    ("experiment", "page", "told"),
    [
        (layout_sizes, "records/reductions.md", {"variables": 16}),
        (reduction_sizes, "records/reductions.md", {"prefix": "exists", "variables": 1}),
        (reduction_sizes, "records/reductions.md", {"prefix": "forall", "variables": 3}),
    ],
)
def test_the_page_tells_the_sizes_of_the_record(experiment: ModuleType, page: str, told: dict[str, object]) -> None:
    text = " ".join((ROOT / "docs" / page).read_text(encoding="utf-8").split())
    rows = json.loads((ROOT / "docs" / "records" / f"{experiment.NAME}.json").read_text(encoding="utf-8"))["rows"]
    [row] = [row for row in rows if told.items() <= row.items()]
    assert f"{row['height']} x {row['width']} squares" in text
    assert f"{row['crossings']:,} crossings" in text or row["crossings"] == 0


@both
def test_small_formulas_are_measured_and_recorded(
    experiment: ModuleType, smallest: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sokogen.reductions.layout.arrangement._MOST_PAIRS", 0)
    out = tmp_path / "record.json"
    assert experiment.main([*smallest, "--out", str(out)]) == 0
    assert experiment.main(["--record", str(out)]) == 0
    out.write_text("{}")
    assert experiment.main(["--record", str(out)]) == 1


def test_a_chain_of_one_variable_is_its_clause() -> None:
    assert str(reduction_sizes.chain(reduction_sizes.PREFIXES["exists"], 1)) == "exists x1. (x1)"
