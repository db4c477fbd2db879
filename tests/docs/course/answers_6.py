"""Answers to the exercises of lesson 6: right ones and wrong ones, by number, and nonsense."""

from __future__ import annotations

from sokogen.reductions.gadgets.gadget import FLIPPED, TURNED
from sokogen.reductions.gadgets.library import DIODE

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

RIGHT = (
    (1, "O->O I->B"),
    (1, "O->O, I->B, B->I, I->B"),
    (2, "2,3"),
    (3, ONE_WAY),
    (4, "2,2"),
    (4, "2, 5"),
    (5, "n"),
    (5, " ln "),
)

NONSENSE = ("", " ", "x", "-1,2", "99,0", "1,2,3", "9" * 5000, "#" * 100_000, "A->", "²,³", "####\n#@$#\n####", "\0")

WRONG = (
    (1, "I->B"),
    (1, "C->A"),
    (1, "O->O"),
    (1, "O->O I->B " * 20),
    (2, "0,0"),
    (2, "2,2"),
    (2, "3,2"),
    (3, DIODE.gadget.drawing()),
    (3, DIODE.gadget.moved(TURNED).drawing()),
    (3, DIODE.gadget.moved(FLIPPED).drawing()),
    (3, ONE_WAY.translate(str.maketrans("AB", "BA"))),
    (3, ONE_WAY.replace("##   ##", "#    ##")),
    (3, ONE_WAY.replace("A", " ")),
    (3, OPEN),
    (3, PLAIN),
    (3, "\n".join(["########", "A $  $ #", "# $  $ #", "#  $   B", "########"])),
    (4, "2,3"),
    (4, "3,3"),
    (5, "dw"),
    (5, "e"),
)
