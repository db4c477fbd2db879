"""The fast solver: exact for every objective, with the same kind of answer as the oracle."""

from __future__ import annotations

from collections.abc import Callable, Collection

from sokosolve.compilation import Need, Tell
from sokosolve.features import BOUNDS, Algorithm, Direction, switched_on
from sokosolve.level import build
from sokosolve.level.level_tables import LevelTables, level_tables
from sokosolve.search.any_solution import AnySolution
from sokosolve.search.astar import BestFirst
from sokosolve.search.astar_kernel import run
from sokosolve.search.budget import Budget
from sokosolve.search.cost import CODE_OF, PUSHES
from sokosolve.search.idastar import IterativeDeepening
from sokosolve.search.solution import lurd_of
from sokosolve.search.strategy import Strategy
from sokospec.answer import Answer, Objective, Verdict
from sokospec.board import Level
from sokospec.limits import LimitReached, Limits, peak_rss_mib

FLOOR_FOR_PYTHON = 60  # levels with more floor are compiled for at once


def solve(
    level: Level,
    objective: Objective = Objective.PUSHES,
    limits: Limits | None = None,
    *,
    algorithm: Algorithm = Algorithm.ASTAR,
    direction: Direction = Direction.AUTO,
    without: Collection[str] = (),
    also: Collection[str] = (),
    on_compile: Tell | None = None,
    on_settled: Callable[[str | None, LevelTables | None, Strategy | None, Budget], None] | None = None,
) -> Answer:
    """Return an optimal solution of a level, or the proof that it has none; equals `sokospec.oracle.solve`.

    `without` names features that are not to be used, `also` those to be used, where they are safe, even though they
    do not pay for this objective. `on_compile` is told the seconds while kernels are compiled that this machine has
    not compiled before; machine code takes nothing of the time of the search. `on_settled` is given the solution, or
    None when there is none, and what the search leaves behind, while limits still count. Time and space grow with the
    states whose cost plus lower bound is below the optimum. A limit, or Ctrl-C, gives a limit's verdict with the bound
    proved so far.

    >>> solve(Level.parse("######\\n#@$ .#\\n######")).lurd
    'RR'
    """
    need = Need(objective, algorithm, certificate=on_settled is not None)
    budget = Budget(limits or Limits(), on_compile, need, compiled=run.is_loaded)
    strategy: Strategy | None = None
    verdict, interrupted = Verdict.UNSOLVABLE, False
    lurd = None
    try:
        if len(level.board.floor) > FLOOR_FOR_PYTHON:
            budget.compile()
        floor, boxes = len(level.board.floor), len(level.boxes)
        budget.room_for(0, least=build.world_bytes(floor, boxes))
        tables = level_tables(level, compiled=budget.compiled)
        if tables is not None and not len(tables.boxes):
            lurd = ""
        elif tables is not None and all(tables.floor.live[box] for box in tables.boxes):
            code = CODE_OF[objective]
            features = switched_on(objective, without, also)
            if algorithm is Algorithm.BFS:
                features -= BOUNDS
            world = build.world_of(
                tables,
                features,
                exact_player=code != PUSHES,
                compiled=budget.compiled,
                cache_bytes=budget.room_for(20 * build.CACHE_BYTES) / 20,
            )
            if algorithm is Algorithm.IDASTAR:
                strategy = IterativeDeepening(tables, world, code, budget)
            elif objective is Objective.ANY:
                strategy = AnySolution(tables, world, budget, direction)
            else:
                strategy = BestFirst(tables, world, code, budget, direction)
            runs = strategy.run()
            lurd = None if runs is None else lurd_of(level, runs)
        if on_settled is not None:
            on_settled(lurd, tables, strategy, budget)
        if lurd is not None:
            verdict = Verdict.SOLVED if objective is Objective.ANY else Verdict.OPTIMAL
    except LimitReached as limit:
        verdict = limit.verdict
    except KeyboardInterrupt:
        verdict, interrupted = Verdict.LIMIT_TIME, True
    except MemoryError:
        verdict = Verdict.LIMIT_MEMORY
    if verdict in (Verdict.LIMIT_TIME, Verdict.LIMIT_MEMORY):
        lurd = None  # found, but a certificate was wanted too
    bound = None if verdict is Verdict.UNSOLVABLE else 0 if strategy is None else strategy.bound
    return Answer(
        verdict,
        objective,
        lurd,
        bound,
        0 if strategy is None else strategy.expanded,
        0 if strategy is None else strategy.generated,
        budget.seconds,
        peak_rss_mib(),
        interrupted,
    )
