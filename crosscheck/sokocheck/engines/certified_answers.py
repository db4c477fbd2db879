"""Solve a level, or prove that it has no solution, by the engine of your choice: `sokospec.solve` and `certify`."""

from __future__ import annotations

from typing import NamedTuple

from sokocheck.engines.all_engines import Choice, Engine, Watch
from sokospec.answer import Answer, Objective, Verdict
from sokospec.board import Level, require_level
from sokospec.limits import Limits

ENGINES = ("fast", "reference")


class Certified(NamedTuple):
    """An answer with its certificate, which is None where a limit was reached."""

    answer: Answer
    certificate: bytes | None


def solve(
    level: Level,
    objective: Objective | str = Objective.PUSHES,
    limits: Limits | None = None,
    *,
    engine: str = "fast",
) -> Answer:
    """Return an optimal solution of a level, or the proof that it has none; every solution is replayed by the rules.

    `engine` is "fast" or "reference": the exhaustive search on the rules alone, which gives the same answers slowly.
    A limit gives `LIMIT_TIME` or `LIMIT_MEMORY` with the bound proved so far. Raises `TypeError` for a level that is
    text, `ValueError` for an unknown objective or engine, and `Interrupted`, with the answer so far, for Ctrl-C.

    >>> answer = solve(Level.parse("######\\n#@$ .#\\n######"), "moves")
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
) -> Certified:
    """Return the answer of `solve` with a certificate of it: the bytes that `sokospec.verify` and the command check.

    >>> answer, certificate = certify(Level.parse("#####\\n#@ .#\\n#$  #\\n#####"))
    >>> str(answer.verdict), certificate.splitlines()[1]
    ('UNSOLVABLE', b'claim unsolvable')
    """
    require_level(level)
    lines: list[bytes] = []
    watch = Watch(limits or Limits())
    answer = _engine(engine).prove(level, Objective(objective), watch, lines.append)
    limited = answer.verdict in (Verdict.LIMIT_TIME, Verdict.LIMIT_MEMORY)
    return Certified(answer, None if limited else b"".join(lines))


def _engine(name: str) -> Engine:
    if name not in ENGINES:
        raise ValueError(f"engine {name!r}: one of {', '.join(ENGINES)}")
    return Choice(name).made()
