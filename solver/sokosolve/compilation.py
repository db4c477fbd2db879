"""Machine code, made once on a machine: by one process, while the others that need it wait."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from sokosolve.features import Algorithm
from sokosolve.kernel import cache_folder
from sokospec.answer import Objective

Tell = Callable[[float, bool], None]
"""What is told of a compilation: the seconds that it has taken so far, and whether it is over."""

PAUSE = 0.1
EVERYTHING = "everything"


class Need(NamedTuple):
    """Which kernels a search needs: those for an objective and an algorithm, with or without a certificate."""

    objective: Objective
    algorithm: Algorithm = Algorithm.ASTAR
    certificate: bool = False

    def __str__(self) -> str:
        """Return it as one word."""
        return "-".join([self.objective, self.algorithm, *(["certificate"] if self.certificate else [])])


def prepare(need: Need, tell: Tell | None) -> None:
    """Wait until there is machine code for a search; returns at once where it has been made before.

    `tell` is called at the beginning, then every moment, and at the end. A process of its own compiles, so that memory
    and Ctrl-C are not its parent's concern; where that fails, kernels are compiled as they are called.
    """
    if is_made(need):
        return
    began = time.monotonic()
    tell = tell or (lambda seconds, over: None)

    def pause() -> None:
        time.sleep(PAUSE)
        tell(time.monotonic() - began, False)

    tell(0.0, False)
    with alone(pause):
        if not is_made(need):
            compile_apart(need, pause)
    tell(time.monotonic() - began, True)


@contextmanager
def alone(pause: Callable[[], None]) -> Iterator[None]:
    """Keep other processes from compiling while the block runs; `pause` is called while another one does.

    On systems without such locks, two processes may compile at a time, which does no harm.
    """
    try:
        import fcntl
    except ImportError:
        yield
        return
    with open(cache_folder() / "lock", "ab") as lock:
        while True:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                pause()
            else:
                break
        yield


def compile_apart(need: Need, pause: Callable[[], None]) -> None:
    """Compile in a new process, which ends with this one; `pause` is called while it does."""
    command = [sys.executable, "-P", "-m", "sokosolve.warm", need.objective, need.algorithm]
    command += ["certificate"] if need.certificate else []
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(cache_folder().parent)}
    silent = subprocess.DEVNULL
    try:
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=silent, stderr=silent, env=environment)
    except OSError:
        return
    with process:
        try:
            while process.poll() is None:
                pause()
        finally:
            process.kill()


def is_made(need: Need) -> bool:
    """Say whether there is machine code for a search, for this processor, as far as is known."""
    return _mark(EVERYTHING).exists() or _mark(str(need)).exists()


def mark_as_made(what: str = EVERYTHING) -> None:
    """Take note that what a search needs, or everything, has been compiled."""
    _mark(what).touch()


def _mark(what: str) -> Path:
    """Return the file that says so. Its name holds all that Numba goes by when it looks for what it has compiled."""
    import numba
    from numba.core.registry import cpu_target

    sources = sorted(Path(__file__).parent.rglob("*.py"))
    stamps = [(str(source), source.stat().st_mtime, source.stat().st_size) for source in sources]
    processor = cpu_target.target_context.codegen().magic_tuple()
    about = (sys.implementation.cache_tag, numba.__version__, processor, stamps)
    return cache_folder() / f"made-{hashlib.sha256(repr(about).encode()).hexdigest()[:16]}-{what}"
