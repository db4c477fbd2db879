"""Staggered family: a Fibonacci column of which every other box belongs beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from sokogen.families import fibonacci
from sokogen.families.fibonacci import Side
from sokogen.families.recursive_solution import RecursiveSolution, require_size
from sokospec.board import Level

LEAST, MOST = 1, 29
"""The pairs of goals, one in the column and one beside it, for which there is a level here."""


_LAST = "rrDDrddLLdlUUUddrrruulD"
"""The last box but one goes up from the room, then the last one to its place in it."""


class SolutionPiece(NamedTuple):
    """Composite part of the solution.

    `column`: as in `fibonacci`. `open`: without its last column. `rest`: everything after the top box is in place.
    """

    kind: Literal["column", "open", "rest"]
    size: int
    end: Side = Side.RIGHT


def staggered_level(pairs: int) -> Level:
    """Return the level with 2 pairs + 3 boxes.

    >>> print(staggered_level(2))
     #####
     #@  #
     #*.$#
     # $ #
     #.* #
    ## *  #
    #  *  #
    #   * #
    ##  ###
     ####
    """
    require_size("staggered", pairs, LEAST, MOST, "pairs of goals")
    shaft = ["@--", "*.$", *["-$-", ".*-"] * (pairs - 1)]
    room = ["##-*--#", "#--*--#", "#---*-#", "##--###", "-####--"]
    return Level.parse("\n".join(["-#####-", *(f"-#{row}#-" for row in shaft), *room]))


def whole(pairs: int) -> tuple[str | SolutionPiece, ...]:
    """Return the parts of the whole solution.

    >>> [_SOLUTION.moves(pairs) for pairs in (1, 2, 3)]
    [63, 149, 359]
    """
    require_size("staggered", pairs, LEAST, MOST, "pairs of goals")
    if pairs == 1:
        return ("DDDRU", SolutionPiece("column", 3, Side.LEFT), "uuu" + _LAST)
    climb = "u" * (2 * pairs - 2) + "lluuurrDDL"
    return ("DDDRU", SolutionPiece("open", 2 * pairs + 1), climb, SolutionPiece("rest", pairs))


def parts(piece: SolutionPiece) -> tuple[str | SolutionPiece, ...]:
    """Return the parts of a piece."""
    kind, size, end = piece
    if kind == "column":
        return _as_pieces(fibonacci.parts(size, end))
    if kind == "rest":
        if size == 2:
            return ("dlDDRU", SolutionPiece("column", 3, Side.LEFT), "uuU" + _LAST)
        climb = "u" * (2 * size - 4) + "lluuUrrDDL"
        return ("dlDDRU", SolutionPiece("open", 2 * size - 1), climb, SolutionPiece("rest", size - 1))
    *opening, column = fibonacci.parts(size, Side.LEFT)
    assert isinstance(column, tuple)
    return (*_as_pieces(opening), *_as_pieces(fibonacci.parts(*column)[:2]))


def _as_pieces(steps: Sequence[str | tuple[int, Side]]) -> tuple[str | SolutionPiece, ...]:
    return tuple(part if isinstance(part, str) else SolutionPiece("column", *part) for part in steps)


_SOLUTION = RecursiveSolution(whole, parts)
"""A solution of every member, in pieces of at most 60 letters."""

staggered_solution, staggered_moves, staggered_pushes = _SOLUTION.steps, _SOLUTION.moves, _SOLUTION.pushes
