"""Exercises: a question, and a check that says what is wrong with an answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from typing import TypeVar

from sokospec.errors import LimitError, SokobanError

_T = TypeVar("_T")

LESSONS = range(1, 9)


class Wrong(Exception):
    """A wrong answer; the message says what is wrong without giving the right one away."""


class NotChecked(Exception):
    """A limit ended the check, so the answer may be right; the message names the limit."""


@dataclass(frozen=True, slots=True)
class Exercise:
    """Exercise: `check` raises `Wrong` for a wrong answer, a text, and `NotChecked` at a limit.

    A bound in a question, such as a number of squares, is no limit: an answer beyond it is wrong. No right answer is
    stored: a check computes it, or tries the answer.
    """

    question: str
    check: Callable[[str], None]


def exercises() -> Mapping[str, Exercise]:
    """Return all exercises by name, `2.3` for the third of the second lesson, in order.

    >>> exercises()["1.1"].question
    'Which moves solve the level room.xsb?'
    """
    return {
        f"{lesson}.{number}": exercise
        for lesson in LESSONS
        for number, exercise in enumerate(import_module(f"sokocourse.lesson_{lesson}").EXERCISES, 1)
    }


def _whole_number(answer: str) -> int:
    """Return the number in an answer; raises `Wrong`.

    >>> _whole_number(" 1,024 ")
    1024
    """
    try:
        return int(answer.strip().replace(",", ""))
    except ValueError:
        raise Wrong("a whole number is asked for") from None


def parse_answer(answer: str, parse: Callable[[str], _T], what: str, longest: int) -> _T:
    """Parse an answer; raises `NotChecked` if it is too long, and `Wrong` if it is no `what`.

    >>> from sokospec import Level
    >>> parse_answer("####", Level.parse, "level", 3)
    Traceback (most recent call last):
    sokocourse.exercise.NotChecked: more than 3 characters
    """
    check_size(len(answer), longest, "characters")
    try:
        return parse(answer)
    except LimitError as limit:
        raise NotChecked(_reason(limit)) from None
    except SokobanError as error:
        raise Wrong(f"this is not a valid {what}: {error}") from None


def check_size(size: int, most: int, what: str) -> None:
    """Raise `NotChecked` for an answer too large for a check.

    >>> check_size(4, 3, "boxes")
    Traceback (most recent call last):
    sokocourse.exercise.NotChecked: more than 3 boxes
    """
    if size > most:
        raise NotChecked(f"more than {most:,} {what}")


def short_text(answer: str, most: int) -> str:
    """Return an answer, stripped; raises `Wrong` if it has too many symbols.

    >>> short_text(" 5# ", 2)
    '5#'
    """
    text = answer.strip()
    if len(text) > most:
        raise Wrong(f"the text has {len(text):,} symbols; at most {most} are allowed")
    return text


@contextmanager
def wrong_if(error: type[Exception]) -> Iterator[None]:
    """Turn an error of a kind in the block into `Wrong`, and a limit into `NotChecked`.

    >>> with wrong_if(ZeroDivisionError):
    ...     1 // 0
    Traceback (most recent call last):
    sokocourse.exercise.Wrong: integer division or modulo by zero
    """
    try:
        yield
    except LimitError as limit:
        raise NotChecked(_reason(limit)) from None
    except error as raised:
        raise Wrong(str(raised)) from None


def _reason(limit: LimitError) -> str:
    """Return a reader's message about its limit, without the advice to raise it, which an exercise cannot follow."""
    return limit.message.partition(";")[0]


def is_number(right: Callable[[], int], hint: str) -> Callable[[str], None]:
    """Return the check for the number that `right` computes; `hint` explains any other.

    >>> is_number(lambda: 6 * 7, "Count again.")("42")
    """

    def check(answer: str) -> None:
        if _whole_number(answer) != right():
            raise Wrong(hint)

    return check


def yes_or_no(right: Callable[[], bool], hint: str) -> Callable[[str], None]:
    """Return the check for the yes or no that `right` computes; `hint` explains the other.

    >>> yes_or_no(lambda: 2 > 1, "Compare again.")("yes")
    """

    def check(answer: str) -> None:
        if answer.strip().lower() not in ("yes", "no"):
            raise Wrong("yes or no is asked for")
        if (answer.strip().lower() == "yes") is not right():
            raise Wrong(hint)

    return check
