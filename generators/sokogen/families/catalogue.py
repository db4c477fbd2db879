"""Families of levels with long solutions, by name: what `sokospec generate` offers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import MappingProxyType

from sokogen.families import fibonacci, fibonacci_classical, rooms, staggered
from sokospec.board import Level


@dataclass(frozen=True, slots=True)
class Member:
    """A level of a family: what its solution measures, and the solution in pieces.

    `optimal` says for which objectives no solution is better, as far as that is known; `known` says how.
    """

    level: Level
    moves: int
    pushes: int
    optimal: tuple[str, ...]
    known: str
    solution: Callable[[], Iterator[str]]


@dataclass(frozen=True, slots=True)
class Family:
    """A family: its members are given by one number, which `parameter` names, from `least` to `most`."""

    name: str
    summary: str
    parameter: str
    least: int
    most: int
    member: Callable[[int], Member]


def _fibonacci(n: int) -> Member:
    return Member(
        fibonacci.fibonacci_level(n),
        fibonacci.fibonacci_moves(n),
        fibonacci.fibonacci_pushes(n),
        ("pushes", "moves", "pushes-moves", "moves-pushes"),
        "by search for up to 14 boxes; conjectured beyond",
        lambda: fibonacci.fibonacci_solution(n),
    )


def _fibonacci_classical(pairs: int) -> Member:
    n = 2 * pairs
    return Member(
        fibonacci_classical.classical_level(n),
        fibonacci_classical.classical_moves(n),
        fibonacci_classical.classical_pushes(n),
        ("pushes", "moves", "pushes-moves", "moves-pushes"),
        "by search for up to 12 boxes; conjectured beyond",
        lambda: fibonacci_classical.classical_solution(n),
    )


def _staggered(pairs: int) -> Member:
    return Member(
        staggered.staggered_level(pairs),
        staggered.staggered_moves(pairs),
        staggered.staggered_pushes(pairs),
        ("pushes", "moves", "pushes-moves", "moves-pushes"),
        "by search for up to 5 pairs; conjectured beyond",
        lambda: staggered.staggered_solution(pairs),
    )


def _rooms(n: int) -> Member:
    return Member(
        rooms.rooms_level(n),
        rooms.rooms_moves(n),
        rooms.rooms_pushes(n),
        ("pushes", "moves", "pushes-moves", "moves-pushes"),
        "proved for every size: 'sokospec prove rooms-moves-fewest rooms-pushes-fewest'",
        lambda: rooms.rooms_solution(n),
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
                _fibonacci,
            ),
            Family(
                "fibonacci-classical",
                "the same with both loose boxes on one level, which only even numbers of boxes solve",
                "pairs",
                fibonacci_classical.LEAST // 2,
                fibonacci_classical.MOST // 2,
                _fibonacci_classical,
            ),
            Family(
                "staggered",
                "a column every other box of which belongs beside it; moves grow like 2.618^pairs",
                "pairs",
                staggered.LEAST,
                staggered.MOST,
                _staggered,
            ),
            Family(
                "rooms",
                "rooms in a row, each to be entered twice as often as the next one; moves grow like 2^rooms",
                "rooms",
                rooms.LEAST,
                rooms.MOST,
                _rooms,
            ),
        )
    }
)
"""All families.

>>> FAMILIES["fibonacci"].member(7).moves
306
"""
