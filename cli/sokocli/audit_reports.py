"""Reports of `sokospec audit` as JSON objects and in words."""

from __future__ import annotations

from sokodead.audit import Counterexample, HeuristicReport, Report
from sokodead.audit.figures import Tally


def detector_record(report: Report) -> dict[str, object]:
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


def heuristic_record(report: HeuristicReport) -> dict[str, object]:
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


def detector_text(report: Report) -> str:
    wrong = f"{report.false_positives:,} false positives, {report.bad_evidence:,} with bad evidence"
    recall = []
    if report.recall is not None:
        by_cause = [f"{cause} {share.recall:.1%}" for cause, share in report.causes.items() if share.recall is not None]
        recall = [f"  recall {report.recall:.1%}" + (f": {', '.join(by_cause)}" if by_cause else "")]
    return _text(report, f"{report.flagged:,} flagged, {wrong}", recall)


def heuristic_text(report: HeuristicReport) -> str:
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
