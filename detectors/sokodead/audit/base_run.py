"""Audit of any function of levels: calls are counted, and the best counterexample is kept and shrunk."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Generic, TypeVar

from sokodead.audit.figures import Counterexample, Tally
from sokodead.audit.replies import CallFailed, TooSlow
from sokodead.audit.shrink import Enough, shrink
from sokospec import clock
from sokospec.board import Board, Level, State
from sokospec.limits import LimitReached, Limits, Meter
from sokospec.replay import replay

_FAILURES_IN_A_ROW = 3
"""The audit stops after this number of calls in a row without a usable answer."""
SECONDS_OF_SHRINKING = 30.0
"""Seconds for shrinking a counterexample; only slow functions need them."""
_TIME_IS_OVER = "the time is over"

Order = tuple[bool, bool, tuple[int, int, int, int, str]]
Figures = TypeVar("Figures", bound=Tally)
Label = TypeVar("Label")
Answer = TypeVar("Answer")


class Stop(Exception):
    """End of the audit; the text says why."""


class Run(ABC, Generic[Figures, Label, Answer]):
    """Running audit; `report` is valid after every state.

    `limits` bound its time; `check_interrupts` raises for interrupts that the audited function swallowed. A subclass
    says how an answer is read, judged and refuted.
    """

    def __init__(
        self, report: Figures, limits: Limits | None = None, check_interrupts: Callable[[], None] = lambda: None
    ) -> None:
        self.report = report
        self.worst: Counterexample | None = None
        self.check_interrupts = check_interrupts
        self.meter = Meter(limits or Limits())
        self._failed_in_a_row = 0

    @abstractmethod
    def read(self, level: Level) -> Answer:
        """Call the audited function and return its answer. Raises `CallFailed`."""

    @abstractmethod
    def labels(self, board: Board) -> Callable[[Level], Label | None]:
        """Return a function that returns the truth about a state of a board, or None if undecided.

        Both raise `LimitReached`.
        """

    @abstractmethod
    def judge(self, level: Level, answer: Answer, label: Label) -> None:
        """Count an answer about a state of the sample, and keep a counterexample."""

    @abstractmethod
    def judge_searched(self, level: Level, answer: Answer, solution: Callable[[], str] | None) -> float | None:
        """Count an answer in the search, keep a counterexample, and return the distance of `Suspect`."""

    @property
    @abstractmethod
    def is_settled(self) -> bool:
        """Whether the search can end."""

    @abstractmethod
    def refute(self, worst: Counterexample, level: Level) -> Counterexample | None:
        """Return the counterexample of the kind of `worst` that a level is, or None."""

    @abstractmethod
    def order(self, shown: Counterexample) -> Order:
        """Return the sort key of a counterexample; the least one is kept."""

    @abstractmethod
    def prove(self, shown: Counterexample) -> Counterexample:
        """Return a counterexample with its proof, such as a solution."""

    @property
    def left(self) -> Limits:
        """Remaining limits."""
        return self.meter.limits.after(self.meter.seconds, self.meter.cpu_seconds)

    @property
    def look(self) -> Callable[[Level], float] | None:
        """Rank of a level by which the search climbs, or None."""
        return None

    def look_at(self, board: Board, states: Iterable[State]) -> None:
        """Ask about states of a board. Raises `Stop` at the time limit or after repeated failures."""
        self.report.levels += 1
        label_of = None
        for state in states:
            self._check_time()
            level = Level(board, state)
            try:
                label_of = label_of or self.labels(board)
                label = label_of(level)
            except LimitReached:
                raise Stop(_TIME_IS_OVER) from None
            if label is None:
                self._check_time()
                self.report.undecided += 1
                continue
            try:
                answer = self.ask(level)
            except TooSlow as failure:
                self._count_failure(failure, level)
                continue
            if answer is not None:
                self.report.states += 1
                self.judge(level, answer, label)

    def suspect(self, level: Level, solution: Callable[[], str] | None) -> float | None:
        """Ask about a level of the search; a `Suspect` of `counterexamples`. Raises `Stop`."""
        try:
            answer = self.ask(level)
        except TooSlow:
            self.report.unanswered += 1
            return None
        if answer is None:
            return None
        self.report.searched += 1
        return self.judge_searched(level, answer, solution)

    def ask(self, level: Level) -> Answer | None:
        """Return the answer about a level; None, and a count, after a failure. Raises `TooSlow` and `Stop`."""
        self._check_time()
        started = clock.now()
        try:
            answer = self.read(level)
        except TooSlow:
            raise
        except CallFailed as failure:
            self.check_interrupts()
            self._count_failure(failure, level)
            return None
        finally:
            self.report.seconds += clock.now() - started
        self.check_interrupts()
        self._failed_in_a_row = 0
        return answer

    def keep(self, shown: Counterexample) -> None:
        """Keep a counterexample if it is the best so far."""
        if self.worst is None or self.order(shown) < self.order(self.worst):
            self.worst = shown

    def shrink(self, seconds: float = SECONDS_OF_SHRINKING) -> None:
        """Shrink the best counterexample within `seconds` and report it."""
        if self.worst is not None:
            self.report.counterexample = self.worst
            self.report.counterexample = proved = self.prove(self.worst)
            self.report.counterexample = self.smallest(proved, seconds)

    def smallest(self, proved: Counterexample, seconds: float) -> Counterexample:
        """Return the smallest counterexample of the same kind that shrinking finds within `seconds`."""
        ends_at = clock.now() + seconds
        smallest = proved

        def fails(level: Level) -> bool:
            nonlocal smallest
            if clock.now() >= ends_at or self.meter.time_is_up:
                raise Enough
            found = self.refute(proved, level)
            if found is not None:
                smallest = found
            return found is not None

        with suppress(Enough):
            nearest = next((level for level in _later(proved) if fails(level)), proved.level)
            shrink(nearest, fails)
        return proved if smallest.level == proved.level else self.prove(smallest)

    def _check_time(self) -> None:
        if self.meter.time_is_up:
            raise Stop(_TIME_IS_OVER)

    def _count_failure(self, failure: CallFailed, level: Level) -> None:
        self.report.failures += 1
        self.report.last_failure = f"{failure}; it was asked about\n{level}"
        self._failed_in_a_row += 1
        if self._failed_in_a_row >= _FAILURES_IN_A_ROW:
            raise Stop(f"the {self.report.kind} fails") from None


def _later(found: Counterexample) -> Iterator[Level]:
    """Yield the unsolved states along a solution, the latest first, which are easier to shrink."""
    lurd = found.solution or ""
    for end in reversed([number for number, letter in enumerate(lurd, 1) if letter.isupper()][:-1]):
        yield Level(found.level.board, replay(found.level, lurd[:end]).final)
