"""The Fibonacci family: n boxes in a column, and a solution that grows like the golden ratio to the n.

After Picokosmos 17 by Aymeric du Peloux, as analysed by Yang Chao. A column of boxes stands under the uppermost goals,
with two loose boxes beside its top, one on either side, one row apart. To bring a loose box in, the column has to be
let down, which needs the columns one and two boxes shorter to be solved first: so the moves obey a recurrence of
Fibonacci's kind. No solution has fewer moves or fewer pushes (`sokoproof.theorems.fibonacci_fewest`).
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from sokogen.families.recursive_solution import expanded, measured, pushes_in, require_size
from sokospec.board import Level

LEAST, MOST = 4, 60
"""The sizes for which there is a level here; with 60 boxes the solution has 10 to the 13th moves."""


class Side(StrEnum):
    """On which side of the column the player comes to stand at the end."""

    LEFT = "left"
    RIGHT = "right"


def fibonacci_level(n: int) -> Level:
    """Return the level with n boxes; growing by one adds a row and swaps the sides of the two loose boxes.

    Raises `ValueError` unless 4 <= n <= 60.

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


def fibonacci_solution(n: int, end: Side = Side.RIGHT) -> Iterator[str]:
    """Yield the solution S(n) in pieces of at most 40 letters; none has fewer moves or pushes.

    S(n) solves n boxes. It lets the column down beside the lower loose box: pushes that box two rows down, the box
    under the column's top out to the other side, and the top up. It solves the column of n - 2 so that the player ends
    on that side, climbs up there past n - 2 squares, does the same beside the upper loose box, and solves the column of
    n - 1. `end` is the side of the column where the player stands at the very end; the left takes two moves more.
    Raises `ValueError` unless 4 <= n <= 60. Memory O(n), time O(moves).

    >>> [sum(map(len, fibonacci_solution(n))) for n in (4, 5, 6, 7)]
    [59, 106, 181, 306]
    """
    require_size("Fibonacci", n, LEAST, MOST, "boxes")
    return expanded([(n, end)], _parts)


def parts(n: int, end: Side) -> tuple[str | tuple[int, Side], ...]:
    """Return what S(n) consists of: steps, and shorter columns with the side where the player ends.

    >>> parts(7, Side.RIGHT)
    ('dlDDRU', (5, <Side.LEFT: 'left'>), 'uuuuu', 'rrDDLU', (6, <Side.RIGHT: 'right'>))
    """
    if n == 3:
        return ("dddlUluRurrrddLLU", *parts_of_the_end(end))
    if n % 2:
        first, then, last = "dlDDRU", (n - 2, Side.LEFT), "rrDDLU"
    else:
        first, then, last = "drDDLU", (n - 2, Side.RIGHT), "llDDRU"
    climb = ("u" * (n - 2), last, (n - 1, end))
    if n == 4:  # two boxes under the top: the first of them needs no letting down
        return ("drrddLLU", *parts_of_the_end(Side.RIGHT), *climb)
    return (first, then, *climb)


def parts_of_the_end(end: Side) -> tuple[str]:
    """Return the steps that push the last box of a column up, from one side or the other."""
    return ("lldRdrUrruulD",) if end is Side.RIGHT else ("drruulDlddlUluR",)


def fibonacci_moves(n: int, end: Side = Side.RIGHT) -> int:
    """Return the length of the solution, by counting the parts.

    >>> fibonacci_moves(25)
    1884936
    """
    require_size("Fibonacci", n, LEAST, MOST, "boxes")
    return measured([(n, end)], _parts, len)


def fibonacci_pushes(n: int) -> int:
    """Return the pushes of the solution, by counting the parts.

    >>> fibonacci_pushes(7)
    102
    """
    require_size("Fibonacci", n, LEAST, MOST, "boxes")
    return measured([(n, Side.RIGHT)], _parts, pushes_in)


def _parts(column: tuple[int, Side]) -> tuple[str | tuple[int, Side], ...]:
    return parts(*column)
