"""`batch` and `hardest --scheduler`: a Dask cluster gives what processes give, though a worker is killed meanwhile."""

from __future__ import annotations

import importlib.util
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from batch.corridors import corridors, records
from batch.dask_cluster import LocalCluster
from batch.test_batch import REFERENCE
from cli.running import HARD, PROGRAM, ROOT, sokospec
from hardest import kill_and_resume
from processes import wait_until
from sokogen.hardest.all_floors import load

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(
        importlib.util.find_spec("distributed") is None,
        reason="Dask is not installed (pip install '.[cluster]')",
    ),
]


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalCluster]:
    with LocalCluster(tmp_path_factory.mktemp("dask"), workers=2) as started:
        yield started


@pytest.mark.long
def test_a_cluster_whose_worker_is_killed_gives_the_records_that_processes_give(
    tmp_path: Path, cluster: LocalCluster
) -> None:
    levels, here, there = tmp_path / "levels.xsb", tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    levels.write_text(corridors(40), encoding="utf-8")
    sokospec("batch", str(levels), "--out", str(here), "--jobs", "1", *REFERENCE)
    command = [*PROGRAM, "batch", str(levels), "--out", str(there), "--scheduler", cluster.address, "--json"]
    with subprocess.Popen([*command, *REFERENCE], cwd=ROOT, stdout=subprocess.PIPE) as process:
        wait_until(lambda: process.poll() is not None or (there.exists() and b"\n" in there.read_bytes()))
        os.kill(cluster.workers[0].pid, signal.SIGKILL)
        stdout, _ = process.communicate(timeout=900)
    assert process.returncode == 0
    summary = json.loads(stdout)
    assert (summary["levels"], summary["failed"]) == (40, 0)
    assert records(there) == records(here)


def test_a_cluster_writes_the_tables_that_processes_write(tmp_path: Path, cluster: LocalCluster) -> None:
    levels = tmp_path / "levels.xsb"
    levels.write_text(corridors(5), encoding="utf-8")
    for name, place in {"here": ("--jobs", "1"), "there": ("--scheduler", cluster.address)}.items():
        command = [*PROGRAM, "policy", "levels.xsb", "--out", name, *place]
        assert subprocess.run(command, cwd=tmp_path, capture_output=True, check=False).returncode == 0
    here, there = (sorted((tmp_path / name).glob("*.npz")) for name in ("here", "there"))
    assert len(here) == 5
    assert [(path.name, path.read_bytes()) for path in here] == [(path.name, path.read_bytes()) for path in there]


def test_a_cluster_writes_certificates_into_a_relative_folder(tmp_path: Path, cluster: LocalCluster) -> None:
    (tmp_path / "levels.xsb").write_text(corridors(3), encoding="utf-8")
    (tmp_path / "proofs").mkdir()
    command = [*PROGRAM, "batch", "levels.xsb", "--out", "results.jsonl", "--certificate", "proofs", *REFERENCE]
    done = subprocess.run([*command, "--scheduler", cluster.address], cwd=tmp_path, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    assert sorted(path.name for path in (tmp_path / "proofs").iterdir()) == [
        f"levels.xsb-{number}.cert.gz" for number in (1, 2, 3)
    ]


def test_the_hardest_level_is_the_same_interrupted_in_parts_and_on_a_cluster_that_loses_a_worker(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert kill_and_resume.main(["--squares", "9", "--stops", "1", "--dask"]) == 0
    printed = capsys.readouterr().out
    assert "on a cluster that lost a worker: exit code 0" in printed
    assert "17 moves\nthe same record: resumed, parts, dask" in printed


def test_a_scheduler_that_is_lost_ends_the_search_for_the_hardest_level_with_3(tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    with LocalCluster(tmp_path, workers=1) as cluster:
        command = [*PROGRAM, "hardest", "--squares", "13", "--out", str(out), "--scheduler", cluster.address]
        with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE) as process:
            wait_until(lambda: process.poll() is not None or out.exists())
            cluster.scheduler.kill()
            _, stderr = process.communicate(timeout=900)
    assert process.returncode == 3
    assert b"the connection to the scheduler is lost" in stderr and b"Traceback" not in stderr
    assert 0 < load(out).done < load(out).floors


def test_a_scheduler_that_is_lost_gives_3_and_keeps_what_is_done(tmp_path: Path) -> None:
    levels, out = tmp_path / "levels.xsb", tmp_path / "out.jsonl"
    hard = HARD.replace("|", "\n").replace("-", " ")
    levels.write_text(f"{corridors(1)}\n{hard}\n", encoding="utf-8")
    with LocalCluster(tmp_path, workers=1) as cluster:
        command = [*PROGRAM, "batch", str(levels), "--out", str(out), "--scheduler", cluster.address, *REFERENCE]
        with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE) as process:
            wait_until(lambda: process.poll() is not None or (out.exists() and b"\n" in out.read_bytes()))
            cluster.scheduler.kill()
            _, stderr = process.communicate(timeout=900)
    assert process.returncode == 3
    assert b"the connection to the scheduler is lost" in stderr and b"Traceback" not in stderr
    assert [record["verdict"] for record in records(out)] == ["OPTIMAL"]


def test_a_scheduler_that_is_not_there_is_wrong_usage(tmp_path: Path) -> None:
    script = (
        "from sokocheck.application.wrong_use import WrongUse\nfrom sokocheck.batch.cluster import Cluster\n"
        "try:\n    Cluster('tcp://127.0.0.1:9', seconds=1)\nexcept WrongUse as error:\n    print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=900, check=True
    )
    assert done.stdout.startswith("--scheduler tcp://127.0.0.1:9: no Dask scheduler answers")
