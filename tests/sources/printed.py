"""The levels, strings, solutions and numbers that the five sources print, each with where it stands.

ShenMian's tutorial is under CC-BY 4.0; its special levels are by the authors named here.
"""

from __future__ import annotations

BOXWORLD_XSB = """\
;Level 1
__###___
__#.#___
__#-####
###$-$.#
#.-$@###
####$#__
___#.#__
___###__
Title: Boxworld 1
Author: Thinking Rabbit
"""
"""Tutorial, "Level", XSB; the level is by Thinking Rabbit."""

BOXWORLD_SOK = """\
Boxworld 1

__###___
__#.#___
__#-####
###b-b.#
#.-bp###
####b#__
___#.#__
___###__

Author: Thinking Rabbit
"""
"""Tutorial, "Level", Sok."""

BOXWORLD_MF8 = """\
[soko=8,8]
__HHH___
__H.H___
__H_HHHH
HHH$_$.H
H._$aHHH
HHHH$H__
___H.H__
___HHH__
[/soko]
"""
"""Tutorial, "Level", MF8."""

RUN_LENGTH_LEVEL = "###\n#.###\n#*$ #\n# @ #\n#####\n"
RUN_LENGTH_LINES = "3#\n#.3#\n#*$-#\n#--@#\n5#\n"
RUN_LENGTH_BARS = "3#|#.3#|#*$-#|#--@#|5#|"
"""Tutorial, "Level": a level and its run lengths, which draw the player one column further to the right."""

SASQUATCH_41 = """\
   #####
   #   #
 ###   ########
##  ***    # # #
 #  * *    ## # #####
##  ***   ## # ##   ##
 ###   #### # # #   #
   #   # # # ####$ $###
  ##   ## # ##  $...$ ##
   ##### # ##    .@.  #
        # # #   $...$ ##
         ########$ $###
                #   #
                #####
"""
"""Tutorial, "Level": boxes out of reach; Sasquatch 41 by David W. Skinner."""

STEAMING_HOT = """\
  #      #
 #   #  #
  # #  #
   # #  #
  #   #  #
 #   #  #
  # #  #
-
##########
#........####
# $$$$$$$#  #
#.$......#  #
# $$$$$$ #  #
#......$+#  #
#$$$$$$$ #  #
#        ####
##########
"""
"""Tutorial, "Level": a row of floor alone; "Steaming Hot" by David Buchweitz."""

NO_WALLS = "* ** *\n  **\n**@$.*\n  **\n* ** *\n"
"""Tutorial, "Level": no outer wall; by Rincewind."""

TWO_OUTER_WALLS = (" ###\n#@$.#\n ###\n", "#####\n#@$.#\n#####\n")
"""Tutorial, "Normalization": the same level with two forms of the outer wall."""

AGGRESSIVE_FROM, AGGRESSIVE_TO = "#####\n#@$.#\n#####\n", "###\n#@#\n###\n"
"""Tutorial, "Normalization": what becomes of the simplest level, by steps that may change the solution."""

GRAPH_LEVEL = "######\n# @$.#\n######\n"
"""Tutorial, "Solver": three states, with steps l, r, R between them."""

WALKING_AREA = "#####\n#   ###\n#  @$.#\n#######\n"
"""Tutorial, "Solver": walks left of the box lead nowhere."""

CORNERS = (
    "######\n#   $#\n#.@  #\n######\n",
    "    ###\n#####$#\n#@   .#\n#######\n",
    "###\n#$#\n###\n",
)
"""lifecheckpoint: boxes in corners. The first and second are closed and given a player, the third has no way out."""

ALLEY_1 = "   ###\n   # #\n   # #\n   # #\n####$####\n# @    .#\n#########\n"
ALLEY_2 = "######\n#    #\n#    #\n#    #\n#### #\n   # #\n####$####\n# @    .#\n#########\n"
"""lifecheckpoint: a dead alley, and one that is said to be none."""

ONE_SIDE_1 = "#####\n#   #\n#  $#\n#. @#\n#####\n"
ONE_SIDE_2 = "####\n#  #\n# $#\n#  #######\n#@      .#\n##########\n"
ONE_SIDE_3 = "####\n#  ###\n#    #\n#  ###\n# $#\n#  #######\n#@      .#\n##########\n"
"""lifecheckpoint: boxes at one wall. The first is given a player."""

LINK = "http://sokoban.ws/sokoplayer/?w=4&h=9&lvl=HHHH|H__H|H__H|H__H|H__H|HH$H|_HaH|_H.H|_HHH"
"""Yang Chao, paths of one box: a level as a link."""

FORMULA = "forall x exists y exists z. (x or y)(z)"
"""Yang Chao, Sokoban is PSPACE-complete: a formula, in the notation of `sokospec reduce qbf`."""

SOLUTION_306 = """
ldDDRUldDDRUdddlUluRurrrddLLUdrruulDlddlUluRuuurrDDLUrdrddLLUlldR
drUrruulDuullDDRUdddlUluRurrrddLLUdrruulDlddlUluRuuuuurrDDLUrdDDL
UrdrddLLUlldRdrUrruulDuullDDRUdddlUluRurrrddLLUlldRdrUrruulDuuuul
lDDRUldDDRUdddlUluRurrrddLLUdrruulDlddlUluRuuurrDDLUdrrddLLUlldRd
rUrruulDuullDDRUdddlUluRurrrddLLUlldRdrUrruulD
"""
SOLUTION_308 = SOLUTION_306.replace("lldRdrUrruulD\n", "drruulDlddlUluR\n")
"""Yang Chao, exponentially long solutions: the two solutions for seven boxes; they differ in their last steps."""

FIRST_SIX, THEN_ELEVEN = "ldDDRU", "uuuuurrDDLU"
"""The same: the first steps for seven boxes, and those between the two shorter columns."""

GLOSSARY = {"求解器": "solver", "解决方案": "solution", "解": "solution", "动作": "action", "容器": "collection"}
"""Tutorial, "Glossary"."""
