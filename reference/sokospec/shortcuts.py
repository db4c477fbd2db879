"""The short way to the oracle and to the checker of certificates from Python: `sokospec.solve` and the like."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from sokospec import oracle
from sokospec.answer import Answer, Objective, Verdict
from sokospec.board import Level
from sokospec.certificates import verify as checker
from sokospec.certificates.verify import Verification
from sokospec.limits import Limits
from sokospec.oracle.certificate import solve_with_certificate


class Certified(NamedTuple):
    """An answer with its certificate, which is None where a limit was reached."""

    answer: Answer
    certificate: bytes | None


def solve(level: Level, objective: Objective | str = Objective.PUSHES, limits: Limits | None = None) -> Answer:
    """Return an optimal solution of a level, or that it has none, by `sokospec.oracle.solve`.

    The objective may be given by its name. The search is exhaustive; `sokosolve.solve` gives the same answers fast.

    >>> answer = solve(Level.parse("######\\n#@$ .#\\n######"), "moves")
    >>> str(answer.verdict), answer.lurd
    ('OPTIMAL', 'RR')
    """
    return oracle.solve(level, Objective(objective), limits)


def certify(level: Level, objective: Objective | str = Objective.PUSHES, limits: Limits | None = None) -> Certified:
    """Return the oracle's answer with a certificate of it, the bytes that `sokospec.verify` and the command check.

    >>> answer, certificate = certify(Level.parse("#####\\n#@ .#\\n#$  #\\n#####"))
    >>> str(answer.verdict), certificate is not None and verify(certificate).accepted
    ('UNSOLVABLE', True)
    """
    lines: list[bytes] = []
    answer = solve_with_certificate(level, Objective(objective), lines.append, limits)
    limited = answer.verdict in (Verdict.LIMIT_TIME, Verdict.LIMIT_MEMORY)
    return Certified(answer, None if limited else b"".join(lines))


def verify(certificate: bytes | Path, level: Level | None = None, limits: Limits | None = None) -> Verification:
    """Check a certificate, the bytes themselves or the path of a file; with `level`, also that it is about that level.

    Never raises for a bad certificate; raises `OSError` for a file that cannot be read and `LimitReached`.

    >>> outcome = verify(b"sokospec certificate 1\\nclaim solved\\n")
    >>> outcome.accepted, outcome.line
    (False, 3)
    """
    if isinstance(certificate, bytes):
        return checker.verify(BytesIO(certificate), level, limits)
    with certificate.open("rb") as stream:
        return checker.verify(stream, level, limits)
