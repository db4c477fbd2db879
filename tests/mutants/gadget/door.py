"""A large gadget that no reduction uses: a door. X-Y shuts the way I-E, which a visit at O opens again."""

from __future__ import annotations

from sokogen.reductions.gadgets.automaton import Automaton
from sokogen.reductions.gadgets.gadget import Gadget

DOOR = Gadget.parse(
    "DOOR",
    {
        "s0": """
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
"""
    },
)
DOOR_TABLE = Automaton.parse("""
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
""")
