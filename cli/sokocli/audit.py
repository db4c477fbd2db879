"""`sokospec audit`: test the soundness and recall of a deadlock detector."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager, redirect_stdout

import click

from sokocheck.application.folders import expand_folders
from sokocheck.application.guard import Guard
from sokocheck.application.terminal_text import warn
from sokocheck.claims.detector_audit import CALLS, WHOLE_SAMPLE, Sample, audit, corpus
from sokocli import inputs
from sokocli.options import number_option
from sokocli.results import Exit, emit, working, worst
from sokodead.audit import Detector, NoDetector, Program, Report, find_function, limit_time
from sokospec.board import Level
from sokospec.errors import quantify
from sokospec.formats import Reading
from sokospec.limits import Limits

COMMAND = "cmd:"


@click.command()
@click.argument("detector")
@number_option(
    "--levels COUNT",
    WHOLE_SAMPLE.levels,
    "Boards to sample after the regression levels: all small boards first, then random ones. The search for "
    "counterexamples tries 100 levels for each.",
    least=1,
)
@number_option("--squares N", WHOLE_SAMPLE.squares, "Maximal number of floor squares of a sampled board.", least=3)
@number_option("--boxes K", WHOLE_SAMPLE.boxes, "Maximal number of boxes of a sampled board.", least=1)
@click.option(
    "--states",
    type=click.Path(exists=True, allow_dash=True),
    metavar="FILE",
    help="Test only the first states of the levels in this file or folder.",
)
@click.option(
    "--no-corpus", is_flag=True, help="Leave out the regression levels, which have exposed wrong programs before."
)
@number_option("--seed S", 0, "Seed of the random order and the random levels.")
@click.option(
    "--time-limit",
    type=inputs.Finite(min=0),
    default=None,
    metavar="S",
    show_default="no limit",
    help="Limit for the whole audit, in seconds.",
)
@inputs.cpu_limit_option("for the whole audit")
@inputs.request_limit_option
@inputs.reading_options
@inputs.json_option
def command(
    detector: str,
    levels: int,
    squares: int,
    boxes: int,
    states: str | None,
    no_corpus: bool,
    seed: int,
    time_limit: float | None,
    cpu_limit: float | None,
    request_limit: float,
    reading: Reading,
    *,
    as_json: bool,
) -> int:
    """Test a deadlock detector: on states known to be dead or solvable, then by a search for counterexamples.

    DETECTOR is `module:function`. The function receives a Level and returns True or evidence if the state is dead,
    False or None if it does not know. Or DETECTOR is `cmd:PROGRAM ARGS`: the program reads one JSON request a line,
    {"id": 1, "xsb": LEVEL}, and answers each with one line, {"id": 1, "dead": true or false}.

    Exit code 0: no counterexample was found. 1: the detector is refuted. 3: something was not tested, because the
    detector never flagged a state, failed to answer, or the audit was stopped.
    """
    codes: list[int] = []
    limits = Limits(time_limit, cpu=cpu_limit)
    given: list[Level] | None = None
    if states is not None:
        guard, limited = Guard(limits), inputs.limit_teller(codes, limits, as_json=as_json)
        files = expand_folders([states])
        given = [each.level for each in inputs.levels(files, None, reading, codes, guard, limited)]
    boards = levels + (0 if no_corpus else len(corpus())) if given is None else len(given)
    try:
        with _called(detector, request_limit) as function, working(f"{detector}: the first levels") as display:

            def tell(report: Report) -> None:
                figures = f"{report.states:,} states, {report.flagged:,} flagged, {report.false_positives:,} false"
                searched = f", search: {report.searched:,} of {CALLS * levels:,}" if report.searched else ""
                display.show(f"{detector}: {report.levels:,} of {boards:,} levels, {figures}{searched}")

            with redirect_stdout(sys.stderr):  # results alone go to stdout, whatever the detector prints
                report = audit(
                    function,
                    Sample(levels, squares, boxes, with_corpus=not no_corpus),
                    seed=seed,
                    given=given,
                    name=detector,
                    limits=limits,
                    tell=tell,
                )
    except NoDetector as error:
        raise click.UsageError(f"{error}.") from None
    if report.last_failure:
        warn(f"{report.failures} calls without a usable answer; the last one: {report.last_failure}")
    if report.unchecked:
        flags = quantify(report.unchecked, "flag")
        warn(f"{flags} with evidence that was not checked; the last one: {report.last_unchecked}")
    emit(record(report), text(report), as_json=as_json)
    codes.append(Exit.NO if report.refuted else Exit.UNKNOWN if report.incomplete or not report.fired else Exit.YES)
    return worst(codes)


def _called(detector: str, seconds: float) -> AbstractContextManager[Detector]:
    """Return a context with the named detector. Raises `NoDetector`."""
    if detector.startswith(COMMAND):
        return Program(detector.removeprefix(COMMAND), seconds)
    with redirect_stdout(sys.stderr):  # importing may print
        return limit_time(find_function(detector), seconds)


def record(report: Report) -> dict[str, object]:
    """Return the JSON object of a report."""
    shown = report.counterexample
    return {
        "detector": report.detector,
        "levels": report.levels,
        "states": report.states,
        "dead": report.dead,
        "flagged": report.flagged,
        "false_positives": report.false_positives,
        "recall": report.recall,
        "bad_evidence": report.bad_evidence,
        "counterexample": None
        if shown is None
        else {
            "kind": shown.kind,
            "xsb": str(shown.level),
            "solution": shown.solution,
            "reason": shown.reason,
            "found": str(shown.found),
            "phase": shown.phase,
        },
        "recall_by_cause": {
            cause: {"dead": share.dead, "flagged": share.flagged, "recall": share.recall}
            for cause, share in report.causes.items()
        },
        "searched": report.searched,
        "search_cut": report.cut or None,
        "failures": report.failures,
        "undecided": report.undecided,
        "unchecked": report.unchecked,
        "stopped": report.stopped or None,
        "microseconds": None if report.microseconds is None else round(report.microseconds, 1),
        "fired": report.fired,
        "verdict": "REFUTED" if report.refuted else "NOT_REFUTED" if report.fired else "NOT_TESTED",
    }


def text(report: Report) -> str:
    """Return a report in words."""
    wrong = f"{report.false_positives:,} false positives, {report.bad_evidence:,} with bad evidence"
    lines = [
        f"{report.detector}: {report.conclusion}" + (f" ({report.stopped})" if report.stopped else ""),
        f"  {report.levels:,} levels, {report.states:,} states, {report.dead:,} dead",
        f"  {report.flagged:,} flagged, {wrong}",
    ]
    if report.searched:
        lines.append(f"  {report.searched:,} levels in the search" + (f"; {report.cut}" if report.cut else ""))
    if report.unanswered:
        lines.append(f"  {report.unanswered:,} of them without an answer in time")
    if report.failures or report.undecided:
        lines.append(f"  {report.failures:,} calls without a usable answer, {report.undecided:,} states undecided")
    if report.unchecked:
        lines.append(f"  {report.unchecked:,} flags with evidence that was not checked")
    if report.recall is not None:
        by_cause = [f"{cause} {share.recall:.1%}" for cause, share in report.causes.items() if share.recall is not None]
        lines.append(f"  recall {report.recall:.1%}" + (f": {', '.join(by_cause)}" if by_cause else ""))
    if report.microseconds is not None:
        lines.append(f"  {report.microseconds:.1f} µs a call")
    if report.counterexample is not None:
        lines += ["", report.counterexample.why, str(report.counterexample.level)]
    return "\n".join(lines)
