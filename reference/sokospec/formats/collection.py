"""What a file of levels holds: entries with titles, notes, properties and recorded plays, each read when asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, overload

from sokospec.board import Level
from sokospec.errors import Defect, InvalidLevel
from sokospec.formats.drawing import Drawn

Properties = tuple[tuple[str, str], ...]
"""Keys in lower case, with their values, in the order of the file."""


@dataclass(frozen=True, slots=True)
class Recording:
    """A play that a file holds: a solution (a claim that can be checked) or a snapshot (a play that was broken off).

    `lurd` is the text as it stands in the file, run lengths and all; `line` and `column` are where it begins there. It
    is empty, and `line` that of the heading, where a heading announces a solution and no steps follow.
    """

    lurd: str
    kind: str = "solution"
    title: str = ""
    notes: tuple[str, ...] = ()
    line: int | None = None
    column: int = field(default=1, compare=False)


@dataclass(frozen=True, slots=True)
class Header:
    """What a file says about all its levels: what stands before the first one.

    `title` is not repeated in `properties`; `recordings` are plays that stand before the first board.
    """

    title: str = ""
    properties: Properties = ()
    notes: tuple[str, ...] = ()
    recordings: tuple[Recording, ...] = ()


@dataclass(frozen=True, slots=True)
class Entry:
    """One level of a file with everything that belongs to it.

    `drawn.level` is None when `drawn.defects` says why the board is no level.
    """

    number: int
    drawn: Drawn
    title: str = ""
    properties: Properties = ()
    notes: tuple[str, ...] = ()
    recordings: tuple[Recording, ...] = ()
    line: int | None = None

    @property
    def level(self) -> Level:
        """The level; raises `InvalidLevel` with all defects when the board is none."""
        if self.drawn.level is None:
            raise InvalidLevel(self.drawn.defects)
        return self.drawn.level

    @property
    def solutions(self) -> tuple[Recording, ...]:
        """The recordings that claim to be solutions."""
        return tuple(recording for recording in self.recordings if recording.kind == "solution")


@dataclass(frozen=True, slots=True)
class Collection(Sequence[Entry]):
    """The entries of a file, in order; `collection[n - 1]` reads level n and none of the levels before it.

    `recordings` holds plays that stand before the first board (a file of solutions alone has no board at all).
    """

    makers: tuple[Callable[[], Entry], ...]
    title: str = ""
    properties: Properties = ()
    notes: tuple[str, ...] = ()
    recordings: tuple[Recording, ...] = ()
    repairs: tuple[Defect, ...] = field(default=(), compare=False)
    warnings: tuple[Defect, ...] = field(default=(), compare=False)

    @classmethod
    def of(cls, entries: Iterable[Entry], **fields: str | Properties | tuple[str, ...]) -> Collection:
        """Return a collection of entries that exist already."""

        def maker(entry: Entry) -> Callable[[], Entry]:
            return lambda: entry

        return cls(tuple(maker(entry) for entry in entries), **fields)  # type: ignore[arg-type]  # keyword fields by name

    @property
    def header(self) -> Header:
        """What the file says about all its levels."""
        return Header(self.title, self.properties, self.notes, self.recordings)

    def __len__(self) -> int:
        """Return the number of boards, levels or not."""
        return len(self.makers)

    @overload
    def __getitem__(self, index: int) -> Entry: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Entry]: ...
    def __getitem__(self, index: int | slice) -> Entry | Sequence[Entry]:
        """Read one entry, or several."""
        if isinstance(index, slice):
            return [make() for make in self.makers[index]]
        return self.makers[index]()

    def __iter__(self) -> Iterator[Entry]:
        """Read the entries one after the other, keeping none."""
        return (make() for make in self.makers)


class Item(NamedTuple):
    """A thing that a header or an entry says besides its board; `key` is that of a property.

    The kinds are title, property, notes, solution and snapshot.
    """

    of_collection: bool
    kind: str
    key: str = ""


def items_of(source: Header | Entry) -> Iterator[Item]:
    """Yield everything that a header or an entry says besides its board; one item for all notes.

    >>> list(items_of(Header("Sheds", (("author", "me"),))))
    [Item(of_collection=True, kind='title', key=''), Item(of_collection=True, kind='property', key='author')]
    """
    of_collection = isinstance(source, Header)
    if source.title:
        yield Item(of_collection, "title")
    for key, value in source.properties:
        if value:
            yield Item(of_collection, "property", key)
    if any(source.notes):
        yield Item(of_collection, "notes")
    for recording in source.recordings:
        yield Item(of_collection, recording.kind)


def write_no_header(_header: Header) -> str:
    """Return nothing: the head of a format that has no place for a header."""
    return ""


def holds_nothing(_item: Item) -> bool:
    """Say that a format has no place for anything but boards."""
    return False


@dataclass(frozen=True, slots=True)
class Writer:
    """How a format is written: the text of an entry, and the texts before, between and after the entries.

    `holds` says which items of headers and entries the format has a place for.

    >>> Writer(lambda entry: str(entry.number), between="|", after=">")([Entry(1, Drawn()), Entry(2, Drawn())])
    '1|2>'
    """

    entry: Callable[[Entry], str]
    head: Callable[[Header], str] = write_no_header
    between: str = ""
    after: str = ""
    holds: Callable[[Item], bool] = holds_nothing

    def __call__(self, entries: Iterable[Entry]) -> str:
        """Return the text of several entries; that of a collection begins with its header.

        Raises `InvalidLevel` for an entry whose board is not a level.
        """
        return self.head(header_of(entries)) + self.between.join(map(self.entry, entries)) + self.after


def header_of(entries: Iterable[Entry]) -> Header:
    """Return the header of a collection, or an empty one for entries that are not a collection."""
    return entries.header if isinstance(entries, Collection) else Header()
