"""Text of a certificate as a stream, plain or gzip, in pieces for kernels or line by line."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from hashlib import blake2b
from typing import BinaryIO

import numpy as np

from sokospec.errors import SokobanError
from sokoverify.kernel_arrays import UINT8

LONGEST_LINE = 1 << 22
_UNPACKED = 1 << 16
_PIECE = 1 << 19


class Refused(SokobanError):
    """Certificate that does not show what it claims; the text says why."""


def _unpack(stream: BinaryIO, look: Callable[[], object]) -> Iterator[bytes]:
    """Yield the text of gzip members that follow each other directly, and may be empty.

    Raises `zlib.error` for a damaged file, and `EOFError` for an incomplete one.
    """
    member = zlib.decompressobj(31)
    while True:
        look()
        data = member.unconsumed_tail or member.unused_data or stream.read(_UNPACKED)
        if not data:
            break
        if member.eof:
            member = zlib.decompressobj(31)
        text = member.decompress(data, _UNPACKED)
        if text:
            yield text
    if not member.eof:
        raise EOFError("it ends in the middle")


def _pieces(stream: BinaryIO, look: Callable[[], object]) -> Iterator[bytes]:
    stream.seek(0)
    packed = stream.read(2) == b"\x1f\x8b"
    stream.seek(0)
    parts = _unpack(stream, look) if packed else iter(lambda: stream.read(_PIECE), b"")
    held: list[bytes] = []
    size = 0
    try:
        for part in parts:
            held.append(part)
            size += len(part)
            if size >= _PIECE:
                yield b"".join(held)
                held, size = [], 0
    except (EOFError, zlib.error):
        if held:
            yield b"".join(held)
        raise
    yield b"".join(held)


class Text:
    """Lines of a stream: `data[at:]` is unread, `line` is the number of the last line."""

    def __init__(self, stream: BinaryIO, look: Callable[[], object]) -> None:
        """`look` is called at each line and piece, and may raise `LimitReached`."""
        self._pieces = _pieces(stream, look)
        self.look = look
        self._seen = blake2b()
        self._failed: EOFError | zlib.error | None = None
        self.data = b""
        self.array: UINT8 = np.zeros(0, dtype=np.uint8)
        self.at = self.line = 0

    def fill(self) -> bool:
        """Load a whole line; return False without one, which `next` explains."""
        self.look()
        while self._end() < 0:
            if len(self.data) - self.at >= LONGEST_LINE or not self._more():
                return False
        return True

    def _end(self) -> int:
        return self.data.find(b"\n", self.at, self.at + LONGEST_LINE)

    def _more(self) -> bool:
        try:
            piece = next(self._pieces, b"")
        except (EOFError, zlib.error) as error:
            self._failed, piece = error, b""
        self._seen.update(piece)
        self.data = self.data[self.at :] + piece
        self.array = np.frombuffer(self.data, dtype=np.uint8)
        self.at = 0
        return bool(piece)

    def next(self) -> str:
        self.line += 1
        if not self.fill():
            self._raise()
            whole = len(self.data) - self.at < LONGEST_LINE
            raise Refused("the certificate ends in the middle" if whole else "the line is too long")
        end = self._end()
        line = self.data[self.at : end]
        self.at = end + 1
        if not line.isascii():
            raise Refused("a certificate must be plain ASCII")
        return line.decode("ascii")

    def _raise(self) -> None:
        if self._failed is not None and len(self.data) - self.at < LONGEST_LINE:
            raise self._failed

    def skip_lines(self, at: int, lines: int) -> None:
        self.at = at
        self.line += lines

    def expect_end(self) -> bytes:
        """Return a digest of the whole text. Raises `Refused` if more follows."""
        self.line += 1
        if self.at < len(self.data) or self._more():
            raise Refused("there is text after the end")
        self._raise()
        return self._seen.digest()
