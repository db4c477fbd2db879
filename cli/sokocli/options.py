"""Options of one shape: a number, a choice, a file or a folder; the help shows the default."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

_Command = TypeVar("_Command", bound=Callable[..., int])

LONGEST_NUMBER = 18  # digits


class Finite(click.FloatRange):
    """Number in a range, but neither 'nan' nor 'inf'."""

    name = "number"

    def convert(self, value: Any, parameter: click.Parameter | None, context: click.Context | None) -> Any:  # as click
        number = super().convert(value, parameter, context)
        if not math.isfinite(number):
            self.fail(f"{value!r} is not a finite number.", parameter, context)
        return number


class Whole(click.IntRange):
    """Whole number in a range, of at most `LONGEST_NUMBER` digits."""

    def convert(self, value: Any, parameter: click.Parameter | None, context: click.Context | None) -> Any:  # as click
        number = super().convert(value, parameter, context)
        if abs(number) >= 10**LONGEST_NUMBER:
            self.fail(f"{str(value)[:80]!r} has more than {LONGEST_NUMBER} digits.", parameter, context)
        return number


def read_number(text: str) -> int:
    """Return the number that at most `LONGEST_NUMBER` decimal digits write. Raises `ValueError`.

    >>> read_number("12")
    12
    """
    if not (text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER):
        raise ValueError(text)
    return int(text)


def _option(name: str, into: str | None, **settings: Any) -> Callable[[_Command], _Command]:  # Any: click's own values
    option, _, metavar = name.partition(" ")
    return click.option(option, *filter(None, [into]), metavar=metavar or None, **settings)


def number_option(
    name: str,
    default: int | None,
    text: str,
    *,
    least: int | None = None,
    most: int | None = None,
    into: str | None = None,
) -> Callable[[_Command], _Command]:
    """Add an option with a whole number, from `least` to `most`.

    `name` may end in a word for the value, such as "--delay MS"; by default that is N. `text` is the help. The command
    receives the number under the option's name, or as `into`.
    """
    kind = int if least is most is None else Whole(least, most)
    named = name if " " in name else f"{name} N"
    return _option(named, into, type=kind, default=default, show_default=True, help=text)


def real_option(
    name: str, default: float | None, kind: Finite, text: str, *, shown: str | None = None, into: str | None = None
) -> Callable[[_Command], _Command]:
    """Add an option with a number of a `kind`; `shown` stands for the default in the help."""
    return _option(name, into, type=kind, default=default, show_default=shown or True, help=text)


def choice_option(
    name: str,
    default: str | None,
    choices: Sequence[str],
    text: str,
    *,
    several: bool = False,
    into: str | None = None,
) -> Callable[[_Command], _Command]:
    """Add an option with one of `choices`, or `several` if repeated; otherwise like `number_option`."""
    kind = click.Choice(choices)
    return _option(name, into, type=kind, multiple=several, default=default, show_default=True, help=text)


def path_option(
    name: str,
    text: str,
    *,
    exists: bool = False,
    file: bool = True,
    folder: bool = False,
    several: bool = False,
    required: bool = False,
    into: str | None = None,
) -> Callable[[_Command], _Command]:
    """Add an option with a path that `exists` or not; otherwise like `number_option`."""
    kind = click.Path(exists=exists, file_okay=file, dir_okay=folder, path_type=Path)
    return _option(name, into, type=kind, multiple=several, required=required, help=text)


def read_option(name: str, text: str, *, into: str | None = None) -> Callable[[_Command], _Command]:
    """Add an option with the printable name of a file to read; otherwise like `number_option`."""
    return _option(name, into, type=click.Path(exists=True, dir_okay=False), help=text)
