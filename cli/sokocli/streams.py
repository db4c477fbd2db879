"""Standard streams: each write is complete or an error, and a lost message changes no exit code.

Unbuffered (`PYTHONUNBUFFERED`), Python's stdout drops the rest of a write that a signal interrupts. With Python's
stderr on a full disk the exit code would be 1.
"""

from __future__ import annotations

import errno
import os
import sys
from io import BufferedIOBase, BufferedReader, FileIO, TextIOWrapper
from typing import TYPE_CHECKING, BinaryIO, TextIO, cast

from sokocheck.application.interrupts import hold_back
from sokospec import clock

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

OUTPUT = "the output"
"""The file name in errors of stdout."""

_PIECE = 1 << 16
"""Bytes collected before a write, and written at a time."""


class Output(BufferedIOBase):
    """File descriptor for results: writes are complete, or raise `OSError` that names `OUTPUT`. For one thread.

    Neither a limit nor an interrupt cuts a write, unless nobody reads for some seconds after it. Then the rest and all
    later output is lost, so that no line is torn in two. Search clocks are paused while writing.
    """

    def __init__(self, descriptor: int, *, unbuffered: bool = False) -> None:
        super().__init__()
        self._descriptor = descriptor
        self._size = 1 if unbuffered else _PIECE
        self._held = bytearray()
        self._torn = False

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._descriptor

    def isatty(self) -> bool:
        return os.isatty(self._descriptor)

    def write(self, data: ReadableBuffer, /) -> int:
        """Collect bytes, and write them once there are many; raises `OSError`."""
        view = memoryview(data)
        if not self._torn:
            self._held += view
        if len(self._held) >= self._size:
            self.flush()
        return view.nbytes

    def flush(self) -> None:
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
        """Wait until the descriptor accepts bytes, and return how many it took."""
        while True:
            try:
                return os.write(self._descriptor, data)
            except BlockingIOError:  # the other programs that have this file open do not want to wait
                import select

                select.select([], [self._descriptor], [])


class Messages(Output):
    """File descriptor for messages; those that cannot be written are dropped."""

    def __init__(self, descriptor: int) -> None:
        super().__init__(descriptor, unbuffered=True)

    def flush(self) -> None:
        """Write the collected bytes as far as possible."""
        try:
            super().flush()
        except OSError:
            return


def set_up() -> None:
    """Replace stdin, stdout and stderr, even if closed; on POSIX alone.

    Every use of a closed stream is made an error. Otherwise the next opened file would take its descriptor, and receive
    the output.
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
    try:
        os.fstat(descriptor)
    except OSError as error:
        if error.errno == errno.EBADF:
            os.set_inheritable(os.open(os.devnull, flags), True)


def _text(output: Output, before: TextIO | None) -> TextIOWrapper:
    encoding = None if before is None else before.encoding
    return TextIOWrapper(cast(BinaryIO, output), encoding, "backslashreplace", "\n", write_through=True)
