"""Interface of the algorithms."""

from __future__ import annotations

from typing import Protocol

from sokosolve.search.solution import Run


class Strategy(Protocol):
    """Algorithm on one level."""

    def run(self) -> list[Run] | None:
        """Return the pushes of a solution of least cost, or None; raises `LimitReached`."""

    @property
    def expanded(self) -> int:
        """States expanded so far."""

    @property
    def generated(self) -> int:
        """Pushes tried so far."""

    @property
    def bound(self) -> int:
        """Proved lower bound of a solution's cost."""
