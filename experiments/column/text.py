"""Automata and heights as the text that `sokoproof.theorems.column_evidence` reads."""

from __future__ import annotations

import json
from collections.abc import Iterable

from sokoproof.theorems.column_heights import Heights
from sokoproof.theorems.column_words import RoomLetter, WordAutomaton


def as_text(beside: WordAutomaton | None, heights: Heights) -> str:
    """Return the text that `column_from_json` reads; without an automaton, the one for `heights_from_json`."""
    accepted = [] if beside is None else beside.accepted
    rooms = sorted({room for row in (*accepted, *heights.room) for room in row})
    number = {room: i for i, room in enumerate(rooms)}
    parts = [] if beside is None else [_solvable(beside, number)]
    parts.append(_heights(heights, number))
    return f'{{\n "room_letters": {_compact(rooms)},\n' + ",\n".join(parts) + "\n}\n"


def _solvable(automaton: WordAutomaton, number: dict[RoomLetter, int]) -> str:
    return f""" "solvable": {{
  "following": [
{_lines([sorted(row.items()) for row in automaton.following])}
  ],
  "accepted": [
{_lines([",".join(str(number[room]) for room in sorted(row)) for row in automaton.accepted])}
  ]
 }}"""


def _heights(heights: Heights, number: dict[RoomLetter, int]) -> str:
    weights: dict[tuple[int | None, ...], int] = {}
    following = []
    for row, given in zip(heights.following, heights.weights, strict=True):
        following.append(
            [[letter, row[letter], weights.setdefault(tuple(given[letter]), len(weights))] for letter in sorted(row)]
        )
    loses = "" if heights.loses == (0, 1) else f'  "loses": {_compact(heights.loses)},\n'
    return f""" "heights": {{
{loses}  "base": {heights.base},
  "weights": [
{_lines(weights)}
  ],
  "following": [
{_lines(following)}
  ],
  "room": [
{_lines([[[number[room], value] for room, value in sorted(row.items())] for row in heights.room])}
  ]
 }}"""


def _compact(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def _lines(rows: Iterable[object]) -> str:
    return ",\n".join(f"   {_compact(row)}" for row in rows)
