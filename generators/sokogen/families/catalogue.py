"""Families by name, for `sokospec generate`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import MappingProxyType

from sokogen.families import fibonacci, fibonacci_classical, rooms, staggered
from sokospec.answer import EXACT
from sokospec.board import Level

OBJECTIVES = tuple(map(str, EXACT))
"""Objectives of optimal solutions; optimal for pushes and for moves implies both lexicographic orders."""


@dataclass(frozen=True, slots=True)
class Member:
    """Level of a family and its solution, optimal for `proved`.

    `known` is the range and method of the proof.
    """

    level: Level
    moves: int
    pushes: int
    proved: tuple[str, ...]
    conjectured: tuple[str, ...]
    known: str
    solution: Callable[[], Iterator[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """Family with one size parameter.

    The fewest moves and pushes are proved up to size `proved_to`, pushes up to `pushes_proved_to`.
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
        """Return the member of a size, or raise `ValueError`.

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
                name="fibonacci",
                summary="a column of boxes to be let down and built up again; moves grow like 1.618^boxes",
                parameter="boxes",
                least=fibonacci.LEAST,
                most=fibonacci.MOST,
                proved_to=fibonacci.MOST,
                known="proved for every size: 'sokospec prove fibonacci-moves-fewest fibonacci-pushes-fewest'",
                level=fibonacci.fibonacci_level,
                moves=fibonacci.fibonacci_moves,
                pushes=fibonacci.fibonacci_pushes,
                solution=fibonacci.fibonacci_solution,
            ),
            Family(
                name="fibonacci-classical",
                summary="a variant of fibonacci for even numbers of boxes",
                parameter="pairs",
                least=fibonacci_classical.LEAST // 2,
                most=fibonacci_classical.MOST // 2,
                proved_to=8,
                known="proved by search for up to 8 pairs; beyond proved for pushes "
                "('sokospec prove fibonacci-classical-pushes-fewest'), otherwise conjectured",
                level=lambda pairs: fibonacci_classical.classical_level(2 * pairs),
                moves=lambda pairs: fibonacci_classical.classical_moves(2 * pairs),
                pushes=lambda pairs: fibonacci_classical.classical_pushes(2 * pairs),
                solution=lambda pairs: fibonacci_classical.classical_solution(2 * pairs),
                pushes_proved_to=fibonacci_classical.MOST // 2,
            ),
            Family(
                name="staggered",
                summary="a column of which every second box has its goal beside it; moves grow like 2.618^pairs",
                parameter="pairs",
                least=staggered.LEAST,
                most=staggered.MOST,
                proved_to=6,
                known="proved by search for up to 6 pairs; conjectured beyond",
                level=staggered.staggered_level,
                moves=staggered.staggered_moves,
                pushes=staggered.staggered_pushes,
                solution=staggered.staggered_solution,
            ),
            Family(
                name="rooms",
                summary="rooms in a row, each to be entered twice as often as the next one; moves grow like 2^rooms",
                parameter="rooms",
                least=rooms.LEAST,
                most=rooms.MOST,
                proved_to=rooms.MOST,
                known="proved for every size: 'sokospec prove rooms-moves-fewest rooms-pushes-fewest'",
                level=rooms.rooms_level,
                moves=rooms.rooms_moves,
                pushes=rooms.rooms_pushes,
                solution=rooms.rooms_solution,
            ),
        )
    }
)
"""All families.

>>> FAMILIES["fibonacci"].member(7).moves
306
"""
