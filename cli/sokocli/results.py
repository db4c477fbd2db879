"""Output shared by all commands: exit codes, JSON lines, and progress on a terminal."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from threading import Lock, Timer
from typing import TYPE_CHECKING, NamedTuple, TextIO

import click

from sokocheck.application.guard import Guard
from sokocheck.application.terminal_text import escape_controls, json_text, warn
from sokocheck.application.vocabulary import Exit as Exit
from sokocheck.engines.all_engines import Watch
from sokospec.errors import quantify
from sokospec.limits import Progress

if TYPE_CHECKING:
    from rich.text import Text


def worst(codes: Iterable[int]) -> int:
    """Return the exit code for several levels: the largest, except that 1 outranks 3.

    >>> worst([0, 3, 1]), worst([3, 0]), worst([1, 4]), worst([])
    (1, 3, 4, 0)
    """
    return max(
        codes, key=lambda code: (2, 5)[code == Exit.NO] if code in (Exit.NO, Exit.UNKNOWN) else code * 10, default=0
    )


def emit(record: Mapping[str, object], text: str, *, as_json: bool) -> None:
    """Print one result as a JSON line or as text, and flush it."""
    tell(json_text(record, ascii_only=not _takes_utf_8(sys.stdout)) if as_json else text)


def tell(text: str) -> None:
    click.echo(escape_controls(text))
    sys.stdout.flush()


def tell_counts(counts: str, *, as_json: bool) -> None:
    """Print the count of each verdict: the last line of text on stdout, on stderr beside JSON."""
    (warn if as_json else tell)(counts)


def write(text: str) -> None:
    """Write data, such as a converted file, to stdout; only on a terminal control characters are escaped."""
    click.echo(escape_controls(text) if sys.stdout.isatty() else text, nl=False)


def did_you_mean(name: str, names: Iterable[str]) -> str:
    """Return the end of an error about an unknown name: the nearest known name, if one is near.

    >>> did_you_mean("chek", ["check", "solve"]), did_you_mean("frobnicate", ["check", "solve"])
    (". Did you mean 'check'?", '.')
    """
    from difflib import get_close_matches  # seldom of use

    near = get_close_matches(name, list(names), n=1)
    return f". Did you mean {near[0]!r}?" if near else "."


def wants_colour(stream: TextIO) -> bool:
    """Say whether to colour text for a stream; by default if it is a terminal.

    NO_COLOR precedes FORCE_COLOR and CLICOLOR_FORCE, which precede TERM=dumb and CLICOLOR=0.
    """
    if os.environ.get("NO_COLOR"):
        return False
    if any(os.environ.get(name, "0") not in ("", "0") for name in ("FORCE_COLOR", "CLICOLOR_FORCE")):
        return True
    return os.environ.get("TERM") not in ("dumb", "unknown") and os.environ.get("CLICOLOR") != "0" and stream.isatty()


def _takes_utf_8(stream: TextIO) -> bool:
    return (stream.encoding or "").lower().replace("-", "") == "utf8"


class Display(NamedTuple):
    """Progress of a block: `show` changes its line, `say` prints a message that stays."""

    show: Callable[[str], None]
    say: Callable[[str], None]


_PAUSE = 2.0
"""Seconds without news after which a line on a terminal says how long there was none."""

EVERY = 10.0
"""Seconds between two lines of progress in a log, for commands that may run long before they print a result."""

_AT_ONCE = 0.3
"""Shorter tasks, such as most reading, get no line on a terminal."""

_shown: list[str] = []
"""The lines being shown, at most one: two would overwrite each other."""


class _News:
    def __init__(self, text: str) -> None:
        self._text = escape_controls(text)
        self._since = time.monotonic()

    def __rich__(self) -> Text:
        from rich.text import Text  # a title is no markup

        seconds = time.monotonic() - self._since
        return Text(self._text + (f", {seconds:.0f} s" if seconds >= _PAUSE else ""))


class _RareLines:
    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._last = time.monotonic()

    def show(self, news: str) -> None:
        now = time.monotonic()
        if now - self._last >= self._seconds:
            self._last = now
            warn(news)


@contextmanager
def show_work(what: str, every: float | None = None) -> Iterator[Display]:
    """Show a line of progress while the block runs, on stderr if it is a terminal.

    Elsewhere print nothing, or a line each `every` seconds.
    """
    if not sys.stderr.isatty():
        yield Display(show=(lambda _: None) if every is None else _RareLines(every).show, say=warn)
        return
    from rich.console import Console  # rich takes a tenth of a second to import
    from rich.text import Text

    console = Console(stderr=True)
    _shown.append(what)
    try:
        with console.status(_News(what)) as line:
            yield Display(
                show=lambda news: line.update(_News(news)),
                say=lambda message: console.print(Text(escape_controls(message)), soft_wrap=True),
            )
    finally:
        _shown.pop()


@contextmanager
def show_reading(what: str) -> Iterator[None]:
    """Like `show_work`, for a block longer than `_AT_ONCE` seconds, if no other line is shown."""
    if _shown or not sys.stderr.isatty():
        yield
        return
    lines = ExitStack()
    beginning = Lock()
    over = False

    def begin() -> None:
        with beginning:
            if not over:
                lines.enter_context(show_work(what))

    timer = Timer(_AT_ONCE, begin)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        with beginning:
            over = True
        lines.close()


@contextmanager
def show_search(what: str, guard: Guard, unit: str = "bound") -> Iterator[Watch]:
    """Give a search the rest of the limits, and show its progress on a terminal."""

    def report(news: Progress) -> None:
        parts = [f"{what}: {quantify(news.expanded, 'state')}", f"{unit} {news.bound}", f"{news.seconds:.0f} s"]
        display.show(", ".join([*parts, f"{news.rss_mib:,.0f} MiB", *filter(None, [news.detail])]))

    with show_work(what) as display:
        limits = replace(guard.left, report=report) if sys.stderr.isatty() else guard.left
        yield Watch(limits, display.show)
