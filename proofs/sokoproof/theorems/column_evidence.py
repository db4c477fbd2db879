"""Recorded automata and heights of the families on a shaft, from JSON files beside this module."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from sokoproof.theorems.column_heights import Heights
from sokoproof.theorems.column_words import RoomLetter, WordAutomaton, either


@dataclass(frozen=True, slots=True)
class ColumnEvidence:
    """Automaton A and heights H."""

    solvable: WordAutomaton
    heights: Heights


def _read_column(name: str, beside: WordAutomaton | None = None) -> ColumnEvidence:
    read, rooms = _read_file(name)

    def letters_in(ranges: str) -> frozenset[RoomLetter]:
        bounds = [list(map(int, part.split("-"))) for part in ranges.split(",") if part]
        return frozenset(rooms[i] for bound in bounds for i in range(bound[0], bound[-1] + 1))

    solvable = read["solvable"]
    own = WordAutomaton(
        [dict(pairs) for pairs in solvable["following"]], [letters_in(one) for one in solvable["accepted"]]
    )
    return ColumnEvidence(own if beside is None else either(beside, own), _heights_of(read, rooms))


def _heights_of(read: dict[str, Any], rooms: Sequence[RoomLetter]) -> Heights:
    heights = read["heights"]
    return Heights(
        [{letter: after for letter, after, _ in row} for row in heights["following"]],
        [{letter: heights["weights"][which] for letter, _, which in row} for row in heights["following"]],
        [{rooms[i]: value for i, value in row} for row in heights["room"]],
        heights["base"],
        tuple(heights.get("loses", (0, 1))),
    )


def pushes_column() -> ColumnEvidence:
    """Return the recorded column for pushes."""
    return _read_column("fibonacci_column.json")


def moves_column() -> ColumnEvidence:
    """Return the recorded column for moves."""
    return ColumnEvidence(pushes_column().solvable, _heights_of(*_read_file("fibonacci_moves.json")))


def classical_column() -> ColumnEvidence:
    """Return the recorded column for the mirrored classical variant."""
    return _read_column("classical_column.json", pushes_column().solvable)


def _read_file(name: str) -> tuple[dict[str, Any], list[RoomLetter]]:
    read = json.loads(files("sokoproof").joinpath("theorems", name).read_text(encoding="utf-8"))
    return read, [RoomLetter(*pair) for pair in read["room_letters"]]
