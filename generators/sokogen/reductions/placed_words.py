"""Words with their positions."""

from __future__ import annotations

import re
from typing import NamedTuple

from sokospec.errors import ParseError

_WORD = re.compile(r"[^ \t\r]+")


class Word(NamedTuple):
    """Word with line and column from 1."""

    text: str
    line: int
    column: int

    def error(self, rule: str, message: str) -> ParseError:
        return ParseError(rule, message, self.line, self.column)


def words_of(line: str, number: int) -> list[Word]:
    """Return the words of line `number`.

    >>> words_of("a  b", 7)
    [Word(text='a', line=7, column=1), Word(text='b', line=7, column=4)]
    """
    return [Word(found[0], number, found.start() + 1) for found in _WORD.finditer(line)]
