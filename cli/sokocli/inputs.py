"""What every command reads: files or stdin, which levels of them, and the options that say how."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from functools import wraps
from typing import Any

import click

from sokocli.results import Exit
from sokospec.board import Level
from sokospec.errors import Defect, ParseError, SokobanError
from sokospec.formats import MAX_FILE, Collection, Entry, Reading, read_collection, read_stream
from sokospec.formats.xsb import one_line
from sokospec.limits import Limits

Command = Callable[..., int]
"""A command's function: click passes its options by name, and it returns the exit code."""

STDIN = "-"

files_argument = click.argument(
    "files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, allow_dash=True)
)
level_option = click.option("--level", type=click.IntRange(min=1), metavar="N", help="Only level N of each file.")
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object per line.")


def reading_options(command: Command) -> Command:
    """Add the options that say how to read; the command receives them as `reading`."""

    @wraps(command)
    def reading_command(*, limit: int, close: bool, lenient: bool, **others: Any) -> int:  # click's own values
        return command(reading=Reading(lenient=lenient, close=close, limit=limit), **others)

    for option in (
        click.option(
            "--limit",
            type=click.IntRange(min=1),
            default=Reading().limit,
            show_default=True,
            help="Most squares, or steps, to expand from one text.",
        ),
        click.option("--close", is_flag=True, help="Close a missing outer wall."),
        click.option("--lenient", is_flag=True, help="Repair what has one obvious meaning, and list each repair."),
    ):
        reading_command = option(reading_command)
    return reading_command


def limit_options(seconds: float | None) -> Callable[[Command], Command]:
    """Return a decorator that adds the limits of a search, per level; the command receives them as `limits`."""

    def add(command: Command) -> Command:
        @wraps(command)
        def limited_command(
            *, time_limit: float | None, memory_limit: float, **others: Any
        ) -> int:  # click's own values
            return command(limits=Limits(time_limit, memory_limit), **others)

        time_option = click.option(
            "--time-limit",
            type=click.FloatRange(min=0),
            metavar="S",
            default=seconds,
            show_default=seconds is not None,
            help="Seconds for each level.",
        )
        memory_option = click.option(
            "--memory-limit",
            type=click.FloatRange(min=1),
            metavar="MIB",
            default=4096,
            show_default=True,
            help="MiB of memory the process may take.",
        )
        return time_option(memory_option(limited_command))

    return add


@dataclass(frozen=True, slots=True)
class Source:
    """A file that was read: its name as given, and its entries."""

    file: str
    collection: Collection


def read_sources(files: tuple[str, ...], reading: Reading) -> Iterator[Source]:
    """Yield each file's content; raises `SokobanError` with the file's name for one that cannot be read as levels."""
    for file in files:
        try:
            if file == STDIN:
                collection = read_stream(sys.stdin.buffer, reading)
            else:
                collection = read_collection(file, reading)
        except ParseError as error:
            raise SokobanError(f"{file}: {error}") from None
        for repair in collection.repairs:
            click.echo(f"{file}: repaired: {repair}", err=True)
        yield Source(file, collection)


def content_of(name: str) -> bytes:
    """Return all that a file or stdin holds.

    Raises `SokobanError` for a pipe or a device that gives more than is read of a level file: it may have no end.
    """
    with nullcontext(sys.stdin.buffer) if name == STDIN else open(name, "rb") as file:
        if stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            return file.read()
        data = file.read(MAX_FILE + 1)
    if len(data) > MAX_FILE:
        raise SokobanError(f"{name}: more than {MAX_FILE:,} bytes come from what is no regular file; name a file")
    return data


def chosen(source: Source, level: int | None) -> list[int]:
    """Return the numbers of the levels that are wanted; raises a usage error for one that the file does not have."""
    count = len(source.collection)
    if level is None:
        return list(range(1, count + 1))
    if level > count:
        raise click.UsageError(f"{source.file} has {count} levels, so there is no level {level}.")
    return [level]


@dataclass(frozen=True, slots=True)
class Found:
    """A board that a file holds: the file's name as given, and the board with its title and its number in the file."""

    file: str
    entry: Entry

    @property
    def name(self) -> str:
        """How texts name it: file, number and title."""
        return f"{self.file}:{self.entry.number}" + (f" {one_line(self.entry.title)!r}" if self.entry.title else "")

    @property
    def record(self) -> dict[str, object]:
        """The keys with which its records begin."""
        return {"file": self.file, "level": self.entry.number, "title": self.entry.title}

    @property
    def level(self) -> Level:
        """The level; raises `InvalidLevel` for a board that is none."""
        return self.entry.level

    def tell(self) -> None:
        """Print what reading it had to say besides the level."""
        for kind, defects in (("repaired", self.entry.drawn.repairs), ("warning", self.entry.drawn.warnings)):
            for defect in defects:
                click.echo(f"{self.name}: {kind}: {defect}", err=True)

    def tell_defects(self) -> None:
        """Print why the board is no level."""
        for defect in self.entry.drawn.defects:
            click.echo(f"{self.name}: malformed: {defect}", err=True)


def levels(
    files: tuple[str, ...],
    level: int | None,
    reading: Reading,
    codes: list[int],
    refuse: Callable[[Found], None] = lambda _: None,
) -> Iterator[Found]:
    """Yield every wanted level of every file.

    Repairs and warnings go to stderr. So do the defects of a board that is no level: it is passed over, with its exit
    code appended to `codes` and `refuse` called.
    """
    for source in read_sources(files, reading):
        if not source.collection:
            raise SokobanError(f"{source.file}: there are steps here, but no level")
        for number in chosen(source, level):
            found = Found(source.file, source.collection[number - 1])
            found.tell()
            if found.entry.drawn.level is not None:
                yield found
                continue
            found.tell_defects()
            codes.append(Exit.MALFORMED)
            refuse(found)


def defect_record(defect: Defect) -> dict[str, object]:
    """Return a defect for JSON."""
    return {"rule": defect.rule, "message": defect.message, "line": defect.line, "column": defect.column}
