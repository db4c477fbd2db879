"""Clocks that a test sets, and machine code that takes them an hour: nothing is timed, and nothing waits."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace

import pytest

from sokospec import clock

HOUR = 3600.0


class Clocks:
    """A wall clock and a CPU clock."""

    wall = 0.0
    cpu = 0.0


class SlowLibrary:
    """Machine code that nobody has made yet; making it takes an hour by both clocks."""

    is_loaded = False

    def __init__(self, clocks: Clocks) -> None:
        self.clocks = clocks

    def is_made(self) -> bool:
        return False

    def load(self) -> None:
        self.clocks.wall += HOUR
        self.clocks.cpu += HOUR


def set_clock(patch: pytest.MonkeyPatch, *, now: Callable[[], float], cpu: Callable[[], float] | None = None) -> None:
    """Let the clock of searches tell what functions return; it has never been paused."""
    patch.setattr(clock, "time", SimpleNamespace(monotonic=now))
    if cpu is not None:
        patch.setattr(clock, "thread_time", cpu)
    for stood in ("stood", "cpu_stood"):  # a fraction from a test before would make whole seconds inexact
        patch.setattr(f"sokospec.clock._clock.{stood}", 0.0)
