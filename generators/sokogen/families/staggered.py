"""The staggered family: a Fibonacci column of which every other box belongs beside it.

Found by a search over shafts that repeat two rows. Pushing a box out to its side goal requires letting the column below
it down, so lengths are sums of those of the Fibonacci family.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from sokogen.families import fibonacci
from sokogen.families.fibonacci import Side
from sokogen.families.recursive_solution import expanded, measured, pushes_in, require_size
from sokospec.board import Level

LEAST, MOST = 1, 29
"""The pairs of goals, one in the column and one beside it, for which there is a level here."""


LAST = "rrDDrddLLdlUUUddrrruulD"
"""The last box but one goes up from the room, and then the last one to its place in it."""


class Piece(NamedTuple):
    """A composite part of the solution.

    `column`: as in `fibonacci`. `open`: a column solved ending on the left, without its last column. `rest`: everything
    after the top box is in place.
    """

    kind: Literal["column", "open", "rest"]
    size: int
    end: Side = Side.RIGHT


def staggered_level(pairs: int) -> Level:
    """Return the level with `pairs` pairs of goals and 2 pairs + 3 boxes. Raises `ValueError` unless 1 <= pairs <= 29.

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


def staggered_solution(pairs: int) -> Iterator[str]:
    """Yield a solution in pieces of at most 60 letters; memory O(pairs), time O(moves).

    Raises `ValueError` unless 1 <= pairs <= 29.

    >>> [sum(map(len, staggered_solution(pairs))) for pairs in (1, 2, 3)]
    [63, 149, 359]
    """
    require_size("staggered", pairs, LEAST, MOST, "pairs of goals")
    return expanded(whole(pairs), parts)


def whole(pairs: int) -> tuple[str | Piece, ...]:
    """Return the parts of the whole solution."""
    if pairs == 1:
        return ("DDDRU", Piece("column", 3, Side.LEFT), "uuu" + LAST)
    climb = "u" * (2 * pairs - 2) + "lluuurrDDL"
    return ("DDDRU", Piece("open", 2 * pairs + 1), climb, Piece("rest", pairs))


def parts(piece: Piece) -> tuple[str | Piece, ...]:
    """Return the parts of a piece."""
    kind, size, end = piece
    if kind == "column":
        return _named(fibonacci.parts(size, end))
    if kind == "rest":
        if size == 2:
            return ("dlDDRU", Piece("column", 3, Side.LEFT), "uuU" + LAST)
        climb = "u" * (2 * size - 4) + "lluuUrrDDL"
        return ("dlDDRU", Piece("open", 2 * size - 1), climb, Piece("rest", size - 1))
    *opening, column = fibonacci.parts(size, Side.LEFT)
    assert isinstance(column, tuple)
    return (*_named(opening), *_named(fibonacci.parts(*column)[:2]))


def staggered_moves(pairs: int) -> int:
    """Return the moves of the solution, computed from its parts."""
    require_size("staggered", pairs, LEAST, MOST, "pairs of goals")
    return measured(whole(pairs), parts, len)


def staggered_pushes(pairs: int) -> int:
    """Return the pushes of the solution, computed from its parts."""
    require_size("staggered", pairs, LEAST, MOST, "pairs of goals")
    return measured(whole(pairs), parts, pushes_in)


def _named(steps: Sequence[str | tuple[int, Side]]) -> tuple[str | Piece, ...]:
    return tuple(part if isinstance(part, str) else Piece("column", *part) for part in steps)
