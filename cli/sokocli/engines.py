"""The engines that can settle a level, by name and with their options; each is imported only when it is used."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from sokocli.inputs import Command
from sokocli.results import Watch
from sokosolve.features import FEATURES, Algorithm, Direction
from sokospec.answer import Answer, Objective
from sokospec.board import Level
from sokospec.replay import replay

ENGINES = ("fast", "reference")
COMPILING = "compiling the fast engine for this machine: about a minute, once; 'sokospec warmup' does it ahead of time"

Engine = Callable[[Level, Objective, Watch], Answer]


def engine_option(command: Command) -> Command:
    """Add the option that names an engine; the command receives it as `engine`, ready to use."""

    @wraps(command)
    def engine_command(*, engine: str, **others: Any) -> int:  # click's own values
        return command(engine=fast() if engine == "fast" else reference, **others)

    return _name_option(engine_command)


def search_options(command: Command) -> Command:
    """Add the options that name an engine and say how it searches; the command receives it as `engine`."""

    @wraps(command)
    def search_command(
        *, engine: str, algorithm: str | None, direction: str | None, without: tuple[str, ...], **others: Any
    ) -> int:  # click's own values
        if engine == "fast":
            return command(
                engine=fast(Algorithm(algorithm or "astar"), Direction(direction or "auto"), without), **others
            )
        if algorithm or direction or without:
            raise click.UsageError("--algorithm, --direction and --without are for the fast engine alone.")
        return command(engine=reference, **others)

    for option in (
        click.option(
            "--without",
            multiple=True,
            type=click.Choice(list(FEATURES)),
            metavar="NAME",
            help=f"Switch a bound or a pruning off; may be given again. The names: {', '.join(FEATURES)}.",
        ),
        click.option(
            "--direction",
            type=click.Choice([direction.value for direction in Direction]),
            show_default="auto",
            help="Forwards by pushes, backwards by pulls, or both; auto adds backwards when it takes long.",
        ),
        click.option(
            "--algorithm",
            type=click.Choice([algorithm.value for algorithm in Algorithm]),
            show_default="astar",
            help="How to search.",
        ),
        _name_option,
    ):
        search_command = option(search_command)
    return search_command


_name_option = click.option(
    "--engine", type=click.Choice(ENGINES), default="fast", show_default=True, help="Which engine searches."
)


def reference(level: Level, objective: Objective, watch: Watch) -> Answer:
    """Return the oracle's answer, checked."""
    from sokospec.oracle.search import solve

    return checked(level, solve(level, objective, watch.limits))


def fast(
    algorithm: Algorithm = Algorithm.ASTAR, direction: Direction = Direction.AUTO, without: tuple[str, ...] = ()
) -> Engine:
    """Return the fast engine, its answers checked; it says so on stderr before it compiles for the first time."""

    def search(level: Level, objective: Objective, watch: Watch) -> Answer:
        from sokosolve.solver import solve

        answer = solve(
            level,
            objective,
            watch.limits,
            algorithm=algorithm,
            direction=direction,
            without=without,
            on_compile=lambda: watch.say(COMPILING),
        )
        return checked(level, answer)

    return search


def checked(level: Level, answer: Answer) -> Answer:
    """Return an answer whose solution the reference has replayed; nobody sees another."""
    if answer.lurd is not None and not replay(level, answer.lurd).valid:
        raise AssertionError(f"an engine gave {answer.lurd!r}, which does not solve the level:\n{level}")
    return answer
