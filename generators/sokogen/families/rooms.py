"""The rooms family: n rooms in a row, each to be entered twice as often as the next one; solutions grow like 2^n.

A room is a digit of a binary counter. From the outside it can only be entered at I, from the right. In the state of its
goal configuration the player can only come out at B, above, and leave the room shifted; then he may pass through to N,
on the left, and puts the room back. N is the next room's I. B of every room opens into one corridor, which leads back
to the first room. So the player comes to the far end, where a box waits to be pushed onto its goal, and all rooms are
as they were, when he has entered the first room 2^n times.

The room consists of gadgets of `sokogen.reductions.gadgets.library`: an AL as the memory, which a visit on the way to B
opens and a passage to N shuts again; a TOGGLE, so that the player can get at the memory from the other side, but does
not get through there; and two DIODEs, on the way to B. `docs/background/families.md` shows it, and how its automaton is
derived.
"""

from __future__ import annotations

from collections.abc import Iterator

from sokogen.families.recursive_solution import expanded, measured, pushes_in, require_size
from sokogen.reductions.gadgets.automaton import Automaton
from sokogen.reductions.gadgets.gadget import Gadget
from sokospec.board import Level

LEAST, MOST = 1, 40
"""The numbers of rooms for which there is a level here; with 40 the solution has 10 to the 14th moves."""

DRAWING = """
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
ROOM = Gadget.parse("ROOM", {"shut": DRAWING})
"""The room; what it does is derived from this drawing by `sokogen.reductions.gadgets.derivation`."""

TABLE = Automaton.parse(
    """
shut: I->B, I->B [open]
open: I->B, I->N [shut], I->N [jam]
jam: B->B [shut]
"""
)
"""What the room is declared to do. In `jam` the player left a box in the way; he can undo that from B."""

FIRST = "luuuLulldRddlldddLruuuluulUluurDrruu"
"""From I to B; the room was in its goal configuration and is open after that."""
SECOND = "ldlldLddrrddddlldlluururDllluRuuuuRldddddrruLdlddrrUrrdddllllllluuuuuuuruuRuulll"
"""From I through to N; the room is in its goal configuration again."""
START, END = "l", "L"
"""Into the first room; and after the last one, onto the last goal."""

STEP = ROOM.board.width - 1
"""A room has its port I in common with N of the room before."""


def rooms_level(n: int) -> Level:
    """Return the level with n rooms, the first one on the right; every box but one is on a goal.

    Raises `ValueError` unless 1 <= n <= 40.

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
    """Return the steps from B of the n-th room to where the player stood at the start.

    >>> len(way_back(2)) - len(way_back(1)) == STEP
    True
    """
    inward, out = ROOM.ports["I"], ROOM.ports["B"]
    return "u" + "r" * (STEP * n - out.column + 1) + "d" * (inward.row + 1)


def rooms_solution(n: int) -> Iterator[str]:
    """Yield a solution of the fewest moves and the fewest pushes, in pieces; memory and delay O(n).

    Raises `ValueError` unless 1 <= n <= 40.

    >>> sum(map(len, rooms_solution(3))) == rooms_moves(3)
    True
    """
    require_size("rooms", n, LEAST, MOST, "rooms")
    return expanded((n, END), parts)


def parts(n: int) -> tuple[str | int, ...]:
    """Return what S(n) consists of, the way through n rooms: steps, and S(n-1) twice, as the number n - 1.

    >>> parts(0)
    ('l',)
    >>> [part for part in parts(5) if isinstance(part, int)]
    [4, 4]
    """
    if n == 0:
        return (START,)
    return (n - 1, FIRST, way_back(n), n - 1, SECOND)


def rooms_moves(n: int) -> int:
    """Return the length of the solution, by counting the parts.

    >>> rooms_moves(1) == len(START + FIRST + way_back(1) + START + SECOND + END)
    True
    """
    require_size("rooms", n, LEAST, MOST, "rooms")
    return measured((n, END), parts, len)


def rooms_pushes(n: int) -> int:
    """Return the pushes of the solution, by counting the parts.

    >>> rooms_pushes(2) == 3 * sum(step.isupper() for step in FIRST + SECOND) + 1
    True
    """
    require_size("rooms", n, LEAST, MOST, "rooms")
    return measured((n, END), parts, pushes_in)
