"""Errors: one base class, typed fields, and messages with advice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class SokobanError(ValueError):
    """Base of every error that bad input can cause.

    >>> issubclass(SokobanError, ValueError)
    True
    """


class Defect(NamedTuple):
    """Broken rule, message, and place; `line` and `column` count from 1, None without a place.

    >>> str(Defect("L2", "the level has no box", 3, None))
    'line 3: the level has no box [L2]'
    """

    rule: str
    message: str
    line: int | None = None
    column: int | None = None

    def __str__(self) -> str:
        column = "" if self.column is None else f", column {self.column}"
        place = "" if self.line is None else f"line {self.line}{column}: "
        return f"{place}{self.message} [{self.rule}]"


def quantify(number: int, noun: str) -> str:
    """Return a number with its noun, given in the singular.

    >>> quantify(1, "level"), quantify(0, "box"), quantify(1234, "push")
    ('1 level', '0 boxes', '1,234 pushes')
    """
    plural = "" if number == 1 else "es" if noun.endswith(("x", "ch", "sh")) else "s"
    return f"{number:,} {noun}{plural}"


class ParseError(SokobanError):
    """Unreadable text; `line` and `column` count from 1, or are None."""

    def __init__(self, rule: str, message: str, line: int | None = None, column: int | None = None) -> None:
        super().__init__(str(Defect(rule, message, line, column)))
        self.rule = rule
        self.message = message
        self.line = line
        self.column = column

    @property
    def defect(self) -> Defect:
        """Error as a value."""
        return Defect(self.rule, self.message, self.line, self.column)


class LimitError(ParseError):
    """Text above the reader's limit of squares or steps."""


class InvalidLevel(SokobanError):
    """Invalid board, with all `defects`."""

    def __init__(self, defects: Sequence[Defect]) -> None:
        super().__init__("\n".join(str(defect) for defect in defects))
        self.defects = tuple(defects)


class IllegalStep(SokobanError):
    """Forbidden step; `reason` is 'wall', or says what blocks the box."""

    def __init__(self, rule: str, reason: str) -> None:
        super().__init__(f"{reason} [{rule}]")
        self.rule = rule
        self.reason = reason
