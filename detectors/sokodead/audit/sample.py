"""Questions to a detector: answers are counted, and the best counterexample is kept and shrunk."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace

from sokodead.audit.figures import Counterexample, Phase, Report
from sokodead.audit.replies import Detector, DetectorFailed, NotChecked, Reply, TooSlow, ask
from sokodead.audit.shrink import Enough, shrink, size
from sokodead.audit.solving import attempt
from sokodead.audit.truth import MOST_PLACEMENTS, Cause, Truth, placements
from sokospec import clock
from sokospec.answer import Answer, Objective, Verdict
from sokospec.board import Board, Level, State
from sokospec.limits import Limits, Meter
from sokospec.oracle.search import search_exhaustively
from sokospec.replay import replay

_FALSE_POSITIVE, _BAD_EVIDENCE = "false positive", "bad evidence"
_FAILURES_IN_A_ROW = 3
"""A detector that gives no usable answer so many times, one after the other, is not asked again."""
SECONDS_OF_SEARCH = 10.0
"""CPU seconds to search a state of a board that is too large for tables."""
SECONDS_OF_SHRINKING = 30.0
"""Seconds for shrinking a counterexample; only slow detectors need them."""
_STATES_OF_ATTEMPT = 2_000
"""States searched for a solution of a flagged level."""


class Stop(Exception):
    """The end of the audit; the text says why."""


class Audit:
    r"""A running audit; `report` is valid after every state.

    `limits` bound its time; `check_interrupts` raises for interrupts swallowed by the detector.

    >>> audit = Audit("never", lambda level: False)
    >>> level = Level.parse("#######\n# @$. #\n#######")
    >>> audit.look_at(level.board, [level.state])
    >>> audit.report.states, audit.report.dead, audit.report.flagged
    (1, 0, 0)
    """

    def __init__(
        self,
        name: str,
        detector: Detector,
        limits: Limits | None = None,
        check_interrupts: Callable[[], None] = lambda: None,
    ) -> None:
        self.report = Report(name)
        self._detector = detector
        self._meter = Meter(limits or Limits())
        self._check_interrupts = check_interrupts
        self._failed_in_a_row = 0
        self.worst: Counterexample | None = None

    def look_at(self, board: Board, states: Iterable[State]) -> None:
        """Ask about states of a board. Raises `Stop` at the time limit or after repeated failures."""
        self.report.levels += 1
        truth = Truth(board) if placements(board) <= MOST_PLACEMENTS else None
        for state in states:
            self._check_time()
            level = Level(board, state)
            if truth is not None:
                cause = truth.cause(level)
                self._look_at(level, cause, dead=cause is not None)
                continue
            verdict = oracle(level).verdict
            if verdict in (Verdict.OPTIMAL, Verdict.UNSOLVABLE):
                self._look_at(level, None, dead=verdict is Verdict.UNSOLVABLE)
            else:
                self.report.undecided += 1

    def suspect(self, level: Level, solution: Callable[[], str | None]) -> bool:
        """Ask about a level of the search, and say whether it is flagged.

        `solution` returns a LURD or None; it is called only for flagged levels. Raises `Stop`.
        """
        self._check_time()
        report = self.report
        try:
            reply = self._ask(level)
        except TooSlow:
            report.unanswered += 1
            return False
        if reply is None:
            return False
        report.searched += 1
        if not reply.flagged:
            return False
        report.fired += 1
        try:
            reason = reply.why_rejected(level)
        except NotChecked as limit:
            self._count_unchecked(limit, level)
            reason = None
        else:
            if reply.evidence is not None and reason is None:
                return True  # the evidence shows that it is dead
        lurd = solution()
        if lurd is not None:
            assert replay(level, lurd).solved, f"{lurd} does not solve\n{level}"
            report.elsewhere += 1
            self._count_false_positive(Counterexample(_FALSE_POSITIVE, level, level, Phase.SEARCH, lurd))
        if reason is not None:
            self._count_bad_evidence(Counterexample(_BAD_EVIDENCE, level, level, Phase.SEARCH, reason=reason))
        return True

    @property
    def is_settled(self) -> bool:
        """Whether no better counterexample is possible: bad evidence, or a flagged level that is not solved yet."""
        return self.worst is not None and not _is_solved(self.worst)

    def shrink(self, seconds: float = SECONDS_OF_SHRINKING) -> None:
        """Shrink the best counterexample within `seconds` and report it."""
        worst = self.worst
        if worst is None:
            return
        self.report.counterexample = worst
        self.report.counterexample = self._with_solution(worst)
        ends_at = clock.now() + seconds
        why = ""

        def fails(level: Level) -> bool:
            nonlocal why
            if clock.now() >= ends_at or self._meter.time_is_up:
                raise Enough
            found = self._why_refuted(worst, level)
            why = why if found is None else found
            return found is not None

        smallest = worst.level
        with suppress(Enough):
            nearest = next((level for level in _later(self.report.counterexample) if fails(level)), worst.level)
            smallest = shrink(nearest, fails)
        if smallest != worst.level:
            smaller = Counterexample(worst.kind, smallest, worst.level, worst.phase, reason=why or None)
            self.report.counterexample = self._with_solution(smaller)

    def _check_time(self) -> None:
        if self._meter.time_is_up:
            raise Stop("the time is over")

    def _look_at(self, level: Level, cause: Cause | None, *, dead: bool) -> None:
        report = self.report
        try:
            reply = self._ask(level)
        except TooSlow as failure:
            self._count_failure(failure, level)
            return
        if reply is None:
            return
        report.states += 1
        report.dead += dead
        report.flagged += reply.flagged
        report.fired += reply.flagged
        if cause is not None:
            report.causes[cause].dead += 1
            report.causes[cause].flagged += reply.flagged
        if not reply.flagged:
            return
        if not dead:
            self._count_false_positive(Counterexample(_FALSE_POSITIVE, level, level, Phase.SAMPLE))
        if reply.evidence is not None:
            try:
                reason = reply.why_rejected(level)
            except NotChecked as limit:
                self._count_unchecked(limit, level)
                return
            assert dead or reason, f"the checker accepts evidence that a level is dead which can be solved:\n{level}"
            if reason is not None:
                self._count_bad_evidence(Counterexample(_BAD_EVIDENCE, level, level, Phase.SAMPLE, reason=reason))

    def _ask(self, level: Level) -> Reply | None:
        started = clock.now()
        try:
            reply = ask(self._detector, level)
        except TooSlow:
            raise
        except DetectorFailed as failure:
            self._check_interrupts()
            self._count_failure(failure, level)
            return None
        finally:
            self.report.seconds += clock.now() - started
        self._check_interrupts()
        self._failed_in_a_row = 0
        return reply

    def _count_failure(self, failure: DetectorFailed, level: Level) -> None:
        self.report.failures += 1
        self.report.last_failure = f"{failure}; it was asked about\n{level}"
        self._failed_in_a_row += 1
        if self._failed_in_a_row >= _FAILURES_IN_A_ROW:
            raise Stop("the detector fails") from None

    def _count_unchecked(self, limit: NotChecked, level: Level) -> None:
        self.report.unchecked += 1
        self.report.last_unchecked = f"{limit}; the level is\n{level}"

    def _count_false_positive(self, found: Counterexample) -> None:
        self.report.false_positives += 1
        self._keep(found)

    def _count_bad_evidence(self, found: Counterexample) -> None:
        self.report.bad_evidence += 1
        self._keep(found)

    def _keep(self, found: Counterexample) -> None:
        if self.worst is None or _order(found) < _order(self.worst):
            self.worst = found

    def _why_refuted(self, worst: Counterexample, level: Level) -> str | None:
        if worst.kind == _FALSE_POSITIVE and level.boxes == level.goals and not _is_solved(worst):
            return None
        try:
            reply = ask(self._detector, level)
        except DetectorFailed:
            reply = Reply(False)
        self._check_interrupts()
        if worst.kind == _BAD_EVIDENCE:
            with suppress(NotChecked):
                return reply.why_rejected(level)
            return None
        return "" if reply.flagged and attempt(level, _STATES_OF_ATTEMPT).solution is not None else None

    def _with_solution(self, found: Counterexample) -> Counterexample:
        if found.kind != _FALSE_POSITIVE:
            return found
        lurd = found.solution or attempt(found.level, _STATES_OF_ATTEMPT).solution
        if lurd is None or placements(found.level.board) <= MOST_PLACEMENTS:
            lurd = oracle(found.level).lurd
        assert lurd is None or replay(found.level, lurd).solved, f"{lurd} does not solve\n{found.level}"
        return replace(found, solution=lurd)


def _later(found: Counterexample) -> Iterator[Level]:
    """Yield the unsolved states along a solution, the latest first, which are easier to shrink."""
    lurd = found.solution or ""
    for end in reversed([number for number, letter in enumerate(lurd, 1) if letter.isupper()][:-1]):
        yield Level(found.level.board, replay(found.level, lurd[:end]).final)


def _is_solved(found: Counterexample) -> bool:
    return found.kind == _FALSE_POSITIVE and found.level.boxes == found.level.goals


def _order(found: Counterexample) -> tuple[bool, bool, tuple[int, int, int, int, str]]:
    return found.kind == _BAD_EVIDENCE, _is_solved(found), size(found.level)


def oracle(level: Level) -> Answer:
    """Return the oracle's answer for the fewest pushes."""
    limits = Limits() if placements(level.board) <= MOST_PLACEMENTS else Limits(cpu=SECONDS_OF_SEARCH)
    return search_exhaustively(level, Objective.PUSHES, limits)
