"""The clock of searches: it stands still while a block runs that is no level's time, such as making machine code."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager


class _Clock(threading.local):
    """What a thread knows: how long its clock has stood still, and since when it does, by how many that wanted it."""

    stood = 0.0
    since = 0.0
    depth = 0


_clock = _Clock()


def now() -> float:
    """Return seconds; differences between two of one thread are what counts."""
    return (_clock.since if _clock.depth else time.monotonic()) - _clock.stood


def stands_still() -> bool:
    """Say whether the clock of this thread stands still."""
    return _clock.depth > 0


@contextmanager
def standing_still() -> Iterator[None]:
    """Let the clock of this thread stand still while the block runs.

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
    """Let the clock of this thread stand still, until `go_on` has been called as often."""
    if _clock.depth == 0:
        _clock.since = time.monotonic()
    _clock.depth += 1


def go_on() -> None:
    """Undo one `stop`."""
    if _clock.depth == 0:  # it was started anew since
        return
    _clock.depth -= 1
    if _clock.depth == 0:
        _clock.stood += time.monotonic() - _clock.since


def started() -> float:
    """Return `now` at the beginning of a search, when nothing that was interrupted holds the clock any longer."""
    _clock.depth = 0
    return now()
