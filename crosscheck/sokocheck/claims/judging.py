"""Judgement of claims by replay and search."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from sokocheck.application.guard import limit_words
from sokocheck.engines.all_engines import Choice, Solve, Watch
from sokospec.answer import EXACT, Answer, Objective, Verdict
from sokospec.board import Level, require_level
from sokospec.errors import Defect, LimitError, ParseError, quantify
from sokospec.formats import Reading
from sokospec.formats.plays.play import PlayResult, play
from sokospec.limits import Interrupted, Limits
from sokospec.replay import Replay, replay

SOLUTION, SOLVABLE, UNSOLVABLE = "solution", "solvable", "unsolvable"
"""Words for a program's claim about a level, and for the truth: some solution, solvable, unsolvable."""
OBJECTIVES = tuple(map(str, EXACT))
CLAIMS = (*OBJECTIVES, UNSOLVABLE)
"""The claims to judge: that a solution is optimal for an objective, or that the level is unsolvable."""


class ClaimVerdict(StrEnum):
    """Verdicts on claims.

    MALFORMED: the board is invalid; BETTER: a solution refutes records; NO_ANSWER: a record without a solution.
    """

    VALID = "VALID"
    OPTIMAL = "OPTIMAL"
    INVALID = "INVALID"
    NOT_OPTIMAL = "NOT_OPTIMAL"
    BETTER = "BETTER"
    UNKNOWN = "UNKNOWN"
    NO_ANSWER = "NO_ANSWER"
    MALFORMED = "MALFORMED"


JsonCost = int | list[int]
"""A cost as records have it: a number, or two for the lexicographic objectives."""


def cost_for_json(cost: tuple[int, ...]) -> JsonCost:
    """Return a cost for JSON: a number, or a list for the lexicographic objectives."""
    return cost[0] if len(cost) == 1 else list(cost)


class Standing(NamedTuple):
    """A solution compared with the recorded optimum; none is below `lower_bound`.

    `best` is the cost of the best recorded solution, which need not be optimal.
    """

    verdict: ClaimVerdict
    optimum: JsonCost | None
    lower_bound: int | None
    best: JsonCost | None = None


class Comparison(StrEnum):
    """A solution against the best recorded one: by pushes, then by moves."""

    BETTER = "BETTER"
    EQUAL = "EQUAL"
    WORSE = "WORSE"


@dataclass(frozen=True, slots=True)
class Judgement:
    """Verdict on a claim, with reasons.

    `notation` and `note`: how the play was read, and with which assumption; `defect`: why it cannot be read.
    """

    verdict: ClaimVerdict
    replay: Replay | None = None
    rule: str | None = None
    reason: str | None = None
    optimum: JsonCost | None = None
    standings: Mapping[Objective, Standing] | None = None
    against_best: Comparison | None = None
    notation: str | None = None
    note: str | None = None
    defect: Defect | None = None


def judge(
    level: Level,
    lurd: str | None = None,
    claim: str | None = None,
    *,
    limits: Limits | None = None,
    reading: Reading | None = None,
) -> Judgement:
    r"""Judge a claim: that `lurd` solves a level, is optimal for an objective, or that the level is unsolvable.

    `claim` is one of `CLAIMS`, or None for any solution; without `lurd` it is 'unsolvable'. A limit gives UNKNOWN.
    Raises `ValueError` for another claim, and `Interrupted` with the judgement so far.

    >>> level = Level.parse("#######\n#@ $ .#\n#######")
    >>> print(judge(level, "rRR", "pushes").verdict, judge(level, "rR").verdict)
    OPTIMAL INVALID
    >>> judge(level, claim="unsolvable").reason
    'claimed unsolvable, but the level has the solution rRR'
    """
    require_level(level)
    if claim not in (None, *CLAIMS) or (lurd is None and claim != UNSOLVABLE):
        raise ValueError(
            f"claim {claim!r}: with a solution use one of {', '.join(CLAIMS)}, without one use {UNSOLVABLE!r}"
        )
    return Judge(Choice("fast").create().solve, reading or Reading()).judge(
        level, lurd, claim, Watch(limits or Limits())
    )


