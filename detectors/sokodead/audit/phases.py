"""Phases of an audit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from sokodead.audit.base_run import SECONDS_OF_SHRINKING, Answer, Figures, Label, Run, Stop
from sokodead.audit.counterexamples import counterexamples
from sokodead.audit.detector_run import DetectorRun
from sokodead.audit.figures import HeuristicReport, Report
from sokodead.audit.heuristic_run import HeuristicClaim, HeuristicRun
from sokodead.audit.replies import Detector, notice_interrupts
from sokospec.board import Board, State
from sokospec.limits import Limits

_SECONDS_OF_CALLS = 30.0
"""The search ends when the calls that it made have taken so long; only slow detectors take that long."""
_CALLS_BETWEEN_NEWS = 200
_INTERRUPTED = "interrupted"


def audit(
    name: str,
    detector: Detector,
    batches: Iterable[tuple[Board, Sequence[State]]],
    *,
    boards: Iterable[Board] = (),
    seed: int = 0,
    calls: int = 0,
    limits: Limits | None = None,
    tell: Callable[[Report], None] = lambda _: None,
) -> Report:
    r"""Audit a detector on batches of states and by a search for counterexamples on `boards`.

    States have one box for each goal. The search ends with an unsolved flagged level, after `calls` calls, or after
    `_SECONDS_OF_CALLS` in them. The time limit, Ctrl-C or repeated failures end the audit early. `tell` gets interim
    figures.

    >>> from sokospec import Level
    >>> level = Level.parse("#######\n# @$ .#\n#######")
    >>> report = audit("always", lambda level: True, [(level.board, [level.state])])
    >>> report.false_positives
    1
    >>> print(report.counterexample.level)
    #####
    #@$.#
    #####
    """
    return _run(lambda check: DetectorRun(name, detector, limits, check), batches, boards, seed, calls, tell)


def audit_heuristic(
    claim: HeuristicClaim,
    batches: Iterable[tuple[Board, Sequence[State]]],
    *,
    boards: Iterable[Board] = (),
    seed: int = 0,
    calls: int = 0,
    limits: Limits | None = None,
    tell: Callable[[HeuristicReport], None] = lambda _: None,
) -> HeuristicReport:
    r"""Audit a heuristic; the options are those of `audit`.

    >>> from sokospec import Level
    >>> level = Level.parse("#######\n# @$ .#\n#######")
    >>> report = audit_heuristic(HeuristicClaim("three", lambda level: 3), [(level.board, [level.state])])
    >>> print(report.counterexample.why)
    overestimate: the value is 3, but 1 push solves it: R
    """
    return _run(lambda check: HeuristicRun(claim, limits, check), batches, boards, seed, calls, tell)


def _run(
    build: Callable[[Callable[[], None]], Run[Figures, Label, Answer]],
    batches: Iterable[tuple[Board, Sequence[State]]],
    boards: Iterable[Board],
    seed: int,
    calls: int,
    tell: Callable[[Figures], None],
) -> Figures:
    with notice_interrupts() as check_interrupts:
        run = build(check_interrupts)
        report = run.report
        try:
            for board, states in batches:
                run.look_at(board, states)
                tell(report)
            if calls and not run.is_settled:
                _search_on(run, boards, seed, calls, tell)
        except Stop as stop:
            report.stopped = str(stop)
        except KeyboardInterrupt:
            report.stopped = _INTERRUPTED
        try:
            run.shrink(0.0 if report.stopped == _INTERRUPTED else SECONDS_OF_SHRINKING)
        except KeyboardInterrupt:  # what was found stays, though it could be smaller
            report.stopped = _INTERRUPTED
    return report


def _search_on(
    run: Run[Figures, Label, Answer],
    boards: Iterable[Board],
    seed: int,
    calls: int,
    tell: Callable[[Figures], None],
) -> None:
    report = run.report
    before = report.seconds
    for asked in counterexamples(run.suspect, boards, seed, run.look):
        if asked % _CALLS_BETWEEN_NEWS == 0:
            tell(report)
        if run.is_settled or asked >= calls:
            break
        if report.seconds - before >= _SECONDS_OF_CALLS:
            report.cut = f"the calls of the search took {_SECONDS_OF_CALLS:g} s"
            break
