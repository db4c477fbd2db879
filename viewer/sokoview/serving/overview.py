"""Cached summaries of files for lists: numbers of levels, solved levels, and the level to draw.

A level is solved if a solution in its file, or in a file of plays beside it, replays.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from http import HTTPStatus
from pathlib import Path
from typing import NamedTuple

from sokocheck.application.input_levels import FileLevel
from sokocheck.claims.pairing import pair
from sokospec.errors import LimitError, SokobanError, quantify
from sokospec.formats import Entry, Reading
from sokospec.formats.plays import LURD
from sokospec.formats.plays.play import play
from sokoview.serving.folder import LARGEST_FILE, PLAYS, Folder, Version, address_of
from sokoview.serving.refusal import RequestRefused

_MOST_STEPS = 300_000
"""The most steps replayed for a list, for a file, or for the plays beside it."""

_COST_OF_TRIAL = 20
"""Steps counted for each trial of a play on a level that it may not be about."""

_COST_OF_NOTATIONS = 30
"""Steps counted for a step in another notation than LURD, as several readings are tried."""


class _Solutions(NamedTuple):
    """Valid solutions by level number, and the levels with plays not replayed."""

    by_number: dict[int, str]
    unknown: frozenset[int] = frozenset()


class _Trials:
    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._left = _MOST_STEPS
        self._results: dict[tuple[int, str], str | None] = {}
        self._too_long: set[str] = set()
        self.untried: set[int] = set()

    def solution(self, entry: Entry, text: str) -> str | None:
        key = entry.number, text
        if key not in self._results:
            self._results[key] = self._try(entry, text)
        return self._results[key]

    def solves(self, found: FileLevel, text: str, _: Reading) -> bool:
        self._left = max(0, self._left - _COST_OF_TRIAL)
        return self.solution(found.entry, text) is not None

    def _try(self, entry: Entry, text: str) -> str | None:
        level = entry.drawn.level
        if level is None:
            return None
        if text in self._too_long or not self._left:
            self.untried.add(entry.number)
            return None
        try:
            played = play(level, text, replace(self._reading, limit=min(self._left, self._reading.limit)))
        except LimitError:
            self._too_long.add(text)
            self.untried.add(entry.number)
            return None
        except SokobanError:
            self._left = max(0, self._left - len(text))
            return None
        steps = len(played.text) or len(text)
        cost = steps * (1 if played.notation is not None and played.notation.startswith(LURD) else _COST_OF_NOTATIONS)
        self._left = max(0, self._left - cost)
        return played.replay.lurd if played.replay is not None and played.replay.valid else None


def _solutions_in_file(entries: Iterable[Entry], reading: Reading) -> _Solutions:
    """Return the first valid solution of each level in its own file."""
    trials = _Trials(reading)
    by_number = {}
    for entry in entries:
        tried = (trials.solution(entry, recording.lurd) for recording in entry.solutions)
        lurd = next((lurd for lurd in tried if lurd is not None), None)
        if lurd is not None:
            by_number[entry.number] = lurd
    return _Solutions(by_number, frozenset(trials.untried - by_number.keys()))


def _solutions_beside(text: str, file: str, entries: Sequence[Entry], reading: Reading) -> _Solutions:
    r"""Return the first valid solution of each level in a text of plays, by `sokocheck.claims.pairing`.

    >>> from sokospec.formats import read_bytes
    >>> room = "######\n#@$ .#\n######\n"
    >>> _solutions_beside("2: E E\n", "rooms.xsb", read_bytes(f"{room}\n{room}"), Reading()).by_number
    {2: 'RR'}
    """
    trials = _Trials(reading)
    by_number: dict[int, str] = {}
    for one in pair(text, [FileLevel(file, entry) for entry in entries], reading, solves=trials.solves).pairs:
        if one.found is None or one.said.lurd is None or one.found.entry.number in by_number:
            continue
        lurd = trials.solution(one.found.entry, one.said.lurd)
        if lurd is not None:
            by_number[one.found.entry.number] = lurd
    return _Solutions(by_number, frozenset(trials.untried - by_number.keys()))


_LARGEST_LISTED = 2 * 1024 * 1024
"""A file of more bytes is not opened for a list."""

_MOST_LOOKED = 5_000
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

    def __init__(self, folder: Folder) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._finding = threading.Lock()
        self._known: OrderedDict[tuple[Version, Version | None], FileSummary] = OrderedDict()
        self._solutions_beside = lru_cache(_MOST_PAIRED)(self._find_solutions_beside)

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
                if versions[0].size > _LARGEST_LISTED:
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
        entries = collection[:_MOST_LOOKED]
        solutions = self._solutions(path, entries)
        drawn = next((entry.number for entry in entries if is_drawn(entry)), None)
        looked = len(entries) - len(solutions.unknown)
        return FileSummary(len(collection), len(solutions.by_number), looked, drawn)

    def _solutions(self, path: Path, entries: Sequence[Entry]) -> _Solutions:
        own, beside = _solutions_in_file(entries, self._folder.reading), self._solutions_beside(*self._versions(path))
        numbers = {entry.number for entry in entries}
        by_number = {number: lurd for number, lurd in beside.by_number.items() if number in numbers} | own.by_number
        return _Solutions(by_number, ((own.unknown | beside.unknown) & numbers) - by_number.keys())

    def _find_solutions_beside(self, file: Version, plays: Version | None) -> _Solutions:
        text = "" if plays is None else self._plays(plays)
        if not text:
            return _Solutions({})
        entries = self._folder.collection(file.path)[:_MOST_LOOKED]
        return _solutions_beside(text, file.path.name, entries, self._folder.reading)

    def _beside(self, path: Path) -> Path | None:
        plays = path.with_suffix(PLAYS)
        try:
            found = self._folder.path(address_of(plays, self._folder.root))
        except RequestRefused:
            return None
        return found if found != path and found.is_file() else None

    def _plays(self, plays: Version) -> str:
        with suppress(RequestRefused):
            if plays.size <= _LARGEST_LISTED and not self._folder.collection(plays.path):
                return self._folder.text(plays.path)
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
