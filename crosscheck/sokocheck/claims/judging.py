"""Claims about a level, settled: the replay decides whether it is solved, an engine whether that is optimal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from sokocheck.application.guard import option_of
from sokocheck.engines.all_engines import Solve, Watch, fast
from sokospec.answer import EXACT, Answer, Objective, Verdict
from sokospec.board import Level, require_level
from sokospec.errors import Defect, LimitError, ParseError, counted
from sokospec.formats import Reading
from sokospec.formats.plays.play import Played, play
from sokospec.limits import Interrupted, Limits
from sokospec.replay import Replay, replay

UNSOLVABLE = "unsolvable"
OBJECTIVES = tuple(map(str, EXACT))
CLAIMS = (*OBJECTIVES, UNSOLVABLE)
"""What can be claimed of a level: a solution that is optimal for an objective, or that there is none."""


class ClaimVerdict(StrEnum):
    """What becomes of a claim.

    MALFORMED is one about a board that is no level, BETTER a solution that refutes records, NO_ANSWER a record without
    a solution.
    """

    VALID = "VALID"
    OPTIMAL = "OPTIMAL"
    INVALID = "INVALID"
    NOT_OPTIMAL = "NOT_OPTIMAL"
    BETTER = "BETTER"
    UNKNOWN = "UNKNOWN"
    NO_ANSWER = "NO_ANSWER"
    MALFORMED = "MALFORMED"


Shown = int | list[int]
"""A cost as records have it: a number, or two for the lexicographic objectives."""


def shown_cost(cost: tuple[int, ...]) -> Shown:
    """Return a cost for JSON.

    >>> shown_cost((7,)), shown_cost((7, 9))
    (7, [7, 9])
    """
    return cost[0] if len(cost) == 1 else list(cost)


class Standing(NamedTuple):
    """How a solution stands to what records say of an objective; no solution goes below `lower_bound`."""

    verdict: ClaimVerdict
    optimum: Shown | None
    lower_bound: int | None


@dataclass(frozen=True, slots=True)
class Judgement:
    """What became of a claim, and why.

    `standings` are by objective, where records were asked that know the level. `notation` is that of the play, and
    `note` says what reading it so assumes. `defect` is what is wrong with a play that cannot be read.
    """

    verdict: ClaimVerdict
    replay: Replay | None = None
    rule: str | None = None
    reason: str | None = None
    optimum: Shown | None = None
    standings: Mapping[Objective, Standing] | None = None
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
    """Return what becomes of a claim about a level: that `lurd` solves it, best for an objective, or that nothing does.

    `claim` is one of `CLAIMS`, or None for a solution of any length; without `lurd` it must be 'unsolvable'. The fast
    engine searches, where a search is needed, within the limits; what it finds is replayed. A limit gives UNKNOWN.
    Raises `ValueError` for another claim, and `Interrupted` with the judgement so far.

    >>> level = Level.parse("#######\\n#@ $ .#\\n#######")
    >>> print(judge(level, "rRR", "pushes").verdict, judge(level, "rR").verdict)
    OPTIMAL INVALID
    >>> judge(level, claim="unsolvable").reason
    'the level is solvable: rRR'
    """
    require_level(level)
    if claim not in (None, *CLAIMS) or (lurd is None and claim != UNSOLVABLE):
        raise ValueError(f"claim {claim!r}: with a solution one of {', '.join(CLAIMS)}, without one {UNSOLVABLE!r}")
    return Judge(fast().solve, reading or Reading()).judge(level, lurd, claim, Watch(limits or Limits()))


class Judge:
    """Judges claims, and searches each level once for each objective, unless a better solution may settle more."""

    def __init__(self, solve: Solve, reading: Reading, *, proved: bool = False) -> None:
        """Store the engine and the reading options; `proved`: only a final answer settles a claim, no limit's bound."""
        self._solve = solve
        self._proved = proved
        self._reading = reading
        self._answers: dict[tuple[Level, Objective], tuple[Answer, tuple[int, ...]]] = {}
        """What a search found, and the cost of the solution that was known, () for none."""

    def judge(self, level: Level, solution: str | None, claim: str | None, watch: Watch) -> Judgement:
        """Return what becomes of a claim, as `judge` does; a search keeps to the limits of `watch`."""
        if solution is None:
            return self._unsolvable(level, watch)
        reading = replace(self._reading, limit=max(self._reading.limit, len(solution)))  # only counts need a limit
        try:
            played = play(level, solution, reading)
        except LimitError as error:
            return Judgement(ClaimVerdict.UNKNOWN, rule=error.rule, reason=f"{error} (--limit)")
        except ParseError as error:
            return Judgement(ClaimVerdict.INVALID, rule=error.rule, reason=str(error), defect=error.defect)
        judgement = self._played(level, played, claim, watch)
        return replace(judgement, notation=played.notation, note=played.note)

    def _played(self, level: Level, played: Played, claim: str | None, watch: Watch) -> Judgement:
        """Return what becomes of a play that was read, and of the claim that it is optimal."""
        replayed = played.replay
        if replayed is None or (not replayed.valid and played.uncertain):
            return Judgement(ClaimVerdict.UNKNOWN, replayed, "F33", played.uncertain)
        if not replayed.valid:
            advice = "" if replayed.rule != "P2" else _with_lenient(level, played)
            return Judgement(ClaimVerdict.INVALID, replayed, replayed.rule, f"{replayed.reason}{advice}")
        if claim is None:
            return Judgement(ClaimVerdict.VALID, replayed)
        if claim == UNSOLVABLE:
            reason = "the level is claimed to be unsolvable, and this solves it"
            return Judgement(ClaimVerdict.INVALID, replayed, "V1", reason)
        unknown = Judgement(ClaimVerdict.UNKNOWN, replayed, notation=played.notation, note=played.note)
        return self._optimal(level, Objective(claim), replayed, unknown, watch)

    def _unsolvable(self, level: Level, watch: Watch) -> Judgement:
        unknown = Judgement(ClaimVerdict.UNKNOWN)
        answer = self._answer(level, Objective.PUSHES, unknown, watch)
        if answer.verdict is Verdict.UNSOLVABLE:
            return Judgement(ClaimVerdict.VALID, reason="unsolvable: the search ran out of states")
        if answer.lurd is not None:
            return Judgement(ClaimVerdict.INVALID, rule="V1", reason=f"the level is solvable: {answer.lurd}")
        return _limited(unknown, answer, watch.limits)

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
            return _limited(unknown, answer, watch.limits)
        shown = shown_cost(optimum)
        if optimum == cost:
            return Judgement(ClaimVerdict.OPTIMAL, replayed, optimum=shown)
        return Judgement(ClaimVerdict.NOT_OPTIMAL, replayed, "O1", f"a better solution is {answer.lurd}", shown)

    def _answer(
        self, level: Level, objective: Objective, unknown: Judgement, watch: Watch, cost: tuple[int, ...] = ()
    ) -> Answer:
        """Search, or return what a search found before; `cost` is that of the solution that `watch` knows.

        Raises `Interrupted` with the `unknown` judgement, completed.
        """
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


def _with_lenient(level: Level, played: Played) -> str:
    """Return the end of a reason for a letter of the wrong case: what lenient reading would make of the play."""
    if played.replay is None or not played.text:
        return ""
    lenient = replay(level, played.text, lenient=True)
    outcome = "a solution" if lenient.valid else f"wrong at {lenient.at}"
    return f"; --lenient corrects the case of letters, with which this is {outcome}"


def _limited(unknown: Judgement, answer: Answer, limits: Limits) -> Judgement:
    return _because(f"a limit was reached; raise {option_of(answer.verdict, limits)}", unknown, answer)


def _because(why: str, unknown: Judgement, answer: Answer) -> Judgement:
    searched = f"{counted(answer.expanded, 'state')} searched, at least {answer.lower_bound} needed"
    return replace(unknown, reason=f"{why} ({searched})")
