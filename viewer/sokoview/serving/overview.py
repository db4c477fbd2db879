"""Cached summaries of files for lists: numbers of levels, solved levels, and the level to draw.

A level is solved if a solution in its file, or in a file of plays beside it, replays.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from http import HTTPStatus
from pathlib import Path
from typing import NamedTuple

from sokospec.errors import quantify
from sokospec.formats import Entry, Reading
from sokoview.serving.folder import LARGEST_FILE, PLAYS, Folder, Version, address_of
from sokoview.serving.refusal import RequestRefused
from sokoview.serving.solutions import Solutions, solutions_beside, solutions_in_file

LARGEST_LISTED = 2 * 1024 * 1024
"""A file of more bytes is not opened for a list."""

MOST_LOOKED = 5_000
"""The most levels of a file examined for a list."""

_MOST_KEPT = 10_000
"""The most cached summaries."""

_MOST_PAIRED = 20
"""The most files whose solutions beside them are cached."""

_LARGEST_PICTURE = 4_000
"""Levels of more squares are listed without a picture."""


class FileSummary(NamedTuple):
    """A file's levels, how many of those looked at are solved, and the level to draw."""

    levels: int
    solved: int
    looked: int
    drawn: int | None

    @property
    def text(self) -> str:
        """Summary in words.

        >>> FileSummary(90, 12, 90, 1).text, FileSummary(1, 1, 1, 1).text, FileSummary(9000, 0, 5000, 1).text
        ('90 levels, ✓ 12 solved', '1 level, ✓ solved', '9,000 levels')
        """
        words = quantify(self.levels, "level")
        if not self.solved:
            return words
        if self.solved == self.levels:
            return f"{words}, ✓ {'all ' if self.levels > 1 else ''}solved"
        return f"{words}, ✓ {'' if self.looked == self.levels else 'at least '}{self.solved:,} solved"


class Overview:
    """Cached knowledge of a folder's files; large files are summarised on request."""

    def __init__(self, folder: Folder, reading: Reading) -> None:
        self._folder = folder
        self._reading = reading
        self._lock = threading.Lock()
        self._finding = threading.Lock()
        self._known: OrderedDict[tuple[Version, Version | None], FileSummary] = OrderedDict()
        self._beside_known: OrderedDict[tuple[Version, Version | None], Solutions] = OrderedDict()

    def find_summary(self, path: Path) -> FileSummary | None:
        """Return the cached summary of a file's current version, or None."""
        try:
            versions = self._versions(self._folder.path(address_of(path, self._folder.root)))
        except RequestRefused:
            return None
        with self._lock:
            return self._known.get(versions)

    def summary(self, path: Path) -> FileSummary:
        """Return the summary of a file. Raises `Refused`, 413 if it is too large."""
        versions = self._versions(path)
        with self._finding:  # one file at a time leaves the other cores to searches
            summary = self.find_summary(path)
            if summary is None:
                if versions[0].size > LARGEST_LISTED:
                    raise RequestRefused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, _too_large(versions[0].size))
                summary = self._summarise(path)
                with self._lock:
                    self._known[versions] = summary
                    while len(self._known) > _MOST_KEPT:
                        self._known.popitem(last=False)
        return summary

    def find_solved(self, path: Path, entries: Sequence[Entry]) -> frozenset[int]:
        return frozenset(self._solutions(path, entries).by_number)

    def solution(self, path: Path, entry: Entry) -> str:
        return self._solutions(path, [entry]).by_number.get(entry.number, "")

    def _summarise(self, path: Path) -> FileSummary:
        collection = self._folder.collection(path)
        entries = collection[:MOST_LOOKED]
        solutions = self._solutions(path, entries)
        drawn = next((entry.number for entry in entries if is_drawn(entry)), None)
        looked = len(entries) - len(solutions.unknown)
        return FileSummary(len(collection), len(solutions.by_number), looked, drawn)

    def _solutions(self, path: Path, entries: Sequence[Entry]) -> Solutions:
        own, beside = solutions_in_file(entries, self._reading), self._solutions_beside(path)
        numbers = {entry.number for entry in entries}
        by_number = {number: lurd for number, lurd in beside.by_number.items() if number in numbers} | own.by_number
        return Solutions(by_number, ((own.unknown | beside.unknown) & numbers) - by_number.keys())

    def _solutions_beside(self, path: Path) -> Solutions:
        versions = self._versions(path)
        with self._lock:
            if versions in self._beside_known:
                self._beside_known.move_to_end(versions)
                return self._beside_known[versions]
        text = self._plays(path)
        entries = self._folder.collection(path)[:MOST_LOOKED] if text else []
        solutions = solutions_beside(text, path.name, entries, self._reading) if text else Solutions({})
        with self._lock:
            self._beside_known[versions] = solutions
            while len(self._beside_known) > _MOST_PAIRED:
                self._beside_known.popitem(last=False)
        return solutions

    def _beside(self, path: Path) -> Path | None:
        plays = path.with_suffix(PLAYS)
        try:
            found = self._folder.path(address_of(plays, self._folder.root))
        except RequestRefused:
            return None
        return found if found != path and found.is_file() else None

    def _plays(self, path: Path) -> str:
        beside = self._beside(path)
        if beside is None:
            return ""
        try:
            if self._folder.version(beside).size > LARGEST_LISTED or self._folder.collection(beside):
                return ""
            return self._folder.text(beside)
        except RequestRefused:
            return ""

    def _versions(self, path: Path) -> tuple[Version, Version | None]:
        if not path.is_file():  # a pipe or a device is none, and would be waited for
            raise RequestRefused(HTTPStatus.NOT_FOUND, "there is no such file")
        beside = self._beside(path)
        return self._folder.version(path), None if beside is None else self._folder.version(beside)


def _too_large(size: int) -> str:
    what = "open it to see its levels" if size <= LARGEST_FILE else "too large to be opened; split it"
    return f"{size / 1e6:.1f} MB: {what}"


def is_drawn(entry: Entry) -> bool:
    """Say whether lists show a picture of an entry."""
    level = entry.drawn.level
    return level is not None and level.board.width * level.board.height <= _LARGEST_PICTURE
