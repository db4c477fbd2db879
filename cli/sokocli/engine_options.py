"""Options that name an engine and configure its search."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import click

from sokocheck.engines.all_engines import Choice
from sokocli.inputs import Command
from sokocli.options import choice_option
from sokosolve.features import FEATURES, Algorithm, Direction
from sokospec.answer import Objective

_ENGINES = ("fast", "reference")


def engine_option(command: Command) -> Command:
    """Add the option for an engine, received as `choice`."""

    @wraps(command)
    def engine_command(*, engine: str, **others: Any) -> int:  # click's own values
        return command(choice=Choice(engine), **others)

    return _name_option(engine_command)


def choice_options(command: Command) -> Command:
    """Add the options for an engine and its search, received as `choice`."""

    @wraps(command)
    def search_command(
        *, engine: str, algorithm: str | None, direction: str | None, without: tuple[str, ...], **others: Any
    ) -> int:  # click's own values
        chosen = algorithm or direction or without
        if chosen and engine != "fast":
            raise click.UsageError("--algorithm, --direction and --without need --engine fast.")
        if chosen and others.get("certificate") is not None:
            raise click.UsageError(
                "--certificate cannot be used with --algorithm, --direction or --without; leave them out."
            )
        if algorithm == Algorithm.FESS and others.get("objective") != Objective.ANY:
            raise click.UsageError(
                "--algorithm fess needs --objective any, because it finds a solution that may not be optimal; "
                "add that, or choose another algorithm."
            )
        return command(choice=Choice(engine, algorithm, direction, without), **others)

    made: Command = search_command
    for option in (
        choice_option(
            "--without NAME",
            None,
            list(FEATURES),
            f"Switch off a bound or a pruning rule; repeat to switch off several. Names: {', '.join(FEATURES)}.",
            several=True,
        ),
        click.option(
            "--direction",
            type=click.Choice([direction.value for direction in Direction]),
            help="Search forwards by pushes, backwards by pulls, or both. By default auto: forwards, and both if that "
            "takes long.",
        ),
        click.option(
            "--algorithm",
            type=click.Choice([algorithm.value for algorithm in Algorithm]),
            help="Search algorithm, by default astar. For the objective any, astar takes turns with other "
            "searches. fess is for this objective alone.",
        ),
        _name_option,
    ):
        made = option(made)
    return made


objective_option: Callable[[Command], Command] = choice_option(
    "--objective",
    "pushes",
    [objective.value for objective in Objective],
    "Quantity to minimise. moves-pushes: moves first, then pushes; any: accept any solution.",
)
_name_option: Callable[[Command], Command] = choice_option(
    "--engine",
    "fast",
    _ENGINES,
    "fast: compiled search with bounds and pruning; reference: slow search of all states, in readable Python.",
)


def _place(_context: click.Context, _parameter: click.Parameter, value: str | None) -> Path | None:
    if value is not None and value.endswith(os.sep) and not os.path.isdir(value):
        raise click.BadParameter(f"{value}: there is no such folder; make it first.")
    return None if value is None else Path(value)


def certificate_option(text: str, metavar: str = "OUT") -> Callable[[Command], Command]:
    """Add --certificate with the path of a file, or of a folder that exists; `text` is the help."""
    return click.option("--certificate", type=click.Path(), callback=_place, metavar=metavar, help=text)
