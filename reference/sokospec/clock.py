"""The clock of searches: it can be paused, so that compiling, importing and waiting do not count as search time.

It tells wall time (`now`) and the CPU seconds of a thread (`cpu`), which a busy machine does not make faster. A search
runs in one thread; what other threads do beside it, such as showing its progress, is not its time.

Limits, and the seconds that are told of a search, go by this clock alone. `time.monotonic` is for what is no search:
waiting for other processes and connections, and how long a command has been running.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from time import thread_time


class _Clock(threading.local):
    """What a thread knows: how long its clocks have stood still, and since when they do, by how many that wanted it."""

    stood = 0.0
    since = 0.0
    cpu_stood = 0.0
    cpu_since = 0.0
    depth = 0


_clock = _Clock()


def now() -> float:
    """Return seconds; differences between two of one thread are what counts."""
    return (_clock.since if _clock.depth else time.monotonic()) - _clock.stood


def cpu() -> float:
    """Return the CPU seconds of this thread; sleeping and waiting take none."""
    return (_clock.cpu_since if _clock.depth else thread_time()) - _clock.cpu_stood


def stands_still() -> bool:
    """Say whether the clocks of this thread stand still."""
    return _clock.depth > 0


@contextmanager
def standing_still() -> Iterator[None]:
    """Let the clocks of this thread stand still while the block runs.

    >>> before = now()
    >>> with standing_still():
    ...     time.sleep(0.01)
    >>> now() - before < 0.01
    True
    """
    stop()
    try:
        yield
    finally:
        go_on()


def stop() -> None:
    """Let the clocks of this thread stand still, until `go_on` has been called as often."""
    if _clock.depth == 0:
        _clock.since, _clock.cpu_since = time.monotonic(), thread_time()
    _clock.depth += 1


def go_on() -> None:
    """Undo one `stop`."""
    if _clock.depth == 0:  # it was started anew since
        return
    _clock.depth -= 1
    if _clock.depth == 0:
        _clock.stood += time.monotonic() - _clock.since
        _clock.cpu_stood += thread_time() - _clock.cpu_since


def started() -> float:
    """Return `now` at the beginning of a search, when nothing that was interrupted holds the clock any longer."""
    _clock.depth = 0
    return now()
