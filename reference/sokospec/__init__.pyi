from sokocheck.auditing import audit
from sokocheck.certified_answers import certify, solve
from sokocheck.claims import judge
from sokospec.answer import Answer, Objective, Verdict
from sokospec.board import Board, Direction, Level, Square, State
from sokospec.errors import Defect, IllegalStep, InvalidLevel, LimitError, ParseError, SokobanError
from sokospec.formats import read
from sokospec.history import History
from sokospec.limits import LimitReached, Limits
from sokospec.metrics import Metrics
from sokospec.replay import Replay, replay
from sokospec.rules import is_solved, normalise, pushes, reachable, step, steps
from sokospec.shortcuts import verify

ELSEWHERE: dict[str, str]
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
    "audit",
    "certify",
    "is_solved",
    "judge",
    "normalise",
    "pushes",
    "reachable",
    "read",
    "replay",
    "solve",
    "step",
    "steps",
    "verify",
]
