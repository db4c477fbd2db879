"""Limits for what does not watch its own: a clock for each level, and an end to what is going on when it has run out.

A search looks at its limits itself, and says how far it came. Reading, tables, normal forms, detectors, pictures and
the writing of a certificate do not look: a signal does so for them, some twenty times a second.
"""

from __future__ import annotations

import signal
import threading
import time
from types import FrameType, TracebackType
from typing import ClassVar

from sokospec import clock
from sokospec.answer import Verdict
from sokospec.limits import LimitReached, Limits, rss_mib

TICK = 0.05
"""Seconds between two looks."""

GRACE = 1.0
"""CPU seconds more for a search: at its limits it stops by itself, and then says what it knows."""

WAITING = 10
"""So many times the grace may pass on the clock, where the process gets little of the CPU."""

IMPORTING = "<frozen importlib._bootstrap>"


class Guard:
    """Keeps limits for each level: `begin` starts its clock, and the blocks of the guard end when a limit is passed.

    The grace is in CPU seconds after a limit was passed. In a block, `LimitReached` is raised where the main thread
    happens to be, and again at each tick until the block is left, so that nothing can swallow it. A call outside
    Python's own code ends first. A module is imported to its end, as half of one could not be used again. In other
    threads than the main one, and on Windows, nothing is raised.

    >>> guard = Guard(Limits(seconds=0))
    >>> with guard:
    ...     while True:
    ...         pass
    Traceback (most recent call last):
    sokospec.limits.LimitReached: LIMIT_TIME
    """

    _listening: ClassVar[Guard | None] = None
    """Whose the handler of the signal is: a process has one, and changing it at every level would take long."""

    def __init__(self, limits: Limits, grace: float = 0.0) -> None:
        """Keep the limits, and begin."""
        self.limits = limits
        self._grace = grace
        self._on = False
        self._depth = 0
        self._raised: Verdict | None = None
        self.begin()

    def begin(self) -> None:
        """Set the clocks to zero: a level begins."""
        self._began, self._cpu_at_start = clock.now(), clock.cpu()
        self._passed_at: tuple[float, float] | None = None

    @property
    def left(self) -> Limits:
        """What is left of the limits for what is done next."""
        return self.limits.after(clock.now() - self._began, clock.cpu() - self._cpu_at_start)

    def __enter__(self) -> None:
        """Watch from here on; a block within a block changes nothing."""
        self._depth += 1
        unlimited = self.limits.seconds is None and self.limits.cpu is None and self.limits.mib is None
        if (
            self._depth > 1
            or unlimited
            or not hasattr(signal, "setitimer")
            or threading.current_thread() is not threading.main_thread()
        ):
            return
        if Guard._listening is not self:
            signal.signal(signal.SIGALRM, self._look)
            Guard._listening = self
        self._raised = None
        self._on = True
        signal.setitimer(signal.ITIMER_REAL, TICK, TICK)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Watch no longer; raise `LimitReached` again if somebody has made something else of it."""
        self._depth -= 1
        if self._depth or not self._on:
            return
        self._on = False
        signal.setitimer(signal.ITIMER_REAL, 0)
        if self._raised is not None and not isinstance(error, LimitReached | KeyboardInterrupt):
            raise LimitReached(self._raised)

    def _look(self, _number: int, frame: FrameType | None) -> None:
        """Raise `LimitReached` if a limit is passed, where that can be done: what a tick calls."""
        if not self._on or clock.stands_still() or _must_go_on(frame):
            return
        passed = self._passed()
        if passed is not None and self._has_had_grace():
            self._raised = passed
            raise LimitReached(passed)

    def _passed(self) -> Verdict | None:
        limits = self.limits
        if limits.seconds is not None and clock.now() - self._began >= limits.seconds:
            return Verdict.LIMIT_TIME
        if limits.cpu is not None and clock.cpu() - self._cpu_at_start >= limits.cpu:
            return Verdict.LIMIT_TIME
        if limits.mib is not None and rss_mib() >= limits.mib:
            return Verdict.LIMIT_MEMORY
        self._passed_at = None
        return None

    def _has_had_grace(self) -> bool:
        cpu, now = time.process_time(), clock.now()
        if self._passed_at is None:
            self._passed_at = cpu, now
        since_cpu, since = self._passed_at
        return cpu - since_cpu >= self._grace or now - since >= WAITING * self._grace


def limit_words(verdict: Verdict, limits: Limits) -> str:
    """Return which limit was reached, and what raises it: with both limits on time, either may have been.

    >>> limit_words(Verdict.LIMIT_TIME, Limits(cpu=1))
    'LIMIT_TIME: not finished within the limit; raise --cpu-limit'
    """
    return f"{verdict}: not finished within the limit; raise {option_of(verdict, limits)}"


def option_of(verdict: Verdict, limits: Limits) -> str:
    """Return the option of the limit that was reached.

    >>> option_of(Verdict.LIMIT_TIME, Limits(seconds=1)), option_of(Verdict.LIMIT_TIME, Limits(seconds=1, cpu=1))
    ('--time-limit', '--time-limit or --cpu-limit')
    """
    if verdict is Verdict.LIMIT_MEMORY:
        return "--memory-limit"
    if limits.cpu is None:
        return "--time-limit"
    return "--cpu-limit" if limits.seconds is None else "--time-limit or --cpu-limit"


def _must_go_on(frame: FrameType | None) -> bool:
    """Say whether a guard is just being left, or a module imported."""
    if frame is not None and frame.f_code is Guard.__exit__.__code__:
        return True
    while frame is not None:
        if frame.f_code.co_filename == IMPORTING:
            return True
        frame = frame.f_back
    return False
