"""Levels read from files, with their place for messages."""

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

_PIECE = 1 << 16
"""So many bytes are asked of the system at a time."""


@dataclass(frozen=True, slots=True)
class FileLevel:
    """Board of a file, with title, number, and the file's header."""

    file: str
    entry: Entry
    header: Header = field(default_factory=Header)

    @property
    def name(self) -> str:
        """File, number and title, for messages."""
        title = f" {one_line(self.entry.title)!r}" if self.entry.title else ""
        return f"{in_a_line(self.file)}:{self.entry.number}{title}"

    @property
    def record(self) -> dict[str, object]:
        """First keys of the level's records."""
        return {"file": self.file, "level": self.entry.number, "title": self.entry.title}

    @property
    def level(self) -> Level:
        """Level. Raises `InvalidLevel` for an invalid board."""
        return self.entry.level


class Input(RawIOBase):
    """File or stdin whose read errors name it.

    Clocks are paused while a pipe or device blocks.
    """

    def __init__(self, name: str, file: BufferedReader) -> None:
        super().__init__()
        self._name = name
        self._file = file
        self._waits = name == STDIN or not stat.S_ISREG(os.fstat(file.fileno()).st_mode)

    def readable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._file.fileno()

    def readinto(self, into: WriteableBuffer, /) -> int:
        view = memoryview(into)
        with name_errors(self._name), clock.pause() if self._waits else nullcontext():
            data = self._file.read1(len(view))
        view[: len(data)] = data
        return len(data)


@contextmanager
def name_errors(name: str) -> Iterator[None]:
    """Turn system errors in the block into `SokobanError` with the file's name."""
    try:
        yield
    except OSError as error:
        raise SokobanError(f"{in_a_line(name)} cannot be read: {error.strerror or error}") from None


@contextmanager
def open_input(name: str) -> Iterator[BinaryIO]:
    """Open a file or stdin. Opening a pipe may block until a guard's limit."""
    if name == STDIN:
        yield BufferedReader(Input(name, cast(BufferedReader, sys.stdin.buffer)), _PIECE)
    else:
        with open_file(name) as file:
            yield file


@contextmanager
def open_file(name: str) -> Iterator[BinaryIO]:
    """Open a file, as `open_input` does."""
    with ExitStack() as opened:
        with name_errors(name), Guard.without_grace():
            file = opened.enter_context(open(name, "rb"))
        yield BufferedReader(Input(name, file), _PIECE)


def content_of(name: str) -> bytes:
    """Return the content of a file or stdin.

    Raises `SokobanError` if it cannot be read, and for a pipe or device with more than `MAX_FILE` bytes.
    """
    with open_input(name) as file:
        if stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            return file.read()
        data = file.read(MAX_FILE + 1)
    if len(data) > MAX_FILE:
        raise SokobanError(
            f"{in_a_line(name)}: more than {MAX_FILE:,} bytes, from a pipe or device; save it in a file and name that"
        )
    return data
