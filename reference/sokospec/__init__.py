"""Sokospec: the executable specification of Sokoban. Standard library only.

>>> from sokospec import Level, replay, solve
>>> level = Level.parse("######\\n#@$ .#\\n######")
>>> replay(level, "RR").valid
True
>>> print(solve(level).verdict)
OPTIMAL
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from sokospec.answer import Answer, Objective, Verdict
from sokospec.board import Board, Direction, Level, Square, State
from sokospec.errors import Defect, IllegalStep, InvalidLevel, LimitError, ParseError, SokobanError
from sokospec.history import History
from sokospec.limits import LimitReached, Limits
from sokospec.metrics import Metrics
from sokospec.replay import Replay, replay
from sokospec.rules import is_solved, normalise, pushes, reachable, step, steps

if TYPE_CHECKING:
    from sokospec.shortcuts import certify, solve, verify

    __version__: str

__all__ = [
    "Answer",
    "Board",
    "Defect",
    "Direction",
    "History",
    "IllegalStep",
    "InvalidLevel",
    "Level",
    "LimitError",
    "LimitReached",
    "Limits",
    "Metrics",
    "Objective",
    "ParseError",
    "Replay",
    "SokobanError",
    "Square",
    "State",
    "Verdict",
    "__version__",
    "certify",
    "is_solved",
    "normalise",
    "pushes",
    "reachable",
    "replay",
    "solve",
    "step",
    "steps",
    "verify",
]


def __getattr__(name: str) -> object:
    """Import what searches and checks when it is first used, so that a checker loads no oracle; look the version up."""
    if name in ("certify", "solve", "verify"):
        return getattr(import_module("sokospec.shortcuts"), name)
    if name == "__version__":
        version: str = import_module("importlib.metadata").version("sokospec")
        return version
    raise AttributeError(f"module 'sokospec' has no attribute {name!r}")
