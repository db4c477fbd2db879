"""Processes that work for this one, and leave Ctrl-C to it."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress


@contextmanager
def deaf() -> Iterator[None]:
    """Let Python processes that `multiprocessing` starts in this block never hear Ctrl-C.

    A terminal sends it to all processes at once, and one that is just beginning would answer with a traceback, before
    it could say that it does not want to hear. This process hears what came meanwhile at the end of the block. Does
    nothing where the system cannot block signals.

    >>> with deaf():
    ...     signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, [])
    True
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing.resource_tracker import ensure_running

    ensure_running()  # it starts a process of its own, and unblocks the signal then
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def die_with_parent() -> None:
    """Let the system end this process when the one that started it ends, be it by kill -9; Linux alone can do that."""
    with suppress(OSError, AttributeError):
        import ctypes

        ctypes.CDLL(None).prctl(1, 9, 0, 0, 0)  # PR_SET_PDEATHSIG, SIGKILL
    if os.getppid() == 1:
        os._exit(1)  # it had ended before the system was told
