"""What a file of levels holds: entries with titles, notes, properties and recorded plays, each read when asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import overload

from sokospec.board import Level
from sokospec.errors import Defect, InvalidLevel
from sokospec.formats.drawing import Drawn

Properties = tuple[tuple[str, str], ...]
"""Keys in lower case, with their values, in the order of the file."""


@dataclass(frozen=True, slots=True)
class Recording:
    """A play that a file holds: a solution (a claim that can be checked) or a snapshot (a play that was broken off).

    `lurd` is the text as it stands in the file, run lengths and all; `line` is its first line there.
    """

    lurd: str
    kind: str = "solution"
    title: str = ""
    notes: tuple[str, ...] = ()
    line: int | None = None


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

    @classmethod
    def of(cls, entries: Iterable[Entry], **fields: str | Properties | tuple[str, ...]) -> Collection:
        """Return a collection of entries that exist already."""

        def maker(entry: Entry) -> Callable[[], Entry]:
            return lambda: entry

        return cls(tuple(maker(entry) for entry in entries), **fields)  # type: ignore[arg-type]  # keyword fields by name

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


@dataclass(frozen=True, slots=True)
class Writer:
    """How a format is written: the text of an entry, and what stands before, between and after the entries.

    >>> Writer(lambda entry: str(entry.number), "<", "|", ">")([Entry(1, Drawn()), Entry(2, Drawn())])
    '<1|2>'
    """

    entry: Callable[[Entry], str]
    before: str = ""
    between: str = ""
    after: str = ""

    def __call__(self, entries: Iterable[Entry]) -> str:
        """Return the text of several entries; raises `InvalidLevel` for one that is no level."""
        return self.before + self.between.join(map(self.entry, entries)) + self.after
