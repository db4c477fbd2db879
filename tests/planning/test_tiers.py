"""Tiers by other engines: what they settle is counted, what is not the manifest's answer is told."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from planning import run_tiers as tiers
from planning.run_tiers import Row
from sokocheck.suites.all_suites import SUITES
from sokocheck.suites.making import Making
from sokocheck.suites.manifest import MANIFEST


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("suite")
    graded = SUITES["graded"]
    few = tuple(slot for slot in graded.slots if slot.group in ("tier 1", "tier 3") and slot.number < 3)
    Making(replace(graded, slots=few), 0, folder).run()
    return folder


@pytest.fixture
def no_planner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiers, "driver", lambda: None)


@pytest.mark.usefixtures("no_planner")
def test_each_tier_is_counted_and_the_record_repeats_the_table(
    suite: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "record.json"
    assert tiers.main([str(suite), "--out", str(record)]) == 0
    table = capsys.readouterr().out
    assert [line.split(" | ")[:3] for line in table.splitlines()[2:4]] == [["| 1", "2", "2"], ["| 3", "2", "2"]]
    assert tiers.main(["--record", str(record)]) == 0
    assert capsys.readouterr().out == table


@pytest.mark.usefixtures("no_planner")
def test_an_answer_that_is_not_the_manifests_is_told(
    suite: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for path in suite.iterdir():
        if path.is_file():
            (tmp_path / path.name).write_bytes(path.read_bytes())
    manifest = json.loads((suite / MANIFEST).read_text())
    manifest["levels"][1]["answers"]["pushes"]["pushes"] += 2
    (tmp_path / MANIFEST).write_text(json.dumps(manifest))
    assert tiers.main([str(tmp_path)]) == 1
    assert "level 2: IDA* says" in capsys.readouterr().out


def test_what_is_not_settled_counts_as_more_than_all() -> None:
    rows = [
        Row(1, "tier 1", 4, None, planned=True),
        Row(2, "tier 1", 6, None, planned=False),
        Row(3, "tier 2", None, 7, planned=True),
        Row(4, "tier 2", 9, 7, planned=True),
    ]
    assert tiers.table(rows).splitlines()[2:] == [
        "| 1 | 2 | 2 | 5 | 1 | 0 | more |",
        "| 2 | 2 | 1 | more | 2 | 2 | 7 |",
        "| rank correlation | 4 |  | 0.894 | 3 |  | -1.000 |",
    ]
