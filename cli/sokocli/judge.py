"""Settling a claim: the replay decides whether it is a solution, an engine whether it is optimal."""

from __future__ import annotations

from dataclasses import dataclass

from sokocli.claims import UNSOLVABLE, Claim
from sokocli.engines import engine
from sokocli.results import searching
from sokospec.answer import Answer, Objective, Verdict
from sokospec.board import Level
from sokospec.errors import ParseError
from sokospec.formats import Reading, lurd
from sokospec.limits import Limits
from sokospec.replay import Replay, replay


@dataclass(frozen=True, slots=True)
class Judgement:
    """What became of a claim; `optimum` is a number, or two for the lexicographic objectives."""

    verdict: str
    replay: Replay | None = None
    rule: str | None = None
    reason: str | None = None
    optimum: int | list[int] | None = None
    interrupted: bool = False


class Judge:
    """Judges claims, and searches each level once for each objective."""

    def __init__(self, limits: Limits, reading: Reading, engine: str) -> None:
        """Keep the limits for each search, and the engine's name."""
        self._engine = engine
        self._limits = limits
        self._reading = reading
        self._answers: dict[tuple[Level, Objective], Answer] = {}

    def judge(self, claim: Claim) -> Judgement:
        """Return what becomes of a claim."""
        if claim.entry.drawn.level is None:
            defects = "; ".join(str(defect) for defect in claim.entry.drawn.defects)
            return Judgement("MALFORMED", rule=claim.entry.drawn.defects[0].rule, reason=f"no level: {defects}")
        level = claim.entry.level
        if claim.lurd is None:
            return self._unsolvable(level)
        try:
            steps = lurd.parse(claim.lurd, self._reading.limit).steps
        except ParseError as error:
            return Judgement("INVALID", rule=error.rule, reason=str(error))
        replayed = replay(level, steps, lenient=self._reading.lenient)
        if not replayed.valid:
            return Judgement("INVALID", replayed, replayed.rule, replayed.reason)
        if claim.objective is None:
            return Judgement("VALID", replayed)
        if claim.objective == UNSOLVABLE:
            return Judgement("INVALID", replayed, "V1", "the level is claimed to be unsolvable, and this solves it")
        return self._optimal(level, Objective(claim.objective), replayed)

    def _unsolvable(self, level: Level) -> Judgement:
        answer = self._answer(level, Objective.PUSHES)
        if answer.verdict is Verdict.UNSOLVABLE:
            return Judgement("VALID", reason=f"unsolvable: all {answer.expanded} states were searched")
        if answer.lurd is not None:
            return Judgement("INVALID", rule="V1", reason=f"the level is solvable: {answer.lurd}")
        return _unknown(answer, None)

    def _optimal(self, level: Level, objective: Objective, replayed: Replay) -> Judgement:
        answer = self._answer(level, objective)
        cost = objective.cost(replayed.metrics.moves, replayed.metrics.pushes)
        if answer.lurd is None or answer.moves is None or answer.pushes is None:
            if len(cost) == 1 and answer.lower_bound is not None and answer.lower_bound >= cost[0]:
                return Judgement("OPTIMAL", replayed, optimum=cost[0])
            return _unknown(answer, replayed)
        optimum = objective.cost(answer.moves, answer.pushes)
        shown = optimum[0] if len(optimum) == 1 else list(optimum)
        if cost == optimum:
            return Judgement("OPTIMAL", replayed, optimum=shown)
        return Judgement("NOT_OPTIMAL", replayed, "O1", f"a better solution is {answer.lurd}", shown)

    def _answer(self, level: Level, objective: Objective) -> Answer:
        key = (level, objective)
        if key not in self._answers:
            with searching("searching", self._limits) as shown:
                answer = engine(self._engine)(level, objective, shown)
            if answer.interrupted:
                return answer
            self._answers[key] = answer
        return self._answers[key]


def _unknown(answer: Answer, replayed: Replay | None) -> Judgement:
    limit = {Verdict.LIMIT_TIME: "--time-limit", Verdict.LIMIT_MEMORY: "--memory-limit"}[answer.verdict]
    why = "interrupted" if answer.interrupted else f"a limit was reached; raise {limit}"
    return Judgement(
        "UNKNOWN",
        replayed,
        reason=f"{why} ({answer.expanded:,} states searched, at least {answer.lower_bound} needed)",
        interrupted=answer.interrupted,
    )
