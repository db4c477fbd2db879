"""Options of one shape: a number, a choice, a file or a folder; the help shows the default."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import click

_Command = TypeVar("_Command", bound=Callable[..., int])


def number_option(
    name: str, default: int, text: str, *, least: int | None = None, most: int | None = None, into: str | None = None
) -> Callable[[_Command], _Command]:
    """Add an option with a whole number, from `least` to `most`.

    `name` may end in a word for the value, such as "--delay MS"; by default that is N. `text` is the help. The command
    receives the number under the option's name, or as `into`.
    """
    option, _, metavar = name.partition(" ")
    kind = int if least is most is None else click.IntRange(least, most)
    names = (option, *filter(None, [into]))
    return click.option(*names, type=kind, default=default, show_default=True, metavar=metavar or "N", help=text)


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
    option, _, metavar = name.partition(" ")
    return click.option(
        *(option, *filter(None, [into])),
        type=click.Choice(choices),
        multiple=several,
        default=default,
        show_default=True,
        metavar=metavar or None,
        help=text,
    )


def path_option(
    name: str,
    text: str,
    *,
    exists: bool = False,
    file: bool = True,
    folder: bool = False,
    several: bool = False,
    into: str | None = None,
) -> Callable[[_Command], _Command]:
    """Add an option with a path that `exists` or not; otherwise like `number_option`."""
    option, _, metavar = name.partition(" ")
    kind = click.Path(exists=exists, file_okay=file, dir_okay=folder, path_type=Path)
    return click.option(*(option, *filter(None, [into])), type=kind, multiple=several, metavar=metavar, help=text)


def read_option(name: str, text: str, *, into: str | None = None) -> Callable[[_Command], _Command]:
    """Add an option with the printable name of a file to read; otherwise like `number_option`."""
    option, _, metavar = name.partition(" ")
    kind = click.Path(exists=True, dir_okay=False)
    return click.option(*(option, *filter(None, [into])), type=kind, metavar=metavar, help=text)
