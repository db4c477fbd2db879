"""Sokospec: the executable specification of Sokoban. Standard library only.

>>> from sokospec import Level, replay
>>> level = Level.parse("######\\n#@$ .#\\n######")
>>> replay(level, "RR").valid
True
"""

from __future__ import annotations

from sokospec.board import Board, Direction, Level, Square, State
from sokospec.errors import Defect, IllegalStep, InvalidLevel, LimitError, ParseError, SokobanError
from sokospec.history import History
from sokospec.metrics import Metrics
from sokospec.replay import Replay, replay
from sokospec.rules import is_solved, normalise, pushes, reachable, step, steps

__all__ = [
    "Board",
    "Defect",
    "Direction",
    "History",
    "IllegalStep",
    "InvalidLevel",
    "Level",
    "LimitError",
    "Metrics",
    "ParseError",
    "Replay",
    "SokobanError",
    "Square",
    "State",
    "is_solved",
    "normalise",
    "pushes",
    "reachable",
    "replay",
    "step",
    "steps",
]
