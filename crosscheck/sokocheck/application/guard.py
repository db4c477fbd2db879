"""Limits for code that does not check its own: a clock for each level, and a timer signal about twenty
times a second.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType, TracebackType
from typing import Any, ClassVar

from sokocheck.application.interrupts import atomic, must_go_on
from sokocheck.application.vocabulary import text_of
from sokospec import clock
from sokospec.answer import Verdict
from sokospec.limits import LimitReached, Limits, rss_mib

_TICK = 0.05
"""Seconds between two looks."""

GRACE = 1.0
"""CPU seconds more for a search: at its limits it stops by itself, and then says what it knows."""

_WAITING = 10
"""So many times the grace may pass on the clock, where the process gets little of the CPU."""

_Handler = Callable[[int, FrameType | None], Any] | int
"""What `signal.signal` returns; Any as there."""


class Guard:
    """Limits for each level: `begin` starts the clock, and the guarded block is ended after a limit.

    `grace` is in CPU seconds after the limit. The main thread gets `LimitReached` at each tick until the block is left,
    so that the block cannot swallow it. Calls outside Python and imports finish first. In other threads and on Windows
    nothing is raised.

    >>> guard = Guard(Limits(seconds=0))
    >>> with guard:
    ...     while True:
    ...         pass
    Traceback (most recent call last):
    sokospec.limits.LimitReached: LIMIT_TIME
    """

    _blocks: ClassVar[tuple[Guard, ...]] = ()
    """The guards whose blocks run, the outermost first."""

    _hurried: ClassVar[int] = 0
    """How many blocks without grace run."""

    _before: ClassVar[_Handler] = signal.SIG_DFL
    """What handled the signal before the outermost block."""

    def __init__(self, limits: Limits, grace: float = 0.0) -> None:
        self.limits = limits
        self._grace = grace
        self._depth = 0
        self._raised: Verdict | None = None
        self.begin()

    def begin(self) -> None:
        """Restart the clocks for a new level."""
        self._began, self._cpu_at_start = clock.now(), clock.cpu()
        self._passed_at: tuple[float, float] | None = None

    @property
    def left(self) -> Limits:
        """Remaining limits."""
        return self.limits.after(clock.now() - self._began, clock.cpu() - self._cpu_at_start)

    @atomic
    def __enter__(self) -> None:
        if self._depth == 0 and self._watches():
            if not Guard._blocks:
                Guard._before = signal.signal(signal.SIGALRM, _look) or signal.SIG_DFL
                signal.setitimer(signal.ITIMER_REAL, _TICK, _TICK)
            self._raised = None
            Guard._blocks = (*Guard._blocks, self)
        self._depth += 1

    @atomic
    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._depth -= 1
        if self._depth or not self._watches() or self not in Guard._blocks:
            return
        Guard._blocks = tuple(guard for guard in Guard._blocks if guard is not self)
        if not Guard._blocks:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, Guard._before)
        if self._raised is not None and not isinstance(error, LimitReached | KeyboardInterrupt):
            raise LimitReached(self._raised)

    def _watches(self) -> bool:
        limits = self.limits
        limited = not (limits.seconds is None and limits.cpu is None and limits.mib is None)
        return limited and hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()

    @classmethod
    @contextmanager
    def without_grace(cls) -> Iterator[None]:
        """Let guards raise without grace in this block, which waits and does not search."""
        cls._hurried += 1
        try:
            yield
        finally:
            cls._hurried -= 1

    def check(self) -> None:
        """Raise `LimitReached` if a limit and the grace have passed."""
        passed = self._limit_passed()
        if passed is not None and self._has_had_grace():
            self._raised = passed
            raise LimitReached(passed)

    def _limit_passed(self) -> Verdict | None:
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
        if Guard._hurried:
            return True
        cpu, now = clock.cpu(), clock.now()
        if self._passed_at is None:
            self._passed_at = cpu, now
        since_cpu, since = self._passed_at
        return cpu - since_cpu >= self._grace or now - since >= _WAITING * self._grace


def limit_words(verdict: Verdict, limits: Limits) -> str:
    """Return the message for a limit that was reached.

    >>> limit_words(Verdict.LIMIT_TIME, Limits(cpu=1))
    'time limit reached; raise --cpu-limit'
    """
    return f"{text_of(verdict)}; raise {option_of(verdict, limits)}"


def option_of(verdict: Verdict, limits: Limits) -> str:
    """Return the command line option of the limit that was reached.

    >>> option_of(Verdict.LIMIT_TIME, Limits(seconds=1)), option_of(Verdict.LIMIT_TIME, Limits(seconds=1, cpu=1))
    ('--time-limit', '--time-limit or --cpu-limit')
    """
    if verdict is Verdict.LIMIT_MEMORY:
        return "--memory-limit"
    if limits.cpu is None:
        return "--time-limit"
    return "--cpu-limit" if limits.seconds is None else "--time-limit or --cpu-limit"


def _look(_number: int, frame: FrameType | None) -> None:
    if clock.is_paused() or must_go_on(frame):
        return
    for guard in Guard._blocks:
        guard.check()
