"""Certificate files, plain or gzip."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from io import BufferedReader, RawIOBase
from typing import Any, BinaryIO, cast

from sokospec.certificates.text import FIRST_LINES

GZIP = b"\x1f\x8b"
"""First bytes of a gzip file."""


class _Unpacked(RawIOBase):
    """Text of a gzip file. Unlike `GzipFile`, it does not skip zeros after a part."""

    def __init__(self, packed: BinaryIO, look: Callable[[], object] = lambda: None) -> None:
        self._packed, self._look, self._part = packed, look, zlib.decompressobj(31)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:  # Any: typeshed's name for it is none at run time
        text = b""
        while not text and (data := self._part.unconsumed_tail or self._part.unused_data or self._packed.read(1 << 16)):
            self._look()
            if self._part.eof:
                self._part = zlib.decompressobj(31)
            text = self._part.decompress(data, len(buffer))
        if not text and not self._part.eof:
            raise EOFError("it ends in the middle")
        buffer[: len(text)] = text
        return len(text)


def plain(stream: BinaryIO, look: Callable[[], object] = lambda: None) -> BinaryIO:
    """Return the stream's text, unpacked if it is a gzip file."""
    packed = stream.read(2) == GZIP
    stream.seek(0)
    return cast(BinaryIO, BufferedReader(_Unpacked(stream, look), 1 << 16)) if packed else stream


def may_begin(beginning: bytes) -> bool:
    """Tell whether a file with this beginning may be a certificate.

    >>> may_begin(b"soko"), may_begin(b"#####")
    (True, False)
    """
    firsts = (GZIP, *(line.encode() for line in FIRST_LINES))
    return any(first.startswith(beginning[: len(first)]) for first in firsts)
