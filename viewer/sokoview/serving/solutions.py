"""Valid recorded solutions of levels, found within a bounded number of steps."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from sokocheck.application.input_levels import FileLevel
from sokocheck.claims.pairing import pair
from sokospec.errors import LimitError, SokobanError
from sokospec.formats import Entry, Reading
from sokospec.formats.plays import LURD
from sokospec.formats.plays.play import play

MOST_STEPS = 300_000
"""The most steps replayed for a list, for a file, or for the plays beside it."""

_COST_OF_TRIAL = 20
"""Steps counted for each trial of a play on a level that it may not be about."""

_COST_OF_NOTATIONS = 30
"""Steps counted for a step in another notation than LURD, as several readings are tried."""


class Solutions(NamedTuple):
    """Valid solutions by level number, and the levels with plays not replayed."""

    by_number: dict[int, str]
    unknown: frozenset[int] = frozenset()


class _Trials:
    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._left = MOST_STEPS
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


def solutions_in_file(entries: Iterable[Entry], reading: Reading) -> Solutions:
    """Return the first valid solution of each level in its own file."""
    trials = _Trials(reading)
    by_number = {}
    for entry in entries:
        tried = (trials.solution(entry, recording.lurd) for recording in entry.solutions)
        lurd = next((lurd for lurd in tried if lurd is not None), None)
        if lurd is not None:
            by_number[entry.number] = lurd
    return Solutions(by_number, frozenset(trials.untried - by_number.keys()))


def solutions_beside(text: str, file: str, entries: Sequence[Entry], reading: Reading) -> Solutions:
    r"""Return the first valid solution of each level in a text of plays, by `sokocheck.claims.pairing`.

    >>> from sokospec.formats import read_bytes
    >>> room = "######\n#@$ .#\n######\n"
    >>> solutions_beside("2: E E\n", "rooms.xsb", read_bytes(f"{room}\n{room}"), Reading()).by_number
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
    return Solutions(by_number, frozenset(trials.untried - by_number.keys()))
