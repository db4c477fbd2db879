"""The levels of a benchmark: read from files, chosen by number, and described by their size."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from sokospec import Level, State, reachable
from sokospec.errors import SokobanError
from sokospec.formats import read_collection


@dataclass(frozen=True, slots=True)
class Problem:
    """A level to be solved, and where it stands."""

    path: Path
    number: int
    title: str
    level: Level

    @property
    def digest(self) -> str:
        """Twelve letters that identify the level, whatever file it stands in."""
        return hashlib.sha256(str(self.level).encode()).hexdigest()[:12]

    @property
    def squares(self) -> int:
        """How many squares the player could walk on if no box stood there."""
        return len(reachable(self.level.board, State(frozenset(), self.level.player)))

    def __str__(self) -> str:
        """Return file, number and title, as the tables show them."""
        return f"{self.path.name}:{self.number}" + (f" {self.title}" if self.title else "")


def numbers(text: str) -> frozenset[int]:
    """Return the numbers that a list of numbers and ranges names; raises `ValueError` for another text.

    >>> sorted(numbers("1,2,5-9"))
    [1, 2, 5, 6, 7, 8, 9]
    """
    found: set[int] = set()
    for part in text.split(","):
        first, dash, last = part.partition("-")
        span = range(int(first), int(last if dash else first) + 1)
        if not span or span[0] < 1:
            raise ValueError(f"{part!r} names no level")
        found.update(span)
    return frozenset(found)


def problems(paths: Collection[Path], only: Collection[int] | None = None) -> Iterator[Problem]:
    """Yield the levels of files, all of them or those with the numbers given, and none twice.

    Raises `SokobanError` for a number that a file lacks, for a board that is no level, and for two files of one name,
    which a record could not tell apart.
    """
    if len({path.name for path in paths}) < len(paths):
        raise SokobanError("two of the level files have the same name")
    for path in paths:
        collection = read_collection(path)
        wanted = range(1, len(collection) + 1) if only is None else sorted(only)
        for number in wanted:
            if number > len(collection):
                raise SokobanError(f"{path}: there is no level {number}, the last is {len(collection)}")
            entry = collection[number - 1]
            yield Problem(path, number, entry.title, entry.level)
