"""Run-length encoding with nested groups: `3#`, `2(3(#-)#)`, and the limit that keeps short texts from growing huge."""

from __future__ import annotations

from array import array
from itertools import groupby
from typing import NamedTuple

from sokospec.errors import LimitError, ParseError

DEFAULT_LIMIT = 1_000_000
"""How many squares or steps a reader expands at the most, unless the caller raises it."""

DIGITS = frozenset("0123456789")


class Expanded(NamedTuple):
    """Expanded symbols, and for each the offset in the encoded text that it came from.

    >>> expand("2#-").symbols, list(expand("2#-").offsets)
    ('##-', [1, 1, 2])
    """

    symbols: str
    offsets: array[int]


def expand(text: str, limit: int = DEFAULT_LIMIT) -> Expanded:
    """Return the symbols that a run-length encoded text stands for; columns in errors are offsets + 1.

    Rule R1: a count stands directly before a symbol or an opening bracket.
    Rule R2: every opening bracket has a closing one, and the reverse.
    Rule R3: the result has no more symbols than the limit; the text is refused before they are made.
    Rule R4: a count is at least 1.

    Digits and round brackets are the encoding, every other character is a symbol. Works in O(len(text) + limit) time
    and space at any depth of nesting. Raises `ParseError` for R1, R2 and R4 and `LimitError` for R3.

    >>> expand("2(3(#-)#)").symbols
    '#-#-#-##-#-#-#'
    >>> expand("9(9(9(#)))", limit=500)
    Traceback (most recent call last):
    sokospec.errors.LimitError: line 1, column 10: expands to more than 500 symbols; raise the limit to read it [R3]
    """
    symbols: list[str] = []
    offsets = array("L")
    open_groups: list[tuple[int, int, int]] = []  # (count, length of symbols at the bracket, offset of the bracket)
    count: int | None = None
    for offset, character in enumerate(text):
        if character in DIGITS:
            count = (count or 0) * 10 + int(character)
            if count > limit:
                raise _too_long(limit, offset)
            continue
        if count == 0:
            raise ParseError("R4", "a count of 0; a count is at least 1", 1, offset + 1)
        if character == "(":
            open_groups.append((count or 1, len(symbols), offset))
        elif character == ")":
            if count is not None:
                raise ParseError("R1", f"the count {count} has no symbol after it", 1, offset + 1)
            if not open_groups:
                raise ParseError("R2", "a closing bracket without an opening one", 1, offset + 1)
            times, start, _ = open_groups.pop()
            if len(symbols) + (len(symbols) - start) * (times - 1) > limit:
                raise _too_long(limit, offset)
            if times > 1:
                symbols.extend(symbols[start:] * (times - 1))
                offsets.extend(offsets[start:] * (times - 1))
        else:
            times = count or 1
            if len(symbols) + times > limit:
                raise _too_long(limit, offset)
            symbols.extend(character * times)
            offsets.extend(array("L", (offset,)) * times)
        count = None
    if count is not None:
        raise ParseError("R1", f"the count {count} has no symbol after it", 1, len(text))
    if open_groups:
        raise ParseError("R2", "an opening bracket that is never closed", 1, open_groups[-1][2] + 1)
    return Expanded("".join(symbols), offsets)


def _too_long(limit: int, offset: int) -> LimitError:
    return LimitError("R3", f"expands to more than {limit:,} symbols; raise the limit to read it", 1, offset + 1)


def compress(symbols: str) -> str:
    """Return the symbols with runs of two or more written as a count; no groups. O(len(symbols)).

    The symbols must hold neither digits nor round brackets; `expand` gives them back.

    >>> compress("##--#")
    '2#2-#'
    """
    parts: list[str] = []
    for symbol, run in groupby(symbols):
        length = sum(1 for _ in run)
        parts.append(symbol if length == 1 else f"{length}{symbol}")
    return "".join(parts)
