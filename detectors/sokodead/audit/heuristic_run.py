"""Running audit of a heuristic: is it admissible, and is it consistent?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

from sokodead.audit.backward import any_of
from sokodead.audit.base_run import SECONDS_OF_SHRINKING, Order, Run
from sokodead.audit.costs import OBJECTIVES, Cheapest, find_cheapest, lower_bound
from sokodead.audit.detector_run import oracle
from sokodead.audit.figures import Counterexample, HeuristicReport, Phase
from sokodead.audit.replies import CallFailed, Heuristic, TooSlow, call, read_value
from sokodead.audit.shrink import size
from sokodead.audit.truth import MOST_PLACEMENTS, placements
from sokospec.answer import Objective, Verdict
from sokospec.board import Board, Direction, Level, State
from sokospec.errors import quantify
from sokospec.limits import Limits
from sokospec.oracle.costs_to_go import CostsToGo
from sokospec.replay import replay
from sokospec.rules import is_push, steps

_OVERESTIMATE, _INFINITE, _INCONSISTENT = "overestimate", "infinite", "inconsistent"
_ROUNDING = 1e-9
"""The share by which a floating-point value may exceed a bound."""
_STATES_OF_SEARCH = 400
"""States expanded for an optimal solution of a level of the search."""
_STATES_OF_ALL_SEARCHES = 400_000
"""States expanded for all levels of the search; afterwards only solutions that are known already refute a value."""
_STATES_OF_SHRINKING = 5_000
"""States expanded for an optimal solution of a level that shrinks."""
_SEARCH_STEPS = 4
"""Levels of the search for each step that is checked for consistency."""


def parse_objective(name: Objective | str) -> Objective:
    """Return the objective of a name, or raise `ValueError` unless it is `pushes` or `moves`.

    >>> str(parse_objective("moves"))
    'moves'
    """
    if name not in OBJECTIVES:
        raise ValueError(f"a heuristic is audited for {' or '.join(OBJECTIVES)}, not for {str(name)!r}")
    return Objective(name)


@dataclass(frozen=True, slots=True)
class HeuristicClaim:
    """Heuristic with its claim: it is admissible for the objective, and perhaps consistent."""

    name: str
    function: Heuristic
    objective: Objective = Objective.PUSHES
    consistent: bool = False


class HeuristicRun(Run[HeuristicReport, float, float]):
    r"""Running audit of a heuristic.

    >>> run = HeuristicRun(HeuristicClaim("boxes off goals", lambda level: len(level.boxes - level.goals)))
    >>> level = Level.parse("#######\n#@$ . #\n#######")
    >>> run.look_at(level.board, [level.state])
    >>> run.report.states, run.report.fired, run.report.share
    (1, 1, 0.5)
    """

    def __init__(
        self,
        claim: HeuristicClaim,
        limits: Limits | None = None,
        check_interrupts: Callable[[], None] = lambda: None,
    ) -> None:
        report = HeuristicReport(claim.name, objective=claim.objective, bound_to_consistency=claim.consistent)
        super().__init__(report, limits, check_interrupts)
        self._claim = claim
        self._rng = Random("steps")
        self._states_left = _STATES_OF_ALL_SEARCHES

    def read(self, level: Level) -> float:
        return read_value(call(self._claim.function, level))

    def labels(self, board: Board) -> Callable[[Level], float | None]:
        objective = self._claim.objective
        return (
            CostsToGo(board, objective, self.meter).cost if placements(board) <= MOST_PLACEMENTS else self._search_cost
        )

    def judge(self, level: Level, answer: float, label: float) -> None:
        report = self.report
        dead = label == float("inf")
        report.dead += dead
        report.fired += answer > 0
        report.infinite += answer == float("inf")
        if not dead:
            report.optima += int(label)
            report.values += min(max(answer, 0), label)
            report.exact += answer == label
        if exceeds(answer, label):
            self._count_violation(_wrong_value(level, answer, label, Phase.SAMPLE))
        elif answer < float("inf"):
            self._check_step(level, answer, Phase.SAMPLE)

    def judge_searched(self, level: Level, answer: float, solution: Callable[[], str] | None) -> float | None:
        """Count a value in the search; the distance is how much the value is below the cost."""
        report = self.report
        report.fired += answer > 0
        if report.searched % _SEARCH_STEPS == 0 and answer < float("inf"):
            self._check_step(level, answer, Phase.SEARCH)
        if answer <= 0:
            return None
        best = float("inf") if solution is None else self._cost(level, solution())
        if not exceeds(answer, best) and (solution is None or answer > lower_bound(level)):
            best = min(best, self._search(level).cost)
        if best == float("inf"):
            return None
        if exceeds(answer, best):
            self._count_violation(_wrong_value(level, answer, best, Phase.SEARCH))
        return best - answer

    @property
    def is_settled(self) -> bool:
        return self.worst is not None and bool(self.worst.truth)

    @property
    def look(self) -> Callable[[Level], float]:
        """Value, by which the search climbs to states whose cost the heuristic knows best."""

        def value(level: Level) -> float:
            try:
                answer = self.ask(level)
            except TooSlow:
                return -1.0
            return -1.0 if answer is None else answer

        return value

    def refute(self, worst: Counterexample, level: Level) -> Counterexample | None:
        if worst.kind != _INCONSISTENT and worst.truth and level.boxes == level.goals:
            return None
        try:
            value = self.read(level)
            self.check_interrupts()
            if worst.kind == _INCONSISTENT:
                shown = self._inconsistency(level, value, worst.phase)
                return None if shown is None else replace(shown, found=worst.found)
        except CallFailed:
            self.check_interrupts()
            return None
        if value <= lower_bound(level):
            return None
        best = find_cheapest(level, self._claim.objective, _STATES_OF_SHRINKING).cost
        if not exceeds(value, best) or (value == float("inf")) != (worst.kind == _INFINITE):
            return None
        return replace(_wrong_value(level, value, best, worst.phase), found=worst.found)

    def order(self, shown: Counterexample) -> Order:
        """Return the sort key: states not solved yet before solved ones."""
        return False, not shown.truth, size(shown.level)

    def prove(self, shown: Counterexample) -> Counterexample:
        """Return a counterexample with the optimum, if it can be found in time, and a solution."""
        if shown.kind == _INCONSISTENT or shown.value is None:
            return shown
        objective = self._claim.objective
        found = find_cheapest(shown.level, objective, _STATES_OF_SHRINKING)
        lurd = found.solution or oracle(shown.level, objective, self.left).lurd
        value = "infinite" if shown.value == float("inf") else f"{shown.value:g}"
        if lurd is None:
            return replace(shown, reason=f"the value is {value}, but a solution costs {shown.truth:g}")
        cost = self._cost(shown.level, lurd)
        assert exceeds(shown.value, cost), f"the value {shown.value} is right about\n{shown.level}"
        optimum = quantify(int(cost), "push" if objective is Objective.PUSHES else "move")
        proof = f"{optimum} {'solves' if cost == 1 else 'solve'} it: {lurd}" if lurd else "it is solved"
        reason = f"the value is {value}, but {proof}"
        return replace(shown, truth=cost, solution=lurd, reason=reason)

    def shrink(self, seconds: float = SECONDS_OF_SHRINKING) -> None:
        """Shrink the best counterexample and the inconsistency, each within `seconds`."""
        super().shrink(seconds)
        report = self.report
        if report.inconsistency is not None:
            report.inconsistency = self.smallest(report.inconsistency, seconds)
            if report.counterexample is None and report.bound_to_consistency:
                report.counterexample = report.inconsistency

    def _search_cost(self, level: Level) -> float | None:
        answer = oracle(level, self._claim.objective, self.left)
        if answer.lurd is not None and answer.verdict is Verdict.OPTIMAL:
            return self._cost(level, answer.lurd)
        return float("inf") if answer.verdict is Verdict.UNSOLVABLE else None

    def _search(self, level: Level) -> Cheapest:
        if self._states_left <= 0:
            return Cheapest(None, float("inf"), complete=False, expanded=0)
        found = find_cheapest(level, self._claim.objective, _STATES_OF_SEARCH)
        self._states_left -= found.expanded
        return found

    def _cost(self, level: Level, lurd: str) -> float:
        outcome = replay(level, lurd)
        assert outcome.solved, f"{lurd} does not solve\n{level}"
        [cost] = self._claim.objective.cost(outcome.metrics.moves, outcome.metrics.pushes)
        return cost

    def _check_step(self, level: Level, value: float, phase: Phase) -> None:
        if self.report.inconsistency is not None:
            return
        legal = list(steps(level.board, level.state))
        if not legal:
            return
        step = any_of(self._rng, legal)
        try:
            later = self.ask(Level(level.board, step[1]))
        except TooSlow:
            return
        if later is None:
            return
        self.report.steps += 1
        self.report.inconsistency = self._compare_values(level, value, step, later, phase)

    def _inconsistency(self, level: Level, value: float, phase: Phase) -> Counterexample | None:
        if value == float("inf"):
            return None
        for step in steps(level.board, level.state):
            later = self.read(Level(level.board, step[1]))
            shown = self._compare_values(level, value, step, later, phase)
            if shown is not None:
                return shown
        return None

    def _compare_values(
        self, level: Level, value: float, step: tuple[Direction, State], later: float, phase: Phase
    ) -> Counterexample | None:
        direction, after = step
        pushed = is_push(level.state, after)
        [cost] = self._claim.objective.cost(moves=1, pushes=int(pushed))
        if not exceeds(value, later + cost):
            return None
        letter = direction.letter.upper() if pushed else direction.letter
        reason = f"the value is {value:g}, but {later:g} after the step {letter}, which costs {cost}"
        return Counterexample(_INCONSISTENT, level, level, phase, reason=reason, value=value, truth=later + cost)

    def _count_violation(self, shown: Counterexample) -> None:
        self.report.violations += 1
        self.keep(shown)


def exceeds(value: float, bound: float) -> bool:
    """Say whether a value is above a bound by more than rounding.

    >>> exceeds(0.1 + 0.2, 0.3), exceeds(4, 3)
    (False, True)
    """
    return value > bound and (value == float("inf") or value - bound > _ROUNDING * max(1.0, abs(value)))


def _wrong_value(level: Level, value: float, cost: float, phase: Phase) -> Counterexample:
    kind = _INFINITE if value == float("inf") else _OVERESTIMATE
    return Counterexample(kind, level, level, phase, value=value, truth=cost)
