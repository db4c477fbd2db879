r"""Sokospec: exact answers about Sokoban levels, with proofs that can be checked.

>>> from sokospec import Level, judge, replay, solve
>>> level = Level.parse("######\n#@$ .#\n######")
>>> replay(level, "RR").valid
True
>>> print(solve(level).verdict, judge(level, "RR", "pushes").verdict)
OPTIMAL OPTIMAL

This package needs only the standard library, except for the names in `ELSEWHERE`.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from sokospec.answer import Answer, Objective, Verdict
from sokospec.board import Board, Direction, Level, Square, State
from sokospec.errors import Defect, IllegalStep, InvalidLevel, LimitError, ParseError, SokobanError
from sokospec.history import History
from sokospec.limits import LimitReached, Limits
from sokospec.metrics import Metrics
from sokospec.replay import Replay, replay
from sokospec.rules import is_solved, normalise, pushes, reachable, step, steps

ELSEWHERE = {
    "read": "sokospec.formats",
    "solve": "sokocheck.engines.certified_answers",
    "certify": "sokocheck.engines.certified_answers",
    "verify": "sokospec.shortcuts",
    "judge": "sokocheck.claims.judging",
    "audit": "sokocheck.claims.detector_audit",
}
"""Modules of the functions that are imported at their first use; `__init__.pyi` has their types.

The specification must not import what is built on it. A table works in a clone too, unlike entry points.
"""

__all__ = [  # noqa: RUF022  # in the order in which a user needs them
    "Level",
    "read",
    "replay",
    "solve",
    "certify",
    "verify",
    "judge",
    "audit",
    "Answer",
    "Board",
    "Defect",
    "Direction",
    "History",
    "IllegalStep",
    "InvalidLevel",
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
    "is_solved",
    "normalise",
    "pushes",
    "reachable",
    "step",
    "steps",
    "__version__",
]


def __getattr__(name: str) -> object:
    if name == "__version__":
        version: str = import_module("importlib.metadata").version("sokospec")
        return version
    if name not in ELSEWHERE:
        raise AttributeError(f"module 'sokospec' has no attribute {name!r}")
    try:
        return getattr(import_module(ELSEWHERE[name]), name)
    except ModuleNotFoundError as error:
        advice = "only the specification is installed here; run `pip install .` in the repository"
        raise ModuleNotFoundError(f"sokospec.{name} needs {error.name}: {advice}", name=error.name) from error


def __dir__() -> list[str]:
    missing = {name for name, module in ELSEWHERE.items() if find_spec(module.partition(".")[0]) is None}
    return sorted({*globals(), *__all__} - missing)
