"""Resources of a search, and its use of compiled kernels."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from sokosolve.machine_code import library_of
from sokospec import clock
from sokospec.answer import Verdict
from sokospec.limits import LimitReached, Limits, Progress, rss_mib

FLOOR_FOR_PYTHON = 30  # levels with more floor are compiled for at once
SECONDS_IN_PYTHON = 0.05  # about what loading the machine code takes
_STEPS_IN_PYTHON, _STEPS_COMPILED = 20, 5_000  # the fewest and the most expansions in one call
_SECONDS_BETWEEN_CHECKS = 0.05, 0.2  # so that limits, news and Ctrl-C are never far, however large the level


class BudgetSpent(Exception):  # control flow between a search and its schedule
    """Search that has used its expansions without a result."""


@dataclass(frozen=True, slots=True)
class Work:
    """Work of searches: expanded states, tried successors, and the proved bound."""

    expanded: int = 0
    generated: int = 0
    bound: int = 0


class Budget:
    """Clock and memory of a search, and the switch to compiled kernels."""

    def __init__(self, limits: Limits, on_compile: Callable[[], object] = lambda: None) -> None:
        """Start the clock; `on_compile` is called before machine code is compiled."""
        self.limits = limits
        self.on_compile = on_compile
        self.library = library_of("sokosolve")
        self.compiled = self.library.is_loaded
        self.started = self.checked = clock.restart()
        self._cpu_at_start = clock.cpu()
        self.steps = _STEPS_IN_PYTHON
        """How many expansions to ask of a kernel at once."""
        self.beside = Work()
        """What searches besides the one at work have done and proved, for the news."""

    @property
    def seconds(self) -> float:
        return clock.now() - self.started

    @property
    def cpu_seconds(self) -> float:
        return clock.cpu() - self._cpu_at_start

    def compile(self) -> None:
        """Switch to machine code, compiling it if needed."""
        if not self.compiled:
            with clock.pause():
                if not self.library.is_made():
                    self.on_compile()
                self.library.load()
            self.compiled = True

    def compile_for(self, floor: int) -> None:
        """Switch to machine code at once if the level is large."""
        if floor > FLOOR_FOR_PYTHON:
            self.compile()

    def check_limits(self, expanded: int, generated: int, bound: int, detail: Callable[[], str] = str) -> None:
        """Report progress, raise `LimitReached` at a limit, compile when Python is too slow."""
        now = clock.now()
        between, self.checked = now - self.checked, now
        if between > _SECONDS_BETWEEN_CHECKS[1]:
            self.steps = max(_STEPS_IN_PYTHON, self.steps // 2)
        elif between < _SECONDS_BETWEEN_CHECKS[0] and self.compiled:
            self.steps = min(_STEPS_COMPILED, self.steps * 2)
        seconds = self.seconds
        if self.limits.report is not None:
            beside = self.beside
            news = expanded + beside.expanded, generated + beside.generated, max(bound, beside.bound)
            self.limits.report(Progress(*news, seconds, rss_mib(), detail()))
        if self.limits.seconds is not None and seconds >= self.limits.seconds:
            raise LimitReached(Verdict.LIMIT_TIME)
        if self.limits.cpu is not None and self.cpu_seconds >= self.limits.cpu:
            raise LimitReached(Verdict.LIMIT_TIME)
        if self.limits.mib is not None and rss_mib() > self.limits.mib:
            raise LimitReached(Verdict.LIMIT_MEMORY)
        if seconds > SECONDS_IN_PYTHON:
            self.compile()

    @contextmanager
    def beside_others(self, done: Work) -> Iterator[None]:
        """Add the work of other searches to reported progress."""
        before = self.beside
        self.beside = Work(
            before.expanded + done.expanded, before.generated + done.generated, max(before.bound, done.bound)
        )
        try:
            yield
        finally:
            self.beside = before

    def room_for(self, wanted: float, least: float = 0.0) -> float:
        """Return how many of the wanted bytes are available; raises `LimitReached` below `least`."""
        if self.limits.mib is None:
            return wanted
        spare = (self.limits.mib - rss_mib()) * 2**20
        if spare < least:
            raise LimitReached(Verdict.LIMIT_MEMORY)
        return min(wanted, spare)
