"""What a reader makes of a composed file: read right, refused or doubted, or misread in silence."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from fuzz.composed.compose import Composed, Truth
from sokospec.board import Level
from sokospec.errors import SokobanError
from sokospec.formats import Collection, Entry, Reading, read_bytes, xsb


class Reception(StrEnum):
    """How a file was received."""

    READ = "read"
    REPORTED = "reported"  # refused, or read with a defect, repair or warning that tells the user
    WRONG_BOARDS = "wrong boards"
    SHIFTED = "shifted"  # a title, property or note of one level is given to another, or to the header
    LOST = "lost"  # a title, property or note is nowhere


WRONG = (Reception.WRONG_BOARDS, Reception.SHIFTED, Reception.LOST)
"""The receptions that must not occur."""


class Received(NamedTuple):
    """How a file was received, and the first thing that shows it."""

    reception: Reception
    detail: str = ""


def receive(composed: Composed, reading: Reading | None = None) -> Received:
    """Read a composed file, and compare what was read with the truth."""
    try:
        collection = read_bytes(composed.content, reading or Reading())
        entries = list(collection)
        reports = [
            *collection.repairs,
            *collection.warnings,
            *(report for entry in entries for report in _reports(entry)),
        ]
    except SokobanError as error:
        return Received(Reception.REPORTED, str(error))
    if not entries:  # whoever wants levels is told rule F7
        return Received(Reception.REPORTED, "F7: there is no level")
    detail = _difference(composed, entries)
    if reports:
        return Received(Reception.REPORTED, f"{detail} [{reports[0]}]")
    if detail:
        return Received(Reception.WRONG_BOARDS, detail)
    for index, (truth, entry) in enumerate(zip(composed.levels, entries, strict=True), 1):
        for mark in truth.marks:
            if not _holds(_texts(entry), mark):
                elsewhere = any(_holds(_texts(other), mark) for other in entries) or _holds(_header(collection), mark)
                reception = Reception.SHIFTED if elsewhere else Reception.LOST
                return Received(reception, f"'{mark}' of level {index}")
    for mark in composed.header:
        if not _holds(_header(collection), mark):
            elsewhere = any(_holds(_texts(entry), mark) for entry in entries)
            return Received(Reception.SHIFTED if elsewhere else Reception.LOST, f"'{mark}' of the header")
    return Received(Reception.READ)


def _difference(composed: Composed, entries: list[Entry]) -> str:
    """Return how the boards differ from the truth, or nothing."""
    if len(entries) != len(composed.levels):
        return f"{len(entries)} levels for {len(composed.levels)}"
    for index, (truth, entry) in enumerate(zip(composed.levels, entries, strict=True), 1):
        if entry.drawn.level is None or _text(entry.drawn.level) != _text(_level(truth)):
            return f"level {index} is another"
    return ""


def _level(truth: Truth) -> Level:
    return Level.parse("\n".join(truth.level.rows))


def _text(level: Level) -> str:
    return xsb.board_text(level.board, level.state)


def _reports(entry: Entry) -> Iterable[object]:
    return (*entry.drawn.defects, *entry.drawn.repairs, *entry.drawn.warnings)


def _texts(entry: Entry) -> list[str]:
    plays = [text for play in entry.recordings for text in (play.title, *play.notes)]
    return [entry.title, *(value for _, value in entry.properties), *entry.notes, *plays]


def _header(collection: Collection) -> list[str]:
    return [collection.header.title, *(value for _, value in collection.header.properties), *collection.header.notes]


def _holds(texts: Iterable[str], mark: str) -> bool:
    return any(mark in text for text in texts)
