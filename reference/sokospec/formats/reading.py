"""Detection of encoding and format, and reading of bytes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import BinaryIO

from sokospec.errors import Defect, LimitError
from sokospec.formats import entries
from sokospec.formats.all_formats import DEFAULT, FORMATS, Format
from sokospec.formats.boards import parts
from sokospec.formats.collection import Collection, Stream
from sokospec.formats.drawing import Reading
from sokospec.formats.lines import MOST_LINES, classify, split_lines, too_many_lines

MAX_FILE = 64 * 1024 * 1024
"""Largest number of bytes that are read of a file."""

_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_UTF_8 = b"\xef\xbb\xbf"
_BLANK = re.compile(r"[\ufeff\s]*+")


def format_of(content: str) -> str:
    """Return the format of a text: 'slc', 'mf8', 'url' or 'sok' (which includes XSB).

    Rule F20: XML is SLC; else a board in XSB or Sok decides; else `[soko=w,h]` (MF8) or a play link.

    >>> format_of("[soko=5,3]"), format_of("w=5&h=3&lvl=HHHHH"), format_of("#####")
    ('mf8', 'url', 'sok')
    """
    declared = _format_of_beginning(content)
    if declared is not None:
        return declared
    other = _format_without_board(content)
    return DEFAULT if other == DEFAULT or next(parts(classify(split_lines(content), []))).board else other


def _format_of_beginning(content: str) -> str | None:
    return next((name for name, each in _possible(content) if each.begins and each.begins(content)), None)


def _format_without_board(content: str) -> str:
    return next((name for name, each in _possible(content) if each.occurs_in and each.occurs_in(content)), DEFAULT)


def _possible(content: str) -> Iterator[tuple[str, Format]]:
    return ((name, each) for name, each in FORMATS.items() if each.mark in content)


def decode(data: bytes) -> str:
    r"""Return bytes as text; no input is an error.

    Rule F18: UTF-16 by its byte order mark; else each line is UTF-8 if it can be, or Latin-1.

    >>> decode(b"Fran\xe7ois\nFran\xc3\xa7ois")
    'François\nFrançois'
    """
    if data.startswith(_UTF_16):
        return data.decode("utf-16", errors="replace")
    data = data.removeprefix(_UTF_8)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return "\n".join(map(_decode_line, data.split(b"\n")))


def _decode_line(line: bytes) -> str:
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        return line.decode("latin-1")


def read_bytes(data: bytes | str, reading: Reading | None = None) -> Collection:
    r"""Return the entries of a file in any format; invalid boards are entries with defects. Raises `ParseError`.

    >>> len(read_bytes(b"#####\n#@$.#\n#####\n"))
    1
    """
    reading = reading or Reading()
    content = data if isinstance(data, str) else decode(data)
    form = FORMATS[format_of(content)]
    return form.read_encoded(data, reading) if form.read_encoded else form.read(content, reading)


def read_stream(file: BinaryIO, reading: Reading | None = None) -> Collection:
    """Return the entries of an open file, as `read_collection` does."""
    data = content_in(file)
    return _with_content(read_bytes(data, reading), data, reading or Reading())


def _with_content(collection: Collection, data: bytes, reading: Reading) -> Collection:
    if not collection and not collection.header.recordings:
        raise entries.explain_no_level(decode(data), reading)
    return collection


def stream_entries(file: BinaryIO, reading: Reading | None = None) -> Stream:
    r"""Return the entries of an open file one by one; the result equals that of `read_stream`.

    Reads at once texts whose titles depend on their end (F15), and formats other than XSB. Raises errors at their line.

    >>> from io import BytesIO
    >>> [make().number for make in stream_entries(BytesIO(b"#####\n#@$.#\n#####\n")).entries]
    [1]
    """
    reading = reading or Reading()
    raw = _byte_lines(file)
    above = _head(raw)
    start = b"".join(above)
    if start.startswith(_UTF_16) or _format_of_beginning(decode(start)):
        data = start + content_in(file, len(start))
        return _whole(_with_content(read_bytes(data, reading), data, reading))
    searching = True

    def lines() -> Iterator[bytes]:
        yield from above[:]
        for line in raw:
            if searching:
                above.append(line)
            yield line

    repairs: list[Defect] = []
    found = parts(classify(_texts(lines()), repairs))
    first = next(found)
    searching = False
    if not first.board:
        data = b"".join(above)
        content = decode(data)
        form = FORMATS[_format_without_board(content)]
        return _whole(_with_content(form.read(content, reading), data, reading))
    above.clear()
    return entries.entries_in(chain([first], found), repairs, reading)


def _whole(collection: Collection) -> Stream:
    return Stream(iter(collection.makers), list(collection.repairs), collection.header, collection.warnings)


def content_in(file: BinaryIO, before: int = 0) -> bytes:
    """Return the content of an open file after the first bytes. Raises `LimitError` if it is too large."""
    data = file.read(MAX_FILE + 1 - before)
    if before + len(data) > MAX_FILE:
        raise _too_large()
    return data


def _too_large() -> LimitError:
    return LimitError("R3", f"the file has more than the {MAX_FILE:,} bytes that are read; split it")


def _byte_lines(file: BinaryIO) -> Iterator[bytes]:
    room = MAX_FILE
    while line := file.readline(room + 1):
        room -= len(line)
        if room < 0:
            raise _too_large()
        yield line


def _head(raw: Iterator[bytes]) -> list[bytes]:
    lines: list[bytes] = []
    for line in raw:
        if len(lines) == MOST_LINES:
            raise too_many_lines()
        lines.append(line)
        if not _BLANK.fullmatch(_decode_line(line)):
            break
    return lines


def _texts(lines: Iterable[bytes]) -> Iterator[str]:
    count = 0
    end = True
    for number, line in enumerate(lines):
        content = _decode_line(line.removeprefix(_UTF_8) if number == 0 else line)
        end = content.endswith("\n")
        texts = content.removesuffix("\n").removesuffix("\r" if end else "").split("\r")
        count += len(texts) - (texts[-1] == "" and not end)  # the last line end of a text begins no line
        if count > MOST_LINES:
            raise too_many_lines()
        yield from texts
    if end:
        yield ""
