"""Running audit of a deadlock detector."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

from sokodead.audit.base_run import Order, Run
from sokodead.audit.costs import Attempt, attempt
from sokodead.audit.figures import Counterexample, Phase, Report
from sokodead.audit.replies import CallFailed, Detector, NotChecked, Reply, ask
from sokodead.audit.shrink import size
from sokodead.audit.truth import MOST_PLACEMENTS, Cause, Truth, placements
from sokospec.answer import Answer, Objective, Verdict
from sokospec.board import Board, Level
from sokospec.limits import Limits
from sokospec.oracle.search import search_exhaustively
from sokospec.replay import replay

_FALSE_POSITIVE, _BAD_EVIDENCE = "false positive", "bad evidence"
_SECONDS_OF_SEARCH = 10.0
"""CPU seconds to search a state of a board that is too large for tables."""
_STATES_OF_ATTEMPT = 2_000
"""States searched for a solution of a flagged level that shrinks."""
_STATES_OF_SEARCH = 100
"""States searched for a solution of a flagged level of the search, if none is known."""


class _Label(NamedTuple):
    dead: bool
    cause: Cause | None = None


class DetectorRun(Run[Report, _Label, Reply]):
    r"""Running audit of a deadlock detector.

    >>> run = DetectorRun("never", lambda level: False)
    >>> level = Level.parse("#######\n# @$. #\n#######")
    >>> run.look_at(level.board, [level.state])
    >>> run.report.states, run.report.dead, run.report.flagged
    (1, 0, 0)
    """

    def __init__(
        self,
        name: str,
        detector: Detector,
        limits: Limits | None = None,
        check_interrupts: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__(Report(name), limits, check_interrupts)
        self._detector = detector

    def read(self, level: Level) -> Reply:
        return ask(self._detector, level)

    def labels(self, board: Board) -> Callable[[Level], _Label | None]:
        if placements(board) > MOST_PLACEMENTS:
            return self._search_label
        truth = Truth(board, self.meter)

        def look_up(level: Level) -> _Label:
            cause = truth.cause(level)
            return _Label(cause is not None, cause)

        return look_up

    def judge(self, level: Level, answer: Reply, label: _Label) -> None:
        report = self.report
        report.dead += label.dead
        report.flagged += answer.flagged
        report.fired += answer.flagged
        if label.cause is not None:
            report.causes[label.cause].dead += 1
            report.causes[label.cause].flagged += answer.flagged
        if not answer.flagged:
            return
        if not label.dead:
            self._count_false_positive(Counterexample(_FALSE_POSITIVE, level, level, Phase.SAMPLE))
        if answer.evidence is not None:
            try:
                reason = answer.why_rejected(level)
            except NotChecked as limit:
                self._count_unchecked(limit, level)
                return
            assert label.dead or reason, f"the checker accepts evidence that a solvable level is dead:\n{level}"
            if reason is not None:
                self._count_bad_evidence(Counterexample(_BAD_EVIDENCE, level, level, Phase.SAMPLE, reason=reason))

    def judge_searched(self, level: Level, answer: Reply, solution: Callable[[], str] | None) -> float | None:
        """Count a reply in the search; the distance of a flagged level is that from being solved."""
        if not answer.flagged:
            return None
        self.report.fired += 1
        tried = Attempt(solution(), 0, complete=False) if solution else attempt(level, _STATES_OF_SEARCH)
        reason = None
        try:
            reason = answer.why_rejected(level)
        except NotChecked as limit:
            self._count_unchecked(limit, level)
        else:
            if answer.evidence is not None and reason is None:
                return tried.left  # the evidence shows that it is dead
        if tried.solution is not None:
            assert replay(level, tried.solution).solved, f"{tried.solution} does not solve\n{level}"
            self.report.elsewhere += 1
            self._count_false_positive(
                Counterexample(_FALSE_POSITIVE, level, level, Phase.SEARCH, solution=tried.solution)
            )
        if reason is not None:
            self._count_bad_evidence(Counterexample(_BAD_EVIDENCE, level, level, Phase.SEARCH, reason=reason))
        return tried.left

    @property
    def is_settled(self) -> bool:
        """Whether no better counterexample is possible: bad evidence, or a flagged unsolved level."""
        return self.worst is not None and not _is_solved(self.worst)

    def refute(self, worst: Counterexample, level: Level) -> Counterexample | None:
        if worst.kind == _FALSE_POSITIVE and level.boxes == level.goals and not _is_solved(worst):
            return None
        try:
            reply = self.read(level)
        except CallFailed:
            reply = Reply(False)
        self.check_interrupts()
        if worst.kind == _BAD_EVIDENCE:
            with suppress(NotChecked):
                reason = reply.why_rejected(level)
                if reason is not None:
                    return replace(worst, level=level, reason=reason)
            return None
        if not reply.flagged or attempt(level, _STATES_OF_ATTEMPT).solution is None:
            return None
        return replace(worst, level=level, solution=None)

    def order(self, shown: Counterexample) -> Order:
        """Return the sort key: false positives before bad evidence, unsolved states before solved ones."""
        return shown.kind == _BAD_EVIDENCE, _is_solved(shown), size(shown.level)

    def prove(self, shown: Counterexample) -> Counterexample:
        """Return a false positive with a solution, if one is found in time."""
        if shown.kind != _FALSE_POSITIVE:
            return shown
        lurd = shown.solution or attempt(shown.level, _STATES_OF_ATTEMPT).solution
        if lurd is None or placements(shown.level.board) <= MOST_PLACEMENTS:
            lurd = oracle(shown.level, Objective.PUSHES, self.left).lurd or lurd
        assert lurd is None or replay(shown.level, lurd).solved, f"{lurd} does not solve\n{shown.level}"
        return replace(shown, solution=lurd)

    def _search_label(self, level: Level) -> _Label | None:
        verdict = oracle(level, Objective.PUSHES, self.left).verdict
        return _Label(verdict is Verdict.UNSOLVABLE) if verdict in (Verdict.OPTIMAL, Verdict.UNSOLVABLE) else None

    def _count_unchecked(self, limit: NotChecked, level: Level) -> None:
        self.report.unchecked += 1
        self.report.last_unchecked = f"{limit}; the level is\n{level}"

    def _count_false_positive(self, shown: Counterexample) -> None:
        self.report.false_positives += 1
        self.keep(shown)

    def _count_bad_evidence(self, shown: Counterexample) -> None:
        self.report.bad_evidence += 1
        self.keep(shown)


def _is_solved(shown: Counterexample) -> bool:
    return shown.kind == _FALSE_POSITIVE and shown.level.boxes == shown.level.goals


def oracle(level: Level, objective: Objective, left: Limits) -> Answer:
    """Return the oracle's answer within the remaining limits, and `_SECONDS_OF_SEARCH` on a board without tables."""
    if placements(level.board) > MOST_PLACEMENTS:
        left = replace(left, cpu=_SECONDS_OF_SEARCH if left.cpu is None else min(left.cpu, _SECONDS_OF_SEARCH))
    return search_exhaustively(level, objective, left)
