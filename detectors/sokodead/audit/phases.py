"""The phases of an audit: the sample, the search for counterexamples, and making one small."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from sokodead.audit.counterexamples import counterexamples
from sokodead.audit.figures import Report
from sokodead.audit.replies import Detector, noticing_interrupts
from sokodead.audit.sample import SECONDS_OF_SHRINKING, Audit, Stop
from sokospec.board import Board, State
from sokospec.limits import Limits

SECONDS_OF_CALLS = 30.0
"""The search ends when the calls that it made have taken so long; only slow detectors take that long."""
CALLS_BETWEEN_NEWS = 200
INTERRUPTED = "interrupted"


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
    """Return what a detector did: on batches of states, and in a search for counterexamples.

    A batch is states on one board with as many goals as boxes. The search on `boards`, which has
    a `seed` of its own, follows, unless by then a level refutes the detector that is not solved yet. It ends with the
    first such level, or after `calls` calls, or after `SECONDS_OF_CALLS` in them.

    The run ends early, with the figures up to then, when the time of `limits` is over (memory is not watched), at an
    interruption (Ctrl-C), or when the detector gives no usable answer again and again. `tell` is called with the
    figures after each batch.

    >>> from sokospec import Level
    >>> level = Level.parse("#######\\n# @$ .#\\n#######")
    >>> report = audit("always", lambda level: True, [(level.board, [level.state])])
    >>> report.false_positives
    1
    >>> print(report.counterexample.level)
    #####
    #@$.#
    #####
    """
    with noticing_interrupts() as check_interrupts:
        running = Audit(name, detector, limits, check_interrupts)
        report = running.report
        try:
            for board, states in batches:
                running.look_at(board, states)
                tell(report)
            if calls and not running.settled:
                _search_on(running, boards, seed, calls, tell)
        except Stop as stop:
            report.stopped = str(stop)
        except KeyboardInterrupt:
            report.stopped = INTERRUPTED
        try:
            running.shrink(0.0 if report.stopped == INTERRUPTED else SECONDS_OF_SHRINKING)
        except KeyboardInterrupt:  # what was found stays, though it could be smaller
            report.stopped = INTERRUPTED
    return report


def _search_on(running: Audit, boards: Iterable[Board], seed: int, calls: int, tell: Callable[[Report], None]) -> None:
    """Search for a counterexample until one that is not solved yet is found, or the calls are used up."""
    report = running.report
    before = report.seconds
    for asked in counterexamples(running.suspect, boards, seed):
        if asked % CALLS_BETWEEN_NEWS == 0:
            tell(report)
        if running.settled or asked >= calls:
            break
        if report.seconds - before >= SECONDS_OF_CALLS:
            report.cut = f"the calls of the search took {SECONDS_OF_CALLS:g} s"
            break
