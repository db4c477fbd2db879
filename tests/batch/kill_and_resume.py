"""A long run of `batch` is killed by force again and again: its records equal those of a run that nobody disturbed.

`python tests/batch/kill_and_resume.py FILE… [--first N] [--kills N] [--dask]`; with no files, 30 small levels. It
prints what it found, and fails (exit code 1) when a record is lost, doubled or different.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from batch.corridors import Record, corridors, records
from batch.dask_cluster import LocalCluster
from sokospec.formats import WRITERS, read_collection

PROGRAM = (sys.executable, "-m", "sokospec", "batch")
COUNTS = ("expanded", "generated", "lower_bound", "lurd")
"""What differs between two runs of a level that ended at its limit; the verdict may not."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Do the runs and return the exit code."""
    options = parser().parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="sokospec-batch-") as name:
        folder = Path(name)
        files = [str(beginning(path, options.first, folder)) for path in options.levels]
        if not files:
            (folder / "levels.xsb").write_text(corridors(30), encoding="utf-8")
            files = [str(folder / "levels.xsb")]
        common = [*files, "--json", *(["--time-limit", options.time_limit] if options.time_limit else [])]
        common += ["--engine", options.engine]
        jobs = ["--jobs", str(options.jobs)]
        started = time.monotonic()
        summary = finished([*PROGRAM, *common, *jobs, "--out", str(folder / "whole")])
        seconds = time.monotonic() - started
        print(f"undisturbed: {summary['levels']} levels in {seconds:.0f} s, {summary['verdicts']}", flush=True)
        chance, levels = random.Random(options.seed), int(summary["levels"])
        moments = sorted(chance.sample(range(levels), options.kills))
        command = [*PROGRAM, *common, *jobs, "--out", str(folder / "killed")]
        killed, torn = disturbed(command, folder / "killed", moments, min(0.05, seconds / levels), chance)
        wrong = compared("killed and resumed", records(folder / "whole"), records(folder / "killed"))
        print(f"killed {killed} times, {torn} torn lines: {wrong} records differ", flush=True)
        if options.dask:
            with LocalCluster(folder, workers=options.jobs + 1) as cluster:
                there = [*PROGRAM, *common, "--scheduler", cluster.address, "--out", str(folder / "dask")]
                lost = with_a_worker_killed(there, cluster, folder / "dask", levels, chance)
            different = compared("Dask", records(folder / "whole"), records(folder / "dask"))
            print(f"Dask, a worker killed after {lost} records: {different} records differ", flush=True)
            wrong += different
        return 1 if wrong or killed < options.kills else 0


def parser() -> argparse.ArgumentParser:
    """Return the options."""
    made = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("levels", nargs="*", type=Path, metavar="FILE")
    made.add_argument("--first", type=int, metavar="N", help="take the first levels of each file alone (all)")
    made.add_argument("--kills", type=int, default=5, metavar="N", help="how often the run is killed (5)")
    made.add_argument("--jobs", type=int, default=2, metavar="N", help="worker processes (2)")
    made.add_argument("--time-limit", metavar="S", help="seconds for each level (none)")
    made.add_argument("--engine", choices=("fast", "reference"), default="fast", help="which engine searches (fast)")
    made.add_argument("--seed", type=int, default=0, metavar="S", help="of the moments of death (0)")
    made.add_argument("--dask", action="store_true", help="also on a Dask cluster here, with a worker killed")
    return made


def beginning(path: Path, count: int | None, folder: Path) -> Path:
    """Return a file with the first levels of another one; the file itself if all are wanted."""
    if count is None:
        return path
    shorter = folder / path.name
    shorter.write_text(WRITERS["xsb"](read_collection(path)[:count]), encoding="utf-8")
    return shorter


def finished(command: Sequence[str]) -> Record:
    """Run a command to its end and return the summary that it prints."""
    done = subprocess.run(command, stdout=subprocess.PIPE, check=False)
    found: Record = json.loads(done.stdout)
    return found


def disturbed(
    command: Sequence[str], out: Path, moments: Sequence[int], pause: float, chance: random.Random
) -> tuple[int, int]:
    """Kill a run each time that it has so many records, and a moment later; start it again, and let it end at last.

    Return how often it was killed, and how many lines it left torn.
    """
    killed = torn = 0
    for moment in moments:
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            while process.poll() is None and lines(out) < moment:
                time.sleep(0.002)
            time.sleep(chance.uniform(0, pause))
            killed += process.poll() is None
            process.kill()
        torn += not out.read_bytes().endswith(b"\n")
        print(f"  killed with {lines(out)} records", flush=True)
    summary = finished(command)
    print(f"  the last run found {summary['before']} levels done, and searched {summary['searched']}", flush=True)
    return killed, torn


def lines(path: Path) -> int:
    """Return how many whole lines a file has, 0 if there is none."""
    return path.read_bytes().count(b"\n") if path.exists() else 0


def with_a_worker_killed(
    command: Sequence[str], cluster: LocalCluster, out: Path, levels: int, chance: random.Random
) -> int:
    """Run a command and kill a worker of its cluster on the way; return after how many records."""
    wanted = chance.randrange(1, max(2, levels // 2))
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        while process.poll() is None and lines(out) < wanted:
            time.sleep(0.01)
        os.kill(cluster.workers[0].pid, signal.SIGKILL)
    return wanted


def compared(what: str, one: Sequence[Record], other: Sequence[Record]) -> int:
    """Return how many records differ, and print each; of levels that ended at a limit, the counts may differ."""
    wrong = 0
    mine, theirs = {place(record): record for record in one}, {place(record): record for record in other}
    for double in (len(one) - len(mine), len(other) - len(theirs)):
        if double:
            print(f"  {what}: {double} records are there twice")
            wrong += double
    for at in sorted(mine.keys() | theirs.keys()):
        if at not in mine or at not in theirs:
            print(f"  {what}: {at} is in one of the two alone")
        elif (first := settled(mine[at])) != (second := settled(theirs[at])):
            print(f"  {what}: {at}: {first} | {second}")
        else:
            continue
        wrong += 1
    return wrong


def place(record: Record) -> tuple[str, int]:
    """Return which level a record is about."""
    return record["file"], record["level"]


def settled(record: Record) -> Record:
    """Return a record without what may differ."""
    stopped = record["verdict"].startswith("LIMIT")
    return {name: value for name, value in record.items() if not (stopped and name in COUNTS)}


if __name__ == "__main__":
    sys.exit(main())
