"""The errors that Sokospec raises: one base class, typed fields, and texts that say what, where and what to do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class SokobanError(ValueError):
    """The base of every error that bad input can cause.

    >>> issubclass(SokobanError, ValueError)
    True
    """


class Defect(NamedTuple):
    """One thing that is wrong with a text or a level: the rule it breaks, where, and what to do.

    `line` and `column` count from 1; they are None where the defect belongs to no place in a text.

    >>> str(Defect("L2", "the level has no box", 3, None))
    'line 3: the level has no box [L2]'
    """

    rule: str
    message: str
    line: int | None = None
    column: int | None = None

    def __str__(self) -> str:
        """Return the defect as one line of text."""
        return f"{place(self.line, self.column)}{self.message} [{self.rule}]"


def place(line: int | None, column: int | None) -> str:
    """Return 'line 3, column 4: ' or as much of it as is known.

    >>> place(3, 4), place(3, None), place(None, None)
    ('line 3, column 4: ', 'line 3: ', '')
    """
    if line is None:
        return ""
    return f"line {line}: " if column is None else f"line {line}, column {column}: "


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, which is given as it stands after one.

    >>> counted(1, "level"), counted(0, "box"), counted(1234, "push")
    ('1 level', '0 boxes', '1,234 pushes')
    """
    plural = "" if number == 1 else "es" if noun.endswith(("x", "ch", "sh")) else "s"
    return f"{number:,} {noun}{plural}"


class ParseError(SokobanError):
    """A text that cannot be read: `rule`, `line` and `column` (from 1, or None) say which rule it breaks and where."""

    def __init__(self, rule: str, message: str, line: int | None = None, column: int | None = None) -> None:
        """Keep the fields and build the message from them."""
        super().__init__(str(Defect(rule, message, line, column)))
        self.rule = rule
        self.message = message
        self.line = line
        self.column = column

    @property
    def defect(self) -> Defect:
        """The error as a value that can be listed among other defects."""
        return Defect(self.rule, self.message, self.line, self.column)


class LimitError(ParseError):
    """A text that asks for more squares or steps than the reader's limit allows."""


class InvalidLevel(SokobanError):
    """A board that is no level: `defects` holds everything that is wrong with it."""

    def __init__(self, defects: Sequence[Defect]) -> None:
        """Keep all defects; the message lists them, one a line."""
        super().__init__("\n".join(str(defect) for defect in defects))
        self.defects = tuple(defects)


class IllegalStep(SokobanError):
    """A step that the rules forbid: `reason` is 'wall', 'blocked by a wall' or 'blocked by a box'."""

    def __init__(self, rule: str, reason: str) -> None:
        """Keep the rule's id and the reason."""
        super().__init__(f"{reason} [{rule}]")
        self.rule = rule
        self.reason = reason
