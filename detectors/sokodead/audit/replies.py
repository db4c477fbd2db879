"""Answers of detectors and heuristics, and functions named by text."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from math import isnan
from numbers import Integral, Real
from signal import ITIMER_REAL, SIGALRM, SIGINT, getsignal, setitimer, signal
from threading import current_thread, main_thread
from types import FrameType

from sokospec.board import Level
from sokospec.certificates import Counting, Evidence, Frozen, Patterns, Prices, check_evidence

Detector = Callable[[Level], object]
"""A detector to audit. It returns True or evidence if it holds that the level is dead, otherwise False or None."""
Heuristic = Callable[[Level], object]
"""A heuristic to audit. It returns a lower bound on the cost of every solution, infinity if the level is dead."""


class CallFailed(Exception):
    """A detector or a heuristic gave no usable answer."""


class TooSlow(CallFailed):
    """A detector or a heuristic gave no answer in time."""


class NotCallable(ValueError):
    """A text does not name a function or program that can be called."""


class NotChecked(Exception):
    """The check of evidence reached a limit."""


@dataclass(frozen=True, slots=True)
class BadEvidence:
    """Unreadable evidence."""

    why: str


@dataclass(frozen=True, slots=True)
class Reply:
    """A detector's reply about a level."""

    flagged: bool
    evidence: Evidence | BadEvidence | None = None

    def why_rejected(self, level: Level) -> str | None:
        """Return why evidence fails, or None. Raises `NotChecked`."""
        if self.evidence is None:
            return None
        if isinstance(self.evidence, BadEvidence):
            return self.evidence.why
        try:
            check_evidence(level, self.evidence)
        except (MemoryError, RecursionError) as limit:
            raise NotChecked(f"evidence was not checked: {type(limit).__name__}") from limit
        except Exception as error:  # foreign facts: what the checker cannot read proves nothing
            return str(error) or type(error).__name__
        return None


def read_reply(value: object) -> Reply:
    """Return the reply that a returned value means, or raise `CallFailed`.

    >>> read_reply(True), read_reply(None)
    (Reply(flagged=True, evidence=None), Reply(flagged=False, evidence=None))
    >>> read_reply("yes")
    Traceback (most recent call last):
    sokodead.audit.replies.CallFailed: it returned 'yes'; a detector returns True, False, None or evidence
    """
    if value is None:
        return Reply(False)
    if isinstance(value, bool) or type(value).__name__ in ("bool", "bool_"):  # the latter two are those of NumPy
        return Reply(bool(value))
    if isinstance(value, BadEvidence):
        return Reply(True, value)
    if (
        isinstance(value, Sequence)
        and not isinstance(value, str)
        and all(isinstance(part, Patterns | Frozen | Counting | Prices) for part in value)
    ):
        return Reply(True, tuple(value))
    raise CallFailed(f"it returned {_short(value)}; a detector returns True, False, None or evidence")


def read_value(value: object) -> float:
    """Return the number that a heuristic returned, or raise `CallFailed`.

    >>> read_value(7), read_value(float("inf"))
    (7, inf)
    >>> read_value(None)
    Traceback (most recent call last):
    sokodead.audit.replies.CallFailed: it returned None; a heuristic returns a number, or infinity for a dead state
    """
    wanted = "a heuristic returns a number, or infinity for a dead state"
    try:
        if not isinstance(value, bool) and isinstance(value, Real) and not isnan(value):
            return int(value) if isinstance(value, Integral) else float(value)
    except OverflowError:
        raise CallFailed(f"it returned a number too large for a float; {wanted}") from None
    raise CallFailed(f"it returned {_short(value)}; {wanted}")


def call(function: Callable[[Level], object], level: Level) -> object:
    """Return what a foreign function returns about a level. Raises `CallFailed`."""
    try:
        return function(level)
    except CallFailed:
        raise
    except (Exception, SystemExit) as error:  # a foreign function may raise anything
        raise CallFailed(f"it raised {type(error).__name__}: {_short(str(error))}") from error


def ask(detector: Detector, level: Level) -> Reply:
    """Return a detector's reply about a level. Raises `CallFailed`."""
    return read_reply(call(detector, level))


@contextmanager
def limit_time(detector: Detector, seconds: float) -> Iterator[Detector]:
    r"""Yield a function whose calls fail after `seconds`, in the main thread of a Unix process.

    Code outside Python is not interrupted.

    >>> from itertools import count
    >>> with limit_time(lambda level: any(number < 0 for number in count()), 0.01) as detector:
    ...     ask(detector, Level.parse("#####\n#@$.#\n#####"))
    Traceback (most recent call last):
    sokodead.audit.replies.TooSlow: no answer within 0.01 s
    """

    asked = False

    def ring(number: int, frame: FrameType | None) -> None:
        if asked:
            raise TooSlow(f"no answer within {seconds:g} s")

    def answer(level: Level) -> object:
        nonlocal asked
        try:
            asked = True
            setitimer(ITIMER_REAL, seconds)
            return detector(level)
        finally:
            asked = False
            setitimer(ITIMER_REAL, 0)

    before = signal(SIGALRM, ring)
    try:
        yield answer
    finally:
        setitimer(ITIMER_REAL, 0)  # Ctrl-C may have come between a question and its end
        signal(SIGALRM, before)


@contextmanager
def notice_interrupts() -> Iterator[Callable[[], None]]:
    """Yield a function that raises `KeyboardInterrupt` if the block swallowed one. Main thread only."""
    noticed = False

    def raise_again() -> None:
        nonlocal noticed
        if noticed:
            noticed = False
            raise KeyboardInterrupt

    before = getsignal(SIGINT)
    if current_thread() is not main_thread() or not callable(before):
        yield raise_again
        return

    def note(number: int, frame: FrameType | None) -> None:
        nonlocal noticed
        try:
            before(number, frame)
        except KeyboardInterrupt:  # a handler that holds an interrupt back lets it come again
            noticed = True
            raise

    signal(SIGINT, note)
    try:
        yield raise_again
    finally:
        signal(SIGINT, before)


def find_function(name: str) -> Detector:
    """Return the callable `module:function`, or raise `NotCallable`; the working folder is searched last.

    >>> find_function("sokodead.corner:corner").__name__
    'corner'
    >>> find_function("sokodead.corner:none")
    Traceback (most recent call last):
    sokodead.audit.replies.NotCallable: the module sokodead.corner has no 'none'
    """
    module, colon, path = name.partition(":")
    if not (module and colon and path):
        raise NotCallable(f"{name!r} is neither 'module:function' nor 'cmd:PROGRAM ARGS'")
    if "" not in sys.path:
        sys.path.append("")
    try:
        found: object = import_module(module)
    except (Exception, SystemExit) as error:  # importing runs code that may raise anything
        raise NotCallable(f"cannot import {module}: {type(error).__name__}: {error}") from error
    for part in path.split("."):
        if not hasattr(found, part):
            raise NotCallable(f"the module {module} has no {path!r}")
        found = getattr(found, part)
    if not callable(found):
        raise NotCallable(f"{name} is {_short(found)}, which cannot be called")
    return found


def _short(value: object) -> str:
    text = value if isinstance(value, str) and " " in value else repr(value)
    return text if len(text) <= 200 else text[:200] + "..."
