"""Rooms family: a binary counter of n rooms, with solutions of about 2^n moves (docs/background/families.md)."""

from __future__ import annotations

from sokogen.families.recursive_solution import RecursiveSolution, require_size
from sokogen.reductions.gadgets.automaton import Automaton
from sokogen.reductions.gadgets.gadget import Gadget
from sokospec.board import Level

LEAST, MOST = 1, 40
"""The numbers of rooms for which there is a level here; with 40 the solution has 10 to the 14th moves."""

_DRAWING = """
#####B#####
##  # #####
##    #####
## $##   ##
###  #  $ #
#### ## # #
####    # #
N   # ### I
### # #   #
##  $ $ ###
## # # ####
#  # #   ##
# ## ### ##
# # $  # ##
# #   $# ##
# ## #   ##
# ##   # ##
# ###### ##
#        ##
###########
"""
ROOM = Gadget.parse("ROOM", {"shut": _DRAWING})
"""The room; what it does is derived from this drawing by `sokogen.reductions.gadgets.derivation`."""

TABLE = Automaton.parse(
    """
shut: I->B, I->B [open]
open: I->B, I->N [shut], I->N [jam]
jam: B->B [shut]
"""
)
"""The declared automaton. In `jam` the player left a box in the way, which he can undo from B."""

FIRST = "luuuLulldRddlldddLruuuluulUluurDrruu"
"""The way from I to B that opens a room in its goal configuration."""
SECOND = "ldlldLddrrddddlldlluururDllluRuuuuRldddddrruLdlddrrUrrdddllllllluuuuuuuruuRuulll"
"""The way from I to N that restores the goal configuration."""
START, END = "l", "L"
"""Into the first room; and after the last one, onto the last goal."""

STEP = ROOM.board.width - 1
"""The distance of rooms: a room shares its port I with N of the room before."""


def rooms_level(n: int) -> Level:
    """Return the level with n rooms from right to left.

    >>> len(rooms_level(3).boxes), len(rooms_level(3).boxes - rooms_level(3).goals)
    (19, 1)
    """
    require_size("rooms", n, LEAST, MOST, "rooms")
    room = str(ROOM).replace("$", "*")
    rows = []
    for number, row in enumerate(room.splitlines()):
        inside = "".join(" " if symbol in "INB" else symbol for symbol in row)
        here = number == ROOM.ports["I"].row
        left = "#.$" if here else "###"
        right = "@" if here else " " if number < ROOM.ports["I"].row else "#"
        rows.append(left + inside[0] + inside[1:] * n + right + "#")
    corridor = ROOM.ports["B"].column
    width = len(rows[0])
    top = ["#" * width, "#" * (3 + corridor) + " " * (width - 4 - corridor) + "#"]
    return Level.parse("\n".join([*top, *rows]))


def way_back(n: int) -> str:
    """Return the steps from B of room n to the start."""
    inward, out = ROOM.ports["I"], ROOM.ports["B"]
    return "u" + "r" * (STEP * n - out.column + 1) + "d" * (inward.row + 1)


def parts(n: int) -> tuple[str | int, ...]:
    """Return the parts of the way through n rooms; n - 1 stands for one room less.

    >>> parts(0)
    ('l',)
    >>> [part for part in parts(5) if isinstance(part, int)]
    [4, 4]
    """
    if n == 0:
        return (START,)
    return (n - 1, FIRST, way_back(n), n - 1, SECOND)


def _whole(n: int) -> tuple[str | int, ...]:
    require_size("rooms", n, LEAST, MOST, "rooms")
    return (n, END)


_SOLUTION = RecursiveSolution(_whole, parts)
"""A solution with the fewest moves and pushes for every number of rooms."""

rooms_solution, rooms_moves, rooms_pushes = _SOLUTION.steps, _SOLUTION.moves, _SOLUTION.pushes
