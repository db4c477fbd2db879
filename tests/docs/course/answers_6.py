"""Answers to the exercises of lesson 6: right ones and wrong ones, by number, and nonsense."""

from __future__ import annotations

from reductions.gadget_symmetry import FLIPPED, TURNED, transform
from sokogen.reductions.gadgets.library import LIBRARY

ONE_WAY = """\
#######
##   ##
# $  ##
# # ###
#A#  B#
#######
"""

OPEN = """\
#####
A $ B
## ##
#####
"""

PLAIN = """\
######
A    B
##$###
######
"""

RIGHT = {
    1: ["O->O I->B", "O->O, I->B, B->I, I->B", "O->O I->B " * 20],
    2: ["2,3"],
    3: [ONE_WAY],
    4: ["2,2", "2, 5"],
    5: ["n", " ln "],
    6: ["4,2", "4, 1"],
}

NONSENSE = ("-1,2", "99,0", "1,2,3", "A->", "²,³", "####\n#@$#\n####")

WRONG = {
    1: ["I->B", "C->A", "O->O"],
    2: ["0,0", "2,2", "3,2"],
    3: [
        LIBRARY["DIODE"].gadget.drawing(),
        transform(LIBRARY["DIODE"].gadget, TURNED).drawing(),
        transform(LIBRARY["DIODE"].gadget, FLIPPED).drawing(),
        ONE_WAY.translate(str.maketrans("AB", "BA")),
        ONE_WAY.replace("##   ##", "#    ##"),
        ONE_WAY.replace("A", " "),
        OPEN,
        PLAIN,
        "\n".join(["########", "A $  $ #", "# $  $ #", "#  $   B", "########"]),
    ],
    4: ["2,3", "3,3"],
    5: ["dw", "e"],
    6: ["1,1", "3,4", "2,1", "0,0"],
}
