"""Fibonacci family: n boxes in a column, solved in about the golden ratio to the n moves.

After Picokosmos 17 by Aymeric du Peloux, as analysed by Yang Chao. See docs/background/families.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from sokogen.families.recursive_solution import RecursiveSolution, require_size
from sokospec.board import Level

LEAST, MOST = 4, 60
"""The sizes for which there is a level here; with 60 boxes the solution has 10 to the 13th moves."""


class Side(StrEnum):
    """The player's final side of the column."""

    LEFT = "left"
    RIGHT = "right"


def fibonacci_level(n: int) -> Level:
    """Return the level with n boxes.

    >>> print(fibonacci_level(6))
     #####
     # + #
     #$. #
     # *$##
    ## *  #
    #  *  #
    #   * #
    ##  ###
     ####
    """
    require_size("Fibonacci", n, LEAST, MOST, "boxes")
    upper, lower = ("$.-", "-*$") if n % 2 == 0 else ("-.$", "$*-")
    column = ["-+-", upper, lower, *["-*-"] * (n - 4)]
    rows = ["-#####-"]
    for above_the_last, middle in zip(range(n - 1, 0, -1), column, strict=True):
        left = {1: "#-", 2: "##"}.get(above_the_last, "-#")
        right = {1: "-#", 2: "-#", 3: "##"}.get(above_the_last, "#-")
        rows.append(left + middle + right)
    return Level.parse("\n".join([*rows, "#---*-#", "##--###", "-####--"]))


def parts(n: int, end: Side) -> tuple[str | tuple[int, Side], ...]:
    """Return the parts of S(n): steps, and shorter columns.

    >>> parts(7, Side.RIGHT)
    ('dlDDRU', (5, <Side.LEFT: 'left'>), 'uuuuu', 'rrDDLU', (6, <Side.RIGHT: 'right'>))
    """
    if n == 3:
        return ("dddlUluRurrrddLLU", *_parts_of_the_end(end))
    if n % 2:
        first, then, last = "dlDDRU", (n - 2, Side.LEFT), "rrDDLU"
    else:
        first, then, last = "drDDLU", (n - 2, Side.RIGHT), "llDDRU"
    climb = ("u" * (n - 2), last, (n - 1, end))
    if n == 4:  # two boxes under the top: the first of them needs no letting down
        return ("drrddLLU", *_parts_of_the_end(Side.RIGHT), *climb)
    return (first, then, *climb)


def _parts_of_the_end(end: Side) -> tuple[str]:
    return ("lldRdrUrruulD",) if end is Side.RIGHT else ("drruulDlddlUluR",)


def _solution(end: Side) -> RecursiveSolution[tuple[int, Side]]:
    def whole(n: int) -> tuple[tuple[int, Side]]:
        require_size("Fibonacci", n, LEAST, MOST, "boxes")
        return ((n, end),)

    return RecursiveSolution(whole, lambda column: parts(*column))


_SOLUTIONS = {end: _solution(end) for end in Side}
"""The optimal solutions S(n), in pieces of at most 40 letters, by the player's final side."""


def fibonacci_solution(n: int, end: Side = Side.RIGHT) -> Iterator[str]:
    """Yield the optimal solution S(n).

    >>> [sum(map(len, fibonacci_solution(n))) for n in (4, 5, 6, 7)]
    [59, 106, 181, 306]
    """
    return _SOLUTIONS[end].steps(n)


def fibonacci_moves(n: int, end: Side = Side.RIGHT) -> int:
    """Return the moves; ending on the left takes two more."""
    return _SOLUTIONS[end].moves(n)


def fibonacci_pushes(n: int) -> int:
    """Return the pushes."""
    return _SOLUTIONS[Side.RIGHT].pushes(n)
