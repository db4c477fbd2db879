"""Reading and writing of levels, one module per format."""

from __future__ import annotations

from pathlib import Path

from sokospec.board import Level
from sokospec.errors import ParseError
from sokospec.formats import entries
from sokospec.formats.all_formats import FORMATS, SUFFIXES, WRITERS, Format
from sokospec.formats.collection import Collection, Entry, Header, Item, Recording, Stream, Writer, items_of
from sokospec.formats.drawing import DrawnLevel, Reading, Row, level_of
from sokospec.formats.reading import decode, format_of, read_bytes, read_stream, stream_entries

__all__ = [
    "FORMATS",
    "SUFFIXES",
    "WRITERS",
    "Collection",
    "DrawnLevel",
    "Entry",
    "Format",
    "Header",
    "Item",
    "Reading",
    "Recording",
    "Row",
    "Stream",
    "Writer",
    "decode",
    "entry_of",
    "format_of",
    "items_of",
    "level_of",
    "parse_level",
    "read",
    "read_bytes",
    "read_collection",
    "read_stream",
    "stream_entries",
]


def read_collection(path: str | Path, reading: Reading | None = None) -> Collection:
    """Return the entries of a file. Raises `OSError`, and `ParseError` also for a file without a level."""
    with Path(path).open("rb") as file:
        return read_stream(file, reading)


def read(path: str | Path, reading: Reading | None = None) -> tuple[Level, ...]:
    """Return all levels of a file. Raises like `read_collection`, and `InvalidLevel` for the first invalid board."""
    collection = read_collection(path, reading)
    if not collection:
        raise ParseError("F7", "there are steps here but no level; a board needs walls '#' and a player '@' or '+'")
    return tuple(entry.level for entry in collection)


def parse_level(content: str, reading: Reading | None = None) -> Level:
    """Return the only level of a text.

    Rule F13: a text for one level holds exactly one board.
    """
    reading = reading or Reading()
    collection = read_bytes(content, reading)
    if len(collection) > 1:
        second = collection[1].line
        raise ParseError("F13", f"the text holds {len(collection)} levels instead of one", second)
    if not collection:
        raise entries.explain_no_level(content, reading)
    return collection[0].level


def entry_of(level: Level, number: int = 1, recordings: tuple[Recording, ...] = ()) -> Entry:
    r"""Return a level as an entry for the writers.

    >>> WRITERS["rle"]([entry_of(Level.parse("#####\n#@$.#\n#####"))])
    '5#|#@$.#|5#\n'
    """
    return Entry(number, DrawnLevel(level), level.title, recordings=recordings)
