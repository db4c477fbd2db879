"""The clock of searches: it stands still while its thread makes machine code or loads it, which is no search's time."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache


class _Clock(threading.local):
    """What a thread knows: how long its clock has stood still, and since when it does, by how many that wanted it."""

    stood = 0.0
    since = 0.0
    depth = 0


_clock = _Clock()


def now() -> float:
    """Return seconds; differences between two of one thread are what counts."""
    return (_clock.since if _clock.depth else time.monotonic()) - _clock.stood


@contextmanager
def standing_still() -> Iterator[None]:
    """Let the clock of this thread stand still while the block runs."""
    _stop()
    try:
        yield
    finally:
        _go_on()


def started() -> float:
    """Return `now` at the beginning of a search, when nothing that was interrupted holds the clock any longer."""
    _clock.depth = 0
    return now()


@cache
def heed_the_compiler() -> None:
    """Let every thread's clock stand still from now on while Numba compiles for it, or loads what it has compiled."""
    from numba.core import event

    class Compiler(event.Listener):
        def on_start(self, event: event.Event) -> None:
            _stop()

        def on_end(self, event: event.Event) -> None:
            _go_on()

    event.register("numba:compiler_lock", Compiler())  # type: ignore[no-untyped-call]  # numba has few types


def _stop() -> None:
    if _clock.depth == 0:
        _clock.since = time.monotonic()
    _clock.depth += 1


def _go_on() -> None:
    if _clock.depth == 0:  # a new search has begun since
        return
    _clock.depth -= 1
    if _clock.depth == 0:
        _clock.stood += time.monotonic() - _clock.since
