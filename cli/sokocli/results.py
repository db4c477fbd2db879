"""What every command prints and returns: exit codes, JSON lines, and progress on a terminal."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from enum import IntEnum
from typing import NamedTuple

import click

from sokocli.guard import Guard
from sokospec.limits import Limits, Progress


class Exit(IntEnum):
    """The exit codes of the contract."""

    YES = 0
    NO = 1
    USAGE = 2
    UNKNOWN = 3
    MALFORMED = 4
    INTERNAL = 5


def worst(codes: Iterable[int]) -> int:
    """Return the exit code for several levels: the largest, except that 1 outranks 3.

    >>> worst([0, 3, 1]), worst([3, 0]), worst([1, 4]), worst([])
    (1, 3, 4, 0)
    """
    return max(
        codes, key=lambda code: (2, 5)[code == Exit.NO] if code in (Exit.NO, Exit.UNKNOWN) else code * 10, default=0
    )


def emit(record: Mapping[str, object], text: str, *, as_json: bool) -> None:
    """Print one result, as a JSON line or as text, and flush it, so that an interruption loses nothing."""
    click.echo(json.dumps(record, ensure_ascii=False) if as_json else text)
    sys.stdout.flush()


def warn(message: str) -> None:
    """Print a diagnostic."""
    click.echo(message, err=True)


class Display(NamedTuple):
    """How a block tells what it is doing: `show` changes the line about it, `say` prints a message that stays."""

    show: Callable[[str], None]
    say: Callable[[str], None]


@contextmanager
def working(what: str) -> Iterator[Display]:
    """Show a line about what is going on while the block runs, on stderr if that is a terminal."""
    if not sys.stderr.isatty():
        yield Display(show=lambda _: None, say=warn)
        return
    from rich.console import Console  # rich takes a tenth of a second to import
    from rich.text import Text  # a title is no markup

    console = Console(stderr=True)
    with console.status(Text(what)) as line:
        yield Display(
            show=lambda news: line.update(Text(news)),
            say=lambda message: console.print(Text(message), soft_wrap=True),
        )


class Watch(NamedTuple):
    """What a search is given: its limits, which tell its progress, and where to print a message that stays.

    While something is done that is no level's time, as importing and compiling, the clock of the guard is stopped.
    """

    limits: Limits
    say: Callable[[str], None]
    guard: Guard = Guard(Limits())


@contextmanager
def searching(what: str, guard: Guard, unit: str = "bound") -> Iterator[Watch]:
    """Give a search what is left of the limits, and show its progress, on stderr if that is a terminal."""

    def report(news: Progress) -> None:
        parts = [f"{what}: {news.expanded:,} states", f"{unit} {news.bound}", f"{news.seconds:.0f} s"]
        display.show(", ".join([*parts, f"{news.rss_mib:,.0f} MiB"]))

    with working(what) as display:
        limits = replace(guard.left, report=report) if sys.stderr.isatty() else guard.left
        yield Watch(limits, display.say, guard)
