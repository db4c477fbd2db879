"""Measure the fast engine, with features switched off and beside other programs: tables, a record, plots.

`python experiments/benchmark.py --levels FILE… --time-limit S`; docs/records/benchmarks.md says what is measured and
how.
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from threading import Event

from common import tables
from common.contenders import CRASHED, Contender, Ours, ablation, foreign, known, without_folders
from common.findings import faults
from common.levels import Problem, numbers, problems
from common.record import Journal, Parameters, Record, Row, Run, load
from sokocheck.programs.measure import Allowance, Cancelled, run
from sokospec.answer import Objective
from sokospec.errors import SokobanError

ROOT = Path(__file__).resolve().parents[1]

MEASURED, FAULT, USAGE, INTERRUPTED = 0, 1, 2, 3
"""Exit codes: all is measured; a fault of ours; wrong usage; interrupted, a rerun goes on."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmark that the arguments ask for and return the exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    options = parser().parse_args(given)
    try:
        if options.plot is not None:
            record, interrupted, folder = load(options.plot), False, options.plot.parent
        else:
            record, interrupted = measure(options, given)
            folder = options.out
    except (SokobanError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return USAGE
    tables.show(record, verbose=options.verbose)
    if folder is not None:
        draw(record, folder)
    if any(faults(record)):
        return FAULT
    return INTERRUPTED if interrupted else MEASURED


def parser() -> argparse.ArgumentParser:
    """Return the options."""
    made = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    what = made.add_mutually_exclusive_group(required=True)
    what.add_argument("--levels", nargs="+", type=Path, metavar="FILE", help="the level files")
    what.add_argument("--plot", type=Path, metavar="RECORD", help="measure nothing; tables and plots of a record.json")
    made.add_argument("--only", type=numbers, metavar="NUMBERS", help="only these levels of each file: 1,2,5-9")
    made.add_argument("--time-limit", type=positive, default=10.0, metavar="S", help="CPU seconds for each level (10)")
    made.add_argument("--memory-limit", type=positive, default=4096.0, metavar="MIB", help="MiB for each level (4096)")
    made.add_argument("--objective", choices=[objective.value for objective in Objective], default="pushes")
    made.add_argument(
        "--against",
        nargs="+",
        action="extend",
        default=[],
        metavar="COMMAND",
        help="other programs, as 'CMD {level}' or 'NAME=CMD {level}'; they print a solution",
    )
    made.add_argument(
        "--without", nargs="+", action="extend", default=[], metavar="NAME", help="switch features of ours off"
    )
    made.add_argument("--ablation", action="store_true", help="then also without each feature alone")
    made.add_argument("--jobs", type=int, choices=range(1, 257), default=1, metavar="N", help="processes at a time (1)")
    made.add_argument("--out", type=Path, metavar="FOLDER", help="keep record.json and plots here, and go on from it")
    made.add_argument("-v", "--verbose", action="store_true", help="print a table of all levels too")
    return made


def positive(text: str) -> float:
    """Return a number above 0; raises `ValueError` for another text."""
    value = float(text)
    if not 0 < value < float("inf"):
        raise ValueError(f"{text} is not above 0")
    return value


def measure(options: argparse.Namespace, given: Sequence[str]) -> tuple[Record, bool]:
    """Measure what is not in the record yet; return all of it, and whether somebody pressed Ctrl-C."""
    parameters = Parameters(options.objective, options.time_limit, options.memory_limit)
    contenders: list[Contender] = [Ours(parameters, tuple(dict.fromkeys(options.without)))]
    if options.without:
        known(options.without)
    if options.ablation:
        contenders += ablation(parameters, contenders[0].without or ())
    contenders += [foreign(command) for command in options.against]
    if len({contender.name for contender in contenders}) < len(contenders):
        raise SokobanError("two contenders have the same name; call one of them 'NAME=CMD {level}'")
    levels = list(problems(options.levels, options.only))
    commit = commit_now()
    journal = Journal(options.out, parameters, this_run(given, commit))
    tasks = [
        (contender, problem)
        for problem in levels  # each level for all contenders in turn, so that half a run compares them too
        for contender in contenders
        if not measured_before(journal, contender, problem)
    ]
    interrupted = False
    try:
        if any(contender.without is not None for contender, _ in tasks):
            compile_ahead()
        with progress(len(tasks)) as tell:
            for row in rows(tasks, parameters, commit, options.jobs):
                journal.add(row)
                tell(row)
    except KeyboardInterrupt:
        interrupted = True
        print("interrupted: the rows so far are kept", file=sys.stderr)
    finally:
        journal.fold()
    return journal.record(), interrupted


def measured_before(journal: Journal, contender: Contender, problem: Problem) -> bool:
    """Say whether there is a row already; a crash of ours is a bug, which may be gone by now."""
    row = journal.rows.get((contender.name, problem.path.name, problem.number, problem.digest))
    return row is not None and (row.verdict != CRASHED or row.without is None)


def rows(tasks: Sequence[tuple[Contender, Problem]], parameters: Parameters, commit: str, jobs: int) -> Iterator[Row]:
    """Yield the row of each task as it is done; an exception, Ctrl-C included, ends all that is running."""
    stop = Event()
    with ThreadPoolExecutor(jobs) as pool:
        try:
            running = [pool.submit(attempt, *task, parameters, commit, stop) for task in tasks]
            for done in as_completed(running):
                yield done.result()
        finally:
            stop.set()
            pool.shutdown(wait=True, cancel_futures=True)


def attempt(contender: Contender, problem: Problem, parameters: Parameters, commit: str, stop: Event) -> Row:
    """Return what a contender does on a level."""
    if stop.is_set():
        raise Cancelled
    with tempfile.TemporaryDirectory(prefix="sokospec-") as folder:
        drawing = Path(folder, "level.xsb")
        drawing.write_text(f"{problem.level}\n", encoding="ascii")
        measured = run(contender.command(problem, drawing), contender.allowance(parameters), stop)
    judged = contender.judge(problem.level, measured)
    return Row(
        solver=contender.name,
        without=contender.without,
        file=problem.path.name,
        level=problem.number,
        title=problem.title,
        digest=problem.digest,
        boxes=len(problem.level.boxes),
        squares=problem.squares,
        verdict=judged.verdict,
        moves=judged.moves,
        pushes=judged.pushes,
        lower_bound=judged.lower_bound,
        cpu_seconds=measured.cpu_seconds,
        wall_seconds=measured.wall_seconds,
        peak_rss_mib=measured.peak_rss_mib,
        expanded=judged.expanded,
        generated=judged.generated,
        note=judged.note,
        commit=commit,
        lurd=judged.lurd,
    )


def compile_ahead() -> None:
    """Compile the engine now, so that no level pays for it."""
    command = [sys.executable, "-m", "sokospec", "warmup"]
    done = run(command, Allowance(cpu=600, wall=1200, mib=0))
    if done.code or done.ended != "exit":
        print("warning: 'sokospec warmup' failed; the first rows may hold the time of compiling", file=sys.stderr)


@contextmanager
def progress(total: int) -> Iterator[Callable[[Row], None]]:
    """Give a function to call with each row; on a terminal it moves a bar."""
    if not sys.stderr.isatty() or not total:
        yield lambda row: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, TimeElapsedColumn(), TimeRemainingColumn(), console=Console(stderr=True)) as bar:
        task = bar.add_task("measuring", total=total)

        def tell(row: Row) -> None:
            last = f"{row.file}:{row.level} {row.solver}: {row.verdict}, {row.cpu_seconds:.1f} s"
            bar.update(task, advance=1, description=last)

        yield tell


