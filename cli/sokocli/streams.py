"""The standard streams of the program: each write is complete or an error, and a lost message changes no answer.

Python's own stdout drops the rest of a write that a signal cuts short if it is unbuffered (`PYTHONUNBUFFERED`), and a
stderr on a full disk ends the program with the exit code of a refuted claim.
"""

from __future__ import annotations

import errno
import os
import select
import sys
from io import BufferedIOBase, BufferedReader, FileIO, TextIOWrapper
from typing import TYPE_CHECKING, BinaryIO, TextIO, cast

from sokocheck.application.interrupts import hold_back
from sokospec import clock

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

OUTPUT = "the output"
"""What an error of stdout names as its file."""

_PIECE = 1 << 16
"""So many bytes are collected before they are written, and written at a time."""


class Output(BufferedIOBase):
    """A file descriptor for results: writes go on until all is written, or raise `OSError` that names `OUTPUT`.

    Neither a limit nor Ctrl-C cuts a write, unless nobody reads for some seconds after Ctrl-C; then the rest is lost,
    and so is whatever is written later, which would be taken for the end of the torn line. The clocks of searches stand
    still meanwhile: waiting for a reader does not count. For one thread.
    """

    def __init__(self, descriptor: int, *, unbuffered: bool = False) -> None:
        """Keep the descriptor, which stays open."""
        super().__init__()
        self._descriptor = descriptor
        self._size = 1 if unbuffered else _PIECE
        self._held = bytearray()
        self._torn = False

    def writable(self) -> bool:
        """Return True."""
        return True

    def fileno(self) -> int:
        """Return the descriptor."""
        return self._descriptor

    def isatty(self) -> bool:
        """Say whether it is a terminal."""
        return os.isatty(self._descriptor)

    def write(self, data: ReadableBuffer, /) -> int:
        """Take bytes, and write them if there are many; raises `OSError`."""
        view = memoryview(data)
        if not self._torn:
            self._held += view
        if len(self._held) >= self._size:
            self.flush()
        return view.nbytes

    def flush(self) -> None:
        """Write all bytes that were taken; raises `OSError`."""
        if not self._held:
            return
        begun = False
        try:
            with clock.pause(), hold_back():
                begun = True
                while self._held:
                    del self._held[: self._write(bytes(self._held[:_PIECE]))]
        except OSError as error:
            self._held.clear()
            error.filename = OUTPUT
            raise
        except BaseException:  # it may also come just before or after the writing, when no line is torn
            if begun and self._held:
                self._torn = True
                self._held.clear()
            raise

    def _write(self, data: bytes) -> int:
        """Return how many bytes were written, once some could be."""
        while True:
            try:
                return os.write(self._descriptor, data)
            except BlockingIOError:  # the other programs that have this file open do not want to wait
                select.select([], [self._descriptor], [])


class Messages(Output):
    """A file descriptor for messages: what cannot be written there is lost, and nothing else happens."""

    def __init__(self, descriptor: int) -> None:
        """Keep the descriptor, which stays open."""
        super().__init__(descriptor, unbuffered=True)

    def flush(self) -> None:
        """Write what was taken, as far as that works."""
        try:
            super().flush()
        except OSError:
            return


def set_up() -> None:
    """Replace stdin, stdout and stderr, also where whoever started the program has closed them; on POSIX alone.

    A closed one is opened in such a way that every use of it is an error. Otherwise the next file that is opened would
    take its place, and receive what is printed.
    """
    if os.name != "posix":
        if isinstance(sys.stdout, TextIOWrapper):
            sys.stdout.reconfigure(errors="backslashreplace")
        return
    for descriptor, useless in enumerate((os.O_WRONLY, os.O_RDONLY, os.O_RDONLY)):
        _fill(descriptor, useless)
    if sys.stdin is None:
        sys.stdin = TextIOWrapper(BufferedReader(FileIO(0, closefd=False)))
    unbuffered = isinstance(sys.stdout, TextIOWrapper) and sys.stdout.write_through
    sys.stdout = _text(Output(1, unbuffered=unbuffered), sys.stdout)
    sys.stderr = _text(Messages(2), sys.stderr)


def _fill(descriptor: int, flags: int) -> None:
    """Open a descriptor that is closed; those below it are open."""
    try:
        os.fstat(descriptor)
    except OSError as error:
        if error.errno == errno.EBADF:
            os.set_inheritable(os.open(os.devnull, flags), True)


def _text(output: Output, before: TextIO | None) -> TextIOWrapper:
    """Return a text stream like the one before, with an escape in the place of a character that its encoding lacks."""
    encoding = None if before is None else before.encoding
    return TextIOWrapper(cast(BinaryIO, output), encoding, "backslashreplace", "\n", write_through=True)
