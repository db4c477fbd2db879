"""`sokospec solve`: optimal solutions or proofs of unsolvability."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import click

from sokocheck.application.certificate_files import Certificates, answer_level
from sokocheck.application.guard import GRACE, Guard, limit_words, option_of
from sokocheck.application.input_levels import FileLevel
from sokocheck.application.records import invalid_record, limit_record, record_of
from sokocheck.application.terminal_text import warn
from sokocheck.application.vocabulary import INTERRUPTED, code_of, counts_text, text_of
from sokocheck.engines.all_engines import Choice, shorter
from sokocli import inputs
from sokocli.engine_options import certificate_option, choice_options, objective_option
from sokocli.inputs import Request
from sokocli.options import Finite, real_option
from sokocli.results import emit, show_search, tell_counts, worst
from sokospec.answer import Answer, Objective, Verdict
from sokospec.errors import quantify
from sokospec.limits import Interrupted, LimitReached, Limits

_LIMITS = (Verdict.LIMIT_TIME, Verdict.LIMIT_MEMORY)


@click.command()
@inputs.files_argument
@inputs.level_option
@objective_option
@choice_options
@certificate_option(
    "Write a proof of each answer, for `sokospec verify`. OUT is a folder that exists, or for one level a file "
    "(packed if it ends in .gz)."
)
@click.option(
    "--provable",
    is_flag=True,
    help="With --certificate: search only forwards, for a simpler proof; no checker needs it.",
)
@real_option(
    "--improve S",
    None,
    Finite(min=0),
    "With --objective any: spend S seconds on each solution to save pushes, as `improve` does.",
    into="more_seconds",
)
@click.option(
    "--explain",
    is_flag=True,
    help="Say why a level is unsolvable, with squares (rows and columns counted from 0), if a deadlock detector can "
    "tell.",
)
@inputs.request_options(None)
def command(
    request: Request,
    objective: str,
    choice: Choice,
    certificate: Path | None,
    more_seconds: float | None,
    *,
    provable: bool,
    explain: bool,
) -> int:
    """Solve the levels in FILES.

    Each result begins with the level and its verdict, such as `solved`; `sokospec explain VERDICT` explains it.

    With --certificate the search uses only methods that a certificate can prove. Writing it counts against the limits.
    """
    if provable and certificate is None:
        raise click.UsageError("--provable needs --certificate.")
    if more_seconds is not None and (objective != Objective.ANY or certificate is not None):
        raise click.UsageError("--improve needs --objective any, and cannot be used with --certificate.")
    engine = replace(choice, provable=provable).create()
    codes: list[int] = []
    reached: set[str] = set()  # the options of the limits
    out = None if certificate is None else Certificates(certificate, request.files)

    counts: Counter[str] = Counter()

    def refuse(found: FileLevel) -> None:
        counts[Verdict.INVALID_INPUT] += 1
        text = f"{found.name}: {text_of(Verdict.INVALID_INPUT)}"
        emit(invalid_record(found, objective), text, as_json=request.as_json)

    def report_limit(found: FileLevel, verdict: Verdict) -> None:
        codes.append(code_of(verdict))
        counts[verdict] += 1
        text = f"{found.name}: {limit_words(verdict, request.limits)}"
        emit(limit_record(found, objective, verdict), text, as_json=request.as_json)

    guard = Guard(request.limits, GRACE)
    for found in request.levels(codes, guard, report_limit, refuse, None if out is None else out.if_several):
        path, interrupted = None if out is None else out.path_for(found), False
        try:
            with show_search(found.name, guard) as watch, guard:
                answer = answer_level(engine, found, Objective(objective), watch, path)
            if more_seconds is not None and answer.lurd is not None:
                more = Guard(replace(request.limits, seconds=more_seconds, cpu=None))
                with show_search(f"improving {found.name}", more) as watch:
                    answer = shorter(found.level, answer, watch)
        except LimitReached as limit:
            report_limit(found, limit.verdict)
            continue
        except Interrupted as stop:
            answer, interrupted = stop.partial, True
        codes.append(code_of(answer.verdict))
        counts["interrupted" if interrupted else answer.verdict] += 1
        if answer.verdict in _LIMITS and not interrupted:
            reached.add(option_of(answer.verdict, request.limits))
        verdict = INTERRUPTED.text if interrupted else _verdict(answer, request.limits)
        reason = _find_reason(found, answer, guard) if explain else {}
        record = record_of(found, answer, interrupted=interrupted) | reason
        emit(record, _text(found, answer, verdict, reason), as_json=request.as_json)
        if interrupted:
            warn("interrupted")
            break
    if counts.total() > 1 and not request.as_json:
        tell_counts(counts_text(counts), as_json=False)
    if reached and not request.as_json:
        any_solution = "" if objective == Objective.ANY else ", or look for any solution with --objective any"
        warn(f"a limit was reached: raise {' or '.join(sorted(reached))}{any_solution}")
    return worst(codes)


def _find_reason(found: FileLevel, answer: Answer, guard: Guard) -> dict[str, str | None]:
    """Return why a level is unsolvable, and its detector; both null if no detector flags the level in time."""
    from sokodead import first_evidence  # here, as other runs of `solve` need no detectors and start sooner
    from sokodead.reasons import reason_of

    named = None
    if answer.verdict is Verdict.UNSOLVABLE:
        with suppress(LimitReached), guard:
            named = first_evidence(found.level)
    if named is None:
        return {"reason": None, "detector": None}
    return {"reason": reason_of(found.level, named[1]).text, "detector": named[0]}


def _verdict(answer: Answer, limits: Limits) -> str:
    if answer.verdict is Verdict.LIMIT_TIME and limits.cpu is not None:
        return f"{text_of(answer.verdict)} ({option_of(answer.verdict, limits)})"
    return text_of(answer.verdict)


def _text(found: FileLevel, answer: Answer, verdict: str, reason: Mapping[str, str | None]) -> str:
    parts = []
    if answer.lurd is not None:
        parts.append(f"{quantify(answer.moves or 0, 'move')}, {quantify(answer.pushes or 0, 'push')}")
    elif answer.lower_bound is not None:
        step = "move" if answer.objective.startswith("moves") else "push"
        parts.append(f"any solution has at least {quantify(answer.lower_bound, step)}")
    parts.append(f"{quantify(answer.expanded, 'state')}, {answer.seconds:.2f} s")
    lines = [f"{found.name}: {verdict}: {', '.join(parts)}"]
    if answer.lurd is not None:
        lines.append(answer.lurd)
    if reason and answer.verdict is Verdict.UNSOLVABLE:
        lines.append(reason["reason"] or "no deadlock detector gives a reason")
    return "\n".join(lines)
