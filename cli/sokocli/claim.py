"""Claim to check, and its judgement if its text, label or board is in doubt."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sokocheck.application.input_levels import FileLevel
from sokocheck.claims.judging import ClaimVerdict, Judge, Judgement
from sokocheck.engines.all_engines import Watch
from sokospec.rules import is_solved


@dataclass(frozen=True, slots=True)
class Claim:
    """Claim that `lurd` solves a level, perhaps optimally, or that nothing solves it.

    `number` counts the claims about one level from 1; `objective` is one of CLAIMS or None. `lurd` is None for
    'unsolvable' and for a missing answer, explained by `no_answer`. `line` and `column` are the claim's place in its
    file. `doubt` says why the claim may be about another level. `announced` marks a heading without steps below it.
    """

    found: FileLevel
    number: int
    lurd: str | None
    title: str = ""
    objective: str | None = None
    line: int | None = None
    column: int | None = None
    no_answer: str | None = None
    doubt: str | None = None
    announced: bool = False


def judge_claim(claim: Claim, judge: Judge, watch: Watch) -> Judgement:
    """Judge a claim; MALFORMED if its board is not a level, NO_ANSWER without a solution."""
    drawn = claim.found.entry.drawn
    if drawn.level is None:
        defects = "; ".join(str(defect) for defect in drawn.defects)
        return Judgement(ClaimVerdict.MALFORMED, rule=drawn.defects[0].rule, reason=f"no level: {defects}")
    if claim.no_answer is not None:
        return Judgement(ClaimVerdict.NO_ANSWER, reason=f"{_place(claim)}{claim.no_answer}")
    if claim.announced and not is_solved(drawn.level.board, drawn.level.state):
        reason = f"{_place(claim)}this heading announces a solution, and no steps follow"
        return Judgement(ClaimVerdict.NO_ANSWER, rule="F34", reason=reason)
    judgement = _in_its_file(judge.judge(drawn.level, claim.lurd, claim.objective, watch), claim)
    if claim.doubt is not None and judgement.verdict is ClaimVerdict.INVALID:
        reason = f"{judgement.reason}; but {claim.doubt}: check the label"
        return replace(judgement, verdict=ClaimVerdict.UNKNOWN, rule="J3", reason=reason)
    return judgement


def _in_its_file(judgement: Judgement, claim: Claim) -> Judgement:
    if judgement.verdict is ClaimVerdict.UNKNOWN and judgement.rule == "F33":
        return replace(judgement, reason=f"{_place(claim)}{judgement.reason}")
    defect = judgement.defect
    if defect is None or claim.line is None:
        return judgement
    line = claim.line + (defect.line or 1) - 1
    column = defect.column
    if column is not None and claim.column is not None and line == claim.line:
        column += claim.column - 1
    return replace(judgement, reason=str(defect._replace(line=line, column=column if claim.column else None)))


def _place(claim: Claim) -> str:
    return "" if claim.line is None else f"line {claim.line}: "
