"""Per-thread search clocks that can be paused, so that compiling and waiting do not count as search time."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from time import thread_time


class _Clock(threading.local):
    stood = 0.0
    since = 0.0
    cpu_stood = 0.0
    cpu_since = 0.0
    depth = 0


_clock = _Clock()


def now() -> float:
    """Return wall seconds; only differences within one thread are meaningful."""
    return (_clock.since if _clock.depth else time.monotonic()) - _clock.stood


def cpu() -> float:
    """Return CPU seconds of this thread."""
    return (_clock.cpu_since if _clock.depth else thread_time()) - _clock.cpu_stood


def is_paused() -> bool:
    """Tell whether this thread is paused."""
    return _clock.depth > 0


@contextmanager
def pause() -> Iterator[None]:
    """Pause the clocks of this thread while the block runs.

    >>> before = now()
    >>> with pause():
    ...     time.sleep(0.01)
    >>> now() - before < 0.01
    True
    """
    if _clock.depth == 0:
        _clock.since, _clock.cpu_since = time.monotonic(), thread_time()
    _clock.depth += 1
    try:
        yield
    finally:
        if _clock.depth:  # else it was started anew since
            _clock.depth -= 1
            if _clock.depth == 0:
                _clock.stood += time.monotonic() - _clock.since
                _clock.cpu_stood += thread_time() - _clock.cpu_since


def restart() -> float:
    """Return `now`, and end pauses that an interrupted search left behind."""
    _clock.depth = 0
    return now()
