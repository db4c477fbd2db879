"""The words of a line, each with its place: what formulas, machines and graphs are read from."""

from __future__ import annotations

import re
from typing import NamedTuple

from sokospec.errors import ParseError

_WORD = re.compile(r"[^ \t\r]+")


class Word(NamedTuple):
    """What stands between blanks, and where; lines and columns count from 1."""

    text: str
    line: int
    column: int

    def error(self, rule: str, message: str) -> ParseError:
        """Return an error at this place."""
        return ParseError(rule, message, self.line, self.column)


def words_of(line: str, number: int) -> list[Word]:
    """Return the words of a line with a number.

    >>> words_of("a  b", 7)
    [Word(text='a', line=7, column=1), Word(text='b', line=7, column=4)]
    """
    return [Word(found[0], number, found.start() + 1) for found in _WORD.finditer(line)]
