"""Gadgets, with automata that tests check by derivation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from sokogen.reductions.gadgets.automaton import Automaton
from sokogen.reductions.gadgets.gadget import Gadget


@dataclass(frozen=True, slots=True)
class _LibraryGadget:
    gadget: Gadget
    automaton: Automaton
    use: str


def _declare(name: str, use: str, table: str, **drawings: str) -> _LibraryGadget:
    return _LibraryGadget(Gadget.parse(name, drawings), Automaton.parse(table), use)


LATCH = _declare(
    "LATCH",
    "after a visit at O one of the tunnels I-B and C-A can be used, and not the other one before the next visit",
    """
s0: C->A [s2], C->C [s2], I->B [s1], I->I [s1]
s1: I->B, B->I, O->O [s0]
s2: C->A, A->C, O->O [s0]
""",
    s0="""
##A##B##
# $  $ #
#C#  #I#
###O####
""",
    s1="""
##A##B##
# $ $  #
#C#  #I#
###O####
""",
    s2="""
##A##B##
#  $ $ #
#C#  #I#
###O####
""",
)

DIODE = _declare(
    "DIODE",
    "one way from A to B; the player can jam it, and unjam it from the other side",
    """
way: A->B, A->A [jam]
jam: B->B [way]
""",
    way="""
######
##   #
# $  #
#A# ##
### B#
######
""",
)

TOGGLE = _declare(
    "TOGGLE",
    "who came in at A leaves there again before anybody else comes in",
    """
in: A->B [out], A->A [jam]
out: B->A [in], B->A [jam]
jam: B->B [in]
""",
    **{
        "in": """
######
#B ###
## ###
# $  #
#   $#
## # A
#    #
######
"""
    },
)

SH = _declare(
    "SH",
    "M is joined to the side, J or S, that was entered last",
    """
s0: J->M, M->J, S->M [s1], S->S [s1]
s1: S->M, M->S, J->M [s0], J->J [s0]
""",
    s0="""
#####
##  J
#  ##
M $##
##  #
### S
#####
""",
    s1="""
#####
##  J
# $##
M  ##
##  #
### S
#####
""",
)

AL = _declare(
    "AL",
    "a latch with a lane O-Z in the middle",
    """
s0: C->A [s2], C->C [s2], I->B [s1], I->I [s1], O->Z, Z->O
s1: I->B, B->I, O->O [s0], O->Z [s0]
s2: C->A, A->C, Z->O [s0], Z->Z [s0]
""",
    s0="""
##A#Z#I##
## # # ##
# $  $ ##
# # # ###
C # #   B
### #####
##O #####
#########
""",
    s1="""
##A#Z#I##
## # # ##
# $ $  ##
# # # ###
C # #   B
### #####
##O #####
#########
""",
    s2="""
##A#Z#I##
## # # ##
#  $ $ ##
# # # ###
C # #   B
### #####
##O #####
#########
""",
)

PLUG = _declare(
    "PLUG",
    "a box to be pushed out of the way once, from V",
    """
open: V->W, W->V
shut: V->V [open], V->W [open]
""",
    open="""
####
V $#
#W##
####
""",
    shut="""
####
V$ #
#W##
####
""",
)

DOOR = _declare(
    "DOOR",
    "X-Y shuts the way I-E, which a visit at O opens again",
    """
s0: I->E [s1], I->I [s1], O->O [s4], X->X [s2], X->X [s7], X->X [s8], X->Y [s7], X->Y [s8]
s1: E->I, I->E, O->O [s0], O->O [s4], O->O [s5], X->X [s0], X->X [s2], X->X [s3], X->X [s7], X->X [s8], X->Y [s7],
    X->Y [s8]
s2: I->E [s3], I->I [s3], O->O [s0], O->O [s4], X->X [s8], X->Y [s8]
s3: E->I, I->E, O->O [s0], O->O [s1], O->O [s2], O->O [s4], O->O [s5]
s4: I->E [s5], I->I [s5], X->X [s0], X->X [s2], X->X [s6], X->X [s7], X->X [s8], X->Y [s6], X->Y [s7], X->Y [s8]
s5: E->I, I->E, X->X [s0], X->X [s1], X->X [s2], X->X [s3], X->X [s4], X->X [s6], X->X [s7], X->X [s8], X->Y [s6],
    X->Y [s7], X->Y [s8]
s6: X->X [s0], X->X [s2], X->X [s4], X->X [s7], X->X [s8], X->Y, X->Y [s7], X->Y [s8], Y->X [s0], Y->X [s2],
    Y->X [s4], Y->X, Y->X [s7], Y->X [s8], Y->Y [s7], Y->Y [s8]
s7: O->O [s0], O->O [s4], O->O [s6], X->X [s0], X->X [s2], X->X [s8], X->Y, X->Y [s8], Y->X [s0], Y->X [s2], Y->X,
    Y->X [s8], Y->Y [s8]
s8: O->O [s0], O->O [s2], O->O [s4], O->O [s6], O->O [s7], X->Y, Y->X
""",
    s0="""
#########Y##E#########
######## $  $ ########
######## #  # ########
#        # ##        I
# ######## ###########
# ###             ####
X ### ########### ####
# #  $ ######### $  ##
# #$   #########   $##
#   # ########### #  O
###    #########    ##
######################
""",
)

LIBRARY: Mapping[str, _LibraryGadget] = MappingProxyType(
    {one.gadget.name: one for one in (LATCH, DIODE, TOGGLE, SH, AL, PLUG, DOOR)}
)
"""All gadgets by name."""
