"""Fast solver, with the answers of the oracle."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from sokosolve.features import BOUNDS, Algorithm, Direction, select_features
from sokosolve.level.level_tables import LevelTables
from sokosolve.search import build
from sokosolve.search.astar import BestFirst
from sokosolve.search.budget import Budget, BudgetSpent, Work
from sokosolve.search.cost import CODE_OF, Code
from sokosolve.search.idastar import IterativeDeepening
from sokosolve.search.solution import lurd_of
from sokosolve.search.strategy import Strategy
from sokosolve.upper_bound import UpperBounded
from sokospec.answer import Answer, Objective, Verdict
from sokospec.board import Level
from sokospec.errors import SokobanError
from sokospec.limits import Interrupted, LimitReached, Limits, peak_rss_mib
from sokospec.replay import replay


@dataclass(slots=True)
class Search:
    """One search of a level: its options, and afterwards its tables and strategy."""

    level: Level
    objective: Objective
    budget: Budget
    features: frozenset[str]
    algorithm: Algorithm = Algorithm.ASTAR
    direction: Direction = Direction.AUTO
    known: str | None = None
    """Known solution, to be improved or proved optimal."""
    finds_upper_bounds: bool = False
    """Whether a long search also searches for solutions by other strategies."""
    apart: bool = False
    """Whether searches for the fewest pushes do not meet, as certificates need all states of one side."""
    most: int | None = None
    """Limit on expanded states, for A* and breadth-first search; None is no limit."""
    tables: LevelTables | None = field(default=None, init=False)
    strategy: Strategy | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        if self.algorithm is Algorithm.FESS and self.objective is not Objective.ANY:
            raise ValueError("FESS finds solutions that may not be optimal: use it with Objective.ANY")

    def answer(self, settle: Callable[[str | None], None] = lambda _: None) -> Answer:
        """Search, and return the answer; `settle` receives the solution while limits still apply."""
        verdict, lurd, interrupted = Verdict.UNSOLVABLE, None, False
        try:
            lurd = self._solution()
            settle(lurd)
            if lurd is not None:
                verdict = Verdict.SOLVED if self.objective is Objective.ANY else Verdict.OPTIMAL
        except LimitReached as limit:
            verdict = limit.verdict
        except BudgetSpent:
            verdict = Verdict.LIMIT_TIME
        except KeyboardInterrupt:
            verdict, interrupted = Verdict.LIMIT_TIME, True
        except MemoryError:
            verdict = Verdict.LIMIT_MEMORY
        if verdict in (Verdict.LIMIT_TIME, Verdict.LIMIT_MEMORY):
            lurd = None  # found, but a certificate was wanted too
        done = Work() if self.strategy is None else self.strategy
        bound = None if verdict is Verdict.UNSOLVABLE else done.bound
        expanded, generated, seconds = done.expanded, done.generated, self.budget.seconds
        answer = Answer(verdict, self.objective, lurd, bound, expanded, generated, seconds, peak_rss_mib())
        if interrupted:
            raise Interrupted(answer)
        return answer

    def _solution(self) -> str | None:
        if self.objective is Objective.ANY and self.known is not None:
            return self.known
        self.tables = tables = build.tables_within(self.budget, self.level)
        if tables is None:
            return None
        if not len(tables.boxes):
            return ""
        if not all(tables.floor.live[box] for box in tables.boxes):
            return None
        self.budget.check_limits(0, 0, 0)
        self.strategy = self._strategy(tables)
        runs = self.strategy.run()
        return self.known if runs is None else lurd_of(self.level, runs)

    def _cost_to_beat(self) -> tuple[int, ...]:
        if self.known is None:
            return ()
        return self.objective.cost(len(self.known), sum(letter.isupper() for letter in self.known))

    def _strategy(self, tables: LevelTables) -> Strategy:
        code, budget = CODE_OF[self.objective], self.budget
        features = self.features - BOUNDS if self.algorithm is Algorithm.BFS else self.features
        world = build.world_within(budget, tables, features, exact_player=code != Code.PUSHES)
        budget.check_limits(0, 0, 0)
        if self.algorithm is Algorithm.IDASTAR:
            return IterativeDeepening(tables, world, code, budget, known=self._cost_to_beat())
        if self.algorithm is Algorithm.FESS:
            from sokosolve.fess.fess import FeatureSpaceSearch, prepare_searches  # takes longer than a small level

            return FeatureSpaceSearch(tables, budget, prepare_searches(tables, world, budget))
        if self.objective is Objective.ANY:
            from sokosolve.fess.any_solution import AnySolution  # FESS is one of its strategies

            return AnySolution(tables, world, budget, self.direction)
        exact = BestFirst(tables, world, code, budget, self.direction, known=self._cost_to_beat(), apart=self.apart)
        if self.most is not None:
            exact.most = self.most
        if self.finds_upper_bounds and code == Code.PUSHES and self.algorithm is Algorithm.ASTAR:
            return UpperBounded(self.level, exact, budget, self.direction)
        return exact


def solve(
    level: Level,
    objective: Objective = Objective.PUSHES,
    limits: Limits | None = None,
    *,
    algorithm: Algorithm = Algorithm.ASTAR,
    direction: Direction = Direction.AUTO,
    without: Collection[str] = (),
    known: str | None = None,
    on_compile: Callable[[], object] = lambda: None,
) -> Answer:
    r"""Return an optimal solution of a level, or the proof that it has none.

    `without` names features to switch off. A known solution (LURD) is the answer if none is better. `on_compile` is
    called before compilation, which takes no search time. A limit gives its verdict with the proved bound. Ctrl-C
    raises `Interrupted` with the answer so far, FESS without `Objective.ANY` `ValueError`, and a known solution that
    fails `SokobanError`.

    >>> level = Level.parse("######\n#@$ .#\n######")
    >>> solve(level).lurd, solve(level, known="RR").expanded
    ('RR', 0)
    """
    if known is not None and not (replayed := replay(level, known)).valid:
        raise SokobanError(f"the known solution fails: at step {replayed.at}, {replayed.reason}")
    budget, features = Budget(limits or Limits(), on_compile), select_features(objective, without)
    return Search(level, objective, budget, features, algorithm, direction, known, finds_upper_bounds=True).answer()


def solve_counted(
    level: Level,
    objective: Objective,
    most: int,
    *,
    algorithm: Algorithm = Algorithm.ASTAR,
    without: Collection[str] = (),
) -> Answer:
    r"""Return an optimal solution, a proof of unsolvability, or what `most` expanded states prove.

    Gives up with `LIMIT_TIME` after exactly `most` states, so the answer does not depend on the machine.

    >>> solve_counted(Level.parse("#######\n#@$  .#\n#######"), Objective.PUSHES, 1).verdict
    <Verdict.LIMIT_TIME: 'LIMIT_TIME'>
    """
    if algorithm not in (Algorithm.ASTAR, Algorithm.BFS):
        raise ValueError(f"{algorithm} cannot stop at an exact number of states: use A* or breadth-first search")
    budget, features = Budget(Limits()), select_features(objective, without)
    return Search(level, objective, budget, features, algorithm, most=most).answer()
