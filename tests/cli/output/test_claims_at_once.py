"""Claims are settled with certificates if wanted, and several levels at once without any other output."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from cli.running import PROGRAM, ROOT, WAREHOUSE, records, sokospec
from processes import gone, hear_interrupts, wait_until

CLAIMS = [
    (1, "uruulDulD", "pushes", "OPTIMAL"),
    (1, "uruulDulD", "moves", "OPTIMAL"),
    (1, "uruulDulD", None, "VALID"),
    (2, "rRurDrdLL", "pushes", "NOT_OPTIMAL"),
    (2, "rRurDrdLL", "moves", "OPTIMAL"),
    (2, "rRurDrdL", "moves", "INVALID"),
    (3, "dlUluuRurrD", "moves-pushes", "OPTIMAL"),
    (3, None, "unsolvable", "INVALID"),
    (4, None, "unsolvable", "VALID"),
    (4, "rrr", None, "INVALID"),
]
TIMES = re.compile(r'"(cpu_seconds|wall_seconds|peak_rss_mib)": [0-9.]+')


@pytest.fixture
def solutions(tmp_path: Path) -> str:
    file = tmp_path / "solutions.jsonl"
    lines = [json.dumps({"level": level, "lurd": lurd, "claim": claim}) for level, lurd, claim, _ in CLAIMS]
    file.write_text("\n".join(lines), encoding="utf-8")
    return str(file)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "certificates").mkdir()
    return tmp_path / "certificates"


@pytest.mark.parametrize("engine", ["fast", "reference"])
def test_each_settled_claim_has_a_certificate_that_is_accepted(solutions: str, folder: Path, engine: str) -> None:
    options = ("--solutions", solutions, "--certificate", str(folder), "--engine", engine)
    found = records(sokospec("check", WAREHOUSE, *options, "--json"))
    assert [record["verdict"] for record in found] == [verdict for *_, verdict in CLAIMS]
    for record, (level, lurd, claim, verdict) in zip(found, CLAIMS, strict=True):
        settled = claim is not None and not (verdict == "INVALID" and lurd is not None)
        assert (record["certificate"] is not None) == settled
        if settled:
            of = ("--of", WAREHOUSE, "--level", str(level))
            [verified] = records(sokospec("verify", str(record["certificate"]), *of, "--json"))
            assert verified["verdict"] == "ACCEPTED"
            said = "unsolvable" if level == 4 else f"optimal {'pushes' if claim == 'unsolvable' else claim} "
            assert str(verified["claim"]).startswith(said)


def test_what_a_limit_leaves_open_has_no_certificate(solutions: str, folder: Path) -> None:
    options = ("--solutions", solutions, "--certificate", str(folder), "--time-limit", "0", "--engine", "reference")
    done = sokospec("check", WAREHOUSE, *options, "--level", "3", "--json")
    assert [(record["verdict"], record["certificate"]) for record in records(done)] == [("UNKNOWN", None)] * 2
    assert (done.returncode, list(folder.iterdir())) == (3, [])


def test_one_file_holds_one_certificate(solutions: str, folder: Path) -> None:
    place = ("--certificate", str(folder / "one.cert"))
    assert sokospec("check", WAREHOUSE, "--solutions", solutions, *place, "--level", "4").returncode == 1
    assert sokospec("verify", str(folder / "one.cert")).returncode == 0
    for jobs in ("1", "2"):
        done = sokospec("check", WAREHOUSE, "--solutions", solutions, *place, "--level", "2", "--jobs", jobs)
        assert done.returncode == 2 and b"can hold one certificate" in done.stderr


SEVERAL = [
    ("solve", "FILE"),
    ("solve", "FOLDER"),
    ("check", "FILE", "--claim", "pushes"),
    ("check", "FILE", "--claim", "pushes", "--jobs", "2"),
    ("check", "FILE", "--level", "2", "--solutions", "TWO"),
]


@pytest.mark.parametrize("arguments", SEVERAL, ids=" ".join)
def test_a_file_for_several_certificates_is_refused_before_anything_is_done(
    tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    folder, out, two = tmp_path / "levels", tmp_path / "one.cert", tmp_path / "two.jsonl"
    folder.mkdir()
    malformed, solved = "#####\n#@$ #\n#####\n", "#####\n#@$.#\n#####\nSolution: R\n"
    (folder / "a.sok").write_text("\n".join([malformed, solved, solved]), encoding="utf-8")
    two.write_text("".join(f'{{"level": 2, "lurd": "R", "claim": "{name}"}}\n' for name in ("pushes", "moves")))
    places = {"FILE": str(folder / "a.sok"), "FOLDER": str(folder), "TWO": str(two)}
    done = sokospec(*(places.get(word, word) for word in arguments), "--certificate", str(out))
    assert (done.returncode, done.stdout, out.exists()) == (2, b"", False)
    assert b"can hold one certificate" in done.stderr


@pytest.mark.parametrize("options", [("--jobs", "2"), ("--certificate", "OUT")])
def test_records_need_neither_processes_nor_certificates(tmp_path: Path, options: tuple[str, ...]) -> None:
    table = tmp_path / "table"
    table.write_text("", encoding="utf-8")
    assert sokospec("check", WAREHOUSE, "--records", str(table), *options).returncode == 2


@pytest.mark.parametrize("options", [(), ("--json",), ("--claim", "pushes"), ("--json", "--level", "3")])
def test_check_prints_the_same_with_several_jobs(solutions: str, folder: Path, options: tuple[str, ...]) -> None:
    command = ("check", WAREHOUSE, "--solutions", solutions, "--certificate", str(folder), *options)
    one, several = (sokospec(*command, "--jobs", jobs) for jobs in ("1", "3"))
    assert (one.stdout, one.returncode) == (several.stdout, several.returncode)


def test_check_prints_what_comes_before_a_malformed_file_with_several_jobs_too(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.sok", tmp_path / "bad.sok"
    good.write_text("#####\n#@$.#\n#####\n\nSolution\nR\n", encoding="utf-8")
    bad.write_text("no level", encoding="utf-8")
    one, several = (sokospec("check", str(good), str(bad), "--jobs", jobs) for jobs in ("1", "3"))
    assert one.stdout.count(b": valid: ") == 1
    assert (one.stdout, one.returncode) == (several.stdout, several.returncode) and one.returncode == 4


def test_crosscheck_prints_the_same_with_several_jobs_but_for_times(folder: Path) -> None:
    program = "import sys; print('rRurDrdLL' if 'moves' in open(sys.argv[1]).read() else 'no solution')"
    solver = f'{sys.executable} -S -c "{program}" {{level}}'
    command = (
        "crosscheck",
        WAREHOUSE,
        "--solver",
        solver,
        "--claims",
        "pushes",
        "--certificate",
        str(folder),
        "--json",
    )
    one, several = (sokospec(*command, "--jobs", jobs, "--engine", "reference") for jobs in ("1", "3"))
    assert [record["verdict"] for record in records(one)] == ["REFUTED", "REFUTED", "REFUTED", "HOLDS"]
    assert all(Path(str(record["certificate"])).exists() for record in records(one))
    first, second = (TIMES.sub("", done.stdout.decode()) for done in (one, several))
    assert (first, one.returncode) == (second, several.returncode)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupted_cross_check_leaves_nothing(tmp_path: Path, jobs: str) -> None:
    pids, place = tmp_path / "pids", tmp_path / "place"
    place.mkdir()
    program = f"import os, time; open({str(pids)!r}, 'a').write(f'{{os.getpid()}} '); time.sleep(600)"
    solver = ("--solver", f'{sys.executable} -S -c "{program}" {{level}}')
    with subprocess.Popen(
        [*PROGRAM, "crosscheck", WAREHOUSE, "--jobs", jobs, *solver],
        stderr=subprocess.PIPE,
        env={**os.environ, "TMPDIR": str(place)},
        cwd=ROOT,
        preexec_fn=hear_interrupts,
    ) as running:
        wait_until(lambda: pids.exists() and len(pids.read_text().split()) == int(jobs))
        running.send_signal(signal.SIGINT)
        _, words = running.communicate(timeout=900)
    assert running.returncode == 3 and words.startswith(b"interrupted: 0 levels checked")
    assert list(place.iterdir()) == []
    assert all(gone(int(pid)) for pid in pids.read_text().split())