def draw(record: Record, folder: Path) -> None:
    """Draw the plots beside the record, if that is possible."""
    try:
        from common import plots
    except ModuleNotFoundError as error:
        print(f"no plots: they need {error.name}: pip install '.[experiments]'", file=sys.stderr)
        return
    for path in plots.draw(record, folder):
        print(path, file=sys.stderr)


def this_run(given: Sequence[str], commit: str) -> Run:
    """Return what is to be known about this run."""
    machine: dict[str, str | int] = {
        "platform": platform.platform(),
        "processor": processor(),
        "cpus": os.cpu_count() or 0,
        "python": platform.python_version(),
    }
    for package in ("llvmlite", "numpy"):
        try:
            machine[package] = version(package)
        except PackageNotFoundError:
            machine[package] = ""
    now = datetime.now(UTC).isoformat(timespec="seconds")
    return Run(now, tuple(map(without_folders, given)), commit, machine)


def processor() -> str:
    """Return the name of the processor, as far as the system tells."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").split("\n")
    except OSError:
        return platform.processor()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.machine())


def commit_now() -> str:
    """Return the commit of the code, with a `+` if files differ from it; empty where git does not tell."""
    try:
        found = subprocess.run(
            ["git", "describe", "--always", "--exclude=*", "--abbrev=12", "--dirty=+"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        return ""
    return found.stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
