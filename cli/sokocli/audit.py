"""`sokospec audit`: test a deadlock detector or a heuristic."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, redirect_stdout
from itertools import takewhile

import click

from sokocheck.application.folders import expand_folders
from sokocheck.application.guard import Guard
from sokocheck.application.terminal_text import warn
from sokocheck.claims.detector_audit import CALLS, WHOLE_SAMPLE, Sample, audit, audit_heuristic, corpus
from sokocli import inputs
from sokocli.options import Finite, choice_option, number_option, real_option
from sokocli.results import Exit, emit, show_work, worst
from sokodead.audit import (
    Counterexample,
    HeuristicClaim,
    HeuristicReport,
    NotCallable,
    Program,
    Report,
    find_function,
    limit_time,
)
from sokodead.audit.costs import OBJECTIVES
from sokodead.audit.figures import Tally
from sokodead.audit.heuristic_run import parse_objective
from sokodead.audit.programs import read_answer, read_value_answer
from sokospec.answer import Objective
from sokospec.board import Board, Level
from sokospec.errors import quantify
from sokospec.formats import Reading
from sokospec.limits import Limits, Meter


def _detector_record(report: Report) -> dict[str, object]:
    return {
        "detector": report.name,
        "levels": report.levels,
        "states": report.states,
        "dead": report.dead,
        "flagged": report.flagged,
        "false_positives": report.false_positives,
        "recall": report.recall,
        "bad_evidence": report.bad_evidence,
        "counterexample": _counterexample_record(report.counterexample),
        "recall_by_cause": {
            cause: {"dead": share.dead, "flagged": share.flagged, "recall": share.recall}
            for cause, share in report.causes.items()
        },
        **_search_record(report),
    }


def _heuristic_record(report: HeuristicReport) -> dict[str, object]:
    shown = report.counterexample
    return {
        "heuristic": report.name,
        "objective": report.objective,
        "levels": report.levels,
        "states": report.states,
        "dead": report.dead,
        "infinite": report.infinite,
        "violations": report.violations,
        "counterexample": _counterexample_record(shown),
        "value": None if shown is None else _number(shown.value),
        "truth": None if shown is None else _number(shown.truth),
        "share": report.share,
        "exact": report.exact,
        "consistent": report.consistent,
        "inconsistency": _counterexample_record(report.inconsistency),
        "steps": report.steps,
        **_search_record(report),
    }


def _search_record(report: Tally) -> dict[str, object]:
    return {
        "searched": report.searched,
        "search_cut": report.cut or None,
        "failures": report.failures,
        "undecided": report.undecided,
        "unchecked": report.unchecked,
        "stopped": report.stopped or None,
        "microseconds": None if report.microseconds is None else round(report.microseconds, 1),
        "fired": report.fired,
        "verdict": report.verdict,
    }


def _counterexample_record(shown: Counterexample | None) -> dict[str, object] | None:
    if shown is None:
        return None
    values = {} if shown.value is None else {"value": _number(shown.value), "truth": _number(shown.truth)}
    return {
        "kind": shown.kind,
        "xsb": str(shown.level),
        **values,
        "solution": shown.solution,
        "reason": shown.reason,
        "found": str(shown.found),
        "phase": shown.phase,
    }


def _number(value: float | None) -> float | str | None:
    return "infinity" if value == float("inf") else value


def _detector_text(report: Report) -> str:
    wrong = f"{report.false_positives:,} false positives, {report.bad_evidence:,} with bad evidence"
    recall = []
    if report.recall is not None:
        by_cause = [f"{cause} {share.recall:.1%}" for cause, share in report.causes.items() if share.recall is not None]
        recall = [f"  recall {report.recall:.1%}" + (f": {', '.join(by_cause)}" if by_cause else "")]
    return _text(report, f"{report.flagged:,} flagged, {wrong}", recall)


def _heuristic_text(report: HeuristicReport) -> str:
    solvable = report.states - report.dead
    quality = []
    if report.share is not None:
        quality.append(
            f"  {report.share:.1%} of the optimal {report.objective}, exact in {report.exact / solvable:.1%}"
        )
    if report.consistent is not None:
        quality.append(f"  {'consistent' if report.consistent else 'not consistent'}: {report.steps:,} steps checked")
    text = _text(report, f"{report.infinite:,} with an infinite value, {report.violations:,} overestimated", quality)
    if report.inconsistency is not None and report.counterexample is None:
        text += f"\n\n{report.inconsistency.why}\n{report.inconsistency.level}"
    return text


def _text(report: Tally, answers: str, quality: list[str]) -> str:
    lines = [
        f"{report.name}: {report.conclusion}" + (f" ({report.stopped})" if report.stopped else ""),
        f"  {report.levels:,} levels, {report.states:,} states, {report.dead:,} dead",
        f"  {answers}",
    ]
    if report.searched:
        lines.append(
            f"  {report.searched:,} levels tried in the search for counterexamples"
            + (f"; {report.cut}" if report.cut else "")
        )
    if report.unanswered:
        lines.append(f"  {report.unanswered:,} of them without an answer in time")
    if report.failures or report.undecided:
        lines.append(f"  {report.failures:,} calls without a usable answer, {report.undecided:,} states undecided")
    if report.unchecked:
        lines.append(f"  {report.unchecked:,} flags with evidence that was not checked")
    lines += quality
    if report.microseconds is not None:
        lines.append(f"  {report.microseconds:.1f} µs a call")
    if report.counterexample is not None:
        lines += ["", report.counterexample.why, str(report.counterexample.level)]
    return "\n".join(lines)


_COMMAND = "cmd:"


@click.command()
@click.argument("detector", required=False)
@click.option(
    "--heuristic",
    metavar="HEURISTIC",
    help="Test this heuristic, `module:function` or `cmd:PROGRAM ARGS`, instead of a detector.",
)
@choice_option(
    "--objective",
    "pushes",
    [each.value for each in OBJECTIVES],
    "With --heuristic: the cost that it bounds.",
)
@click.option(
    "--consistent",
    is_flag=True,
    help="With --heuristic: also require that it is consistent: no step lowers the value by more than the step costs.",
)
@number_option(
    "--levels COUNT",
    WHOLE_SAMPLE.levels,
    "Number of boards to sample after the regression levels: first small boards, at most 984, then random ones. "
    "The search for counterexamples then ends after 100 levels for each of these, or after 30 seconds of calls.",
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
@real_option("--time-limit S", None, Finite(min=0), "Limit for the whole audit, in seconds.", shown="no limit")
@inputs.cpu_limit_option("for the whole audit")
@inputs.request_limit_option
@inputs.add_reading_options
@inputs.json_option
def command(
    detector: str | None,
    heuristic: str | None,
    objective: str,
    levels: int,
    squares: int,
    boxes: int,
    states: str | None,
    seed: int,
    time_limit: float | None,
    cpu_limit: float | None,
    request_limit: float,
    reading: Reading,
    *,
    consistent: bool,
    no_corpus: bool,
    as_json: bool,
) -> int:
    """Test a deadlock detector or a heuristic: on states with known answers, then by a search for counterexamples.

    DETECTOR is `module:function`; the module may be installed or in the working folder. The function receives a
    `sokospec.Level`. It returns True if the state is dead (without a solution), False or None if it does not know. It
    may return evidence instead of True: a list of facts of `sokospec.certificates` that prove it.

    Or DETECTOR is `cmd:PROGRAM ARGS`. The program reads requests, one JSON object a line, and answers each with one
    line. An answer may also have "evidence", a list of facts as in certificates.

    \b
    {"id": 1, "xsb": LEVEL}
    {"id": 1, "dead": true}

    A heuristic should return at most the cost of each solution; infinity if the state is dead. A program answers

    \b
    {"id": 1, "value": 7}
    {"id": 1, "value": "infinity"}

    \b
    Exit codes: 0  no counterexample was found
                1  the detector or heuristic is refuted
                3  something was not tested: nothing was flagged (or no value
                   was above 0), an answer failed or could not be checked, or
                   the audit was stopped
    """
    name = heuristic or detector
    if name is None or (heuristic is not None and detector is not None):
        raise click.UsageError("name either a DETECTOR or a --heuristic.")
    if heuristic is None and (consistent or objective != Objective.PUSHES):
        raise click.UsageError("--objective and --consistent need --heuristic.")
    codes: list[int] = []
    limits = Limits(time_limit, cpu=cpu_limit)
    meter = Meter(limits)
    given: list[Level] | None = None
    if states is not None:
        request = inputs.Request(expand_folders([states]), None, limits, reading, as_json)
        read = request.levels(codes, Guard(limits), request.limit_teller(codes))
        given = [each.level for each in takewhile(lambda _: not meter.time_is_up, read)]
    left = limits.after(meter.seconds, meter.cpu_seconds)
    sample = Sample(levels, squares, boxes, with_corpus=not no_corpus)
    boards = levels + (0 if no_corpus else len(corpus())) if given is None else len(given)
    try:
        with (
            _open_judge(name, request_limit, read_answer if heuristic is None else read_value_answer) as function,
            show_work(f"{name}: the first levels") as display,
            redirect_stdout(sys.stderr),  # results alone go to stdout, whatever the function prints
        ):

            def tell(report: Tally) -> None:
                searched = f", search: {report.searched:,} of {CALLS * levels:,}" if report.searched else ""
                display.show(f"{name}: {report.levels:,} of {boards:,} levels, {report.progress}{searched}")

            report: Report | HeuristicReport
            if heuristic is None:
                report = audit(function, sample, seed=seed, given=given, name=name, limits=left, tell=tell)
            else:
                claim = HeuristicClaim(name, function, parse_objective(objective), consistent)
                report = audit_heuristic(claim, sample, seed=seed, given=given, limits=left, tell=tell)
    except NotCallable as error:
        raise click.UsageError(f"{error}.") from None
    codes.append(_print(report, as_json=as_json))
    return worst(codes)


def _print(report: Report | HeuristicReport, *, as_json: bool) -> Exit:
    if report.last_failure:
        warn(f"{report.failures} calls without a usable answer; the last one: {report.last_failure}")
    if report.unchecked:
        flags = quantify(report.unchecked, "flag")
        warn(f"{flags} with evidence that was not checked; the last one: {report.last_unchecked}")
    if isinstance(report, HeuristicReport):
        emit(_heuristic_record(report), _heuristic_text(report), as_json=as_json)
    else:
        emit(_detector_record(report), _detector_text(report), as_json=as_json)
    return Exit.NO if report.refuted else Exit.UNKNOWN if report.incomplete or not report.fired else Exit.YES


def _open_judge(
    name: str, seconds: float, read: Callable[[bytes, int, Board], object]
) -> AbstractContextManager[Callable[[Level], object]]:
    if name.startswith(_COMMAND):
        return Program(name.removeprefix(_COMMAND), seconds, read)
    with redirect_stdout(sys.stderr):  # importing may print
        return limit_time(find_function(name), seconds)
