"""Classical Fibonacci family, with both loose boxes on one level; only even sizes are solvable.

After one push the solution is that of `fibonacci` reflected, up to the box in the room.

>>> print(classical_level(6))
 #####
 # + #
 #$.$#
## * #
#  * ##
#  *  #
#  *  #
###  ##
  ####
"""

from __future__ import annotations

from typing import NamedTuple

from sokogen.families import fibonacci
from sokogen.families.fibonacci import Side
from sokogen.families.recursive_solution import RecursiveSolution, require_size
from sokospec.board import Level

LEAST, MOST = 4, fibonacci.MOST
"""The sizes for which there is a level here; only the even ones can be solved."""

_REFLECT = str.maketrans("lrLR", "rlRL")


class ClassicalColumn(NamedTuple):
    """Reflected column of `fibonacci`; `end` is the side before reflection.

    The `first` column finds the box in the room in the middle, the `last` one leaves it there.
    """

    size: int
    end: Side
    first: bool = False
    last: bool = False


def classical_level(n: int) -> Level:
    """Return the level with n boxes."""
    require_size("classical Fibonacci", n, LEAST, MOST, "boxes")
    rows = ["-#####-"]
    for above_the_last, middle in zip(range(n - 1, -1, -1), ["-+-", "$.$", *["-*-"] * (n - 2)], strict=True):
        left = "#-" if above_the_last < 3 else "##" if above_the_last == 3 else "-#"
        right = "-#" if above_the_last < 2 else "##" if above_the_last == 2 else "#-"
        rows.append(left + middle + right)
    return Level.parse("\n".join([*rows, "###--##", "--####-"]))


def whole(n: int) -> tuple[str | ClassicalColumn, ...]:
    """Return the parts of the whole solution.

    >>> [_SOLUTION.moves(n) for n in (4, 6, 8, 10)]
    [48, 170, 494, 1346]
    """
    if not LEAST <= n <= MOST or n % 2:
        raise ValueError(f"the classical Fibonacci family is solvable for even numbers from {LEAST} to {MOST}, not {n}")
    opening, *rest = parts(ClassicalColumn(n, Side.RIGHT, first=True, last=True))
    assert isinstance(opening, str) and opening.startswith("dl")
    return ("lD" + opening[2:], *rest)


def parts(column: ClassicalColumn) -> tuple[str | ClassicalColumn, ...]:
    """Return the parts of a column's solution."""
    size, end, first, last = column
    if size == 3 and last:
        return ("dddrUruLulllddR", "UluR")
    plain = list(fibonacci.parts(size, end))
    made: list[str | ClassicalColumn] = []
    for place, part in enumerate(plain):
        if not isinstance(part, str):
            made.append(ClassicalColumn(*part, first and place == 1, last and place == len(plain) - 1))
        else:
            made.append(part.translate(_REFLECT))
    if size == 4 and first:  # the box in the room stands one square nearer: the player walks where else he pushes
        made[0] = "dllddrRU"
    return tuple(made)


_SOLUTION = RecursiveSolution(whole, parts)
"""A solution of every member with an even number of boxes, in pieces of at most 40 letters."""

classical_solution, classical_moves, classical_pushes = _SOLUTION.steps, _SOLUTION.moves, _SOLUTION.pushes
