"""Contents of a level file; entries are read on demand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, overload

from sokospec.board import Level
from sokospec.errors import Defect, InvalidLevel
from sokospec.formats.drawing import DrawnLevel

Properties = tuple[tuple[str, str], ...]
"""Keys in lower case with their values, in the order of the file."""


@dataclass(frozen=True, slots=True)
class Recording:
    """Play in a file: a solution (a claim to be checked) or a snapshot (an unfinished play).

    `lurd` is the original text with run lengths, starting at `line` and `column`; empty if none follows a heading.
    """

    lurd: str
    kind: str = "solution"
    title: str = ""
    notes: tuple[str, ...] = ()
    line: int | None = None
    column: int = field(default=1, compare=False)


@dataclass(frozen=True, slots=True)
class Header:
    """Description of all levels of a file, without the title in `properties`; `recordings` precede the first board."""

    title: str = ""
    properties: Properties = ()
    notes: tuple[str, ...] = ()
    recordings: tuple[Recording, ...] = ()


@dataclass(frozen=True, slots=True)
class Entry:
    """Level of a file with its description; `drawn.defects` explains a missing `drawn.level`."""

    number: int
    drawn: DrawnLevel
    title: str = ""
    properties: Properties = ()
    notes: tuple[str, ...] = ()
    recordings: tuple[Recording, ...] = ()
    line: int | None = None

    @property
    def level(self) -> Level:
        """Level; raises `InvalidLevel`."""
        if self.drawn.level is None:
            raise InvalidLevel(self.drawn.defects)
        return self.drawn.level

    @property
    def solutions(self) -> tuple[Recording, ...]:
        """Recordings that claim to be solutions."""
        return tuple(recording for recording in self.recordings if recording.kind == "solution")


@dataclass(frozen=True, slots=True)
class Collection(Sequence[Entry]):
    """Entries of a file in order. `collection[n - 1]` reads only level n."""

    makers: tuple[Callable[[], Entry], ...]
    header: Header = Header()
    repairs: tuple[Defect, ...] = field(default=(), compare=False)
    warnings: tuple[Defect, ...] = field(default=(), compare=False)

    def __len__(self) -> int:
        return len(self.makers)

    @overload
    def __getitem__(self, index: int) -> Entry: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Entry]: ...
    def __getitem__(self, index: int | slice) -> Entry | Sequence[Entry]:
        if isinstance(index, slice):
            return [make() for make in self.makers[index]]
        return self.makers[index]()

    def __iter__(self) -> Iterator[Entry]:
        return (make() for make in self.makers)


@dataclass(frozen=True, slots=True)
class Stream:
    """Entries of a text, which is read only as far as needed."""

    entries: Iterator[Callable[[], Entry]]
    _repairs: list[Defect]
    header: Header
    warnings: tuple[Defect, ...]

    def repairs(self) -> list[Defect]:
        """Return the repairs since the last call."""
        news = self._repairs[:]
        self._repairs.clear()
        return news


class Item(NamedTuple):
    """Part of a header or an entry besides its board."""

    of_collection: bool
    kind: str
    key: str = ""


def items_of(source: Header | Entry) -> Iterator[Item]:
    """Yield the items of a header or an entry; one item for all notes.

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


@dataclass(frozen=True, slots=True)
class Writer:
    """Writer of a format; `holds` tells which items the format can store.

    >>> entries = [Entry(1, DrawnLevel()), Entry(2, DrawnLevel())]
    >>> Writer(lambda entry: str(entry.number), between="|")(entries)
    '1|2'
    """

    entry: Callable[[Entry], str]
    head: Callable[[Header], str] = lambda _: ""
    between: str = ""
    after: Callable[[], str] = str
    holds: Callable[[Item], bool] = lambda _: False

    def __call__(self, entries: Iterable[Entry]) -> str:
        """Return the text of several entries. Raises `InvalidLevel`."""
        header = entries.header if isinstance(entries, Collection) else Header()
        return self.head(header) + self.between.join(map(self.entry, entries)) + self.after()
