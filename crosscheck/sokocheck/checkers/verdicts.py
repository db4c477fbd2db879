"""Common verdict of all certificate checkers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sokospec.errors import SokobanError


@dataclass(frozen=True, slots=True)
class Finding:
    """Verdict on a certificate.

    `kind`: what the proved checker does not cover; `checkers`: verdicts by checker; `kept`: a copy of a file with
    disagreement.
    """

    verdict: str
    claim: str | None = None
    line: int | None = None
    reason: str | None = None
    kind: str | None = None
    facts: int | None = None
    states: int | None = None
    checkers: Mapping[str, str] | None = None
    kept: str | None = None


class CheckerFailed(SokobanError):
    """A checker ended without a verdict."""
