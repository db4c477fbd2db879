"""Headers, titles, notes and plays in conversions, and a report of omissions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from sokocheck.application.input_levels import FileLevel
from sokocheck.application.terminal_text import warn
from sokospec.errors import quantify
from sokospec.formats import Entry, Header, Item, Writer, items_of

_MOST_WORDS = 20
"""Most things that a report names."""


class Omissions:
    """Counts of the things that a format cannot hold."""

    def __init__(self, target: str) -> None:
        self._target = target
        self._items: Counter[Item] = Counter()

    def add(self, items: Iterable[Item]) -> None:
        """Count the omissions of one header or entry: plays one by one, other things once."""
        for item, count in Counter(items).items():
            self._items[item] += count if item.kind in ("solution", "snapshot") else 1

    def report(self) -> None:
        words = [
            ("the collection's " if index == 0 else "") + _header_words(item, self._items[item])
            for index, item in enumerate(item for item in self._items if item.of_collection)
        ]
        parts = [words, [_entry_words(item, count) for item, count in self._items.items() if not item.of_collection]]
        text = "; ".join(", ".join(_shorten(part)) for part in parts if part)
        if text:
            warn(f"left out, because {self._target} cannot hold them: {text}")


def levels_to_write(
    levels: Iterable[FileLevel], writer: Writer, omissions: Omissions, *, several: bool
) -> Iterator[tuple[str, FileLevel]]:
    """Yield the levels to write, each with the text before it: the header before the first level, else nothing.

    With several files each level gets the properties of its file's header that it lacks, and a file's first one the
    notes. Counts the omissions.
    """
    file: str | None = None
    before = writer.head(Header()) if several else ""
    for found in levels:
        is_first = found.file != file
        if is_first and not several:
            before = writer.head(found.header)
            omissions.add(item for item in items_of(found.header) if not writer.holds(item))
        file = found.file
        entry = found.entry
        if several:
            entry = _with_header(entry, found.header, writer, omissions if is_first else None)
        omissions.add(item for item in items_of(entry) if not writer.holds(item))
        yield before, replace(found, entry=entry)
        before = ""


def _with_header(entry: Entry, header: Header, writer: Writer, omissions: Omissions | None) -> Entry:
    """Return an entry with its file's header merged in; `omissions` come with a file's first entry."""
    pairs = ((("collection", header.title),) if header.title else ()) + header.properties
    given = tuple((key, value) for key, value in pairs if _may_inherit(key, writer))
    own = {key for key, _ in entry.properties}
    entry = replace(entry, properties=entry.properties + tuple(pair for pair in given if pair[0] not in own))
    if omissions is None:
        return entry
    others = [item for item in items_of(header) if not _may_inherit(item.key or "collection", writer)]
    omissions.add(item for item in others if item.kind in ("title", "property"))
    omissions.add(Item(True, play.kind) for play in header.recordings)
    if not writer.holds(Item(False, "notes")):
        omissions.add(Item(True, "notes") for _ in header.notes)
        return entry
    return replace(entry, notes=header.notes + entry.notes)


def _may_inherit(key: str, writer: Writer) -> bool:
    """Say whether levels may get a property of the header: not if it would change the level."""
    return key not in ("title", "name", "game") and writer.holds(Item(False, "property", key))


def _header_words(item: Item, count: int) -> str:
    return quantify(count, item.kind) if item.kind in ("solution", "snapshot") else item.key or item.kind


def _entry_words(item: Item, count: int) -> str:
    if item.kind in ("property", "notes"):
        return f"{item.key or item.kind} of {quantify(count, 'level')}"
    return quantify(count, item.kind)


def _shorten(words: list[str]) -> list[str]:
    more = len(words) - _MOST_WORDS
    return [*words[:_MOST_WORDS], f"and {more:,} more"] if more > 0 else words
