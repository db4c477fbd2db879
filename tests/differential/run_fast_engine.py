"""The fast engine against the oracle on any number of random levels: `python tests/differential/run_fast_engine.py`.

`--levels N --seed S --jobs J --out FILE` says how many levels, which ones, on how many processes, and where to keep the
record. Ctrl-C ends it with what is done so far; the same command goes on from there, as long as the code that is
compared is the same, even if documentation or other tests have changed. Exit code 0 says that there is no difference, 1
that there are some (they are printed, with the levels), 2 that the record is of something else, 130 that it was
interrupted.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import platform
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from typing import Any

if __name__ == "__main__":  # run as a script: make the folder `tests` importable, as it is for the tests
    sys.path[0] = str(Path(__file__).resolve().parents[1])

import sokogen
import sokosolve
import sokospec
from differential.fast_engine import Tally, compare, compile_engine

COUNTED = ("solvable", "unsolvable", "by_layers", "unsettled", "comparisons", "differences")
CHUNK = 200  # levels that one process compares at once; some seconds


@dataclass
class Record:
    """What was compared, and what came of it; `chunks` says how much of it is done.

    `code` is a digest of what was compared, `commit` where that began.
    """

    levels: int
    seed: int
    code: str
    commit: str
    machine: str
    chunks: int = 0
    seconds: float = 0.0
    tally: Tally = field(default_factory=Tally)

    @property
    def done(self) -> int:
        """The number of levels that have been drawn."""
        return min(self.levels, self.chunks * CHUNK)

    def save(self, path: Path) -> None:
        """Write the record; the file holds the old one or the new one, never half of one."""
        tally = self.tally
        found = {
            "levels": self.levels,
            "seed": self.seed,
            "code": self.code,
            "commit": self.commit,
            "machine": self.machine,
            "chunks": self.chunks,
            "seconds": self.seconds,
            "levels_done": self.done,
            "levels_by_sort": dict(sorted(tally.levels.items())),
            "levels_by_boxes": {str(boxes): count for boxes, count in sorted(tally.boxes.items())},
            **{name: getattr(tally, name) for name in COUNTED},
        }
        unfinished = path.with_suffix(".tmp")
        unfinished.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
        unfinished.replace(path)


def load(path: Path) -> Record:
    """Return the record of a file that `save` wrote."""
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))  # Any: the fields have many types
    tally = Tally()
    tally.levels.update(found["levels_by_sort"])
    tally.boxes.update({int(number): count for number, count in found["levels_by_boxes"].items()})
    for name in COUNTED:
        setattr(tally, name, found[name])
    names = ("levels", "seed", "commit", "machine", "chunks", "seconds")
    return Record(code=found.get("code", ""), **{name: found[name] for name in names}, tally=tally)


def code() -> str:
    """Return a digest of what is compared, and of what compares it: the modules of both engines, of the generators that
    draw the levels, and of this folder."""
    digest = hashlib.sha256()
    for module in (sokospec.__file__, sokosolve.__file__, sokogen.__file__, __file__):
        assert module is not None
        folder = Path(module).parent
        for path in sorted(folder.rglob("*.py")):
            if not path.name.startswith("test_"):
                digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def commit() -> str:
    """Return the commit of the working tree, with a mark when the tree is not what was committed."""
    command = ["git", "describe", "--always", "--abbrev=40", "--exclude=*", "--dirty=+changes"]
    try:
        done = subprocess.run(
            command, cwd=Path(__file__).parent, capture_output=True, text=True, check=False, timeout=900
        )
    except OSError:
        return "unknown"
    return done.stdout.strip() or "unknown"


def start_worker() -> None:
    """Leave Ctrl-C to the parent, and have the machine code ready."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    compile_engine()


def chunks(record: Record, jobs: int) -> Iterator[Tally]:
    """Yield the chunks that are not done yet, in order."""
    total = -(-record.levels // CHUNK)
    numbers = iter(range(record.chunks, total))
    with ProcessPoolExecutor(jobs, get_context("spawn"), start_worker) as pool:
        waiting: deque[Future[Tally]] = deque()
        try:
            while True:
                for number in numbers:
                    size = min(CHUNK, record.levels - number * CHUNK)
                    waiting.append(pool.submit(compare, f"{record.seed} {number}", size))
                    if len(waiting) >= 2 * jobs:
                        break
                if not waiting:
                    return
                yield waiting.popleft().result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def progress(record: Record, started: float, done_before: int) -> str:
    """Return a line that says how far it is and how long it will take."""
    passed = time.monotonic() - started
    left = passed / max(1, record.done - done_before) * (record.levels - record.done)
    return (
        f"{record.done:,} of {record.levels:,} levels, {record.tally.comparisons:,} comparisons, "
        f"{len(record.tally.differences)} differences, {passed:.0f} s, {left:.0f} s to go"
    )


_told = [0.0]  # when progress was last told


def tell(line: str, *, last: bool = False) -> None:
    """Show progress: in place on a terminal, now and then elsewhere."""
    if sys.stderr.isatty():
        print(f"\r{line}\033[K", end="\n" if last else "", file=sys.stderr, flush=True)
    elif last or time.monotonic() - _told[0] >= 30:
        _told[0] = time.monotonic()
        print(line, file=sys.stderr, flush=True)


def run(record: Record, jobs: int, out: Path | None) -> bool:
    """Do what is left of a record; returns whether it came to its end."""
    started, before, done_before = time.monotonic(), record.seconds, record.done
    saved = started
    try:
        for tally in chunks(record, jobs):
            for difference in tally.differences:
                print(f"\n{difference}", flush=True)
            record.tally.add(tally)
            record.chunks += 1
            record.seconds = round(before + time.monotonic() - started, 1)
            tell(progress(record, started, done_before))
            if out is not None and time.monotonic() - saved >= 10:
                saved = time.monotonic()
                record.save(out)
    except KeyboardInterrupt:
        pass
    tell(progress(record, started, done_before), last=True)
    if out is not None:
        record.save(out)
    return record.done == record.levels


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare, print every difference, keep the record."""
    parser = argparse.ArgumentParser(
        prog="run_fast_engine.py", description="Compare the fast engine with the oracle on random levels."
    )
    parser.add_argument("--levels", type=int, default=100_000, metavar="N", help="how many levels (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="which levels (%(default)s)")
    parser.add_argument("--jobs", type=int, default=2, metavar="J", help="processes (%(default)s)")
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="keep a record in JSON here, or go on with the one there"
    )
    options = parser.parse_args(arguments)
    record = Record(
        options.levels, options.seed, code(), commit(), f"{platform.python_version()}, {platform.machine()}"
    )
    if options.out is not None and options.out.exists():
        past = load(options.out)
        if (past.levels, past.seed, past.code) != (record.levels, record.seed, record.code):
            other = "" if past.code == record.code else ", with other code"
            what = f"{past.levels} levels of seed {past.seed}{other}, begun at commit {past.commit}"
            print(f"{options.out} is a record of {what}; choose another file", file=sys.stderr)
            return 2
        record = past
    finished = run(record, options.jobs, options.out)
    tally = record.tally
    print(
        f"{record.done} levels: {tally.solvable} solvable, {tally.unsolvable} unsolvable, {tally.by_layers} settled by "
        f"a plain search, {tally.unsettled} too large; {tally.comparisons} comparisons, "
        f"{len(tally.differences)} differences, {record.seconds} s"
    )
    return 1 if tally.differences else 0 if finished else 130


if __name__ == "__main__":
    sys.exit(main())
