"""Searches that a test may interrupt: their answers, whole or partial."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass

from sokospec.answer import Answer
from sokospec.limits import Interrupted


@dataclass(frozen=True)
class Asked(Answer):
    """An answer, and whether it is the partial one of a search that was interrupted."""

    interrupted: bool = False


def asked(search: Callable[[], Answer]) -> Asked:
    """Return the answer of a search; the partial one if it raises `Interrupted`."""
    interrupted = False
    try:
        answer = search()
    except Interrupted as stop:
        answer, interrupted = stop.partial, True
    return Asked(**asdict(answer), interrupted=interrupted)
