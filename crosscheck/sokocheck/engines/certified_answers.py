"""Optimal answers with certificates: `sokospec.solve` and `sokospec.certify`."""

from __future__ import annotations

from typing import NamedTuple

from sokocheck.engines.all_engines import Choice, Engine, Watch
from sokospec.answer import Answer, Objective, Verdict
from sokospec.board import Level, require_level
from sokospec.limits import Limits

_ENGINES = ("fast", "reference")


class _Certified(NamedTuple):
    answer: Answer
    certificate: bytes | None


def solve(
    level: Level,
    objective: Objective | str = Objective.PUSHES,
    limits: Limits | None = None,
    *,
    engine: str = "fast",
) -> Answer:
    r"""Return an optimal solution of a level, or that it is unsolvable; solutions are replayed.

    `engine` is "fast" or "reference" (exhaustive search, slow). A limit gives `LIMIT_TIME` or `LIMIT_MEMORY` with the
    bound proved so far. Raises `TypeError` for a text, `ValueError` for an unknown objective or engine, and
    `Interrupted`, with the answer so far, on Ctrl-C.

    >>> answer = solve(Level.parse("######\n#@$ .#\n######"), "moves")
    >>> str(answer.verdict), answer.lurd
    ('OPTIMAL', 'RR')
    """
    require_level(level)
    return _engine(engine).solve(level, Objective(objective), Watch(limits or Limits()))


def certify(
    level: Level,
    objective: Objective | str = Objective.PUSHES,
    limits: Limits | None = None,
    *,
    engine: str = "fast",
) -> _Certified:
    r"""Return the answer of `solve` and its certificate as bytes for `sokospec.verify`.

    >>> answer, certificate = certify(Level.parse("#####\n#@ .#\n#$  #\n#####"))
    >>> str(answer.verdict), certificate.splitlines()[1]
    ('UNSOLVABLE', b'claim unsolvable')
    """
    require_level(level)
    lines: list[bytes] = []
    watch = Watch(limits or Limits())
    answer = _engine(engine).prove(level, Objective(objective), watch, lines.append)
    limited = answer.verdict in (Verdict.LIMIT_TIME, Verdict.LIMIT_MEMORY)
    return _Certified(answer, None if limited else b"".join(lines))


def _engine(name: str) -> Engine:
    if name not in _ENGINES:
        raise ValueError(f"there is no engine {name!r}; use one of {', '.join(_ENGINES)}")
    return Choice(name).create()
