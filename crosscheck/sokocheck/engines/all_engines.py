"""Engines by name and options, imported on first use."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from sokosolve.features import Algorithm, Direction
from sokospec import clock
from sokospec.answer import Answer, Objective
from sokospec.board import Level
from sokospec.limits import Interrupted, Limits, peak_rss_mib
from sokospec.replay import replay

if TYPE_CHECKING:
    from sokosolve.improve import Improved

_COMPILING = "compiling the fast engine for this machine, once"


class Watch(NamedTuple):
    """Limits of a search, a status callback, and a replayed solution, whose cost is an upper bound."""

    limits: Limits
    show: Callable[[str], None] = lambda _: None
    known: str | None = None


Solve = Callable[[Level, Objective, Watch], Answer]
_Prove = Callable[[Level, Objective, Watch, Callable[[bytes], object]], Answer]
"""Like `Solve`, but streams a certificate to the callback. Discard the certificate unless the verdict is final."""


class Engine(NamedTuple):
    """An engine's functions to solve and to prove; all solutions are replayed."""

    solve: Solve
    prove: _Prove


@dataclass(frozen=True, slots=True)
class Choice:
    """Engine with its options, as names that can be pickled.

    >>> Choice("fast").record["algorithm"]
    'astar'
    """

    engine: str
    algorithm: str | None = None
    direction: str | None = None
    without: tuple[str, ...] = ()
    provable: bool = False
    """Whether a search for a certificate goes forwards alone."""

    @property
    def record(self) -> dict[str, object]:
        """Choice as a JSON object: defaults resolved, `without` sorted, null for missing options."""
        if self.engine != "fast":
            return {"engine": self.engine, "algorithm": None, "direction": None, "without": []}
        return {
            "engine": self.engine,
            "algorithm": self.algorithm or "astar",
            "direction": self.direction or "auto",
            "without": sorted(set(self.without)),
        }

    def load(self) -> None:
        """Import the engine, which takes longer than many a search."""
        import_module("sokosolve.solver" if self.engine == "fast" else "sokospec.oracle.search")

    def create(self) -> Engine:
        return _fast(self) if self.engine == "fast" else Engine(_reference_solve, _reference_prove)


def _reference_solve(level: Level, objective: Objective, watch: Watch) -> Answer:
    from sokospec.oracle.search import search_exhaustively

    return check_answer(level, search_exhaustively(level, objective, watch.limits))


def _reference_prove(level: Level, objective: Objective, watch: Watch, write: Callable[[bytes], object]) -> Answer:
    from sokospec.oracle.certificate import solve_with_certificate

    return check_answer(level, solve_with_certificate(level, objective, write, watch.limits))


def _fast(choice: Choice) -> Engine:
    """Return the fast engine. All options except `provable` apply to answers without certificates."""
    algorithm, direction = Algorithm(choice.algorithm or "astar"), Direction(choice.direction or "auto")

    def settle(level: Level, objective: Objective, watch: Watch) -> Answer:
        with clock.pause():  # importing does not count as search time
            from sokosolve.solver import solve
        answer = solve(
            level,
            objective=objective,
            limits=watch.limits,
            algorithm=algorithm,
            direction=direction,
            without=choice.without,
            known=watch.known,
            on_compile=partial(watch.show, _COMPILING),
        )
        return check_answer(level, answer)

    def prove(level: Level, objective: Objective, watch: Watch, write: Callable[[bytes], object]) -> Answer:
        with clock.pause():
            from sokosolve.certify.certificate import solve_with_certificate
        answer = solve_with_certificate(
            level, objective, write, watch.limits, provable=choice.provable, on_compile=partial(watch.show, _COMPILING)
        )
        return check_answer(level, answer)

    return Engine(settle, prove)


def improve_solution(level: Level, lurd: str, objective: Objective, watch: Watch) -> Improved:
    """Return a shortened, replayed solution by `sokosolve.improve`."""
    with clock.pause():
        from sokosolve.improve import improve
    return improve(level, lurd, objective, watch.limits, on_compile=partial(watch.show, _COMPILING))


def shorter(level: Level, answer: Answer, watch: Watch) -> Answer:
    """Return an answer with its solution shortened in pushes."""
    if answer.lurd is None:
        return answer
    try:
        return _with(answer, improve_solution(level, answer.lurd, Objective.PUSHES, watch))
    except Interrupted as stop:
        raise Interrupted(_with(answer, stop.partial)) from None


def _with(answer: Answer, shorter_one: Improved) -> Answer:
    return replace(
        answer,
        lurd=shorter_one.lurd,
        lower_bound=max(answer.lower_bound or 0, shorter_one.lower_bound),
        seconds=answer.seconds + shorter_one.seconds,
        peak_rss_mib=peak_rss_mib(),
    )


def check_answer(level: Level, answer: Answer) -> Answer:
    """Replay an answer's solution by the reference and return the answer."""
    if answer.lurd is not None and not replay(level, answer.lurd).valid:
        raise AssertionError(f"an engine gave {answer.lurd!r}, which does not solve the level:\n{level}")
    return answer
