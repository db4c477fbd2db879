"""Check of certificates given as bytes or as a path."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from sokospec.board import Level, require_level
from sokospec.certificates import verify as checker
from sokospec.certificates.verify import Verification
from sokospec.limits import Limits


def verify(certificate: bytes | Path, level: Level | None = None, limits: Limits | None = None) -> Verification:
    r"""Check a certificate, given as bytes or a path; with `level`, also that it is about that level.

    Rejection is a result. Raises `OSError` and `LimitReached`.

    >>> outcome = verify(b"sokospec certificate 1\nclaim solved\n")
    >>> outcome.accepted, outcome.line
    (False, 3)
    """
    if level is not None:
        require_level(level)
    if isinstance(certificate, bytes):
        return checker.verify(BytesIO(certificate), level, limits)
    with Path(certificate).open("rb") as stream:
        return checker.verify(stream, level, limits)
