"""Limits of a search, and reports of its progress."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from math import isnan
from typing import Any, Protocol, TypeVar

from sokospec import clock
from sokospec.answer import Verdict


@dataclass(frozen=True, slots=True)
class Progress:
    """Progress of a search; `bound` is the cost layer."""

    expanded: int
    generated: int
    bound: int
    seconds: float
    rss_mib: float
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Limits:
    """Resources that a search may use; None means no limit.

    `seconds` is wall time, `cpu` CPU time of the searching thread, `mib` resident memory. `report` is called about ten
    times a second.

    >>> Limits(seconds=1.5).mib is None
    True
    """

    seconds: float | None = None
    mib: float | None = None
    report: Callable[[Progress], None] | None = None
    cpu: float | None = None

    def __post_init__(self) -> None:
        if any(limit is not None and isnan(limit) for limit in (self.seconds, self.mib, self.cpu)):
            raise ValueError("a limit is NaN, which no search reaches; name a number, or None for no limit")

    def after(self, seconds: float, cpu: float) -> Limits:
        """Return the remaining limits after some wall and CPU seconds.

        >>> left = Limits(seconds=3, cpu=1).after(1, 0.5)
        >>> left.seconds, left.cpu, left.after(9, 9).seconds, Limits().after(9, 9) == Limits()
        (2, 0.5, 0.0, True)
        """
        return replace(self, seconds=_less(self.seconds, seconds), cpu=_less(self.cpu, cpu))


def _less(limit: float | None, spent: float) -> float | None:
    return None if limit is None else max(0.0, limit - spent)


class LimitReached(BaseException):  # as an interrupt: what deals with errors of any kind must let it pass
    """Signal that a limit was reached; `verdict` says which."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(verdict)
        self.verdict = verdict


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during a call; `partial` is the result as if a limit had been reached."""

    def __init__(self, partial: Any) -> None:  # Any: each function that raises it names the type
        super().__init__()
        self.partial = partial


class _SearchResult(Protocol):
    @property
    def verdict(self) -> Verdict: ...


_F = TypeVar("_F", bound=_SearchResult)


def require_verdict(found: _F) -> _F:
    r"""Return a final result; raise `LimitReached` for `LIMIT_TIME` and `LIMIT_MEMORY`.

    >>> from sokospec import Level
    >>> from sokospec.oracle import search_exhaustively
    >>> level = Level.parse("######\n#@$ .#\n######")
    >>> require_verdict(search_exhaustively(level)).pushes
    2
    >>> require_verdict(search_exhaustively(level, limits=Limits(seconds=0)))
    Traceback (most recent call last):
    sokospec.limits.LimitReached: LIMIT_TIME
    """
    if found.verdict in (Verdict.LIMIT_TIME, Verdict.LIMIT_MEMORY):
        raise LimitReached(found.verdict)
    return found


class Meter:
    """Counter of expanded states that enforces the limits.

    >>> meter = Meter(Limits(seconds=0))
    >>> meter.expand(0)
    Traceback (most recent call last):
    sokospec.limits.LimitReached: LIMIT_TIME
    """

    EVERY = 64  # expansions between two looks at the memory, unless these take long; the clock is read at each one

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.expanded = 0
        self.generated = 0
        self.started = clock.restart()
        self._cpu_at_start = clock.cpu()
        self._looked = self._reported = self.started

    @property
    def seconds(self) -> float:
        """Wall seconds since the start."""
        return clock.now() - self.started

    @property
    def cpu_seconds(self) -> float:
        """CPU seconds since the start, in the thread that created the meter."""
        return clock.cpu() - self._cpu_at_start

    @property
    def time_is_up(self) -> bool:
        """Whether a time limit is reached."""
        return self._time_is_up(clock.now())

    def _time_is_up(self, now: float) -> bool:
        limits = self.limits
        if limits.seconds is not None and now - self.started >= limits.seconds:
            return True
        return limits.cpu is not None and self.cpu_seconds >= limits.cpu

    def expand(self, bound: int) -> None:
        """Count an expansion. Raises `LimitReached`."""
        now = clock.now()
        if self._time_is_up(now):
            raise LimitReached(Verdict.LIMIT_TIME)
        if self.expanded % self.EVERY == 0 or now - self._looked >= 0.1:
            self._looked = now
            self._look(now, bound)
        self.expanded += 1

    def _look(self, now: float, bound: int) -> None:
        limits = self.limits
        if limits.mib is not None and rss_mib() >= limits.mib:
            raise LimitReached(Verdict.LIMIT_MEMORY)
        if limits.report is not None and now - self._reported >= 0.1:
            self._reported = now
            limits.report(Progress(self.expanded, self.generated, bound, now - self.started, rss_mib()))


def rss_mib() -> float:
    """Return the resident MiB of this process, or the peak where only that is reported."""
    try:
        with open("/proc/self/statm", "rb") as statm:  # a text would need a codec, which may just be being imported
            return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20
    except OSError:
        return peak_rss_mib()


def peak_rss_mib() -> float:
    """Return the peak resident MiB; 0 where the system does not report it."""
    try:
        with open("/proc/self/status", encoding="ascii") as status:
            return int(status.read().partition("VmHWM:")[2].split()[0]) / 2**10
    except OSError:
        return _peak_of_the_family_mib()


def _peak_of_the_family_mib() -> float:
    """Return the peak from `getrusage`, which may include the parent's at the start."""
    try:
        import resource  # Windows has no such module
    except ImportError:
        return 0.0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (2**20 if sys.platform == "darwin" else 2**10)
