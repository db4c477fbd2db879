"""Reading and writing levels: every format is a module with `read` and `write`; this package tells them apart."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import BinaryIO

from sokospec.board import Level
from sokospec.errors import LimitError, ParseError
from sokospec.formats import mf8, slc, sok, text, url, xsb
from sokospec.formats.boards import boards
from sokospec.formats.collection import Collection, Entry, Recording
from sokospec.formats.drawing import Drawn, Reading, Row, level_of
from sokospec.formats.lines import classify, split_lines
from sokospec.formats.rle import compress

__all__ = [
    "WRITERS",
    "Collection",
    "Drawn",
    "Entry",
    "Reading",
    "Recording",
    "Row",
    "entry_of",
    "format_of",
    "level_of",
    "parse_level",
    "read",
    "read_bytes",
    "read_collection",
    "read_stream",
    "write_rle",
]

MAX_FILE = 64 * 1024 * 1024
"""Of a file, this many bytes are read; a larger one is refused."""

XML = re.compile(r"[\ufeff\s]*+<(?:\?xml|!doctype|!--|sokobanlevels)", re.IGNORECASE)


def format_of(text: str) -> str:
    """Return 'slc', 'mf8', 'url' or 'sok' (which reads XSB and run lengths too), judged by a text's content.

    Rule F20: a text that begins as XML is SLC. Else one that has a board in XSB or Sok is that; the two need not be
    told apart. Else one with `[soko=w,h]` is MF8, one with a line that is a play link holds play links, and any other
    text is XSB or Sok without a board.

    >>> format_of("[soko=5,3]"), format_of("w=5&h=3&lvl=HHHHH"), format_of("#####")
    ('mf8', 'url', 'sok')
    """
    if XML.match(text):
        return "slc"
    if mf8.HEADER.search(text):
        other = "mf8"
    elif "lvl=" in text and any(map(url.is_link, split_lines(text))):
        other = "url"
    else:
        return "sok"
    return "sok" if boards(classify(text, lenient=True)[0]) else other


def decoded(data: bytes) -> str:
    """Return bytes as text, whatever they are.

    Rule F18: a text is UTF-16 if it begins with the byte order mark of that. Else each line is UTF-8 if it can be, and
    Latin-1 otherwise. A byte order mark of UTF-8 is left out.

    >>> decoded(b"Fran\\xe7ois\\nFran\\xc3\\xa7ois")
    'François\\nFrançois'
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", errors="replace")
    data = data.removeprefix(b"\xef\xbb\xbf")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return "\n".join(map(_decoded_line, data.split(b"\n")))


def _decoded_line(line: bytes) -> str:
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        return line.decode("latin-1")


def read_bytes(data: bytes | str, reading: Reading | None = None) -> Collection:
    """Return the entries of a file's content in whatever format it is.

    Any bytes give a collection, perhaps an empty one, or a `ParseError`; a board that is no level is an entry with
    defects.

    >>> len(read_bytes(b"#####\\n#@$.#\\n#####\\n"))
    1
    """
    reading = reading or Reading()
    content = data if isinstance(data, str) else decoded(data)
    match format_of(content):
        case "slc":
            return slc.read(data, reading)
        case "mf8":
            return mf8.read(content, reading)
        case "url":
            return url.read(content, reading)
        case _:
            return text.read(content, reading)


def read_collection(path: str | Path, reading: Reading | None = None) -> Collection:
    """Return the entries of a file; raises `OSError` and `ParseError`, the latter also for a file without a level."""
    with Path(path).open("rb") as file:
        return read_stream(file, reading)


def read_stream(file: BinaryIO, reading: Reading | None = None) -> Collection:
    """Return the entries of an open file, as `read_collection` does; the way to read standard input."""
    data = file.read(MAX_FILE + 1)
    if len(data) > MAX_FILE:
        raise LimitError("R3", f"the file has more than the {MAX_FILE:,} bytes that are read; split it")
    collection = read_bytes(data, reading)
    if not collection and not collection.recordings:
        raise text.explain_no_level(decoded(data), reading or Reading())
    return collection


def read(path: str | Path, reading: Reading | None = None) -> tuple[Level, ...]:
    """Return all levels of a file; raises `InvalidLevel` for the first board that is none, besides what
    `read_collection` raises. A file that holds plays alone is a file without a level here.
    """
    collection = read_collection(path, reading)
    if not collection:
        raise ParseError("F7", "there are steps here but no level; a board needs walls '#' and a player '@' or '+'")
    return tuple(entry.level for entry in collection)


def parse_level(content: str, reading: Reading | None = None) -> Level:
    """Return the only level of a text; `Level.parse` is the short way to it.

    Rule F13: a text for one level holds exactly one board.
    """
    reading = reading or Reading()
    collection = read_bytes(content, reading)
    if len(collection) > 1:
        second = collection[1].line
        raise ParseError("F13", f"the text holds {len(collection)} levels where one is wanted", second)
    if not collection:
        raise text.explain_no_level(content, reading)
    return collection[0].level


def entry_of(level: Level, number: int = 1, recordings: tuple[Recording, ...] = ()) -> Entry:
    """Return a level as an entry that the writers take.

    >>> write_rle([entry_of(Level.parse("#####\\n#@$.#\\n#####"))])
    '5#|#@$.#|5#\\n'
    """
    return Entry(number, Drawn(level), level.title, recordings=recordings)


def write_rle(entries: Iterable[Entry]) -> str:
    """Return one line a level: rows with run lengths, `-` for floor, `|` between rows. Raises `InvalidLevel`."""
    return "".join(
        compress("|".join(xsb.board_text(entry.level.board, entry.level.state).replace(" ", "-").split("\n"))) + "\n"
        for entry in entries
    )


WRITERS: dict[str, Callable[[Iterable[Entry]], str]] = {
    "xsb": xsb.write,
    "sok": sok.write,
    "rle": write_rle,
    "mf8": mf8.write,
    "slc": slc.write,
    "url": url.write,
}
"""Every format that can be written, by the name the command line uses."""
