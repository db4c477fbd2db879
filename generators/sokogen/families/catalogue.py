"""Families of levels with long solutions by name, for `sokospec generate`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import MappingProxyType

from sokogen.families import fibonacci, fibonacci_classical, rooms, staggered
from sokospec.answer import EXACT
from sokospec.board import Level

OBJECTIVES = tuple(map(str, EXACT))
"""What a solution can be best for; one that is best for pushes and for moves is best for both orders of the two."""


@dataclass(frozen=True, slots=True)
class Member:
    """A level of a family, the moves and pushes of its solution, and the solution in pieces.

    The solution is optimal for the objectives in `proved`; for those in `conjectured` none better is known. `known` is
    the range and method of the proof.
    """

    level: Level
    moves: int
    pushes: int
    proved: tuple[str, ...]
    conjectured: tuple[str, ...]
    known: str
    solution: Callable[[], Iterator[str]]


@dataclass(frozen=True, slots=True)
class Family:
    """A family with one size parameter from `least` to `most`.

    Its solutions have the fewest moves and pushes up to size `proved_to`, the fewest pushes up to `pushes_proved_to`.
    """

    name: str
    summary: str
    parameter: str
    least: int
    most: int
    proved_to: int
    known: str
    level: Callable[[int], Level]
    moves: Callable[[int], int]
    pushes: Callable[[int], int]
    solution: Callable[[int], Iterator[str]]
    pushes_proved_to: int = 0

    def member(self, size: int) -> Member:
        """Return the member of a size. Raises `ValueError` if there is none.

        >>> FAMILIES["staggered"].member(6).conjectured, FAMILIES["fibonacci-classical"].member(9).proved
        ((), ('pushes',))
        """
        proved = OBJECTIVES if size <= self.proved_to else ("pushes",) if size <= self.pushes_proved_to else ()
        return Member(
            self.level(size),
            self.moves(size),
            self.pushes(size),
            proved,
            tuple(objective for objective in OBJECTIVES if objective not in proved),
            self.known,
            lambda: self.solution(size),
        )


FAMILIES = MappingProxyType(
    {
        family.name: family
        for family in (
            Family(
                "fibonacci",
                "a column of boxes to be let down and built up again; moves grow like 1.618^boxes",
                "boxes",
                fibonacci.LEAST,
                fibonacci.MOST,
                fibonacci.MOST,
                "proved for every size: 'sokospec prove fibonacci-moves-fewest fibonacci-pushes-fewest'",
                fibonacci.fibonacci_level,
                fibonacci.fibonacci_moves,
                fibonacci.fibonacci_pushes,
                fibonacci.fibonacci_solution,
            ),
            Family(
                "fibonacci-classical",
                "the same with both loose boxes on one level, which only even numbers of boxes solve",
                "pairs",
                fibonacci_classical.LEAST // 2,
                fibonacci_classical.MOST // 2,
                8,
                "proved by search for up to 8 pairs; beyond proved for pushes "
                "('sokospec prove fibonacci-classical-pushes-fewest'), otherwise conjectured",
                lambda pairs: fibonacci_classical.classical_level(2 * pairs),
                lambda pairs: fibonacci_classical.classical_moves(2 * pairs),
                lambda pairs: fibonacci_classical.classical_pushes(2 * pairs),
                lambda pairs: fibonacci_classical.classical_solution(2 * pairs),
                pushes_proved_to=fibonacci_classical.MOST // 2,
            ),
            Family(
                "staggered",
                "a column every other box of which belongs beside it; moves grow like 2.618^pairs",
                "pairs",
                staggered.LEAST,
                staggered.MOST,
                6,
                "proved by search for up to 6 pairs; conjectured beyond",
                staggered.staggered_level,
                staggered.staggered_moves,
                staggered.staggered_pushes,
                staggered.staggered_solution,
            ),
            Family(
                "rooms",
                "rooms in a row, each to be entered twice as often as the next one; moves grow like 2^rooms",
                "rooms",
                rooms.LEAST,
                rooms.MOST,
                rooms.MOST,
                "proved for every size: 'sokospec prove rooms-moves-fewest rooms-pushes-fewest'",
                rooms.rooms_level,
                rooms.rooms_moves,
                rooms.rooms_pushes,
                rooms.rooms_solution,
            ),
        )
    }
)
"""All families.

>>> FAMILIES["fibonacci"].member(7).moves
306
"""
