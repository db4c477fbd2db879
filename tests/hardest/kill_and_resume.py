"""A search for the hardest level gives one record: in one run, interrupted and resumed, in parts, and on a cluster.

`python tests/hardest/kill_and_resume.py [--squares N] [--metric METRIC] [--stops N] [--seed S] [--dask]`; exit code 1
when two records differ in more than the CPU seconds.
"""

from __future__ import annotations

import argparse
import json
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from batch.dask_cluster import LocalCluster

PARTS = 3


def main(arguments: Sequence[str] | None = None) -> int:
    """Do the runs and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--squares", type=int, default=11, metavar="N", help="floor squares (11)")
    parser.add_argument("--metric", choices=("moves", "pushes"), default="moves", help="what is counted (moves)")
    parser.add_argument("--stops", type=int, default=3, metavar="N", help="how often Ctrl-C, after kill -9 (3)")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="of the moments (0)")
    parser.add_argument("--dask", action="store_true", help="also on a Dask cluster here that loses a worker")
    given = parser.parse_args(arguments)
    size = ("--squares", str(given.squares), "--metric", given.metric)
    command = [sys.executable, "-m", "sokospec", "hardest", *size]
    with tempfile.TemporaryDirectory(prefix="sokospec-hardest-") as name:
        folder = Path(name)
        one = ["--jobs", "1", "--out"]
        before = time.monotonic()
        finished([*command, *one, str(folder / "whole")])
        seconds = time.monotonic() - before
        stopped([*command, *one, str(folder / "resumed")], given.stops, seconds, random.Random(given.seed))
        paths = [folder / f"part-{i}" for i in range(1, PARTS + 1)]
        for i, path in enumerate(paths, 1):
            finished([*command, *one, str(path), "--part", f"{i}/{PARTS}"])
        finished(
            [*command, *(text for path in paths for text in ("--merge", str(path))), "--out", str(folder / "parts")]
        )
        if given.dask:
            with LocalCluster(folder, workers=2) as cluster:
                away = ["--scheduler", cluster.address, "--out", str(folder / "dask")]
                with subprocess.Popen([*command, *away], stdout=subprocess.DEVNULL) as process:
                    time.sleep(seconds / 2)
                    cluster.workers[0].kill()
                print(f"on a cluster that lost a worker: exit code {process.returncode}", flush=True)
        whole = record(folder / "whole")
        print(f"{whole['floors']:,} floors, {sum(whole['states'].values()):,} states, {whole['length']} {given.metric}")
        ways = ["resumed", "parts", *(["dask"] if given.dask else [])]
        different = [way for way in ways if record(folder / way) != whole]
        print(f"the same record: {', '.join(way for way in ways if way not in different) or 'none'}")
    return int(bool(different))


def finished(command: Sequence[str]) -> None:
    """Run a command to its end."""
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)


def stopped(command: Sequence[str], stops: int, seconds: float, chance: random.Random) -> None:
    """Run a command, ended at random moments: once by kill -9, then so often by Ctrl-C; and let it finish."""
    ends = [signal.SIGKILL, *[signal.SIGINT] * stops]
    for sent in ends:
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            time.sleep(chance.uniform(0.3, 0.7) * seconds)
            there = process.poll() is None
            process.send_signal(sent)
        out = Path(command[-1])
        far = f"{record(out)['done']:,} floors done" if out.exists() else "nothing done"
        print(f"{sent.name if there else 'it was at its end already'}: {far}", flush=True)
    finished(command)


def record(path: Path) -> dict[str, Any]:  # Any: the fields have several types
    """Return a record without the CPU seconds."""
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    del found["cpu_seconds"]
    return found


if __name__ == "__main__":
    sys.exit(main())
