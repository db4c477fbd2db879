"""What lists tell of files: how many levels there are, which are solved, and which is drawn; each found when asked for.

A level is solved if a solution that its file holds, or that a file of plays beside it holds, replays as one.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from http import HTTPStatus
from pathlib import Path
from typing import NamedTuple

from sokospec.errors import LimitError, SokobanError, counted
from sokospec.formats import Entry, Reading, Recording, lurd
from sokospec.replay import replay
from sokoview.serving.folder import LARGEST_FILE, PLAYS, Folder, Version, address_of
from sokoview.serving.refusal import Refused

LARGEST_LISTED = 2 * 1024 * 1024
"""A file of more bytes is not opened for a list."""

MOST_LOOKED = 5_000
"""Of one file, so many levels are looked at for a list."""

MOST_STEPS = 300_000
"""So many steps are replayed for a list of levels, or for a file."""

MOST_KEPT = 10_000
"""What was found of so many files is kept."""

LARGEST_PICTURE = 4_000
"""Levels of more squares are listed without a picture."""


class Summary(NamedTuple):
    """What is told of a file: its levels, how many of them are solved among how many looked at, and which is drawn."""

    levels: int
    solved: int
    looked: int
    drawn: int | None

    @property
    def text(self) -> str:
        """The summary in words.

        >>> Summary(90, 12, 90, 1).text, Summary(1, 1, 1, 1).text, Summary(9000, 0, 5000, 1).text
        ('90 levels, ✓ 12 solved', '1 level, ✓ solved', '9,000 levels')
        """
        words = counted(self.levels, "level")
        if not self.solved:
            return words
        if self.solved == self.levels:
            return f"{words}, ✓ {'all ' if self.levels > 1 else ''}solved"
        return f"{words}, ✓ {'' if self.looked == self.levels else 'at least '}{self.solved:,} solved"


class Overview:
    """What is known of the files of a folder. A file that is large delays no list: it is asked for by itself."""

    def __init__(self, folder: Folder, reading: Reading) -> None:
        """Begin with nothing."""
        self._folder = folder
        self._reading = reading
        self._lock = threading.Lock()
        self._finding = threading.Lock()
        self._known: OrderedDict[tuple[Version, Version | None], Summary] = OrderedDict()

    def known(self, path: Path) -> Summary | None:
        """Return what has been found of a file as it is now."""
        try:
            versions = self._versions(self._folder.path(address_of(path, self._folder.root)))
        except Refused:
            return None
        with self._lock:
            return self._known.get(versions)

    def summary(self, path: Path) -> Summary:
        """Return what is told of a file; raises `Refused`, with 413 for one that is too large for a list."""
        versions = self._versions(path)
        with self._finding:  # one file at a time leaves the other cores to searches
            summary = self.known(path)
            if summary is None:
                if versions[0].size > LARGEST_LISTED:
                    raise Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, _too_large(versions[0].size))
                summary = self._found(path)
                with self._lock:
                    self._known[versions] = summary
                    while len(self._known) > MOST_KEPT:
                        self._known.popitem(last=False)
        return summary

    def solved(self, path: Path, entries: Sequence[Entry]) -> frozenset[int]:
        """Return the numbers of the levels, among some of a file, that are known to be solved."""
        return frozenset(_solutions(entries, self._plays(path), self._reading)[0])

    def solution(self, path: Path, entry: Entry) -> str:
        """Return the steps of a valid solution that is recorded for a level of a file, or an empty string."""
        return _solutions([entry], self._plays(path), self._reading)[0].get(entry.number, "")

    def _found(self, path: Path) -> Summary:
        collection = self._folder.collection(path)
        entries = collection[:MOST_LOOKED]
        solved, looked = _solutions(entries, self._plays(path), self._reading)
        drawn = next((entry.number for entry in entries if is_drawn(entry)), None)
        return Summary(len(collection), len(solved), looked, drawn)

    def _beside(self, path: Path) -> Path | None:
        """Return the file of plays that belongs to a file of levels."""
        plays = path.with_suffix(PLAYS)
        try:
            found = self._folder.path(address_of(plays, self._folder.root))
        except Refused:
            return None
        return found if found != path and found.is_file() else None

    def _plays(self, path: Path) -> tuple[Recording, ...]:
        beside = self._beside(path)
        if beside is None:
            return ()
        try:
            if self._folder.version(beside).size > LARGEST_LISTED:
                return ()
            collection = self._folder.collection(beside)
        except Refused:
            return ()
        return () if collection else collection.recordings

    def _versions(self, path: Path) -> tuple[Version, Version | None]:
        if not path.is_file():  # a pipe or a device is none, and would be waited for
            raise Refused(HTTPStatus.NOT_FOUND, "there is no such file")
        beside = self._beside(path)
        return self._folder.version(path), None if beside is None else self._folder.version(beside)


def _too_large(size: int) -> str:
    what = "open it to see its levels" if size <= LARGEST_FILE else "too large to be opened; split it"
    return f"{size / 1e6:.1f} MB: {what}"


def is_drawn(entry: Entry) -> bool:
    """Say whether an entry is a level of which lists show a picture."""
    level = entry.drawn.level
    return level is not None and level.board.width * level.board.height <= LARGEST_PICTURE


def _solutions(entries: Iterable[Entry], plays: Sequence[Recording], reading: Reading) -> tuple[dict[int, str], int]:
    """Return the first valid solution of each level that has one, by number, and how many levels were looked at.

    Not looked at are those whose solutions have too many steps.
    """
    left, looked = MOST_STEPS, 0
    solved: dict[int, str] = {}
    for entry in entries:
        known = True
        for recording in (*entry.solutions, *plays[entry.number - 1 : entry.number]):
            try:
                steps = lurd.parse(recording.lurd, min(left, reading.limit)).steps
            except LimitError:
                known = False
                continue
            except SokobanError:
                continue
            left -= len(steps)
            if entry.drawn.level is None:
                continue
            played = replay(entry.drawn.level, steps, lenient=reading.lenient)
            if played.valid:
                known = True
                solved[entry.number] = played.lurd
                break
        looked += known
    return solved, looked
