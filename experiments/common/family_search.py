"""One search of a level of a family, whose optimum is predicted."""

from __future__ import annotations

from dataclasses import dataclass

from sokospec.answer import Verdict


@dataclass(frozen=True, slots=True)
class Search:
    """One search: what was predicted and found, and what it took."""

    engine: str
    objective: str
    size: int
    squares: int
    predicted: int
    found: int | None
    verdict: str
    expanded: int
    cpu_seconds: float

    @property
    def settled(self) -> bool:
        """Whether the search says that there is nothing better, or nothing at all."""
        return self.verdict in (Verdict.OPTIMAL, Verdict.UNSOLVABLE)
