"""`batch` does every level once, whatever ends it: nothing is lost, and nothing is done twice."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from batch.corridors import corridor, corridors, records
from cli.running import HARD, PROGRAM, ROOT, WAREHOUSE, sokospec
from processes import gone, hear_interrupts, wait_until
from sokocheck.batch.keys import carry_over, level_key
from sokocheck.batch.pool import Pool
from sokocheck.batch.results_file import Record, ResultsFile
from sokocheck.batch.task import Task
from sokocheck.batch.whole_run import BatchRun, Counts
from sokocheck.engines.all_engines import Choice
from sokospec import Level, replay
from sokospec.errors import SokobanError
from sokospec.transform.symmetry import SYMMETRIES

REFERENCE = ("--engine", "reference")


def task(level: Level, number: int = 1, objective: str = "pushes", seconds: float | None = None) -> Task:
    return Task("levels.xsb", number, "", level, objective, Choice("reference"), seconds, 4096.0)


@pytest.fixture
def levels_file(tmp_path: Path) -> Path:
    path = tmp_path / "levels.xsb"
    path.write_text(corridors(6), encoding="utf-8")
    return path


def test_the_records_are_those_of_solve_with_a_key(tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    done = sokospec("batch", WAREHOUSE, "--out", str(out), "--jobs", "2", "--json", *REFERENCE)
    solved = sokospec("solve", WAREHOUSE, "--json", *REFERENCE)
    assert done.returncode == solved.returncode == 1
    expected = [json.loads(line) for line in solved.stdout.splitlines()]
    for record, other in zip(records(out), expected, strict=True):
        assert {name: record[name] for name in other if name in record} == {
            name: value for name, value in other.items() if name in record
        }
        assert set(other) - set(record) == {"seconds", "peak_rss_mib"}
        assert len(record["key"]) == 32
    summary = json.loads(done.stdout)
    assert summary["verdicts"] == {"OPTIMAL": 3, "UNSOLVABLE": 1}
    assert (summary["levels"], summary["searched"], summary["before"], summary["failed"]) == (4, 4, 0, 0)


def test_a_second_run_does_nothing_again_and_other_options_do_it_all(tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    arguments = ("batch", WAREHOUSE, "--out", str(out), "--jobs", "1", "--json", *REFERENCE)
    sokospec(*arguments)
    content = out.read_bytes()
    again = sokospec(*arguments)
    assert (json.loads(again.stdout)["before"], again.returncode) == (4, 1)
    assert out.read_bytes() == content
    other = json.loads(sokospec(*arguments, "--objective", "moves").stdout)
    assert (other["before"], other["searched"]) == (0, 4)
    limited = json.loads(sokospec(*arguments, "--time-limit", "50").stdout)
    assert (limited["before"], limited["searched"]) == (0, 4)


@pytest.mark.parametrize("torn", [b'{"file": "x', b'{"file": "x", "level": 1}'])
def test_a_torn_last_line_is_taken_off_and_done_again(tmp_path: Path, levels_file: Path, torn: bytes) -> None:
    out = tmp_path / "results.jsonl"
    arguments = ("batch", str(levels_file), "--out", str(out), "--jobs", "1", "--json", *REFERENCE)
    sokospec(*arguments)
    whole = records(out)
    lines = out.read_bytes().splitlines(keepends=True)
    out.write_bytes(b"".join(lines[:-1]) + torn)
    done = sokospec(*arguments)
    assert b"torn" in done.stderr
    assert json.loads(done.stdout)["searched"] == 1
    assert records(out) == whole


@pytest.mark.long
def test_a_run_that_is_killed_by_force_goes_on_where_it_was(tmp_path: Path) -> None:
    """The third level keeps the only worker until the whole run is killed; then its limit is what ends it."""
    levels, out = tmp_path / "levels.xsb", tmp_path / "results.jsonl"
    hard = HARD.replace("|", "\n").replace("-", " ")
    levels.write_text(f"{corridor(1)}\n{corridor(2)}\n{hard}\n\n{corridor(3)}", encoding="utf-8")
    command = [*PROGRAM, "batch", str(levels), "--out", str(out), "--jobs", "1", *REFERENCE]
    with subprocess.Popen(command, cwd=ROOT) as process:
        wait_until(lambda: out.exists() and out.read_bytes().count(b"\n") == 2)
        below = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        workers = [int(pid) for pid in below.read_text().split()] if below.exists() else []
        process.kill()
    wait_until(lambda: all(map(gone, workers)))
    done = sokospec("batch", str(levels), "--out", str(out), "--jobs", "1", "--json", *REFERENCE, "--level", "4")
    assert json.loads(done.stdout)["searched"] == 1
    first, second, fourth = records(out)
    assert [record["pushes"] for record in (first, second, fourth)] == [1, 2, 3]


def test_ctrl_c_keeps_what_is_done_and_gives_3(tmp_path: Path) -> None:
    levels, out = tmp_path / "levels.xsb", tmp_path / "results.jsonl"
    hard = HARD.replace("|", "\n").replace("-", " ")
    levels.write_text(f"{corridor(1)}\n{hard}\n", encoding="utf-8")
    command = [*PROGRAM, "batch", str(levels), "--out", str(out), "--jobs", "1", *REFERENCE]
    process = subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=hear_interrupts
    )
    wait_until(lambda: out.exists() and out.read_bytes().count(b"\n") == 1)
    process.send_signal(signal.SIGINT)
    stdout, stderr = process.communicate(timeout=900)
    assert process.returncode == 3
    assert b"interrupted" in stderr and b"Traceback" not in stderr
    assert len(records(out)) == 1
    assert stdout.startswith((b"1 level: 1 optimal", b"0 levels"))  # the signal may come before the record is counted


def test_a_worker_that_dies_costs_one_more_try_and_then_a_recorded_failure() -> None:
    hard = Level.parse(HARD)
    pool: Pool[Task] = Pool(1)
    try:
        pool.submit(task(hard))
        done: list[tuple[Task, Record]] = []
        killed: set[int] = set()
        while not done:
            for pid in set(pool.pids()) - killed:
                os.kill(pid, signal.SIGKILL)
                killed.add(pid)
            done = list(pool.collect())
        [(failed, record)] = done
        assert len(killed) >= 2 and failed.level == hard
        assert (record["verdict"], record["failed"]) == ("FAILED", "worker")
        assert record["reason"] == "the worker was ended by SIGKILL, at each of 2 tries"
        pool.submit(task(Level.parse(corridor(1))))  # the next level is none the worse for it
        done = []
        while not done:
            done = list(pool.collect())
        assert done[0][1]["verdict"] == "OPTIMAL"
    finally:
        pool.close()


def test_a_worker_that_dies_once_does_its_task_at_the_second_try(capfd: pytest.CaptureFixture[str]) -> None:
    pool: Pool[Task] = Pool(1)
    try:
        pool.submit(task(Level.parse(corridor(2))))
        os.kill(pool.pids()[0], signal.SIGKILL)
        done: list[tuple[Task, Record]] = []
        while not done:
            done = list(pool.collect())
        assert done[0][1]["verdict"] == "OPTIMAL" and "failed" not in done[0][1]
        assert "trying once more" in capfd.readouterr().err
    finally:
        pool.close()


def test_an_engine_that_breaks_down_is_a_recorded_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(*_: object) -> None:
        raise AssertionError("oh")

    monkeypatch.setattr("sokocheck.batch.task.answer_level", breaks)
    record = task(Level.parse(corridor(1))).perform()
    assert (record["verdict"], record["failed"]) == ("FAILED", "internal")
    assert "AssertionError: oh" in record["reason"]


class Straight:
    """Workers that do each task at once, and count them."""

    def __init__(self) -> None:
        self.tasks: list[Task] = []
        self.total = 0

    def room(self) -> int:
        return 2 - len(self.tasks)

    def submit(self, task: Task) -> None:
        self.tasks.append(task)
        self.total += 1

    def collect(self) -> Iterator[tuple[Task, Record]]:
        first = self.tasks.pop(0)
        yield first, first.perform()

    def close(self) -> None:
        self.tasks.clear()


def through(out: Path, levels: list[Task]) -> tuple[Counts, Straight]:
    workers = Straight()
    with ResultsFile(out) as results:
        run = BatchRun(results, workers, lambda record, counts: None)
        run.through(iter(levels))
        return run.counts, workers


@pytest.mark.parametrize("objective", ["pushes", "moves", "pushes-moves", "any"])
def test_levels_that_play_alike_are_searched_once_and_each_gets_a_solution_of_its_own(
    tmp_path: Path, objective: str
) -> None:
    level = Level.parse("########\n#@  .  #\n# $$ . #\n#   #  #\n########")
    turned = [symmetry.level(level) for symmetry in SYMMETRIES]
    counts, workers = through(
        tmp_path / "out", [task(each, number, objective) for number, each in enumerate(turned, start=1)]
    )
    assert (workers.total, counts.same, counts.levels) == (1, 7, 8)
    found = records(tmp_path / "out")
    assert all(replay(each, record["lurd"]).valid for each, record in zip(turned, found, strict=True))
    if objective != "any":
        truth = [task(each, 1, objective).perform() for each in turned]
        assert [(each["moves"], each["pushes"])[objective == "pushes"] for each in truth] == [
            (record["moves"], record["pushes"])[objective == "pushes"] for record in found
        ]


def test_where_the_player_starts_in_his_region_does_not_matter_for_pushes_but_for_moves() -> None:
    one, other = Level.parse("#######\n#@  $.#\n#     #\n#######"), Level.parse("#######\n#   $.#\n#    @#\n#######")
    assert level_key(one, "pushes") == level_key(other, "pushes")
    assert level_key(one, "moves") != level_key(other, "moves")
    record = carry_over(task(one).perform(), task(other, 2))
    assert record is not None and replay(other, record["lurd"]).valid
    assert (record["pushes"], record["moves"], record["same_as"]) == (1, len(record["lurd"]), "levels.xsb:1")


@pytest.mark.parametrize("objective", ["pushes", "moves"])
@pytest.mark.parametrize("lurd", [{}, {"lurd": ""}, {"lurd": "r"}])
def test_a_recorded_solution_that_solves_nothing_is_not_carried_over(objective: str, lurd: dict[str, str]) -> None:
    level = Level.parse("#######\n#@  $.#\n#     #\n#######")
    record = task(level, objective=objective).perform()
    del record["lurd"]
    assert carry_over(record | lurd, task(level, 2, objective)) is None


def test_a_file_named_twice_is_done_once(tmp_path: Path) -> None:
    levels = [task(Level.parse(corridor(length)), length) for length in (1, 2, 3)]
    counts, workers = through(tmp_path / "out", [*levels, *levels])
    assert workers.total == 3 and len(records(tmp_path / "out")) == 3
    assert counts.levels == 6


def test_levels_are_drawn_only_as_they_are_needed(tmp_path: Path) -> None:
    """Of ten thousand levels, no more are in hand than the workers have room for."""
    drawn = 0
    ahead: list[int] = []

    def levels() -> Iterator[Task]:
        nonlocal drawn
        for length in range(1, 30):
            drawn += 1
            yield task(Level.parse(corridor(length)), length)

    def tell(record: Record, counts: Counts) -> None:
        ahead.append(drawn - counts.levels)

    with ResultsFile(tmp_path / "out") as results:
        BatchRun(results, Straight(), tell).through(levels())
    assert len(ahead) == 29 and max(ahead) <= 3


def test_a_board_that_is_no_level_is_recorded_and_gives_4(tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    for before in (0, 2):
        done = sokospec(
            "batch", "-", "--out", str(out), "--json", *REFERENCE, stdin=f"{corridor(1)}\n#####\n#@$ #\n#####\n"
        )
        assert (done.returncode, json.loads(done.stdout)["before"]) == (4, before)
    assert [record["verdict"] for record in records(out)] == ["OPTIMAL", "INVALID_INPUT"]


def test_limits_are_for_each_level_and_give_3(tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    arguments = ("--jobs", "1", "--time-limit", "0.2", *REFERENCE)
    done = sokospec("batch", "-", "--out", str(out), *arguments, stdin=f"{HARD}\n\n{corridor(1)}")
    assert done.returncode == 3
    assert [record["verdict"] for record in records(out)] == ["LIMIT_TIME", "OPTIMAL"]


def test_each_level_gets_its_certificate(tmp_path: Path) -> None:
    folder = tmp_path / "certificates"
    folder.mkdir()
    arguments = ("--certificate", str(folder), *REFERENCE)
    out = tmp_path / "results.jsonl"
    done = sokospec("batch", "-", "--out", str(out), *arguments, stdin=f"{corridor(1)}\n{corridor(1)}")
    assert done.returncode == 0
    assert sorted(path.name for path in folder.iterdir()) == ["stdin-1.cert.gz", "stdin-2.cert.gz"]
    assert sokospec("verify", *map(str, sorted(folder.iterdir()))).returncode == 0


def test_two_runs_do_not_write_to_one_file(tmp_path: Path) -> None:
    with ResultsFile(tmp_path / "out"), pytest.raises(SokobanError, match="another run is writing"):
        ResultsFile(tmp_path / "out")


@pytest.mark.parametrize(
    "line",
    [
        "hello",
        "[1]",
        "{}",
        '{"file": "x", "level": 1, "verdict": "OPTIMAL"}',
        '{"file": "x", "level": 1e400, "search": "s", "verdict": "OPTIMAL"}',
        *(
            f'{{"file": "x", "level": 1, "search": "s", "verdict": "OPTIMAL", "lurd": {lurd}}}'
            for lurd in ('"x"', "[]", "5")
        ),
    ],
)
def test_a_file_that_batch_has_not_written_is_refused(tmp_path: Path, line: str) -> None:
    out = tmp_path / "out"
    out.write_text(f"{line}\n", encoding="utf-8")
    done = sokospec("batch", WAREHOUSE, "--out", str(out), *REFERENCE)
    assert done.returncode == 4
    assert b"name another file" in done.stderr
    assert out.read_text(encoding="utf-8") == f"{line}\n"


def test_a_torn_file_of_one_long_line_is_repaired(tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.write_bytes(b'{"file": "' + b"x" * 200_000)
    with ResultsFile(out) as results:
        assert results.repair() and out.read_bytes() == b""
    out.write_bytes(b'{}\n{"file": "' + b"x" * 200_000)
    with ResultsFile(out) as results:
        assert results.repair() and not results.repair()
        assert out.read_bytes() == b"{}\n"


@pytest.mark.parametrize(
    "options",
    [
        ("--jobs", "2", "--scheduler", "tcp://127.0.0.1:1"),
        ("--certificate", "no-such-folder"),
        ("--jobs", "0"),
        ("--engine", "reference", "--algorithm", "astar"),
    ],
)
def test_wrong_usage_gives_2(tmp_path: Path, options: tuple[str, ...]) -> None:
    assert sokospec("batch", WAREHOUSE, "--out", str(tmp_path / "out"), *options).returncode == 2


def test_without_dask_the_error_says_what_to_install(tmp_path: Path) -> None:
    script = (
        "import sys\nsys.modules['distributed'] = None\nfrom sokocli.main import exit_code\n"
        f"sys.exit(exit_code(['batch', {WAREHOUSE!r}, '--out', {str(tmp_path / 'out')!r}, '--scheduler', 'tcp://x:1']))"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, timeout=900, check=False)
    assert done.returncode == 2
    assert b"pip install distributed" in done.stderr


def test_the_search_for_the_hardest_level_is_done_here_or_on_a_cluster() -> None:
    done = sokospec("hardest", "--squares", "4", "--jobs", "2", "--scheduler", "tcp://127.0.0.1:1")
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"--jobs cannot be used with --scheduler" in done.stderr
