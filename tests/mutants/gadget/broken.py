"""Gadgets with one thing wrong, by hand and by machine: each by its drawings, to be refused as the gadget it was."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from sokogen.reductions.gadgets.gadget import Gadget, GadgetError


class Broken(NamedTuple):
    """A gadget of the library, what was done to it, the drawings, and a word of the refusal."""

    gadget: str
    what: str
    drawings: Mapping[str, str]
    refusal: str


DIODE = """
######
##   #
# $  #
#A# ##
### B#
######
"""
TOGGLE = """
######
#B ###
## ###
# $  #
#   $#
## # A
#    #
######
"""
SH = """
#####
##  J
#  ##
M $##
##  #
### S
#####
"""
AL = """
##A#Z#I##
## # # ##
# $  $ ##
# # # ###
C # #   B
### #####
##O #####
#########
"""
LATCH = "##A##B##\n# $  $ #\n#C#  #I#\n###O####"
PLUG = {"open": "####\nV $#\n#W##\n####", "shut": "####\nV$ #\n#W##\n####"}


def _exchanged(text: str, ports: str) -> str:
    return text.translate(str.maketrans(ports, ports[::-1]))


BY_HAND = (
    Broken("DIODE", "there is room above the jam", {"way": DIODE.replace("##   #", "#    #")}, "is not as declared"),
    Broken("DIODE", "a wall closes the way round", {"way": DIODE.replace("##   #", "### ##")}, "is not as declared"),
    Broken(
        "DIODE", "the box stands on the other side", {"way": DIODE.replace("# $  #", "#   $#")}, "is not as declared"
    ),
    Broken("DIODE", "two boxes", {"way": DIODE.replace("# $  #", "# $$ #")}, "is not as declared"),
    Broken(
        "DIODE", "the ports are exchanged", {"way": DIODE.translate(str.maketrans("AB", "BA"))}, "is not as declared"
    ),
    Broken(
        "DIODE",
        "the goal is where the box jams",
        {"way": DIODE.replace(" $ ", "$  "), "jam": DIODE},
        "is not as declared",
    ),
    Broken("LATCH", "tunnel I at the right end", {"s0": "##A##B##\n# $  $ I\n#C#  ###\n###O####"}, "onto ports"),
    Broken("LATCH", "a third box", {"s0": "##A##B##\n# $$ $ #\n#C#  #I#\n###O####"}, "is not as declared"),
    Broken("LATCH", "a box less", {"s0": "##A##B##\n# $    #\n#C#  #I#\n###O####"}, "is not as declared"),
    Broken("LATCH", "one square longer", {"s0": "##A###B##\n# $   $ #\n#C#   #I#\n###O#####"}, "is not as declared"),
    Broken("LATCH", "the boxes stand as in s1", {"s0": "##A##B##\n# $ $  #\n#C#  #I#\n###O####"}, "is not as declared"),
    Broken("SH", "a port where the box goes", {"s0": "##X##\n##  J\n#  ##\nM $##\n##  #\n### S\n#####"}, "onto ports"),
    Broken(
        "PLUG",
        "shut for good",
        {"open": "####\nV $#\n#W##\n####", "shut": "####\nV $#\n#W##\n####"},
        "shut is not as declared",
    ),
    Broken("PLUG", "no niche", {"open": "###\nV$#\n#W#"}, "is not as declared"),
    Broken("PLUG", "the box can be pushed out", {"open": "#####\nV$ X#\n#W###\n#####"}, "onto ports"),
    Broken(
        "DIODE", "no room at the end of the way round", {"way": DIODE.replace("##   #", "##  ##")}, "is not as declared"
    ),
    Broken("DIODE", "A beside the box", {"way": DIODE.replace("# $  #\n#A#", "A $  #\n###")}, "onto ports"),
    Broken("LATCH", "no dead end on the left", {"s0": LATCH.replace("# $  $", "##$  $")}, "is not as declared"),
    Broken(
        "LATCH", "O reached from one side alone", {"s0": "##A##B##\n# $  $ #\n#C## #I#\n####O###"}, "is not as declared"
    ),
    Broken("LATCH", "one square shorter", {"s0": "##A#B##\n# $ $ #\n#C# #I#\n###O###"}, "is not as declared"),
    Broken("LATCH", "C beside A", {"s0": LATCH.replace("#C#", "###").replace("##A", "#CA")}, "is not as declared"),
    Broken("LATCH", "the ports A and C are exchanged", {"s0": _exchanged(LATCH, "AC")}, "is not as declared"),
    Broken("TOGGLE", "a box less in the corner", {"in": TOGGLE.replace("#   $#", "#    #")}, "is not as declared"),
    Broken("TOGGLE", "a box less in the middle", {"in": TOGGLE.replace("# $  #", "#    #")}, "is not as declared"),
    Broken("TOGGLE", "a third box", {"in": TOGGLE.replace("# $  #", "# $$ #")}, "is not as declared"),
    Broken(
        "TOGGLE",
        "the second box one square to the left",
        {"in": TOGGLE.replace("#   $#", "#  $ #")},
        "is not as declared",
    ),
    Broken(
        "TOGGLE",
        "the way round the boxes is walled up",
        {"in": TOGGLE.replace("#    #", "##   #").replace("## # A", "#### A")},
        "is not as declared",
    ),
    Broken("TOGGLE", "A beside the second box", {"in": TOGGLE.replace("## # A", "##   A")}, "onto ports"),
    Broken(
        "TOGGLE", "room below B, so that boxes come back", {"in": TOGGLE.replace("## ###", "#  ###")}, "may come back"
    ),
    Broken("TOGGLE", "the ports are exchanged", {"in": _exchanged(TOGGLE, "AB")}, "is not as declared"),
    Broken("SH", "a second box", {"s0": SH.replace("#  ##", "# $##")}, "is not as declared"),
    Broken("SH", "a wall between M and J", {"s0": SH.replace("#  ##", "## ##")}, "is not as declared"),
    Broken("SH", "the ports J and S are exchanged", {"s0": _exchanged(SH, "JS")}, "is not as declared"),
    Broken("SH", "room beside J, so that boxes come back", {"s0": SH.replace("##  J", "#   J")}, "may come back"),
    Broken("AL", "the middle lane is walled up", {"s0": AL.replace("## # # ##", "## ### ##")}, "is not as declared"),
    Broken("AL", "no wall between A and Z", {"s0": AL.replace("## # # ##", "##   # ##")}, "onto ports"),
    Broken("AL", "no wall between Z and I", {"s0": AL.replace("## # # ##", "## #   ##")}, "onto ports"),
    Broken("AL", "a box less", {"s0": AL.replace("# $  $ ##", "# $    ##")}, "is not as declared"),
    Broken("AL", "the boxes side by side", {"s0": AL.replace("# $  $ ##", "#  $$  ##")}, "is not as declared"),
    Broken("AL", "the ports O and Z are exchanged", {"s0": _exchanged(AL, "OZ")}, "is not as declared"),
    Broken(
        "PLUG",
        "it opens from W",
        {name: _exchanged(one, "VW") for name, one in PLUG.items()},
        "shut is not as declared",
    ),
)


def changed(gadget: Gadget) -> Iterator[tuple[str, Gadget]]:
    """Yield every gadget that differs in one square (wall and floor), or has one box more, less or elsewhere.

    The change is made in all drawings; what is no gadget any more is left out.
    """
    drawings = {name: gadget.drawing(boxes).splitlines() for name, boxes in gadget.configurations.items()}
    first = next(iter(drawings.values()))
    for row in range(len(first)):
        for column in range(len(first[0])):
            for old, new in ("# ", " #", "#$", " $", "$ "):
                if any(lines[row][column] == old for lines in drawings.values()):
                    texts = {name: "\n".join(_with(lines, row, column, old, new)) for name, lines in drawings.items()}
                    try:
                        yield f"row {row}, column {column}: {old!r} is {new!r}", Gadget.parse(gadget.name, texts)
                    except GadgetError:
                        continue


def _with(lines: list[str], row: int, column: int, old: str, new: str) -> list[str]:
    line = lines[row]
    if line[column] != old:
        return lines
    return [*lines[:row], line[:column] + new + line[column + 1 :], *lines[row + 1 :]]
