"""Results files: append-only JSON Lines, each record flushed to disk before the next task starts."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any

from sokocheck.application.input_levels import open_file
from sokocheck.application.json_fields import json_value
from sokocheck.application.outputs import lock, regular_or_new, sync_folder
from sokocheck.application.terminal_text import json_text
from sokocheck.application.wrong_use import WrongUse
from sokospec.errors import SokobanError

Record = dict[str, Any]  # whatever JSON holds

_BEGINNING = b'{"file": '
"""How each record begins; so a torn one does, as far as it goes, perhaps with zero bytes that a power cut leaves."""


class RunFailed(Exception):  # no answer of a level: the run ends, and can go on
    """A certificate or record cannot be written, or the engine's machine code is damaged."""


class ResultsFile:
    """Results file, locked for one run. Raises `SokobanError` if another run has it open."""

    def __init__(self, path: Path) -> None:
        self.path = path
        regular_or_new(path)
        fresh = not path.exists()
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o666)
        except OSError as error:
            raise WrongUse(f"{path} cannot be opened to keep results there: {error.strerror}.") from None
        if not lock(self._file):
            os.close(self._file)
            raise SokobanError(f"{path}: another run is writing to it; wait for its end, or choose another file")
        if fresh:
            sync_folder(path.parent)

    def __enter__(self) -> ResultsFile:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        os.close(self._file)

    def repair(self) -> bool:
        """Remove an incomplete last line and return whether there was one.

        Raises `SokobanError` if it does not look like a record.
        """
        size = os.fstat(self._file).st_size
        end = size
        while end > 0:
            start = max(0, end - 65536)
            newline = os.pread(self._file, end - start, start).rfind(b"\n")
            if newline >= 0:
                end = start + newline + 1
                break
            end = start
        if end == size:
            return False
        torn = os.pread(self._file, len(_BEGINNING), end).rstrip(b"\0")
        if not _BEGINNING.startswith(torn):
            raise SokobanError(f"{self.path}: its last line is not a record; name another file")
        os.ftruncate(self._file, end)
        os.fsync(self._file)
        return True

    def records(self) -> Iterator[Record]:
        """Yield the records. Raises `SokobanError` for an invalid line."""
        return records_of(self.path)

    def append(self, record: Record) -> None:
        line = f"{json_text(record)}\n".encode()
        try:
            written = os.write(self._file, line)
            if written < len(line):  # the disk is full: the next write says so, and the next run removes the torn line
                os.write(self._file, line[written:])
            os.fsync(self._file)
        except OSError as error:
            raise RunFailed(f"{self.path}: {error.strerror}") from error


def records_of(path: Path) -> Iterator[Record]:
    """Yield the records of a JSON Lines file, without an incomplete last line. Raises `SokobanError`."""
    with open_file(str(path)) as file:
        for number, line in enumerate(file, start=1):
            if not line.endswith(b"\n"):
                return
            try:
                record = json_value(line)
            except ValueError:
                record = None
            if not isinstance(record, dict):
                raise SokobanError(f"{path}, line {number}: not a record; remove the line, or name another file")
            yield record
