"""Levels of files: a board with the file it was found in, as records and messages name it."""

from __future__ import annotations

import os
import stat
import sys
from contextlib import nullcontext
from dataclasses import dataclass, field

from sokocheck.shown import in_a_line
from sokospec.board import Level
from sokospec.errors import SokobanError
from sokospec.formats import Entry, Header
from sokospec.formats.reading import MAX_FILE
from sokospec.formats.xsb import one_line

STDIN = "-"


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


def content_of(name: str) -> bytes:
    """Return all that a file or stdin holds.

    Raises `SokobanError` for a pipe or a device that gives more than is read of a level file: it may have no end.
    """
    with nullcontext(sys.stdin.buffer) if name == STDIN else open(name, "rb") as file:
        if stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            return file.read()
        data = file.read(MAX_FILE + 1)
    if len(data) > MAX_FILE:
        raise SokobanError(f"{in_a_line(name)}: more than {MAX_FILE:,} bytes, and it is no regular file; name a file")
    return data
