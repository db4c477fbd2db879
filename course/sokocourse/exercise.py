"""What an exercise is: a question, and a check that says of an answer what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from typing import TypeVar

from sokospec.errors import SokobanError

T = TypeVar("T")

LESSONS = range(1, 9)


class Wrong(Exception):
    """An answer is not right; the message says what about it, without giving the right one away."""


@dataclass(frozen=True, slots=True)
class Exercise:
    """An exercise: `check` raises `Wrong` unless an answer, a text, is right.

    No right answer is stored: a check computes it, or tries the answer out.
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


def whole_number(answer: str) -> int:
    """Return the number that an answer is; raises `Wrong` if it is none.

    >>> whole_number(" 1,024 ")
    1024
    """
    try:
        return int(answer.strip().replace(",", ""))
    except ValueError:
        raise Wrong("a whole number is asked for") from None


def parsed(answer: str, parse: Callable[[str], T], what: str, longest: int) -> T:
    """Return what a text is read as; raises `Wrong` if it is too long, or no `what`.

    >>> from sokospec import Level
    >>> parsed("####", Level.parse, "level", 3)
    Traceback (most recent call last):
    sokocourse.exercise.Wrong: the text is longer than 3 characters
    """
    if len(answer) > longest:
        raise Wrong(f"the text is longer than {longest} characters")
    try:
        return parse(answer)
    except SokobanError as error:
        raise Wrong(f"this is no {what}: {error}") from None


def short_text(answer: str, most: int) -> str:
    """Return an answer without space around it; raises `Wrong` if it has more than so many symbols.

    >>> short_text(" 5# ", 2)
    '5#'
    """
    text = answer.strip()
    if len(text) > most:
        raise Wrong(f"the text has {len(text):,} symbols; at most {most} are allowed")
    return text


@contextmanager
def wrong_if(error: type[Exception]) -> Iterator[None]:
    """Let an error of a kind in the block say what is wrong with an answer: it becomes `Wrong`.

    >>> with wrong_if(ZeroDivisionError):
    ...     1 // 0
    Traceback (most recent call last):
    sokocourse.exercise.Wrong: integer division or modulo by zero
    """
    try:
        yield
    except error as raised:
        raise Wrong(str(raised)) from None


def is_number(right: Callable[[], int], hint: str) -> Callable[[str], None]:
    """Return the check for a number, which `right` computes; `hint` is said of any other.

    >>> is_number(lambda: 6 * 7, "Count again.")("42")
    """

    def check(answer: str) -> None:
        if whole_number(answer) != right():
            raise Wrong(hint)

    return check


def yes_or_no(right: Callable[[], bool], hint: str) -> Callable[[str], None]:
    """Return the check for yes or no, which `right` computes; `hint` is said of the other.

    >>> yes_or_no(lambda: 2 > 1, "Compare again.")("yes")
    """

    def check(answer: str) -> None:
        if answer.strip().lower() not in ("yes", "no"):
            raise Wrong("yes or no is asked for")
        if (answer.strip().lower() == "yes") is not right():
            raise Wrong(hint)

    return check
