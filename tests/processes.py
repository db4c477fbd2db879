"""Processes that tests watch."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path


def gone(pid: int) -> bool:
    """Say whether there is no such process any more."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def helps(script: Path) -> bool:
    """Say whether a script prints its help in a process of its own."""
    done = subprocess.run([sys.executable, script, "--help"], capture_output=True, text=True, timeout=900, check=False)
    return done.returncode == 0 and done.stdout.startswith("usage: ")


def hear_interrupts() -> None:
    """Undo what a shell does to programs in the background: they ignore SIGINT, and so do their children."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def wait_until(holds: Callable[[], bool]) -> None:
    """Wait until something holds, a quarter of an hour at the most."""
    deadline = time.monotonic() + 900
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.01)
