"""The command measures ours and theirs, keeps what it measured, goes on where it stopped, and believes nobody."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from common.record import JOURNAL, RECORD, Record, Row, load

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[2]
BENCHMARK = ROOT / "experiments" / "benchmark.py"

STAND_IN = '''\
"""Answers as `sokospec solve` would: levels 1 and 2 are solved, 3 is too hard."""

import json, os, sys, time

if sys.argv[1] == "warmup":
    sys.exit(0)
assert sys.argv[1] == "solve" and "--json" in sys.argv
options = dict(zip(sys.argv, sys.argv[1:]))
level = int(options["--level"])
with open(os.environ["count"], "a") as count:
    count.write(f"ours {level}\\n")
if level == 3 and "slow" in os.environ:
    time.sleep(600)
if level == 2 and "broken" in os.environ:
    sys.exit("oh dear")
lurd = {1: "R", 2: os.environ.get("lie", "rR")}.get(level)
print(json.dumps({
    "verdict": "OPTIMAL" if lurd else "LIMIT_TIME",
    "lurd": lurd,
    "moves": lurd and len(lurd),
    "pushes": lurd and 1,
    "lower_bound": 1,
    "expanded": 10 * (1 + sys.argv.count("--without")),
    "generated": 20,
}))
'''


class Bench:
    """Runs the command in a folder, where a stand-in takes the place of our engine."""

    def __init__(self, folder: Path, levels: Path) -> None:
        self.folder = folder
        self.levels = levels
        self.count = folder / "count"
        self.out = folder / "out"
        package = folder / "path" / "sokocli"
        package.mkdir(parents=True)
        real = str(ROOT / "cli" / "sokocli")  # where all of it but `main` comes from
        (package / "__init__.py").write_text(f"__path__ = [*__path__, {real!r}]\n")
        (package / "main.py").write_text(STAND_IN)
        self.no_plots = folder / "path" / "matplotlib.py"
        self.no_plots.write_text("raise ModuleNotFoundError(name='matplotlib')")  # drawing takes longer than all else

    def environment(self, **more: str) -> dict[str, str]:
        path = os.pathsep.join([str(self.folder / "path"), os.environ.get("PYTHONPATH", "")])
        return os.environ | {"PYTHONPATH": path, "count": str(self.count)} | more

    def command(self, *arguments: str) -> list[str]:
        given = ["--levels", str(self.levels), "--time-limit", "1", "--out", str(self.out), *arguments]
        return [sys.executable, str(BENCHMARK), *given]

    def __call__(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            self.command(*arguments),
            cwd=self.folder,
            env=self.environment(**environment),
            capture_output=True,
            text=True,
            timeout=900,
            check=False,
        )

    @property
    def record(self) -> Record:
        return load(self.out / RECORD)

    @property
    def runs(self) -> list[str]:
        """Return what was run since this was asked last."""
        lines = self.count.read_text().splitlines() if self.count.exists() else []
        self.count.unlink(missing_ok=True)
        return sorted(lines)


@pytest.fixture
def bench(tmp_path: Path, levels_file: Path) -> Bench:
    return Bench(tmp_path, levels_file)


def by_solver(record: Record) -> dict[str, list[Row]]:
    return {name: [row for row in record.rows if row.solver == name] for name in (row.solver for row in record.rows)}


def test_ours_is_measured_on_each_level_and_recorded(bench: Bench) -> None:
    bench.no_plots.unlink()
    done = bench()
    assert done.returncode == 0, done.stderr
    rows = bench.record.rows
    assert [(row.level, row.title, row.boxes, row.squares) for row in rows] == [
        (1, "One push", 1, 3),
        (2, "A walk", 1, 4),
        (3, "Not to be solved by the fakes", 2, 10),
    ]
    assert [(row.verdict, row.moves, row.pushes, row.lower_bound, row.expanded) for row in rows] == [
        ("OPTIMAL", 1, 1, 1, 10),
        ("OPTIMAL", 2, 1, 1, 10),
        ("LIMIT_TIME", None, None, 1, 10),
    ]
    assert all(row.cpu_seconds > 0 and row.wall_seconds > 0 and row.peak_rss_mib > 1 for row in rows)
    (run,) = bench.record.runs
    assert run.arguments[:2] == ("--levels", "levels.xsb")
    assert str(bench.folder) not in (bench.out / RECORD).read_text()
    assert {path.name for path in bench.out.iterdir()} == {RECORD, "cactus.svg", "growth.svg"}
    assert "sokospec" in done.stdout and "1 LIMIT_TIME" in done.stdout


def test_other_programs_are_measured_and_judged(bench: Bench, fake: Callable[[str], str]) -> None:
    modes = ("right", "wasteful", "wrong", "garbage", "nothing", "fails", "loops", "endless", "dies")
    done = bench("--only", "2", "--jobs", "2", "--against", *map(fake, modes))
    assert done.returncode == 0, done.stderr
    verdicts = {row.solver: row.verdict for row in bench.record.rows}
    assert verdicts == {
        "sokospec": "OPTIMAL",
        "right": "SOLVED",
        "wasteful": "SOLVED",
        "wrong": "INVALID",
        "garbage": "NOTHING",
        "nothing": "NOTHING",
        "fails": "NOTHING",
        "loops": "LIMIT_TIME",
        "endless": "NOTHING",
        "dies": "CRASHED",
    }
    notes = {row.solver: row.note for row in bench.record.rows}
    assert notes["fails"] == "exit code 7: cannot read the level"
    assert notes["endless"] == "stopped: it printed more than 4 MiB"
    assert next(row.moves for row in bench.record.rows if row.solver == "wasteful") == 4


def test_what_was_measured_is_not_measured_again(bench: Bench, fake: Callable[[str], str]) -> None:
    bench("--only", "1", "--against", fake("right"))
    assert bench.runs == ["ours 1", "right R"]
    before = bench.record.rows
    assert bench("--only", "1-2", "--against", fake("right")).returncode == 0
    assert bench.runs == ["ours 2", "right rR"]
    assert bench.record.rows[:2] == before and len(bench.record.rows) == 4
    assert len(bench.record.runs) == 2
    bench("--only", "1-2", "--against", fake("wrong"))
    assert bench.runs == ["wrong R", "wrong rR"]


def test_a_level_that_was_drawn_anew_is_measured_again(bench: Bench) -> None:
    bench("--only", "1")
    bench.levels.write_text("#####\n#@$.#\n#   #\n#####\n")
    bench("--only", "1")
    assert bench.runs == ["ours 1", "ours 1"]


def test_other_parameters_need_another_folder(bench: Bench) -> None:
    bench("--only", "1")
    before = bench.record
    done = bench("--only", "1", "--objective", "moves")
    assert done.returncode == 2
    assert "choose another folder" in done.stderr
    assert bench.record == before


def test_a_crash_of_ours_is_told_and_measured_again(bench: Bench) -> None:
    done = bench("--only", "1-2", broken="1")
    assert done.returncode == 1
    assert "FAULT levels.xsb:2, sokospec: CRASHED: exit code 1: oh dear" in done.stdout
    assert bench.runs == ["ours 1", "ours 2"]
    assert bench("--only", "1-2").returncode == 0
    assert bench.runs == ["ours 2"]


def test_an_ablation_runs_everything_and_then_without_each_feature(bench: Bench) -> None:
    from sokosolve.features import select_features
    from sokospec.answer import Objective

    done = bench("--only", "1", "--ablation", "--without", "freeze", "--objective", "moves", "--jobs", "2")
    assert done.returncode == 0, done.stderr
    used = select_features(Objective.MOVES, ["freeze"])
    rows = by_solver(bench.record)
    assert set(rows) == {"sokospec without freeze", *(f"sokospec without freeze, {name}" for name in used)}
    assert [row.expanded for row in rows["sokospec without freeze"]] == [20]
    assert all(row.expanded == 30 for name in used for row in rows[f"sokospec without freeze, {name}"])
    # The last two columns together, for a ratio of CPU seconds may be 1.50 too.
    assert done.stdout.count("30 │  1.50 │") == len(used)


def test_ctrl_c_keeps_what_was_measured_and_a_rerun_goes_on(bench: Bench) -> None:
    process = subprocess.Popen(
        bench.command("-v"),
        cwd=bench.folder,
        env=bench.environment(slow="1"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # a shell may have it ignored
    )
    try:
        deadline = time.monotonic() + 900
        while not (bench.count.exists() and "ours 3" in bench.count.read_text()):
            assert time.monotonic() < deadline
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        stdout, stderr = process.communicate(timeout=900)
    finally:
        process.kill()
    assert process.returncode == 3, stderr
    assert "interrupted" in stderr and "A walk" in stdout
    assert [row.level for row in bench.record.rows] == [1, 2]
    assert not (bench.out / JOURNAL).exists()
    assert bench.runs == ["ours 1", "ours 2", "ours 3"]
    assert bench().returncode == 0
    assert bench.runs == ["ours 3"]
    assert [row.level for row in bench.record.rows] == [1, 2, 3]


def test_a_wrong_answer_of_ours_is_told_and_fails(bench: Bench) -> None:
    done = bench("--only", "2", lie="RR")
    assert done.returncode == 1
    assert "FAULT levels.xsb:2, sokospec: INVALID: step 0" in done.stdout
    assert bench.record.rows[0].verdict == "INVALID"


def test_an_optimum_of_ours_that_another_program_beats_is_told_and_fails(
    bench: Bench, fake: Callable[[str], str]
) -> None:
    done = bench("--only", "2", "--objective", "moves", "--against", fake("right"), lie="rlrR")
    assert done.returncode == 1
    assert "FAULT levels.xsb:2, sokospec: OPTIMAL at 4, but right needs 2" in done.stdout


def test_tables_and_plots_come_from_the_record_alone(bench: Bench) -> None:
    shown = bench().stdout
    bench.levels.unlink()
    done = subprocess.run(
        [sys.executable, str(BENCHMARK), "--plot", str(bench.out / RECORD)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == shown
    assert (bench.out / "cactus.svg").exists()


def test_without_matplotlib_there_are_no_plots_and_all_else_is_there(bench: Bench) -> None:
    done = bench("--only", "1")
    assert done.returncode == 0
    assert "no plots: they need matplotlib: pip install '.[experiments]'" in done.stderr
    assert [path.name for path in bench.out.iterdir()] == [RECORD]


def test_without_a_folder_nothing_is_written(bench: Bench) -> None:
    command = [sys.executable, str(BENCHMARK), "--levels", str(bench.levels), "--only", "1", "-v"]
    done = subprocess.run(
        command, cwd=bench.folder, env=bench.environment(), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "One push" in done.stdout
    assert {path.name for path in bench.folder.iterdir()} == {"path", "levels.xsb", "count"}


def test_a_terminal_sees_progress_and_stdout_does_not(bench: Bench) -> None:
    master, slave = pty.openpty()
    process = subprocess.Popen(
        bench.command(),
        env=bench.environment(TERM="xterm", COLUMNS="120"),
        cwd=bench.folder,
        stdout=subprocess.PIPE,
        stderr=slave,
    )
    os.close(slave)
    seen = bytearray()
    while True:
        try:
            chunk = os.read(master, 65536)
        except OSError:
            break
        if not chunk:
            break
        seen += chunk
    os.close(master)
    stdout, _ = process.communicate(timeout=900)
    assert b"3/3" in seen and b"LIMIT_TIME" in seen
    assert b"3/3" not in stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ["--only", "0"],
        ["--only", "9"],
        ["--time-limit", "0"],
        ["--time-limit", "nan"],
        ["--jobs", "0"],
        ["--against", "no-such-program {level}"],
        ["--without", "magic"],
        ["--against", "echo"],
        ["--against", "echo {level}", "echo -n {level}"],
        ["--objective", "elegance"],
        ["--plot", "record.json"],
        ["--levels", "no-such-file"],
    ],
)
def test_wrong_usage_is_refused_before_anything_is_measured(arguments: list[str], bench: Bench) -> None:
    done = bench(*arguments)
    assert done.returncode == 2
    assert "error" in done.stderr and "Traceback" not in done.stderr
    assert bench.runs == [] and not bench.out.exists()


def test_a_plot_of_no_record_is_refused(tmp_path: Path) -> None:
    (tmp_path / "r.json").write_text("[]")
    for name in ("r.json", "none.json"):
        command = [sys.executable, str(BENCHMARK), "--plot", str(tmp_path / name)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 2
        assert "error" in done.stderr and "Traceback" not in done.stderr


def test_the_real_engine_keeps_the_contract() -> None:
    """In the interpreter, which needs no compiling for a level as small as this."""
    command = [sys.executable, "-m", "sokospec", "solve", "examples/warehouse.xsb", "--level", "1", "--json"]
    options = ["--engine", "fast", "--objective", "pushes", "--cpu-limit", "60", "--memory-limit", "4096"]
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [*command, *options], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=900, check=False
    )
    said: dict[str, Any] = json.loads(done.stdout)  # whatever it says
    assert {"verdict", "lurd", "moves", "pushes", "lower_bound", "expanded", "generated"} <= said.keys()
    assert said["verdict"] == "OPTIMAL"
