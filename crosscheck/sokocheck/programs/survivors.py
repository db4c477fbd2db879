"""Cleanup of processes that outlive their launcher, by adopting them."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Lock

from sokocheck.programs.launcher import adopt_orphans, child_pids, descendants

_PATIENCE = 5.0
"""Seconds for which surviving processes are killed again."""

_lock = Lock()
_launchers: set[int] = set()
"""The launchers that are running; while there are any, this process adopts orphans."""


@contextmanager
def end_orphans() -> Iterator[None]:
    """Adopt orphans during the block and kill all new children at its end."""
    with _lock:
        adopt_orphans()
        before = frozenset(child_pids(os.getpid()))
    try:
        yield
    finally:
        _end(None, before)
        adopt_orphans(adopt=False)


@contextmanager
def launch(start: Callable[[], subprocess.Popen[bytes]]) -> Iterator[subprocess.Popen[bytes]]:
    """Run a launcher during the block and kill everything it started.

    Runs may overlap in threads; other child processes must not be started meanwhile.
    """
    with _lock:
        if not _launchers:
            adopt_orphans()
        before = frozenset(child_pids(os.getpid()))
        launcher = start()
        _launchers.add(launcher.pid)
    try:
        yield launcher
    finally:
        _end(launcher, before)
        for stream in (launcher.stdout, launcher.stderr):
            if stream is not None:
                stream.close()
        with _lock:
            _launchers.discard(launcher.pid)
            if not _launchers:
                adopt_orphans(adopt=False)


def _end(launcher: subprocess.Popen[bytes] | None, before: frozenset[int]) -> None:
    deadline = time.monotonic() + _PATIENCE
    while time.monotonic() < deadline:
        with _lock:
            orphans = [pid for pid in child_pids(os.getpid()) if pid not in before and pid not in _launchers]
        running = [launcher.pid, *orphans] if launcher is not None and launcher.poll() is None else orphans
        if not running:
            return
        for pid in [*running, *(below for each in running for below in descendants(each))]:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        for pid in orphans:
            with suppress(ChildProcessError):
                os.waitpid(pid, os.WNOHANG)
        time.sleep(0.002)
