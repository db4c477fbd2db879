"""Drawing of `sokogen.reductions.gadgets.crossover`; a test compares them.

Letters are ports, `$` boxes on goals, `-` floor.
"""

from __future__ import annotations

from functools import cache
from types import MappingProxyType

from sokogen.reductions.gadgets.crossover import crossover_network
from sokogen.reductions.layout.parts import LayoutPart, PlacedTile, PortWay, gadget_part, squares_of
from sokospec.board import Direction, Square
from sokospec.transform.symmetry import Symmetry

_DRAWING = """
---------------N#########----########
-##############-----------#-#########
-######----##############$---########
-#####--##-##############--$-########
-#####-###-################-#########
-----#-#----------------###---#######
####-#-#-##############-#####-#######
###-$--$-##############-#####---#--#-
###-#-#-###############-#####-#--$---
###-#-#-###############-#####-###--#-
###-#-#---#############-#####-###-$--
###-#--##-######----###---###-#####-#
W-#-##-#---------#-###--#-###-#####-E
#-#-#--$-####-##$---#-$##--##-#####-#
#-#-#---###-$--#--$-#----#-##-#####-#
#-#--######--#-###-##--#-#-##-#####-#
#--#----#--$---###--####-#-##-#####-#
##-#-##---#--#-####-####-#-##-#####-#
##-#---########--------#-#-##-#####-#
#--###--####----######-#-#-##-#####-#
-$####$---#--#########-#-#-##-#####-#
----#--##---$#########-$--$-#-#####-#
--#---######--#########-#-#-#-#####-#
#############--####-----#-#---#####-#
##############-####-#####-###-#####-#
#############--####-#####--##-#####-#
#########---#-#####------#----#####-#
#########-#-$--#########--#########-#
#########S##---##########-----------#
"""

_TILES = """
tn 011 0 24
ln 011 3 1
te 100 7 31
dn 011 11 5
qe 011 11 15
de 100 12 21
qn 110 13 9
n 001 18 4
dw 100 19 0
e 000 19 10
le 001 19 20
ds 010 25 11
"""
"""Name; transposed, rows flipped, columns flipped; row and column of the corner."""

_OUTWARD = {"W": Direction.LEFT, "N": Direction.UP, "E": Direction.RIGHT, "S": Direction.DOWN}


@cache
def crossover_part() -> LayoutPart:
    """Return the crossover.

    >>> part = crossover_part()
    >>> part.height, part.width, len(part.tiles)
    (29, 37, 12)
    """
    rows = _DRAWING.strip("\n").splitlines()
    tile = {one.name: one for one in crossover_network().tiles}
    tiles = []
    for line in _TILES.split("\n")[1:-1]:
        name, bits, row, column = line.split()
        tiles.append(PlacedTile(tile[name], Symmetry(*(bit == "1" for bit in bits)), int(row), int(column)))
    inside = {square for placed in tiles for square in squares_of(placed).values()}
    corridor = set()
    ports = {}
    for i, text in enumerate(rows):
        for j, symbol in enumerate(text):
            square = Square(i, j)
            if symbol != "#" and square not in inside:
                corridor.add(square)
            if symbol in _OUTWARD:
                ports[symbol] = PortWay(square, _OUTWARD[symbol])
    return LayoutPart(len(rows), len(rows[0]), frozenset(corridor), tuple(tiles), MappingProxyType(ports))


CROSSOVER = "CROSSOVER"


def part_of(kind: str) -> LayoutPart:
    """Return the crossover, or the part of a kind of gadgets."""
    return crossover_part() if kind == CROSSOVER else gadget_part(kind)
