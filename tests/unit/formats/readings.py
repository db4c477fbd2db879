"""What the tests of formats ask of what is read."""

from __future__ import annotations

from collections.abc import Iterable

from sokospec.formats import Collection, DrawnLevel, Entry, Header, Reading, read_bytes


def only(content: str | bytes, reading: Reading | None = None) -> Entry:
    """Return the one entry that a file holds."""
    (entry,) = read_bytes(content, reading)
    return entry


def flaws(drawn: DrawnLevel) -> list[tuple[str, int | None, int | None]]:
    """Return the rule, line and column of each defect."""
    return [(flaw.rule, flaw.line, flaw.column) for flaw in drawn.defects]


def told(drawn: DrawnLevel) -> str:
    """Return the rule, line and column of each defect, on one line."""
    return ", ".join(f"{rule} {row} {column}" for rule, row, column in flaws(drawn))


def collection_of(entries: Iterable[Entry], header: Header) -> Collection:
    """Return a collection of existing entries."""
    makers = tuple((lambda entry=entry: entry) for entry in entries)
    return Collection(makers, header)
