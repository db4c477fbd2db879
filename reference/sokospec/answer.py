"""Objectives, verdicts and answers of searches."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Objective(StrEnum):
    """Quantity to minimise; `any` asks for any solution.

    Rule O1: `moves` asks for the fewest moves, `pushes` for the fewest pushes.
    Rule O2: `moves-pushes` asks for the fewest pushes among the solutions with the fewest moves; `pushes-moves`
    exchanges the two.

    >>> Objective("moves-pushes").name
    'MOVES_PUSHES'
    """

    MOVES = "moves"
    PUSHES = "pushes"
    MOVES_PUSHES = "moves-pushes"
    PUSHES_MOVES = "pushes-moves"
    ANY = "any"

    @property
    def counts(self) -> tuple[str, ...]:
        """Names of the counts that this objective compares, in order; none for `any`.

        >>> Objective.PUSHES_MOVES.counts
        ('pushes', 'moves')
        """
        return () if self is Objective.ANY else tuple(self.split("-"))

    def cost(self, moves: int, pushes: int) -> tuple[int, ...]:
        """Return the counts that this objective compares, in order.

        >>> Objective.PUSHES_MOVES.cost(moves=9, pushes=2)
        (2, 9)
        """
        numbers = {"moves": moves, "pushes": pushes}
        return tuple(numbers[name] for name in self.counts)


EXACT = (Objective.PUSHES, Objective.MOVES, Objective.PUSHES_MOVES, Objective.MOVES_PUSHES)
"""Objectives that have an optimum, in the order of the command line."""


class Verdict(StrEnum):
    """Result of a search. `FAILED` means that the engine broke down; it says nothing about the level.

    >>> print(Verdict.OPTIMAL)
    OPTIMAL
    """

    OPTIMAL = "OPTIMAL"
    SOLVED = "SOLVED"
    UNSOLVABLE = "UNSOLVABLE"
    LIMIT_TIME = "LIMIT_TIME"
    LIMIT_MEMORY = "LIMIT_MEMORY"
    INVALID_INPUT = "INVALID_INPUT"
    FAILED = "FAILED"


@dataclass(frozen=True, slots=True)
class Answer:
    """Result of a search, with the solution if it has one.

    `lower_bound` is the proved bound of the objective's first count, None without a solution. `seconds` is wall time.
    """

    verdict: Verdict
    objective: Objective
    lurd: str | None
    lower_bound: int | None
    expanded: int
    generated: int
    seconds: float
    peak_rss_mib: float

    @property
    def moves(self) -> int | None:
        """Moves of the solution, or None."""
        return None if self.lurd is None else len(self.lurd)

    @property
    def pushes(self) -> int | None:
        """Pushes of the solution, or None."""
        return None if self.lurd is None else sum(letter.isupper() for letter in self.lurd)
