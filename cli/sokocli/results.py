"""What every command prints and returns: exit codes, JSON lines, and progress on a terminal."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from enum import IntEnum
from typing import TypeVar

import click

from sokospec.limits import Limits, Progress

Item = TypeVar("Item")


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


def tracked(items: Sequence[Item], what: str) -> Iterator[Item]:
    """Yield the items, with a progress bar on stderr when that is a terminal."""
    if not sys.stderr.isatty() or len(items) < 2:
        yield from items
        return
    from rich.console import Console  # rich takes a tenth of a second to import
    from rich.progress import track

    yield from track(items, description=what, console=Console(stderr=True), transient=True)


@contextmanager
def searching(what: str, limits: Limits, unit: str = "bound") -> Iterator[Limits]:
    """Give limits whose progress is shown on stderr while the block runs, if that is a terminal."""
    if not sys.stderr.isatty():
        yield limits
        return
    from rich.console import Console  # rich takes a tenth of a second to import

    with Console(stderr=True).status(what) as spinner:

        def report(news: Progress) -> None:
            spinner.update(f"{what}: {news.expanded:,} states, {unit} {news.bound}, {news.rss_mib:.0f} MiB")

        yield replace(limits, report=report)
