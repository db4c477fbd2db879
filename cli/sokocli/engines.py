"""The engines that can settle a level, by name; each is imported only when it is used."""

from __future__ import annotations

from collections.abc import Callable

import click

from sokospec.answer import Answer, Objective
from sokospec.board import Level
from sokospec.limits import Limits
from sokospec.replay import replay

ENGINES = ("reference", "fast")

Engine = Callable[[Level, Objective, Limits], Answer]

engine_option = click.option(
    "--engine", type=click.Choice(ENGINES), default="reference", show_default=True, help="Which engine searches."
)


def engine(name: str) -> Engine:
    """Return an engine; every solution it gives is replayed by the reference before anybody sees it."""
    solve = _imported(name)

    def checked(level: Level, objective: Objective, limits: Limits) -> Answer:
        answer = solve(level, objective, limits)
        if answer.lurd is not None and not replay(level, answer.lurd).valid:
            raise AssertionError(f"the {name} engine gave {answer.lurd!r}, which does not solve the level:\n{level}")
        return answer

    return checked


def _imported(name: str) -> Engine:
    if name == "reference":
        from sokospec.oracle.search import solve as reference

        return reference
    try:
        from sokosolve.solver import solve as fast
    except ModuleNotFoundError as error:
        raise click.UsageError(f"The fast engine needs {error.name}: pip install 'sokospec[fast]'.") from None
    return fast
