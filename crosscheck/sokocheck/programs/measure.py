"""Measured run of one program."""

from __future__ import annotations

import math
import os
import re
import selectors
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Event

from sokocheck.programs.survivors import launch

_LAUNCHER = Path(__file__).with_name("launcher.py")

MAX_OUTPUT = 4 * 1024 * 1024
"""The most bytes that a program may print."""

_TAIL = 2000
"""The number of last bytes of stderr that are kept."""


class Cancelled(Exception):  # not an error: Ctrl-C was pressed
    """The run was cancelled."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """Limits of a program: CPU seconds and MiB of all its processes, wall seconds, and MiB for each file."""

    cpu: float
    wall: float
    mib: float
    file_mib: float = 0


@dataclass(frozen=True, slots=True)
class Measured:
    """Measurements and output of a run.

    `ended`: `exit`, the limit `cpu`, `wall`, `memory` or `output`, or `lost` if the program killed or stopped its
    launcher (then only `wall_seconds` is valid). `code`: exit code, or minus the signal. CPU time covers all processes,
    the peak is the largest process's resident memory.
    """

    ended: str
    code: int
    cpu_seconds: float
    wall_seconds: float
    peak_rss_mib: float
    stdout: str
    stderr: str


_REPORT = re.compile(r"(exit|cpu|wall|memory|cancelled) (-?[0-9]{1,3}) ([0-9.]{1,20}) ([0-9.]{1,20}) ([0-9.]{1,20})\n")
"""The line that the launcher writes: how the run ended, exit code, CPU and wall seconds, peak in MiB."""

_DRAINING = 0.5
"""Seconds for which output is still read after the launcher ended."""

_LATE = 10.0
"""Seconds after which an overdue launcher counts as lost."""


def run(
    command: Sequence[str], allowance: Allowance, stop: Event | None = None, *, folder: Path | None = None
) -> Measured:
    r"""Run a program without shell and input, and return its measurements. Raises `Cancelled` when `stop` is set.

    >>> run(["echo", "RR"], Allowance(cpu=10, wall=10, mib=1000)).stdout
    'RR\n'
    """
    ours, theirs = socket.socketpair()
    limits = (f"{limit:g}" for limit in (allowance.cpu, allowance.wall, allowance.mib, allowance.file_mib))

    def start() -> subprocess.Popen[bytes]:
        with theirs:
            return subprocess.Popen(
                [sys.executable, "-I", "-S", str(_LAUNCHER), str(theirs.fileno()), *limits, *command],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                pass_fds=(theirs.fileno(),),
                cwd=folder,
                start_new_session=True,  # so that Ctrl-C reaches us alone
            )

    with ours:
        started = time.monotonic()
        with launch(start) as launcher:
            running = _Run(launcher, ours, allowance.wall, stop)
            try:
                running.read()
            finally:
                running.give_up()
                with suppress(subprocess.TimeoutExpired):
                    launcher.wait(0 if running.lost else _LATE)
        report = _report(ours)
    if stop is not None and stop.is_set():
        raise Cancelled
    seconds = time.monotonic() - started
    ended, code, cpu, wall, peak = report or ("lost", 0, 0.0, round(seconds, 3), 0.0)
    if len(running.stdout) > MAX_OUTPUT and ended != "lost":
        ended = "output"
    kept = running.stdout[:MAX_OUTPUT].decode(errors="replace")
    return Measured(ended, code, cpu, wall, peak, kept, running.stderr.decode(errors="replace"))


def _report(ours: socket.socket) -> tuple[str, int, float, float, float] | None:
    ours.setblocking(False)
    try:
        match = _REPORT.fullmatch(ours.recv(1000).decode("ascii", errors="replace"))
        if match is None:
            return None
        ended, code, cpu, wall, peak = match.groups()
        return ended, int(code), float(cpu), float(wall), float(peak)
    except (OSError, ValueError):
        return None


class _Run:
    def __init__(self, launcher: subprocess.Popen[bytes], ours: socket.socket, wall: float, stop: Event | None) -> None:
        self.stdout, self.stderr = bytearray(), bytearray()
        self.lost = False
        self._launcher, self._ours, self._stop = launcher, ours, stop
        self._ends_at = time.monotonic() + wall + _LATE if wall else math.inf
        self._given_up = False

    def give_up(self) -> None:
        if not self._given_up:
            self._given_up = True
            self._ends_at = min(self._ends_at, time.monotonic() + _LATE)
            with suppress(OSError):
                self._ours.shutdown(socket.SHUT_WR)

    def read(self) -> None:
        stdout, stderr = self._launcher.stdout, self._launcher.stderr
        assert stdout is not None and stderr is not None
        looked = time.monotonic()
        with selectors.DefaultSelector() as selector:
            selector.register(stdout, selectors.EVENT_READ)
            selector.register(stderr, selectors.EVENT_READ)
            while selector.get_map():
                if (self._stop is not None and self._stop.is_set()) or len(self.stdout) > MAX_OUTPUT:
                    self.give_up()
                for key, _ in selector.select(timeout=0.1):
                    chunk = os.read(key.fd, 65536)
                    if not chunk:
                        selector.unregister(key.fileobj)
                    elif key.fileobj is stderr:
                        self.stderr = (self.stderr + chunk)[-_TAIL:]
                    elif len(self.stdout) <= MAX_OUTPUT:
                        self.stdout += chunk
                if time.monotonic() - looked >= 0.1:
                    looked = time.monotonic()
                    self.lost = self._is_lost()
                    if self.lost:
                        return

    def _is_lost(self) -> bool:
        """Say whether the launcher is late, stopped, or ended while others hold the streams open."""
        if time.monotonic() >= self._ends_at or _is_stopped(self._launcher.pid):
            return True
        if self._launcher.poll() is not None:
            self._ends_at = min(self._ends_at, time.monotonic() + _DRAINING)
        return False


def _is_stopped(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as stat:
            return stat.read().rpartition(")")[2].split()[0] in ("T", "t")
    except (OSError, IndexError):
        return False