class Judge:
    """Judge that searches each level once for each objective, unless a better solution may settle more.

    With `proved`, only a final answer settles a claim, not the bound at a limit.
    """

    def __init__(self, solve: Solve, reading: Reading, *, proved: bool = False) -> None:
        self._solve = solve
        self._proved = proved
        self._reading = reading
        self._answers: dict[tuple[Level, Objective], tuple[Answer, tuple[int, ...]]] = {}
        """What a search found, and the cost of the solution that was known, () for none."""

    def judge(self, level: Level, solution: str | None, claim: str | None, watch: Watch) -> Judgement:
        """Judge a claim like the function `judge`, within the limits of `watch`."""
        if solution is None:
            return self._unsolvable(level, watch)
        reading = replace(self._reading, limit=max(self._reading.limit, len(solution)))  # only counts need a limit
        try:
            played = play(level, solution, reading)
        except LimitError as error:
            return Judgement(ClaimVerdict.UNKNOWN, rule=error.rule, reason=f"{error} (--limit)")
        except ParseError as error:
            return Judgement(ClaimVerdict.INVALID, rule=error.rule, reason=str(error), defect=error.defect)
        judgement = self._judge_play(level, played, claim, watch)
        return replace(judgement, notation=played.notation, note=played.note)

    def _judge_play(self, level: Level, played: PlayResult, claim: str | None, watch: Watch) -> Judgement:
        replayed = played.replay
        if replayed is None or (not replayed.valid and played.uncertain):
            return Judgement(ClaimVerdict.UNKNOWN, replayed, "F33", played.uncertain)
        if not replayed.valid:
            advice = "" if replayed.rule != "P2" else _with_lenient(level, played)
            return Judgement(ClaimVerdict.INVALID, replayed, replayed.rule, f"{replayed.reason}{advice}")
        if claim is None:
            return Judgement(ClaimVerdict.VALID, replayed)
        if claim == UNSOLVABLE:
            reason = "claimed unsolvable, but this solution solves the level"
            return Judgement(ClaimVerdict.INVALID, replayed, "V1", reason)
        unknown = Judgement(ClaimVerdict.UNKNOWN, replayed, notation=played.notation, note=played.note)
        return self._optimal(level, Objective(claim), replayed, unknown, watch)

    def _unsolvable(self, level: Level, watch: Watch) -> Judgement:
        unknown = Judgement(ClaimVerdict.UNKNOWN)
        answer = self._answer(level, Objective.PUSHES, unknown, watch)
        if answer.verdict is Verdict.UNSOLVABLE:
            return Judgement(ClaimVerdict.VALID, reason="unsolvable: exhaustive search found no solution")
        if answer.lurd is not None:
            return Judgement(
                ClaimVerdict.INVALID,
                rule="V1",
                reason=f"claimed unsolvable, but the level has the solution {answer.lurd}",
            )
        return _unknown_at_limit(unknown, answer, watch.limits)

    def _optimal(
        self, level: Level, objective: Objective, replayed: Replay, unknown: Judgement, watch: Watch
    ) -> Judgement:
        cost = objective.cost(replayed.metrics.moves, replayed.metrics.pushes)
        answer = self._answer(level, objective, unknown, watch._replace(known=replayed.lurd), cost)
        optimum = None
        if answer.moves is not None and answer.pushes is not None:
            optimum = objective.cost(answer.moves, answer.pushes)
        bound = answer.lower_bound
        if bound is None or bound > cost[0] or (optimum is not None and optimum > cost):
            raise AssertionError(f"an engine says {answer}, but a solution of cost {cost} was replayed:\n{level}")
        if optimum is None and cost == (bound,) and not self._proved:  # a limit was reached, but nothing can be better
            optimum = cost
        if optimum is None:
            return _unknown_at_limit(unknown, answer, watch.limits)
        shown = cost_for_json(optimum)
        if optimum == cost:
            return Judgement(ClaimVerdict.OPTIMAL, replayed, optimum=shown)
        return Judgement(ClaimVerdict.NOT_OPTIMAL, replayed, "O1", f"a better solution is {answer.lurd}", shown)

    def _answer(
        self, level: Level, objective: Objective, unknown: Judgement, watch: Watch, cost: tuple[int, ...] = ()
    ) -> Answer:
        """Return a cached or new answer; `cost` is that of the solution known to `watch`."""
        key = (level, objective)
        if key in self._answers:
            found, known = self._answers[key]
            limited = found.verdict in (Verdict.LIMIT_TIME, Verdict.LIMIT_MEMORY)
            if not limited or not cost or (known and known <= cost):
                return found
        try:
            answer = self._solve(level, objective, watch)
        except Interrupted as stop:
            raise Interrupted(_because("interrupted", unknown, stop.partial)) from None
        self._answers[key] = answer, cost
        return answer


def _with_lenient(level: Level, played: PlayResult) -> str:
    if played.replay is None or not played.text:
        return ""
    lenient = replay(level, played.text, lenient=True)
    return "; --lenient corrects the case of letters" if lenient.valid else "; correcting the case does not help"


def _unknown_at_limit(unknown: Judgement, answer: Answer, limits: Limits) -> Judgement:
    return _because(limit_words(answer.verdict, limits), unknown, answer)


def _because(why: str, unknown: Judgement, answer: Answer) -> Judgement:
    searched = f"{quantify(answer.expanded, 'state')} searched, the optimum is at least {answer.lower_bound}"
    return replace(unknown, reason=f"{why} ({searched})")
