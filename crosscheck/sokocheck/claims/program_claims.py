"""Judgement of a program's claim about a level."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from sokocheck.claims.judgement_text import place_of_failure
from sokocheck.claims.judging import SOLUTION, SOLVABLE, UNSOLVABLE, ClaimVerdict, Judge, Judgement
from sokocheck.engines.all_engines import Watch
from sokocheck.programs.attempt import Saying, printable
from sokocheck.programs.quick_play import Table
from sokospec.board import Level
from sokospec.errors import quantify
from sokospec.limits import Interrupted


class ProgramOutcome(StrEnum):
    """Result of judging a program's claim."""

    HOLDS = "HOLDS"
    REFUTED = "REFUTED"
    UNKNOWN = "UNKNOWN"
    NO_ANSWER = "NO_ANSWER"


_OUTCOME_OF = {
    ClaimVerdict.VALID: ProgramOutcome.HOLDS,
    ClaimVerdict.OPTIMAL: ProgramOutcome.HOLDS,
    ClaimVerdict.INVALID: ProgramOutcome.REFUTED,
    ClaimVerdict.NOT_OPTIMAL: ProgramOutcome.REFUTED,
    ClaimVerdict.UNKNOWN: ProgramOutcome.UNKNOWN,
}


@dataclass(frozen=True, slots=True)
class CheckedClaim:
    """A program's claim, the truth, and the result."""

    claim: str | None
    truth: str | None
    verdict: ProgramOutcome
    reason: str | None
    judgement: Judgement | None = None


def check(level: Level, saying: Saying, claims: str | None, judge: Judge, watch: Watch) -> CheckedClaim:
    """Judge a program's answer by replay and our own solver. Raises `Interrupted` with the result so far."""
    steps = claim = None
    if saying.lurd is not None:
        steps = Table(level).play(saying.lurd).steps  # a long list of repairs of the case would take much memory
        claim = claims if saying.whole else None  # a program that was ended has not said that this is its best
    elif saying.words is not None:
        claim = UNSOLVABLE
    else:
        return CheckedClaim(None, None, ProgramOutcome.NO_ANSWER, saying.silence)
    try:
        judgement = judge.judge(level, steps, claim, watch)
    except Interrupted as stop:
        raise Interrupted(_check_claim(saying, claim, stop.partial)) from None
    return _check_claim(saying, claim, judgement)


def _check_claim(saying: Saying, claim: str | None, judgement: Judgement) -> CheckedClaim:
    verdict = _OUTCOME_OF[judgement.verdict]
    if saying.lurd is None:
        truth = {ClaimVerdict.VALID: UNSOLVABLE, ClaimVerdict.INVALID: SOLVABLE}.get(judgement.verdict)
        reason = f"it says {printable(saying.words or '')!r}; {judgement.reason}"
        return CheckedClaim(UNSOLVABLE, truth, verdict, reason, judgement)
    if judgement.verdict is ClaimVerdict.INVALID:
        where = place_of_failure(judgement.replay)
        reason = f"the solution of {quantify(len(saying.lurd), 'step')} fails{where}: {judgement.reason}"
        return CheckedClaim(claim or SOLUTION, None, verdict, reason, judgement)
    why = judgement.reason if saying.whole else f"{saying.silence}; before that it printed a solution"
    return CheckedClaim(claim or SOLUTION, SOLVABLE, verdict, why, judgement)
