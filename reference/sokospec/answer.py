"""What one asks of an engine and what it answers: objectives, verdicts, answers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Objective(StrEnum):
    """The quantity to minimise.

    Rule O1: `moves` asks for the fewest moves, `pushes` for the fewest pushes.
    Rule O2: `moves-pushes` asks for the fewest pushes among the solutions with the fewest moves; `pushes-moves` for
    the fewest moves among those with the fewest pushes.

    `any` asks for a solution, whatever it costs.

    >>> Objective("moves-pushes").name
    'MOVES_PUSHES'
    """

    MOVES = "moves"
    PUSHES = "pushes"
    MOVES_PUSHES = "moves-pushes"
    PUSHES_MOVES = "pushes-moves"
    ANY = "any"

    def cost(self, moves: int, pushes: int) -> tuple[int, ...]:
        """Return what this objective compares.

        >>> Objective.PUSHES_MOVES.cost(moves=9, pushes=2)
        (2, 9)
        """
        compared: dict[Objective, tuple[int, ...]] = {
            Objective.MOVES: (moves,),
            Objective.PUSHES: (pushes,),
            Objective.MOVES_PUSHES: (moves, pushes),
            Objective.PUSHES_MOVES: (pushes, moves),
            Objective.ANY: (),
        }
        return compared[self]


EXACT = (Objective.PUSHES, Objective.MOVES, Objective.PUSHES_MOVES, Objective.MOVES_PUSHES)
"""The objectives that have an optimum, in the order of the command line and of the pages."""
COUNTS = {objective: tuple(objective.split("-")) for objective in EXACT}
"""The counts that each of them compares, in this order: `pushes`, `moves`, or both."""


class Verdict(StrEnum):
    """What an answer says; never a bare bool.

    `FAILED` is a search that broke down: an internal error of the engine, or a process that died. It says nothing about
    the level.

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
    """What a search found out.

    `lurd` is a solution (None without one); with `OPTIMAL` none costs less. `lower_bound` is the least that the first
    count of the objective can be (pushes or moves) as far as the search proved it, None when there is no solution.
    Counts are of states; times are wall seconds; memory is the process's peak.
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
        """The solution's moves, None without a solution."""
        return None if self.lurd is None else len(self.lurd)

    @property
    def pushes(self) -> int | None:
        """The solution's pushes, None without a solution."""
        return None if self.lurd is None else sum(letter.isupper() for letter in self.lurd)
