"""Run-length encoding with nested groups, such as `3#` and `2(3(#-)#)`."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from sokospec.errors import LimitError, ParseError

DEFAULT_LIMIT = 1_000_000
"""Default limit on the squares or steps that a reader expands."""

SPARE = 1_000
"""A text may be this much longer than twice the limit: brackets and counts of 1 expand to nothing."""

_DIGITS = frozenset("0123456789")


class Expansion(NamedTuple):
    """Expanded symbols with their offsets in the encoded text.

    >>> expand("2#-").symbols, list(expand("2#-").offsets)
    ('##-', [1, 1, 2])
    """

    symbols: str
    offsets: array[int]


def measure_expansion(text: str, limit: int = DEFAULT_LIMIT) -> int:
    """Return the number of symbols of a run-length encoded text without expanding it. O(len(text)).

    Rule R1: a count stands directly before a symbol or an opening bracket.
    Rule R2: every opening bracket has a closing one, and the reverse.
    Rule R3: a reader makes no more squares, or steps, than the limit; it refuses a text that asks for more at once.
    Rule R4: a count is at least 1.

    Raises `ParseError`, and `LimitError` for R3, with the offset + 1 as the column.

    >>> measure_expansion("2(3(#-)#)")
    14
    >>> measure_expansion("9(9(9(#)))", limit=500)
    Traceback (most recent call last):
    sokospec.errors.LimitError: line 1, column 10: expands to more than 500 symbols; raise the limit to read it [R3]
    """
    if len(text) > 2 * limit + SPARE:
        raise LimitError("R3", f"{len(text):,} characters for at most {limit:,} symbols; raise the limit to read it", 1)
    length = 0
    # of the open groups: their counts, the length before them, and the offsets of their brackets
    counts, starts, brackets = array("Q"), array("Q"), array("Q")
    count: int | None = None
    for offset, character in enumerate(text):
        if character in _DIGITS:
            count = (count or 0) * 10 + int(character)
            if count > limit:
                raise _too_long(limit, offset)
            continue
        if count == 0:
            raise ParseError("R4", "a count of 0; a count is at least 1", 1, offset + 1)
        if character == "(":
            counts.append(count or 1)
            starts.append(length)
            brackets.append(offset)
        elif character == ")":
            if count is not None:
                raise ParseError("R1", f"the count {count} has no symbol after it", 1, offset + 1)
            if not starts:
                raise ParseError("R2", "a closing bracket without an opening one", 1, offset + 1)
            brackets.pop()
            start = starts.pop()
            length = start + (length - start) * counts.pop()
        else:
            length += count or 1
        if length > limit:
            raise _too_long(limit, offset)
        count = None
    if count is not None:
        raise ParseError("R1", f"the count {count} has no symbol after it", 1, len(text))
    if starts:
        raise ParseError("R2", "an opening bracket that is never closed", 1, brackets[-1] + 1)
    return length


def expand(text: str, limit: int = DEFAULT_LIMIT) -> Expansion:
    """Return the expansion. Raises like `measure_expansion`. O(len(text) + limit) at any depth.

    >>> expand("2(3(#-)#)").symbols
    '#-#-#-##-#-#-#'
    """
    measure_expansion(text, limit)
    symbols: list[str] = []
    offsets = array("Q")
    open_groups: list[tuple[int, int]] = []  # (count, length of symbols at the bracket)
    count = 0
    for offset, character in enumerate(text):
        if character in _DIGITS:
            count = count * 10 + int(character)
            continue
        if character == "(":
            open_groups.append((count or 1, len(symbols)))
        elif character == ")":
            times, start = open_groups.pop()
            symbols.extend(symbols[start:] * (times - 1))
            offsets.extend(offsets[start:] * (times - 1))
        else:
            symbols.extend(character * (count or 1))
            offsets.extend(array("Q", (offset,)) * (count or 1))
        count = 0
    return Expansion("".join(symbols), offsets)


def _too_long(limit: int, offset: int) -> LimitError:
    return LimitError("R3", f"expands to more than {limit:,} symbols; raise the limit to read it", 1, offset + 1)


def split_rows(symbols: str, places: Sequence[int]) -> Iterator[tuple[str, Sequence[int]]]:
    """Yield the rows between the bars of expanded symbols, with their places.

    >>> list(split_rows("##|#|", range(5)))
    [('##', range(0, 2)), ('#', range(3, 4))]
    """
    start = 0
    for row in symbols.removesuffix("|").split("|"):
        yield row, places[start : start + len(row)]
        start += len(row) + 1


def compress(symbols: str) -> str:
    """Return the symbols with counts for runs of two or more.

    >>> compress("##--#")
    '2#2-#'
    """
    parts: list[str] = []
    for symbol, run in groupby(symbols):
        length = sum(1 for _ in run)
        parts.append(symbol if length == 1 else f"{length}{symbol}")
    return "".join(parts)
