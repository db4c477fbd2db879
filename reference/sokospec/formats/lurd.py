"""LURD text: steps with run lengths and groups, and snapshots."""

from __future__ import annotations

import re
from itertools import islice
from typing import NamedTuple

from sokospec.errors import ParseError
from sokospec.formats.rle import DEFAULT_LIMIT, expand

LINE = re.compile(r"[\s0-9()\[\]{}*]*+[udlrUDLR][\sudlrUDLR0-9()\[\]{}*]*+")
"""Pattern of a whole line of LURD text, including the marks of snapshots."""


_STEPS = frozenset("udlrUDLR0123456789()[]{}*")


def is_mistyped(line: str) -> bool:
    """Tell whether a line is one word that is LURD except for a third of its characters.

    >>> is_mistyped("rrxRU"), is_mistyped("rrRU"), is_mistyped("by me")
    (True, False, False)
    """
    word = line.strip()
    flaws = sum(character not in _STEPS for character in word)
    return 0 < 3 * flaws <= len(word) and not any(character.isspace() for character in word)


class Lurd(NamedTuple):
    """Steps, one letter each; `position` is the number of steps before the `*`, or None.

    >>> parse("3r4U").steps
    'rrrUUUU'
    """

    steps: str
    position: int | None = None


def parse(text: str, limit: int = DEFAULT_LIMIT) -> Lurd:
    """Return the steps of a LURD text, expanded. Other characters stay, so that a replay can name them.

    Rule F1: u, d, l, r in both cases, counts, round brackets, white space; `*` marks the position of a snapshot.
    Rule F2: jumps `[]` and changes of the player `{}` are refused.

    Raises `ParseError` with line and column.

    >>> parse("2(3(dr)R)").steps
    'drdrdrRdrdrdrR'
    >>> parse("rr*U")
    Lurd(steps='rrU', position=2)
    """
    for mark, meaning in (("[", "a jump of reverse mode"), ("{", "a change of the player")):
        at = text.find(mark)
        if at >= 0:
            line, column = _locate(text, at)
            raise ParseError("F2", f"{meaning} ({mark!r}) is not a step of Sokoban", line, column)
    try:
        symbols = expand("".join(text.split()), limit).symbols
    except ParseError as error:
        line, column = _locate(text, _offset_of(text, error.column or 1))
        raise type(error)(error.rule, error.message, line, column) from None
    position = symbols.find("*")
    if position >= 0 and symbols.count("*") == 1:
        return Lurd(symbols.replace("*", ""), position)
    return Lurd(symbols)


def _offset_of(text: str, number: int) -> int:
    offsets = (offset for offset, character in enumerate(text) if not character.isspace())
    return next(islice(offsets, number - 1, None))


def _locate(text: str, offset: int) -> tuple[int, int]:
    before = text[:offset]
    return before.count("\n") + 1, offset - (before.rfind("\n") + 1) + 1


def write(steps: str) -> str:
    """Return steps in lines of at most 70 letters."""
    return "\n".join(steps[start : start + 70] for start in range(0, len(steps), 70))
