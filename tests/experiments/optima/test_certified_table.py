"""The table of fewest pushes: what is kept, how a run goes on, and what notices wrong solutions and certificates."""

from __future__ import annotations

import gzip
import importlib.util
import io
import json
import pickle
from pathlib import Path
from typing import Any

import pytest

from batch.dask_cluster import LocalCluster
from cli.running import sokospec
from optima import certified_table
from optima.bound_task import BoundTask, Effort, digest_and_size
from sokocheck.batch.pool import Pool
from sokocheck.batch.whole_run import open_workers
from sokocheck.optima.table import OptimaTable
from sokogen.families.fibonacci import fibonacci_level
from sokosolve.certify import lower_bounds
from sokospec import Level
from sokospec.answer import Objective
from sokospec.certificates.verify import verify
from sokospec.formats import read
from workers_here import Here

ROOM = "######\n#@ $.#\n######"
UNSOLVABLE = "######\n#.$$ #\n#@   #\n#   .#\n######"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with three levels; there is no proved checker."""
    levels = (str(fibonacci_level(4)), ROOM, UNSOLVABLE)
    (tmp_path / "levels.xsb").write_text("\n\n".join(levels) + "\n", encoding="ascii")
    monkeypatch.setenv("SOKOSPEC_PROVED", str(tmp_path / "no such program"))
    return tmp_path


def run(folder: Path, monkeypatch: pytest.MonkeyPatch, *options: str, most: int = 100) -> int:
    """Run the command in this process, and interrupt it after so many levels."""
    monkeypatch.setattr(certified_table, "open_workers", lambda *_: Here[BoundTask](most))
    places = ("--run", str(folder / "run"), "--out", str(folder / "out"))
    return certified_table.main([str(folder / "levels.xsb"), *places, "--improve", "1", *options])


def rows_of(folder: Path) -> list[dict[str, Any]]:
    record: dict[str, list[dict[str, Any]]] = json.loads((folder / "out" / "record.json").read_text(encoding="utf-8"))
    return record["rows"]


def stop_searches(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    """Let searches end after so many expansions, as at a limit."""
    search = lower_bounds.solve_or_bound

    def limited(*given: Any, **options: Any) -> lower_bounds.CertifiedBound:
        return search(*given, **options, most=most)

    monkeypatch.setattr(lower_bounds, "solve_or_bound", limited)


def test_every_level_has_a_certificate_also_one_that_stays_open(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with monkeypatch.context() as limited:
        stop_searches(limited, 6)
        assert run(folder, limited) == 3
    first, *others = rows_of(folder)
    assert first["claim"].startswith("at-least pushes ") and first["lower_bound"] < first["pushes"]
    assert [row["claim"] for row in others] == ["optimal pushes 1", "unsolvable"]
    levels = read(folder / "levels.xsb")
    for row in rows_of(folder):
        assert (row["fast"], row["proved"]) == ("ACCEPTED", None)
        packed = (folder / "run" / f"{row['level']}.cert.gz").read_bytes()
        assert verify(io.BytesIO(gzip.decompress(packed)), levels[row["level"] - 1]).claim == row["claim"]
    assert "gap " in capsys.readouterr().out
    assert certified_table.main(["--show", str(folder / "out" / "record.json")]) == 0
    page = capsys.readouterr().out.splitlines()
    assert page[page.index("```text") + 1].split() == ["2:", "1/2", "3:", "-"]
    bound, pushes, moves = (first[name] for name in ("lower_bound", "pushes", "moves"))
    assert page[-1] == f"| 1 | {bound} | {pushes} | {moves} | {pushes - bound} |"
    assert run(folder, monkeypatch, "--cpu-limit", "50") == 0  # another limit: what is open is searched again
    assert rows_of(folder)[0]["claim"] == "optimal pushes 18"


def test_a_run_that_was_ended_goes_on_without_doing_anything_twice(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(folder, monkeypatch, most=2) == 3
    path = folder / "run" / "rows.jsonl"
    lines = path.read_bytes()
    assert lines.count(b"\n") == 2
    path.write_bytes(lines + b'{"file": "lev')  # killed while it wrote
    assert run(folder, monkeypatch, most=1) == 0
    assert path.read_bytes().startswith(lines) and path.read_bytes().count(b"\n") == 3
    assert run(folder, monkeypatch, most=0) == 0
    (folder / "run" / "2.cert.gz").unlink()
    assert run(folder, monkeypatch, most=1) == 0 and (folder / "run" / "2.cert.gz").exists()


def test_certificates_without_a_line_are_checked_and_not_made_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(folder, monkeypatch) == 0
    before = rows_of(folder)
    (folder / "run" / "rows.jsonl").unlink()
    for path in (folder / "out").iterdir():
        path.unlink()
    assert run(folder, monkeypatch) == 0
    for row, was in zip(rows_of(folder), before, strict=True):
        assert row["effort"] is None and row["proof_seconds"] is None
        same = ("claim", "pushes", "moves", "sha256", "states", "fast")
        assert [row[name] for name in same] == [was[name] for name in same]


def test_a_wrong_solution_is_noticed_before_a_search_and_by_verify(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(folder, monkeypatch) == 0
    assert run(folder, monkeypatch, "--verify", most=0) == 0
    path = folder / "out" / "solutions.jsonl"
    path.write_text(path.read_text(encoding="ascii").replace('"rR"', '"rL"'), encoding="ascii")
    assert run(folder, monkeypatch, "--verify", most=0) == 1
    assert "no solution of level 2: at step 1, " in capsys.readouterr().err
    assert run(folder, monkeypatch, most=0) == 1
    assert "no solution of level 2: at step 1, " in capsys.readouterr().err


def test_verify_notices_another_certificate_and_a_record_that_promises_too_much(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(folder, monkeypatch) == 0
    path = folder / "out" / "record.json"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("optimal pushes 18", "optimal pushes 16"), encoding="utf-8")
    assert run(folder, monkeypatch, "--verify") == 1
    assert "1.cert.gz does not prove optimal pushes 16" in capsys.readouterr().err
    path.write_text(text.replace('"pushes": 18', '"pushes": 16'), encoding="utf-8")
    assert run(folder, monkeypatch, "--verify") == 1
    assert "a solution contradicts the certificate" in capsys.readouterr().err
    path.write_text(text, encoding="utf-8")
    (folder / "run" / "2.cert.gz").write_bytes((folder / "run" / "1.cert.gz").read_bytes())
    assert run(folder, monkeypatch, "--verify") == 1
    assert "2.cert.gz is not the certificate of the record" in capsys.readouterr().err


def test_the_table_of_a_page_and_the_optima_come_from_the_record(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(folder, monkeypatch) == 0
    page = folder / "page.md"
    page.write_text("Above\n<!-- the table -->\n<!-- the end of the table -->\nbelow\n", encoding="utf-8")
    assert certified_table.main(["--show", str(folder / "out" / "record.json"), "--into", str(page)]) == 0
    lines = page.read_text(encoding="utf-8").splitlines()
    assert lines[0] == "Above" and lines[-1] == "below"
    assert lines[lines.index("```text") + 1].split() == [
        "1:",
        f"18/{rows_of(folder)[0]['moves']}",
        "2:",
        "1/2",
        "3:",
        "-",
    ]
    table = OptimaTable(folder / "out" / "optima.tsv")
    found = table.look_up(fibonacci_level(4))
    assert found is not None and found.optima[Objective.PUSHES].bound == 18
    assert found.best is not None and found.best[0] == 18


@pytest.mark.long
def test_check_says_whether_a_solution_is_better_than_the_table_of_an_open_level(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop_searches(monkeypatch, 6)
    assert run(folder, monkeypatch) == 3
    ours = rows_of(folder)[0]
    lurd = json.loads((folder / "out" / "solutions.jsonl").read_text(encoding="ascii").splitlines()[0])["lurd"]
    optima = folder / "out" / "optima.tsv"
    weaker = folder / "weaker.tsv"
    best = f"{ours['pushes']}/{ours['moves']}"
    weaker.write_text(optima.read_text(encoding="ascii").replace(best, "20/90"), encoding="ascii")
    solutions = folder / "mine.jsonl"
    options = ("--level", "1", "--solutions", str(solutions), "--json")
    for table, mine, compared in ((optima, lurd, "EQUAL"), (optima, f"du{lurd}", "WORSE"), (weaker, lurd, "BETTER")):
        solutions.write_text(json.dumps({"level": 1, "lurd": mine}) + "\n", encoding="ascii")
        done = sokospec("check", str(folder / "levels.xsb"), *options, "--records", str(table))
        record = json.loads(done.stdout)
        assert (done.returncode, record["verdict"], record["against_best"]) == (0, "VALID", compared)
        assert f"1 {compared.lower()}" in done.stderr.decode()
        assert record["records"]["pushes"]["lower_bound"] == ours["lower_bound"]


@pytest.mark.long
@pytest.mark.skipif(importlib.util.find_spec("distributed") is None, reason="Dask is not installed")
def test_a_cluster_makes_the_certificates_that_processes_make(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(folder, monkeypatch) == 0
    monkeypatch.setenv("PYTHONPATH", str(Path(certified_table.__file__).parents[1]))
    with LocalCluster(folder, workers=1) as cluster:
        places = ("--run", str(folder / "there"), "--out", str(folder / "away"), "--scheduler", cluster.address)
        monkeypatch.undo()
        assert certified_table.main([str(folder / "levels.xsb"), *places, "--improve", "1"]) == 0
    assert (folder / "away" / "optima.tsv").read_bytes() == (folder / "out" / "optima.tsv").read_bytes()
    for row in rows_of(folder):
        here, there = (digest_and_size(folder / name / f"{row['level']}.cert.gz") for name in ("run", "there"))
        assert here == there


def test_a_task_is_plain_data_for_workers_elsewhere(tmp_path: Path) -> None:
    task = BoundTask("a.xsb", 1, "", Level.parse(ROOM), "rR", -1, str(tmp_path / "1.cert.gz"), Effort(5.0, 2048.0, 0.0))
    sent: BoundTask = pickle.loads(pickle.dumps(task))
    assert sent == task
    record = sent.perform()
    assert (record["claim"], record["lurd"]) == ("optimal pushes 1", "rR")
    assert isinstance(open_workers(2, None), Pool)
