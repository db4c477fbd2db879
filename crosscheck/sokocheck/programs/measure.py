"""One program, run once as a process of its own: what it printed, and what it took in CPU time, time and memory."""

from __future__ import annotations

import os
import selectors
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import IO

LAUNCHER = Path(__file__).with_name("launcher.py")

MAX_OUTPUT = 4 * 1024 * 1024
"""A program that prints more bytes than this is stopped."""

TAIL = 2000
"""Of what a program says on stderr, this many last bytes are kept."""


class Cancelled(Exception):  # no error: somebody pressed Ctrl-C
    """The run was given up; nothing was measured."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """What a program may use: CPU seconds and MiB, each of all its processes together, and wall seconds.

    `file_mib` is the most of any one file that it writes; 0 is no limit.
    """

    cpu: float
    wall: float
    mib: float
    file_mib: float = 0


@dataclass(frozen=True, slots=True)
class Measured:
    """What a run took and gave.

    `ended` is `exit`, or the limit that ended it: `cpu`, `wall`, `memory`, `output`. `code` is the exit code, minus the
    number of the signal if one killed it. CPU seconds are user and system time of the program and everything it
    started; the peak is the resident memory of its largest process.
    """

    ended: str
    code: int
    cpu_seconds: float
    wall_seconds: float
    peak_rss_mib: float
    stdout: str
    stderr: str


def run(
    command: Sequence[str], allowance: Allowance, stop: Event | None = None, *, folder: Path | None = None
) -> Measured:
    """Return what a program took and printed, without a shell and without input; raises `Cancelled` when `stop` is set.

    It runs in `folder`, or in ours.

    >>> run(["echo", "RR"], Allowance(cpu=10, wall=10, mib=1000)).stdout
    'RR\\n'
    """
    reading, writing = os.pipe()
    limits = (f"{limit:g}" for limit in (allowance.cpu, allowance.wall, allowance.mib, allowance.file_mib))
    try:
        launcher = subprocess.Popen(
            [sys.executable, "-I", "-S", str(LAUNCHER), str(writing), *limits, *command],
            stdin=subprocess.PIPE,  # never written to: its end tells the launcher to end
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            pass_fds=(writing,),
            cwd=folder,
            start_new_session=True,  # so that Ctrl-C reaches us alone
        )
    finally:
        os.close(writing)
    with launcher, os.fdopen(reading, encoding="ascii") as report:
        assert launcher.stdin is not None and launcher.stdout is not None and launcher.stderr is not None
        try:
            stdout, stderr = _read(launcher.stdin, launcher.stdout, launcher.stderr, stop)
        finally:
            launcher.stdin.close()
        words = report.read().split()
    if stop is not None and stop.is_set():
        raise Cancelled
    if not words:
        raise ChildProcessError(
            f"the launcher of {command[0]} ended without a report: {stderr.decode(errors='replace')}"
        )
    ended, code, cpu, wall, peak = words
    if len(stdout) > MAX_OUTPUT:
        ended = "output"
    kept = stdout[:MAX_OUTPUT].decode(errors="replace")
    return Measured(ended, int(code), float(cpu), float(wall), float(peak), kept, stderr.decode(errors="replace"))


def _read(alive: IO[bytes], stdout: IO[bytes], stderr: IO[bytes], stop: Event | None) -> tuple[bytes, bytes]:
    """Read both streams to their ends, and close `alive` when that is to come early."""
    kept, tail = bytearray(), bytearray()
    with selectors.DefaultSelector() as selector:
        selector.register(stdout, selectors.EVENT_READ)
        selector.register(stderr, selectors.EVENT_READ)
        while selector.get_map():
            if (stop is not None and stop.is_set()) or len(kept) > MAX_OUTPUT:
                alive.close()
            for key, _ in selector.select(timeout=0.1):
                chunk = os.read(key.fd, 65536)
                if not chunk:
                    selector.unregister(key.fileobj)
                elif key.fileobj is stderr:
                    tail = (tail + chunk)[-TAIL:]
                elif len(kept) <= MAX_OUTPUT:
                    kept += chunk
    return bytes(kept), bytes(tail)
