"""The objectives: which of a solution's counts are to be least."""

from __future__ import annotations

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
