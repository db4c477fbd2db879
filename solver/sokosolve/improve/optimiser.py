"""Shortening of solutions: loops are cut out, then sections are searched again, in growing vicinities and sizes.

A search through all states that could be cheaper proves optimality. Between rounds a random walk leads to other
solutions of equal cost. Where only pushes count, FESS then searches for another packing order.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sokosolve.features import BITS, Direction, select_features
from sokosolve.improve.path import Path, path_of, pushes_of, runs_of, without_loops
from sokosolve.improve.section_kernel import ANYWHERE, Section
from sokosolve.improve.section_search import SectionResult, SectionSearch
from sokosolve.improve.walk import SHORTEST, Walk
from sokosolve.level.arrays import INT32
from sokosolve.search import build
from sokosolve.search.budget import Budget, BudgetSpent
from sokosolve.search.cost import CODE_OF, Code, is_lexicographic
from sokosolve.search.solution import lurd_of
from sokosolve.search.store import MOST_STATES
from sokospec import clock
from sokospec.answer import Objective, Verdict
from sokospec.board import Level
from sokospec.errors import SokobanError
from sokospec.limits import Interrupted, LimitReached, Limits
from sokospec.metrics import Metrics
from sokospec.replay import Replay, replay

if TYPE_CHECKING:
    from sokosolve.fess.any_solution import AnySolution

_LEFT_OUT = frozenset({"triples", "corral", "pi-corral", "tunnel", "no-influence"})
"""Features that these searches skip: slow to prepare, or unsafe in a vicinity."""

_VICINITIES = (1, 2, 3)
"""Numbers of boxes that may stand elsewhere; finally all may."""

_FEWEST_STATES, _GROWTH = 2_000, 4
_STATES_BEFORE_PAIRS = 30_000
_FIRST_LENGTH, _SHORTEST = 16, 4
_FIRST_FESS = 50_000
"""Budget of the first FESS, in entered states."""
_STATES_A_WORK = 5
"""Entered states per unit of `AnySolution.work`."""
_FEWER = 2
"""Least saving of pushes: all solutions of a level have the same parity."""


@dataclass(frozen=True, slots=True)
class Improved:
    """Result of shortening a solution.

    `lower_bound` bounds the first count of the objective; `limit` ended the work, None if it was finished.
    """

    lurd: str
    objective: Objective
    before: Metrics
    after: Metrics
    lower_bound: int
    optimal: bool
    states: int
    seconds: float
    limit: Verdict | None


@dataclass(slots=True)
class _Round:
    """Searches of all sections of a path in one vicinity.

    A section has `length` pushes, and at most `elsewhere` boxes elsewhere.
    """

    elsewhere: int
    most: int = _FEWEST_STATES
    length: int = _FIRST_LENGTH
    entered: int = 0
    path: int = -1
    finished: int = -1

    def estimate_states(self, path: int) -> int:
        if self.finished == path:
            return MOST_STATES
        return self.entered * _GROWTH if self.path == path else self.entered


class Improver:
    """Path of a level that gets cheaper."""

    def __init__(
        self,
        level: Level,
        lurd: str,
        objective: Objective,
        budget: Budget,
        most_states: int | None,
        *,
        bound: int = 0,
        other: AnySolution | None = None,
    ) -> None:
        """Prepare the path without its loops; `bound` is for the first cost. Raises `LimitReached`."""
        self.level = level
        self.code, self.budget, self.most_states = CODE_OF[objective], budget, most_states
        tables = build.tables_within(budget, level)
        assert tables is not None, "a level with a solution has boxes and goals in reach"
        self.tables = tables
        features = select_features(objective) - _LEFT_OUT
        self.world = build.world_within(budget, tables, features, exact_player=self.code != Code.PUSHES)
        self.search = SectionSearch(tables, self.world, self.code, budget)
        self._start = tables.boxes.tolist(), build.first_player(self.world, tables)
        self._changes = 0
        path = self.path_of(pushes_of(level, tables, lurd))
        self.path = self.path_of(without_loops(path))
        self.walk = Walk(self.path, self.world.k)
        self.bound = bound
        self.optimal = self.path.size == 0 or self._meets_the_bound()
        self.other = other
        self.states_by_fess = 0
        """What FESS has done, in states that might have been entered in that time."""
        self.next_fess = _FIRST_FESS if self.code == Code.PUSHES else MOST_STATES
        """The same of its next search, at most."""

    @property
    def states(self) -> int:
        """Entered states, including the work of FESS."""
        return self.search.states + self.states_by_fess

    @property
    def states_left(self) -> int:
        return MOST_STATES if self.most_states is None else self.most_states - self.states

    def _meets_the_bound(self) -> bool:
        return self.path.cost[0] <= self.bound and not is_lexicographic(self.code)

    def path_of(self, pushes: INT32) -> Path:
        return path_of(pushes, self._start, self.code, self.world, self.search.scratch, compiled=self.budget.compiled)

    def _take(self, path: Path) -> None:
        self.path = self.walk.path = path
        self._changes += 1

    def splice(self, first: int, found: SectionResult) -> None:
        self._take(self.path_of(found.replace_in(self.path, first)))

    def run(self) -> None:
        """Improve the path until it is optimal; raises `LimitReached` and `BudgetSpent`."""
        k = self.world.k
        if not self.optimal:
            self.search_section(0, self.path.size, k, _FEWEST_STATES)
        rounds = [_Round(elsewhere) for elsewhere in (*(few for few in _VICINITIES if few < k), k)]
        while not self.optimal:
            due = min(rounds, key=lambda one: one.estimate_states(self._changes))
            if min(due.estimate_states(self._changes), self.next_fess) >= MOST_STATES:
                return
            is_stuck = all(one.path == self._changes for one in rounds)
            if is_stuck and self.next_fess < due.estimate_states(self._changes) and self.next_fess <= self.states_left:
                self.search_by_fess()
                continue
            if due.most >= _STATES_BEFORE_PAIRS:
                self.search.know_pairs()
            self._go_over(due)
            if is_stuck and due.length < self.path.size:  # else it may soon be proved optimal
                self._go_for_a_walk(due.entered)

    def _go_over(self, due: _Round) -> None:
        states, first = self.search.states, 0
        if due.path == self._changes:
            due.most *= _GROWTH
        due.path = self._changes
        while first < self.path.size and not self.optimal:
            last = min(self.path.size, first + due.length)
            found = self.search_section(first, last, due.elsewhere, due.most)
            if found.finished:
                if found.pushes is None and first == 0 and last == self.path.size:
                    due.finished = self._changes
                first += max(1, due.length // 2)
                if found.states * _GROWTH < due.most:
                    due.length += due.length // 2
                if last >= self.path.size:
                    break
            elif due.length > _SHORTEST:
                due.length = max(_SHORTEST, due.length * 2 // 3)
            elif found.pushes is None:
                first += max(1, due.length // 2)
        due.entered = self.search.states - states

    def _go_for_a_walk(self, most: int) -> None:
        """Walk through solutions until one is cheaper, or `most` states are entered."""
        walk, end = self.walk, self.search.states + most
        while not self.optimal and walk.path.size >= SHORTEST and self.search.states < end:
            pushes = walk.step(self.search, min(end - self.search.states, self.states_left))
            if pushes is None:
                continue
            path = self.path_of(pushes)
            walk.path = self.path_of(without_loops(path))
            if walk.path.cost < self.path.cost:
                self._take(walk.path)
                self.optimal = self._meets_the_bound()
                return

    def search_by_fess(self) -> None:
        other, budget, ceiling = self._other_solutions(), self.budget, self.path.cost[0] - _FEWER
        if not other.by_fess:
            self.next_fess = MOST_STATES
            return
        before, work, expanded = budget.beside, other.work, other.expanded
        budget.beside = replace(before, expanded=before.expanded + self.search.states - expanded)
        try:
            if other.ceiling != ceiling:
                other.begin_again(ceiling)
            runs = other.run(self.next_fess // _STATES_A_WORK)
            if runs is None:  # that was all there is under the ceiling
                self.bound, self.optimal = self.path.cost[0], True
            else:
                self._take(self.path_of(pushes_of(self.level, self.tables, lurd_of(self.level, runs))))
                self.optimal = self._meets_the_bound()
        except BudgetSpent:
            self.next_fess *= _GROWTH
        except LimitReached as limit:
            if limit.verdict is not Verdict.LIMIT_MEMORY:
                raise
            other.begin_again(ceiling)  # there may be room for sections yet
            self.next_fess = MOST_STATES
        finally:
            self.states_by_fess += _STATES_A_WORK * (other.work - work)
            budget.beside = replace(before, expanded=before.expanded + other.expanded - expanded)

    def _other_solutions(self) -> AnySolution:
        from sokosolve.fess.any_solution import AnySolution  # takes longer than a small level

        if self.other is None:
            self.search.know_pairs()
            world = self.search.world
            world = world._replace(features=world.features | BITS["pi-corral"])
            self.other = AnySolution(self.tables, world, self.budget, Direction.AUTO)
        return self.other

    def search_section(self, first: int, last: int, elsewhere: int, most: int) -> SectionResult:
        most = min(most, self.states_left)
        if most <= 0:
            raise BudgetSpent
        size = self.path.size
        whole = first == 0 and last == size
        player = ANYWHERE if last == size else int(self.path.player[last])
        found = self.search.run(Section(self.path, first, last, elsewhere, player), most)
        if found.pushes is not None:
            self.splice(first, found)
        if whole and elsewhere == self.world.k:
            self.bound = max(self.bound, found.bound)
            self.budget.beside = replace(self.budget.beside, bound=max(self.budget.beside.bound, self.bound))
            self.optimal = found.finished or self._meets_the_bound()
        return found


def improve(
    level: Level,
    lurd: str,
    objective: Objective = Objective.PUSHES,
    limits: Limits | None = None,
    *,
    states: int | None = None,
    on_compile: Callable[[], object] = lambda: None,
) -> Improved:
    r"""Return a solution that costs no more than a given one, and less if one was found.

    With the limit `states` alone, the result is deterministic. A limit gives the best solution so far, Ctrl-C raises
    `Interrupted` with it. Raises `SokobanError` if `lurd` is not a solution.

    >>> level = Level.parse("########\n#@ $  .#\n#      #\n########")
    >>> improve(level, "rRdlurRR", Objective.MOVES).lurd
    'rRRR'
    """
    if objective is Objective.ANY:
        raise ValueError("choose what to reduce: pushes, moves, or both")
    given = replay(level, lurd)
    if not given.valid:
        raise SokobanError(f"no solution: at step {given.at}: {given.reason}")
    is_solved = level.boxes == level.goals  # at first; then there may be no box in reach, of which to make tables
    improver, limit, interrupted = None, None, False
    budget = Budget(limits or Limits(), on_compile)
    try:
        if not is_solved:
            improver = Improver(level, lurd, objective, budget, states)
            improver.run()
    except LimitReached as reached:
        limit = reached.verdict
    except BudgetSpent:
        limit = Verdict.LIMIT_TIME
    except MemoryError:
        limit = Verdict.LIMIT_MEMORY
    except KeyboardInterrupt:
        limit, interrupted = Verdict.LIMIT_TIME, True
    seconds = budget.seconds
    with clock.pause():  # no limit takes away what was found
        after = given if improver is None else _cheaper(level, objective, given, improver)
    if is_solved:
        after = replay(level, "")
    result = Improved(
        lurd=after.lurd,
        objective=objective,
        before=given.metrics,
        after=after.metrics,
        lower_bound=0 if improver is None else improver.bound,
        optimal=is_solved or (improver is not None and improver.optimal),
        states=0 if improver is None else improver.states,
        seconds=seconds,
        limit=limit,
    )
    if interrupted:
        raise Interrupted(result)
    return result


def _cheaper(level: Level, objective: Objective, given: Replay, improver: Improver) -> Replay:
    found = replay(level, lurd_of(level, runs_of(improver.path.pushes, improver.tables)))
    if not found.valid:
        raise AssertionError(f"{found.lurd!r} does not solve the level:\n{level}")
    costs = [objective.cost(each.metrics.moves, each.metrics.pushes) for each in (found, given)]
    return found if costs[0] < costs[1] else given
