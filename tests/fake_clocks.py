"""Clocks that a test sets, and machine code that takes them an hour: nothing is timed, and nothing waits."""

from __future__ import annotations

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
