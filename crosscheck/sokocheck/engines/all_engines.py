"""The engines that can settle a level, by name and with their options; each is imported only when it is used."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from sokosolve.features import Algorithm, Direction
from sokospec import clock
from sokospec.answer import Answer, Objective
from sokospec.board import Level
from sokospec.limits import Interrupted, Limits, peak_rss_mib
from sokospec.replay import replay

if TYPE_CHECKING:
    from sokosolve.improve import Improved

COMPILING = "compiling the fast engine for this machine, once"


class Watch(NamedTuple):
    """What a search is given: its limits, which tell its progress, and where to show what else it is doing.

    `known` is a solution that has been replayed, if there is one. The fast engine takes its cost for an upper bound.
    """

    limits: Limits
    show: Callable[[str], None] = lambda _: None
    known: str | None = None


Solve = Callable[[Level, Objective, Watch], Answer]
Prove = Callable[[Level, Objective, Watch, Callable[[bytes], object]], Answer]
"""The same, with a certificate given to the function, of use when the answer is no limit's."""


class Engine(NamedTuple):
    """What can settle a level; the answers are checked by replay."""

    solve: Solve
    prove: Prove


@dataclass(frozen=True, slots=True)
class Choice:
    """Which engine, and how it is to search, by names alone: what a process hands to another.

    >>> Choice("fast").record["algorithm"]
    'astar'
    """

    engine: str
    algorithm: str | None = None
    direction: str | None = None
    without: tuple[str, ...] = ()
    provable: bool = False
    """Whether certificates of pushes are to have only what the proved checker covers."""

    @property
    def record(self) -> dict[str, object]:
        """The names for JSON, with the defaults filled in and in an order of their own; null where there is no such."""
        if self.engine != "fast":
            return {"engine": self.engine, "algorithm": None, "direction": None, "without": []}
        return {
            "engine": self.engine,
            "algorithm": self.algorithm or "astar",
            "direction": self.direction or "auto",
            "without": sorted(set(self.without)),
        }

    def made(self) -> Engine:
        """Return the engine, ready to use."""
        if self.engine != "fast":
            return REFERENCE
        return fast(
            Algorithm(self.algorithm or "astar"),
            Direction(self.direction or "auto"),
            self.without,
            provable=self.provable,
        )


def _reference_solve(level: Level, objective: Objective, watch: Watch) -> Answer:
    from sokospec.oracle.search import search_exhaustively

    return checked(level, search_exhaustively(level, objective, watch.limits))


def _reference_prove(level: Level, objective: Objective, watch: Watch, write: Callable[[bytes], object]) -> Answer:
    from sokospec.oracle.certificate import solve_with_certificate

    return checked(level, solve_with_certificate(level, objective, write, watch.limits))


REFERENCE = Engine(_reference_solve, _reference_prove)
"""The oracle."""


def fast(
    algorithm: Algorithm = Algorithm.ASTAR,
    direction: Direction = Direction.AUTO,
    without: tuple[str, ...] = (),
    *,
    provable: bool = False,
) -> Engine:
    """Return the fast engine; it shows that it compiles where it does so for the first time.

    The options are for answers without certificates, but for `provable`.
    """

    def settle(level: Level, objective: Objective, watch: Watch) -> Answer:
        with clock.standing_still():  # importing is no level's time
            from sokosolve.solver import solve, solve_knowing
        search = solve if watch.known is None else partial(solve_knowing, known=watch.known)
        answer = search(
            level,
            objective=objective,
            limits=watch.limits,
            algorithm=algorithm,
            direction=direction,
            without=without,
            on_compile=partial(watch.show, COMPILING),
        )
        return checked(level, answer)

    def prove(level: Level, objective: Objective, watch: Watch, write: Callable[[bytes], object]) -> Answer:
        with clock.standing_still():
            from sokosolve.certify.certificate import solve_with_certificate
        answer = solve_with_certificate(
            level, objective, write, watch.limits, provable=provable, on_compile=partial(watch.show, COMPILING)
        )
        return checked(level, answer)

    return Engine(settle, prove)


def improved(level: Level, lurd: str, objective: Objective, watch: Watch) -> Improved:
    """Return a solution made shorter, as `sokosolve.improve` does it, which replays what it returns."""
    with clock.standing_still():
        from sokosolve.improve import improve
    return improve(level, lurd, objective, watch.limits, on_compile=partial(watch.show, COMPILING))


def shorter(level: Level, answer: Answer, watch: Watch) -> Answer:
    """Return an answer whose solution, if there is one, was made shorter in pushes.

    Raises `Interrupted` with the answer so far.
    """
    if answer.lurd is None:
        return answer
    try:
        return _with(answer, improved(level, answer.lurd, Objective.PUSHES, watch))
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


def checked(level: Level, answer: Answer) -> Answer:
    """Return an answer whose solution the reference has replayed; nobody sees another."""
    if answer.lurd is not None and not replay(level, answer.lurd).valid:
        raise AssertionError(f"an engine gave {answer.lurd!r}, which does not solve the level:\n{level}")
    return answer
