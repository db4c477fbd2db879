"""Levels of files: a board with the file it was found in, as records and messages name it."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from dataclasses import dataclass, field
from io import BufferedReader, RawIOBase
from typing import TYPE_CHECKING, BinaryIO, cast

from sokocheck.application.guard import Guard
from sokocheck.application.terminal_text import in_a_line
from sokospec import clock
from sokospec.board import Level
from sokospec.errors import SokobanError
from sokospec.formats import Entry, Header
from sokospec.formats.reading import MAX_FILE
from sokospec.formats.xsb import one_line

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

STDIN = "-"

PIECE = 1 << 16
"""So many bytes are asked of the system at a time."""


@dataclass(frozen=True, slots=True)
class Found:
    """A board of a file: the file's name as given, the board with its title and its number, and the file's header."""

    file: str
    entry: Entry
    header: Header = field(default_factory=Header)

    @property
    def name(self) -> str:
        """How texts name it: file, number and title."""
        title = f" {one_line(self.entry.title)!r}" if self.entry.title else ""
        return f"{in_a_line(self.file)}:{self.entry.number}{title}"

    @property
    def record(self) -> dict[str, object]:
        """The keys with which its records begin."""
        return {"file": self.file, "level": self.entry.number, "title": self.entry.title}

    @property
    def level(self) -> Level:
        """The level; raises `InvalidLevel` for a board that is none."""
        return self.entry.level


class Input(RawIOBase):
    """An open file of that name as a reader gets it: errors of the system name it.

    A pipe or a device may keep its reader waiting, for somebody's keys or another program: the clocks are paused then.
    """

    def __init__(self, name: str, file: BufferedReader) -> None:
        """Keep the file, which stays open."""
        super().__init__()
        self._name = name
        self._file = file
        self._waits = name == STDIN or not stat.S_ISREG(os.fstat(file.fileno()).st_mode)

    def readable(self) -> bool:
        """Return True."""
        return True

    def fileno(self) -> int:
        """Return the descriptor of the file."""
        return self._file.fileno()

    def readinto(self, into: WriteableBuffer, /) -> int:
        """Read what there is, at least a byte unless the file is at its end; raises `SokobanError`."""
        view = memoryview(into)
        with reading(self._name), clock.standing_still() if self._waits else nullcontext():
            data = self._file.read1(len(view))
        view[: len(data)] = data
        return len(data)


@contextmanager
def reading(name: str) -> Iterator[None]:
    """Raise `SokobanError`, which names the file, for an error of the system in a block that reads it."""
    try:
        yield
    except OSError as error:
        raise SokobanError(f"{in_a_line(name)} cannot be read: {error.strerror or error}") from None


@contextmanager
def open_input(name: str) -> Iterator[BinaryIO]:
    """Open a file, or stdin, to be read; raises `SokobanError`, then and in reading, where the system cannot.

    A pipe that nobody has opened to write is waited for within the limits of the guards whose blocks run.
    """
    with ExitStack() as opened:
        with reading(name), Guard.without_grace():
            file = sys.stdin.buffer if name == STDIN else opened.enter_context(open(name, "rb"))
        yield BufferedReader(Input(name, cast(BufferedReader, file)), PIECE)


def content_of(name: str) -> bytes:
    """Return all that a file or stdin holds.

    Raises `SokobanError` where it cannot be read, and for a pipe or a device that gives more than is read of a level
    file: it may have no end.
    """
    with open_input(name) as file:
        if stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            return file.read()
        data = file.read(MAX_FILE + 1)
    if len(data) > MAX_FILE:
        raise SokobanError(f"{in_a_line(name)}: more than {MAX_FILE:,} bytes, and it is no regular file; name a file")
    return data
