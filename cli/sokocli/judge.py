"""Settling a claim: the replay decides whether it is a solution, an engine whether it is optimal."""

from __future__ import annotations

from dataclasses import dataclass

from sokocli.claims import UNSOLVABLE, Claim
from sokocli.engines import Solve
from sokocli.results import Watch
from sokospec.answer import Answer, Objective, Verdict
from sokospec.board import Level
from sokospec.errors import ParseError, counted
from sokospec.formats import Reading, lurd
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

    def __init__(self, solve: Solve, reading: Reading) -> None:
        """Keep what searches."""
        self._solve = solve
        self._reading = reading
        self._answers: dict[tuple[Level, Objective], Answer] = {}

    def judge(self, claim: Claim, watch: Watch) -> Judgement:
        """Return what becomes of a claim; a search keeps to the limits of `watch`."""
        drawn = claim.found.entry.drawn
        if drawn.level is None:
            defects = "; ".join(str(defect) for defect in drawn.defects)
            return Judgement("MALFORMED", rule=drawn.defects[0].rule, reason=f"no level: {defects}")
        level = drawn.level
        if claim.lurd is None:
            return self._unsolvable(level, watch)
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
        return self._optimal(level, Objective(claim.objective), replayed, watch)

    def _unsolvable(self, level: Level, watch: Watch) -> Judgement:
        answer = self._answer(level, Objective.PUSHES, watch)
        if answer.verdict is Verdict.UNSOLVABLE:
            return Judgement("VALID", reason="unsolvable: the search ran out of states")
        if answer.lurd is not None:
            return Judgement("INVALID", rule="V1", reason=f"the level is solvable: {answer.lurd}")
        return _unknown(answer, None)

    def _optimal(self, level: Level, objective: Objective, replayed: Replay, watch: Watch) -> Judgement:
        answer = self._answer(level, objective, watch)
        cost = objective.cost(replayed.metrics.moves, replayed.metrics.pushes)
        optimum = None
        if answer.moves is not None and answer.pushes is not None:
            optimum = objective.cost(answer.moves, answer.pushes)
        bound = answer.lower_bound
        if bound is None or bound > cost[0] or (optimum is not None and optimum > cost):
            raise AssertionError(f"an engine says {answer}, but a solution of cost {cost} was replayed:\n{level}")
        if optimum is None:
            return Judgement("OPTIMAL", replayed, optimum=bound) if cost == (bound,) else _unknown(answer, replayed)
        shown = optimum[0] if len(optimum) == 1 else list(optimum)
        if optimum == cost:
            return Judgement("OPTIMAL", replayed, optimum=shown)
        return Judgement("NOT_OPTIMAL", replayed, "O1", f"a better solution is {answer.lurd}", shown)

    def _answer(self, level: Level, objective: Objective, watch: Watch) -> Answer:
        key = (level, objective)
        if key in self._answers:
            return self._answers[key]
        answer = self._solve(level, objective, watch)
        if not answer.interrupted:
            self._answers[key] = answer
        return answer


def _unknown(answer: Answer, replayed: Replay | None) -> Judgement:
    limit = {Verdict.LIMIT_TIME: "--time-limit", Verdict.LIMIT_MEMORY: "--memory-limit"}[answer.verdict]
    why = "interrupted" if answer.interrupted else f"a limit was reached; raise {limit}"
    return Judgement(
        "UNKNOWN",
        replayed,
        reason=f"{why} ({counted(answer.expanded, 'state')} searched, at least {answer.lower_bound} needed)",
        interrupted=answer.interrupted,
    )
