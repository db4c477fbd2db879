"""`sokospec improve`: shorten valid solutions."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import click

from sokocheck.application.guard import GRACE, Guard, limit_words
from sokocheck.application.terminal_text import warn
from sokocheck.application.vocabulary import Kind, entry_of
from sokocheck.claims.judgement_text import verdict_text
from sokocheck.claims.judging import OBJECTIVES, ClaimVerdict, Judge, Judgement
from sokocheck.engines.all_engines import Choice, improve_solution
from sokocli import inputs
from sokocli.claim import Claim, judge_claim
from sokocli.claim_files import claims_given, in_time, solutions_option
from sokocli.inputs import Request
from sokocli.options import choice_option
from sokocli.results import Exit, emit, show_search, worst
from sokospec.answer import Objective
from sokospec.errors import quantify
from sokospec.limits import Interrupted, LimitReached

if TYPE_CHECKING:
    from sokosolve.improve import Improved
    from sokospec.metrics import Metrics


class _Outcome(NamedTuple):
    judgement: Judgement
    result: Improved | None = None
    interrupted: bool = False

    @property
    def code(self) -> Exit:
        if self.result is not None:
            return Exit.UNKNOWN if self.interrupted else Exit.YES
        return entry_of(Kind.IMPROVEMENT, self.judgement.verdict).code


@click.command()
@inputs.level_files_argument(solutions=True)
@solutions_option
@choice_option("--objective", "pushes", OBJECTIVES, "Quantity to reduce.")
@inputs.level_option
@inputs.request_options(inputs.SETTLING, "for each solution")
def command(request: Request, solutions: str | None, objective: str) -> int:
    """Make the solutions in FILES, or in --solutions, shorter.

    Each solution is replayed first. Then each part of it is searched again, among states near it. If only pushes
    count, the solver also looks for fewer. This ends when the solution is proved optimal or a limit is reached. The
    result is replayed too, and never costs more than the given solution.
    """
    guard = Guard(request.limits, GRACE)
    codes: list[int] = []
    told: set[str] = set()
    claims = claims_given(request, guard, solutions, codes, told)
    judge = Judge(Choice("fast").create().solve, request.reading)
    for one in in_time((claim for claim in claims if claim.lurd is not None), guard, request.files, codes):
        if one.number == 1:
            told |= inputs.tell_notes(one.found)
        outcome = _outcome(replace(one, objective=None), Objective(objective), judge, guard)
        codes.append(outcome.code)
        emit(_record(one, objective, outcome), _text(one, outcome), as_json=request.as_json)
        if outcome.interrupted:
            warn("interrupted")
            break
    if not codes:
        warn("error: no solution to improve was found; name a file of solutions with --solutions")
        return Exit.MALFORMED
    inputs.explain(told)
    return worst(codes)


def _outcome(claim: Claim, objective: Objective, judge: Judge, guard: Guard) -> _Outcome:
    interrupted = False
    try:
        with show_search(f"improving {claim.found.name}", guard) as watch, guard:
            judgement = judge_claim(claim, judge, watch)
            if judgement.verdict is not ClaimVerdict.VALID or judgement.replay is None:
                return _Outcome(judgement)
            watch = watch._replace(limits=replace(guard.left, report=watch.limits.report))
            result = improve_solution(claim.found.level, judgement.replay.lurd, objective, watch)
    except LimitReached as reached:
        return _Outcome(Judgement(ClaimVerdict.UNKNOWN, reason=limit_words(reached.verdict, guard.limits)))
    except Interrupted as stop:
        result, interrupted = stop.partial, True
    return _Outcome(
        replace(judgement, verdict=ClaimVerdict.OPTIMAL) if result.optimal else judgement, result, interrupted
    )


def _cost(metrics: Metrics) -> dict[str, int]:
    return {"moves": metrics.moves, "pushes": metrics.pushes}


def _record(claim: Claim, objective: str, outcome: _Outcome) -> dict[str, object]:
    judgement, result, interrupted = outcome
    known = judgement.verdict is not ClaimVerdict.MALFORMED
    return {
        **claim.found.record,
        "solution": claim.number,
        "solution_title": claim.title,
        "objective": objective,
        "verdict": judgement.verdict if known else ClaimVerdict.UNKNOWN,
        "at": judgement.replay.at if judgement.replay else None,
        "rule": judgement.rule,
        "reason": judgement.reason,
        "before": None if result is None else _cost(result.before),
        "after": None if result is None else _cost(result.after),
        "lower_bound": None if result is None else result.lower_bound,
        "lurd": None if result is None else result.lurd,
        "states": None if result is None else result.states,
        "seconds": None if result is None else round(result.seconds, 6),
        "interrupted": interrupted,
    }


def _text(claim: Claim, outcome: _Outcome) -> str:
    judgement, result, _ = outcome
    name = f"{claim.found.name} solution {claim.number}"
    if result is None:
        return f"{name}: {verdict_text(judgement, None)}"
    before, after = result.before, result.after
    verdict = entry_of(Kind.IMPROVEMENT, judgement.verdict).text
    parts = [f"{name}: {verdict}: pushes {before.pushes} -> {after.pushes}"]
    parts.append(f"moves {before.moves} -> {after.moves}")
    if not result.optimal:
        step = "move" if result.objective.startswith("moves") else "push"
        parts.append(f"any solution has at least {quantify(result.lower_bound, step)}")
    parts.append(f"{quantify(result.states, 'state')}, {result.seconds:.2f} s")
    return ", ".join(parts) + f"\n{result.lurd}"
