"""`sokospec check`: replay every solution, measure it, and settle whether it is optimal."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import asdict, fields, replace
from pathlib import Path

import click

from sokocheck.application.certificate_files import Certificates
from sokocheck.application.guard import GRACE, Guard, limit_words
from sokocheck.application.terminal_text import in_a_line, warn
from sokocheck.application.vocabulary import Entry, count_entries
from sokocheck.batch.results_file import RunFailed
from sokocheck.claims.judgement_text import entry_for, verdict_text
from sokocheck.claims.judging import OBJECTIVES, ClaimVerdict, Judgement, Standing
from sokocheck.engines.all_engines import Choice, Watch
from sokocli import inputs
from sokocli.at_once import jobs_option
from sokocli.check_task import (
    ClaimsTask,
    LevelJudge,
    Settled,
    Task,
    certificate_paths,
    place,
    settle_in_processes,
)
from sokocli.claim import Claim, judge_claim
from sokocli.claim_files import claims_given, in_time, solutions_option
from sokocli.engine_options import certificate_option, engine_option
from sokocli.inputs import Request
from sokocli.options import choice_option, path_option
from sokocli.results import Exit, emit, show_search, tell_counts, worst
from sokospec.errors import quantify
from sokospec.limits import Interrupted, LimitReached
from sokospec.metrics import Metrics
from sokospec.replay import Replay

_METRICS = tuple(field.name for field in fields(Metrics))
_MORE_METRICS = tuple(name.replace("_", " ") for name in _METRICS[2:])


@click.command()
@inputs.level_files_argument(solutions=True)
@solutions_option
@choice_option(
    "--claim",
    None,
    OBJECTIVES,
    "Also check by a search that each solution is optimal for this objective.",
)
@path_option(
    "--records TABLE",
    "Compare the solutions with the optima in this table, or in a file of records of `batch`; can be repeated.",
    exists=True,
    several=True,
)
@inputs.level_option
@engine_option
@certificate_option(
    "Settle claims only by certificates that `sokospec verify` accepts, and keep these. OUT is a file (packed if it "
    "ends in .gz), or a folder for several certificates."
)
@jobs_option
@click.option(
    "--metrics",
    is_flag=True,
    help=f"Also print the {', '.join(_MORE_METRICS[:-1])} and {_MORE_METRICS[-1]} of each valid solution. JSON has "
    "them always.",
)
@inputs.request_options(inputs.SETTLING, "for each solution")
def command(
    request: Request,
    solutions: str | None,
    claim: str | None,
    records: tuple[Path, ...],
    choice: Choice,
    certificate: Path | None,
    jobs: int,
    *,
    metrics: bool,
) -> int:
    """Check the solutions in FILES, or in --solutions, against their levels.

    Prints one line for each solution: the verdict, what was claimed, and what is true. `sokospec explain WORD` explains
    a verdict. A solution is invalid if a step is illegal, a character is unknown, or a box is off the goals at the
    end. A letter of the wrong case (small: no push; capital: a push) makes it invalid, too, unless --lenient corrects
    it. If all letters have one case, the case says nothing.

    A file of solutions without levels (.sol) belongs to the level file before it on the command line.

    With --records there is no search. A claim is compared with the recorded optimum, and a solution without a claim
    with all recorded optima of its level.

    In JSON, 'at' is the index, from 0, of the first wrong step of an invalid solution. The metrics count the steps
    before it.
    """
    if records and (certificate is not None or jobs > 1):
        raise click.UsageError("--records needs no search; leave out --certificate and --jobs.")
    out = None if certificate is None else Certificates(certificate, request.files, [*filter(None, [solutions])])
    guard = Guard(request.limits, GRACE)
    codes: list[int] = []
    told: set[str] = set()
    given = claims_given(request, guard, solutions, codes, told)
    named = (replace(one, objective=one.objective or claim) for one in given)
    claims = in_time(_with_places(named, out), guard, request.files, codes)

    def task(group: Sequence[Claim]) -> ClaimsTask:
        return ClaimsTask(group, choice, request.reading, request.limits, certificate_paths(group, out))

    if records:
        settled = _by_records(records, request, claims, guard)
    elif jobs == 1:
        settled = _one_by_one(claims, task, guard)
    else:
        settled = settle_in_processes(jobs, claims, task)
    judgements: list[Judgement] = []
    verdicts: list[Entry] = []
    try:
        for one, judgement, path in settled:
            if one.number == 1:
                told |= inputs.tell_notes(one.found)
            entry = entry_for(judgement, one.objective)
            codes.append(entry.code)
            verdicts.append(entry)
            if judgement.standings is not None:
                judgements.append(replace(judgement, replay=None))
            compared = _records_comparison(judgement) if records else {}
            text = _text(one, judgement, path, metrics=metrics)
            emit({**_record(one, judgement, path), **compared}, text, as_json=request.as_json)
    except KeyboardInterrupt:
        warn(f"interrupted: {quantify(len(verdicts), 'solution')} checked")
        codes.append(Exit.UNKNOWN)
    except RunFailed as error:
        warn(f"error: {error}")
        return Exit.INTERNAL
    finally:
        settled.close()
    if not codes:
        warn("error: no solution to check was found; name a file of solutions with --solutions")
        return Exit.MALFORMED
    if verdicts:
        tell_counts(count_entries(verdicts), as_json=request.as_json)
    if judgements:
        from sokocheck.optima.against import summarise  # seldom of use

        warn(summarise(judgements))
    inputs.explain(told)
    return worst(codes)


def _with_places(claims: Iterator[Claim], out: Certificates | None) -> Iterator[Claim]:
    """Yield the claims; if a file is to hold their certificate, raise a usage error before the first of several."""
    if out is not None and out.if_several is not None:
        known = list(claims)
        certificate_paths(known, out)
        claims = iter(known)
    yield from claims


def _by_records(
    paths: tuple[Path, ...], request: Request, claims: Iterable[Claim], guard: Guard
) -> Generator[Settled, None, None]:
    from sokocheck.optima.against import RecordsJudge, records_in  # seldom of use

    records = []
    for path in paths:
        with inputs.read_within(guard, str(path)):
            records.append(records_in(path))
    judge = RecordsJudge(records, request.reading)
    return _in_turn(claims, guard, lambda claim, watch: (claim, judge_claim(claim, judge, watch), None))


def _one_by_one(claims: Iterable[Claim], task: Task, guard: Guard) -> Generator[Settled, None, None]:
    last: tuple[str, int] | None = None
    judge: LevelJudge | None = None

    def settle(claim: Claim, watch: Watch) -> Settled:
        nonlocal last, judge
        one = task([claim])
        if judge is None or place(claim) != last:
            last, judge = place(claim), LevelJudge(claim.found, one.choice, one.reading)
        judge.add_paths(one.paths)
        return judge.settle(claim, watch)

    return _in_turn(claims, guard, settle)


def _in_turn(
    claims: Iterable[Claim], guard: Guard, settle: Callable[[Claim, Watch], Settled]
) -> Generator[Settled, None, None]:
    for number, claim in enumerate(claims, start=1):
        try:
            with show_search(f"checking {number}: {claim.found.name}", guard) as watch, guard:
                settled = settle(claim, watch)
        except LimitReached as reached:
            reason = limit_words(reached.verdict, guard.limits)
            settled = claim, Judgement(ClaimVerdict.UNKNOWN, reason=reason), None
        except Interrupted as stop:
            yield claim, stop.partial, None
            raise
        yield settled


def _records_comparison(judgement: Judgement) -> dict[str, object]:
    standings = judgement.standings
    return {
        "records": None if standings is None else {name: each._asdict() for name, each in standings.items()},
        "against_best": judgement.against_best,
    }


def _record(claim: Claim, judgement: Judgement, certificate: Path | None) -> dict[str, object]:
    replayed = judgement.replay
    return {
        **claim.found.record,
        "solution": claim.number,
        "solution_title": claim.title,
        "line": claim.line,
        "claim": claim.objective,
        "lurd": judgement.replay.lurd if judgement.replay and judgement.replay.valid else claim.lurd,
        "verdict": entry_for(judgement, claim.objective).value,
        "at": replayed.at if replayed else None,
        "rule": judgement.rule,
        "reason": judgement.reason,
        **(asdict(replayed.metrics) if replayed else dict.fromkeys(_METRICS)),
        "boxes_off": _boxes_off(claim, replayed),
        "optimum": judgement.optimum,
        "notation": judgement.notation,
        "repairs": [asdict(repair) for repair in replayed.repairs] if replayed else [],
        "certificate": None if certificate is None else str(certificate),
    }


def _boxes_off(claim: Claim, replayed: Replay | None) -> int | None:
    """Count the boxes off the goals at the end; None unless every step is legal."""
    if replayed is None or (replayed.at is not None and replayed.rule != "A2"):
        return None
    return len(replayed.final.boxes - claim.found.level.goals)


def _least(objective: str, standing: Standing) -> str:
    """Return the recorded optimum, both numbers of a lexicographic objective, or the bound."""
    optimum = standing.best if standing.optimum is None else standing.optimum
    if optimum is None:
        return f"{objective} >={standing.lower_bound}"
    return f"{objective} {optimum if isinstance(optimum, int) else '/'.join(map(str, optimum))}"


def _text(claim: Claim, judgement: Judgement, certificate: Path | None, *, metrics: bool) -> str:
    what = "answer" if claim.lurd is None else "solution"
    parts = [f"{claim.found.name} {what} {claim.number}: {verdict_text(judgement, claim.objective)}"]
    replayed = judgement.replay
    standings = judgement.standings or {}
    if standings and judgement.verdict is ClaimVerdict.VALID:
        short = {name: each for name, each in standings.items() if each.verdict is ClaimVerdict.NOT_OPTIMAL}
        better = ", ".join(_least(name, each) for name, each in short.items())
        parts.append(f"better in the records: {better or 'nothing'}")
    if standings:
        from sokocheck.optima.against import against_best_text  # seldom of use

        parts += filter(None, [against_best_text(judgement)])
    if metrics and replayed is not None and replayed.valid:
        values = asdict(replayed.metrics)
        parts.append(", ".join(f"{name.replace('_', ' ')} {values[name]}" for name in _METRICS[2:]))
    if replayed is not None and replayed.repairs:
        first = replayed.repairs[0]
        parts.append(
            f"{quantify(len(replayed.repairs), 'step')} repaired, the first at step {first.at + 1}: {first.what}"
        )
    if certificate is not None:
        parts.append(f"certificate {in_a_line(str(certificate))}")
    return "; ".join(parts)
