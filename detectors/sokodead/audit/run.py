"""The audit itself: a detector is asked about states whose label is known, and what refutes it is made small."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from sokodead.audit.replies import Detector, DetectorFailed, Reply, ask
from sokodead.audit.report import Counterexample, Report
from sokodead.audit.shrink import shrunk, size
from sokodead.audit.truth import MOST_PLACEMENTS, Cause, Truth, placements
from sokospec.answer import Answer, Objective, Verdict
from sokospec.board import Board, Level, State
from sokospec.limits import Limits, uninterrupted
from sokospec.oracle.search import solve

FALSE_POSITIVE, BAD_EVIDENCE = "false positive", "bad evidence"
FAILURES_IN_A_ROW = 3
"""A detector that gives no usable answer so many times, one after the other, is not asked again."""
SECONDS_OF_SEARCH = 10.0
"""A state of a board too large for tables is searched so long."""
SECONDS_OF_SHRINKING = 30.0
"""After so long a counterexample is small enough; only slow detectors take that long."""


class Stop(Exception):
    """The audit ends here; the text says why."""


class Audit:
    """An audit that is under way; `report` is up to date after every state.

    >>> audit = Audit("never", lambda level: False)
    >>> level = Level.parse("#######\\n# @$. #\\n#######")
    >>> audit.look_at(level.board, [level.state])
    >>> audit.report.states, audit.report.dead, audit.report.flagged
    (1, 0, 0)
    """

    def __init__(self, name: str, detector: Detector, seconds: float | None = None) -> None:
        """Begin; `seconds` is how long to go on."""
        self.report = Report(name)
        self._detector = detector
        self._ends_at = None if seconds is None else time.monotonic() + seconds
        self._failed_in_a_row = 0
        self.worst: Counterexample | None = None

    def look_at(self, board: Board, states: Iterable[State]) -> None:
        """Ask about states of one board. Raises `Stop` when the time is over or the detector fails again and again."""
        self.report.levels += 1
        truth = Truth(board) if placements(board) <= MOST_PLACEMENTS else None
        for state in states:
            if self._ends_at is not None and time.monotonic() >= self._ends_at:
                raise Stop("the time is over")
            level = Level(board, state)
            if truth is not None:
                cause = truth.cause(level)
                self._look_at(level, cause, dead=cause is not None)
                continue
            verdict = _search(level).verdict
            if verdict in (Verdict.OPTIMAL, Verdict.UNSOLVABLE):
                self._look_at(level, None, dead=verdict is Verdict.UNSOLVABLE)
            else:
                self.report.undecided += 1

    def shrink(self) -> None:
        """Give the report its counterexample, as small as it can be made, if there is any."""
        worst = self.worst
        if worst is None:
            return
        self.report.counterexample = self._solved(worst)
        ends_at = time.monotonic() + SECONDS_OF_SHRINKING
        why = ""

        def fails(level: Level) -> bool:
            nonlocal why
            found = self._refuted(worst.kind, level) if time.monotonic() < ends_at else None
            why = why if found is None else found
            return found is not None

        smallest = shrunk(worst.level, fails)
        if smallest != worst.level:
            smaller = Counterexample(worst.kind, smallest, worst.level, reason=why or None)
            self.report.counterexample = self._solved(smaller)

    def _look_at(self, level: Level, cause: Cause | None, *, dead: bool) -> None:
        report = self.report
        reply = self._ask(level)
        if reply is None:
            return
        report.states += 1
        report.dead += dead
        report.flagged += reply.flagged
        if cause is not None:
            report.causes[cause].dead += 1
            report.causes[cause].flagged += reply.flagged
        if not reply.flagged:
            return
        if not dead:
            report.false_positives += 1
            self._keep(Counterexample(FALSE_POSITIVE, level, level))
        if reply.evidence is not None:
            reason = reply.why_rejected(level)
            assert dead or reason, f"the checker accepts evidence that a level is dead which can be solved:\n{level}"
            if reason is not None:
                report.bad_evidence += 1
                self._keep(Counterexample(BAD_EVIDENCE, level, level, reason=reason))

    def _ask(self, level: Level) -> Reply | None:
        """Return the reply, or None where there is none to be used; count the time and the failures."""
        started = time.perf_counter()
        try:
            reply = ask(self._detector, level)
        except DetectorFailed as failure:
            self.report.failures += 1
            self.report.last_failure = f"{failure}; it was asked about\n{level}"
            self._failed_in_a_row += 1
            if self._failed_in_a_row >= FAILURES_IN_A_ROW:
                raise Stop("the detector fails") from None
            return None
        finally:
            self.report.seconds += time.perf_counter() - started
        self._failed_in_a_row = 0
        return reply

    def _keep(self, found: Counterexample) -> None:
        """Keep the smallest level of the graver kind: a false positive before bad evidence."""
        if self.worst is None or _order(found) < _order(self.worst):
            self.worst = found

    def _refuted(self, kind: str, level: Level) -> str | None:
        """Return why a level refutes the detector in the way of this kind, empty for false positives; None if not."""
        try:
            reply = ask(self._detector, level)
        except DetectorFailed:
            return None
        if kind == BAD_EVIDENCE:
            return reply.why_rejected(level)
        return "" if reply.flagged and _search(level).lurd is not None else None

    def _solved(self, found: Counterexample) -> Counterexample:
        return replace(found, solution=_search(found.level).lurd) if found.kind == FALSE_POSITIVE else found


def audit(
    name: str,
    detector: Detector,
    batches: Iterable[tuple[Board, Sequence[State]]],
    *,
    seconds: float | None = None,
    tell: Callable[[Report], None] = lambda _: None,
) -> Report:
    """Return what a detector did on batches of states, each on one board with as many goals as boxes.

    The run ends early, with the figures up to then, when `seconds` are over, at an interruption (Ctrl-C), or when the
    detector gives no usable answer again and again. `tell` is called with the figures after each batch.

    >>> level = Level.parse("#######\\n# @$ .#\\n#######")
    >>> report = audit("always", lambda level: True, [(level.board, [level.state])])
    >>> report.false_positives
    1
    >>> print(report.counterexample.level)
    ####
    #@*#
    ####
    """
    running = Audit(name, detector, seconds)
    report = running.report
    try:
        for board, states in batches:
            running.look_at(board, states)
            tell(report)
    except Stop as stop:
        report.stopped = str(stop)
    except KeyboardInterrupt:
        report.stopped = "interrupted"
    try:
        running.shrink()
    except KeyboardInterrupt:  # what was found stays, though it could be smaller
        report.stopped = "interrupted"
    return report


def _order(found: Counterexample) -> tuple[bool, tuple[int, int, int, int, str]]:
    return found.kind == BAD_EVIDENCE, size(found.level)


def _search(level: Level) -> Answer:
    """Return the oracle's answer, for fewest pushes; raises `KeyboardInterrupt`."""
    limits = Limits() if placements(level.board) <= MOST_PLACEMENTS else Limits(SECONDS_OF_SEARCH)
    return uninterrupted(solve(level, Objective.PUSHES, limits))
