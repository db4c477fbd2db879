"""The experiments on reach, on the hardest levels and on generators: small runs, plots from records, faults noticed."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

import families
import generators
import hardest_levels
import reach
from common import runs
from sokogen.hardest.all_floors import Record
from sokogen.hardest.hardest_of_floor import Hardest
from sokospec import Level
from sokospec.answer import Objective, Verdict
from sokospec.certificates.verify import verify
from sokospec.errors import SokobanError

CORRIDOR = "######\n#. $@#\n######"


@pytest.mark.long
def test_reach_says_how_far_each_engine_gets(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record, plot, again = tmp_path / "record.json", tmp_path / "plot.svg", tmp_path / "again.svg"
    arguments = ["--engines", "A* backwards", "IDA*", "--budget", "60", "--most", "4"]
    assert reach.main([*arguments, "--out", str(record), "--plot", str(plot)]) == 0
    printed = capsys.readouterr().out
    rows = json.loads(record.read_text(encoding="utf-8"))["rows"]
    assert [(row["engine"], row["objective"], row["found"]) for row in rows] == [
        ("A* backwards", "pushes", 18), ("IDA*", "pushes", 18), ("A* backwards", "moves", 59), ("IDA*", "moves", 59),
    ]  # fmt: skip
    assert reach.main(["--record", str(record), "--plot", str(again)]) == 0
    assert capsys.readouterr().out == printed
    assert again.read_bytes() == plot.read_bytes()


@pytest.mark.long
def test_an_engine_that_fails_is_not_asked_about_larger_levels() -> None:
    rows = list(reach.searches("fibonacci", ["oracle"], 0.2, 9))
    for objective in ("pushes", "moves"):
        found = [row for row in rows if row.objective == objective]
        assert [row.found is None for row in found] == [False] * (len(found) - 1) + [True]
        assert found[-1].verdict == Verdict.LIMIT_TIME


def test_a_length_or_a_bound_that_refutes_the_prediction_is_noticed() -> None:
    row = reach.searched("A* forwards", "fibonacci", Objective.PUSHES, 4, 60)
    assert not row.differs
    assert replace(row, predicted=19).differs
    assert replace(row, found=None, verdict="LIMIT_TIME", lower_bound=19).differs
    assert not replace(row, found=None, verdict="LIMIT_TIME", lower_bound=18).differs


def test_the_hardest_levels_are_gathered_and_confirmed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    level = Level.parse(CORRIDOR)
    folder, plot = tmp_path / "records", tmp_path / "plot.svg"
    folder.mkdir()
    (folder / "a.json").write_text(
        Record(4, "moves", boards=5, floors=5, done=5, best=Hardest(2, level)).text, encoding="utf-8"
    )
    (folder / "b.json").write_text(
        Record(4, "pushes", boards=5, floors=5, done=3, best=Hardest(2, level)).text, encoding="utf-8"
    )
    (folder / "c.json").write_text(Record(5, "pushes", boards=12).text, encoding="utf-8")
    assert hardest_levels.main(["--records", str(folder), "--levels", "--plot", str(plot)]) == 0
    printed = capsys.readouterr().out
    assert "| 4 | 5 | 2 | 1 | 2 so far (3 of 5 floors) | 1 |" in printed
    assert f"4 squares, 2 pushes\n{CORRIDOR}\n" in printed
    assert plot.read_text(encoding="utf-8").startswith("<?xml")
    for kept in (folder / "a.cert", folder / "b.cert"):
        with kept.open("rb") as certificate:
            assert verify(certificate, level).accepted
    (folder / "a.json").write_text(
        Record(4, "moves", boards=5, floors=5, done=5, best=Hardest(3, level)).text, encoding="utf-8"
    )
    assert hardest_levels.main(["--records", str(folder)]) == 1
    assert "3 NOT CONFIRMED" in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [[], ["--records", "nowhere"], ["--records", ".", "--squares", "17"]])
def test_without_records_there_is_a_usage_error(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        hardest_levels.main(arguments)
    assert ended.value.code == 2
    assert "error: " in capsys.readouterr().err


def test_the_generators_are_counted_and_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record, plots = tmp_path / "record.json", [tmp_path / "plot.svg", tmp_path / "again.svg"]
    arguments = ["--boards", "4", "--boxes", "2", "--lengths", "5"]
    assert generators.main([*arguments, "--out", str(record), "--plot", str(plots[0])]) == 0
    printed = capsys.readouterr().out
    rows = json.loads(record.read_text(encoding="utf-8"))["rows"]
    assert len(rows) == 2 * 3 * 4 + 3 * 2
    for row in rows:
        assert sum(row["outcomes"].values()) == row["attempts"] == 4
        assert all(length >= row["min_length"] for length in row["lengths"])
        if row["way"] == "random pulls":
            assert len(row["lengths"]) == 4 and max(row["lengths"]) <= generators.PULLS
    assert generators.main(["--record", str(record), "--plot", str(plots[1])]) == 0
    assert capsys.readouterr().out == printed
    assert plots[0].read_bytes() == plots[1].read_bytes()


def test_a_family_is_drawn_from_its_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record, plots = tmp_path / "record.json", [tmp_path / "plot.svg", tmp_path / "again.svg"]
    assert (
        families.main(
            ["--sizes", "4", "--oracle", "3", "--direction", "backward", "--out", str(record), "--plot", str(plots[0])]
        )
        == 0
    )
    printed = capsys.readouterr().out
    assert families.main(["--record", str(record), "--plot", str(plots[1])]) == 0
    assert capsys.readouterr().out == printed
    assert plots[0].read_bytes() == plots[1].read_bytes()


def test_a_record_of_another_experiment_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    runs.save(path, "something else", [], {}, [], 0.0)
    with pytest.raises(SokobanError, match="no record of 'reach'"):
        runs.load(path, "reach")
    for script in (reach, families, generators, hardest_levels):
        with pytest.raises(SystemExit) as ended:
            script.main(["--record", str(path)])
        assert ended.value.code == 2
