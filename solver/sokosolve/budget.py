"""What a search may use, and whether it runs compiled: shared by all algorithms."""

from __future__ import annotations

import time
from collections.abc import Callable

from sokosolve.kernel import is_warm
from sokospec.answer import Verdict
from sokospec.limits import LimitReached, Limits, Progress, rss_mib

SECONDS_IN_PYTHON = 0.3  # about half of what loading the compiled kernels takes
STEPS_COMPILED, STEPS_IN_PYTHON = 5_000, 20  # expansions in one call: hundredths of a second, so Ctrl-C is never far


class Budget:
    """The clock, the memory, and the moment from which on kernels run compiled."""

    def __init__(self, limits: Limits, on_compile: Callable[[], None] | None, *, compiled: bool) -> None:
        """Start the clock."""
        self.limits = limits
        self.on_compile = on_compile
        self.compiled = compiled
        self.started = time.monotonic()

    @property
    def seconds(self) -> float:
        """Wall seconds since the start."""
        return time.monotonic() - self.started

    @property
    def steps(self) -> int:
        """How many expansions to ask of a kernel at once."""
        return STEPS_COMPILED if self.compiled else STEPS_IN_PYTHON

    def compile(self) -> None:
        """Go on with compiled kernels."""
        if not self.compiled:
            if self.on_compile is not None and not is_warm():
                self.on_compile()
            self.compiled = True

    def look(self, expanded: int, generated: int, bound: int) -> None:
        """Tell the news, raise `LimitReached` when the time is over, and compile when Python takes too long."""
        seconds = self.seconds
        if self.limits.report is not None:
            self.limits.report(Progress(expanded, generated, bound, seconds, rss_mib()))
        if self.limits.seconds is not None and seconds >= self.limits.seconds:
            raise LimitReached(Verdict.LIMIT_TIME)
        if seconds > SECONDS_IN_PYTHON:
            self.compile()

    def room_for(self, wanted: float, least: float = 0.0) -> float:
        """Return how many of the wanted bytes may be taken; raises `LimitReached` when fewer than the least."""
        if self.limits.mib is None:
            return wanted
        spare = (self.limits.mib - rss_mib()) * 2**20
        if spare < least:
            raise LimitReached(Verdict.LIMIT_MEMORY)
        return min(wanted, spare)
