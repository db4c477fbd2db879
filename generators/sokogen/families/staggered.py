"""The staggered family: a column as in the Fibonacci family, every other box of which belongs beside it.

A search over shafts that repeat two rows found it. The column starts whole, with one loose box beside its top. To push
a box out to its goal at the side, the column under it has to be let down, which ends the way back up one solution
short: so the lengths are sums of those of the Fibonacci family.
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
    """A part of the solution that consists of parts.

    `column`: as in `sokogen.families.fibonacci`. `open`: the same, ending on the left, without the last column in it,
    and with the loose box of that left where it is. `rest`: all after the uppermost box of the column is where it
    belongs.
    """

    kind: Literal["column", "open", "rest"]
    size: int
    end: Side = Side.RIGHT


def staggered_level(pairs: int) -> Level:
    """Return the level with so many pairs of goals in the shaft, and 2 pairs + 3 boxes.

    Raises `ValueError` unless 1 <= pairs <= 29.

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
    """Return what the solution consists of.

    >>> [part.kind if isinstance(part, Piece) else part for part in whole(3)]
    ['DDDRU', 'open', 'uuuulluuurrDDL', 'rest']
    """
    if pairs == 1:
        return ("DDDRU", Piece("column", 3, Side.LEFT), "uuu" + LAST)
    climb = "u" * (2 * pairs - 2) + "lluuurrDDL"
    return ("DDDRU", Piece("open", 2 * pairs + 1), climb, Piece("rest", pairs))


def parts(piece: Piece) -> tuple[str | Piece, ...]:
    """Return what a piece consists of.

    >>> [part.size if isinstance(part, Piece) else part for part in parts(Piece("rest", 4))]
    ['dlDDRU', 7, 'uuuulluuUrrDDL', 3]
    """
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
    """Return the moves of the solution, by counting the parts.

    >>> staggered_moves(29)
    24037269502637
    """
    require_size("staggered", pairs, LEAST, MOST, "pairs of goals")
    return measured(whole(pairs), parts, len)


def staggered_pushes(pairs: int) -> int:
    """Return the pushes of the solution, by counting the parts.

    >>> [staggered_pushes(pairs) for pairs in (1, 2, 3, 4, 5)]
    [21, 51, 123, 305, 775]
    """
    require_size("staggered", pairs, LEAST, MOST, "pairs of goals")
    return measured(whole(pairs), parts, pushes_in)


def _named(steps: Sequence[str | tuple[int, Side]]) -> tuple[str | Piece, ...]:
    return tuple(part if isinstance(part, str) else Piece("column", *part) for part in steps)
