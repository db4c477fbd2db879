"""The cases of rules.json about the metrics; `makers` says how they are written.

The figures stand in the order moves, pushes, box lines, box changes, pushing sessions, player lines.
"""

from __future__ import annotations

from conformance.makers import replayed

ONE = "#####|#@$.#|#####"
TWO = "######|#@$ .#|######"
LONG = "########|#@$   .#|########"
ROOM = "#######|#     #|#@$.  #|#######"
WIDE = "########|#      #|#@$    #|#     .#|#      #|########"
SIDES = "#######|#.$@$.#|#######"
LINE = "##########|#.$  @  $.#|##########"
BACK_TO_BACK = "######|# .  #|# $  #|#@$. #|######"
FOUR = "#######|# @   #|# $ $ #|#     #|# . . #|#######"
THREE = "########|#@     #|# $$$  #|#      #|# ...  #|########"

CASES = [
    # The empty play, and a level that is solved at the start.
    replayed("no-step-on-solved-level", "M1 M2 M3 M4 M5 M6", "#####|#@* #|#####", "", "VALID", "0 0 0 0 0 0"),
    replayed("no-step-on-unsolved-level", "M1 M2 M3 M4 M5 M6", ONE, "", "0 A2", "0 0 0 0 0 0"),
    replayed("no-legal-step", "M1 M6", ONE, "uuu", "0 T1", "0 0 0 0 0 0"),
    replayed("solved-level-and-a-walk", "M1 M6", "#####|#@* #|#   #|#####", "dr", "VALID", "2 0 0 0 0 2"),
    # Moves and player lines alone.
    replayed("one-move", "M1 M6", ROOM, "u", "1 A2", "1 0 0 0 0 1"),
    replayed("moves-in-a-line", "M1 M6", ROOM, "urrr", "4 A2", "4 0 0 0 0 2"),
    replayed("moves-to-and-fro", "M6", ROOM, "udud", "4 A2", "4 0 0 0 0 4"),
    replayed("moves-in-stairs", "M6", WIDE, "ddrrur", "6 A2", "6 0 0 0 0 4"),
    # The first action is a push.
    replayed("first-action-a-push", "M2 M3 M4 M5 M6", ONE, "R", "VALID", "1 1 1 1 1 1"),
    replayed("first-push-then-push", "M2 M3 M4 M5 M6", TWO, "RR", "VALID", "2 2 1 1 1 1"),
    replayed("four-pushes-in-a-line", "M2 M3 M4 M5 M6", LONG, "RRRR", "VALID", "4 4 1 1 1 1"),
    replayed("push-then-moves", "M1 M6", ONE, "Rl", "VALID", "2 1 1 1 1 2"),
    replayed("push-then-move-on-and-back", "M1 M6", TWO, "RRlrl", "VALID", "5 2 1 1 1 4"),
    # A move first: walking and pushing the same way is one player line.
    replayed("move-then-push-same-direction", "M5 M6", "#######|#@ $.##|#######", "rR", "VALID", "2 1 1 1 1 1"),
    replayed("moves-then-pushes", "M5 M6", "########|#@  $ .#|########", "rrRR", "VALID", "4 2 1 1 1 1"),
    replayed("move-then-push-other-direction", "M6", "####|#@ #|##$#|##.#|####", "rD", "VALID", "2 1 1 1 1 2"),
    # The same box again, after a walk.
    replayed("same-box-same-direction-after-a-walk", "M3 M4 M5", TWO, "RlrR", "VALID", "4 2 1 1 2 3"),
    replayed("same-box-same-direction-after-a-long-walk", "M3 M4 M5", WIDE, "RulddruR", "8 A2", "8 2 1 1 2 7"),
    replayed("same-box-three-sessions-one-line", "M3 M4 M5", LONG, "RlrRlrRR", "VALID", "8 4 1 1 3 5"),
    replayed("same-box-other-direction-after-a-walk", "M3 M4 M5", WIDE, "RRRRurD", "VALID", "7 5 2 1 2 4"),
    replayed("same-box-opposite-direction", "M3 M4 M5", ROOM, "RRurrdL", "VALID", "7 3 2 1 2 5"),
    replayed("same-box-there-and-back-and-there", "M3 M4 M5", ROOM, "RRurrdLulldR", "12 A2", "12 4 3 1 3 9"),
    replayed(
        "same-box-around-a-corner",
        "M3 M4 M5",
        "######|#   .#|#    #|#@$  #|#    #|######",
        "RRdrUU",
        "VALID",
        "6 4 2 1 2 4",
    ),
    replayed("same-box-square-left-and-entered-again", "M3 M4", WIDE, "RurrdLulldR", "11 A2", "11 3 3 1 3 9"),
    # Two boxes back to back: one session.
    replayed("two-boxes-back-to-back", "M3 M4 M5 M6", BACK_TO_BACK, "RU", "VALID", "2 2 2 2 1 2"),
    replayed(
        "two-boxes-back-to-back-then-first-again",
        "M3 M4 M5",
        "#######|# .   #|# $   #|#@$ . #|#     #|#######",
        "RUdR",
        "VALID",
        "4 3 3 3 2 4",
    ),
    replayed(
        "two-boxes-back-to-back-down", "M3 M4 M5 M6", "######|#@$. #|# $  #|# .  #|######", "RD", "VALID", "2 2 2 2 1 2"
    ),
    replayed(
        "two-boxes-back-to-back-long-lines",
        "M3 M4 M5",
        "#######|# .   #|#     #|# $   #|#@$ . #|#######",
        "RUUddR",
        "VALID",
        "6 4 3 3 2 4",
    ),
    # Another box, with and without moves between.
    replayed("other-box-opposite-direction", "M3 M4 M5 M6", SIDES, "LrR", "VALID", "3 2 2 2 2 2"),
    replayed("other-box-same-direction", "M3 M4 M5", FOUR, "DurrD", "5 A2", "5 2 2 2 2 4"),
    replayed("other-box-same-direction-long", "M3 M4 M5", FOUR, "DDuurrDD", "VALID", "8 4 2 2 2 4"),
    replayed("other-box-long-walk-in-line", "M4 M5 M6", LINE, "llLrrrrrR", "VALID", "9 2 2 2 2 2"),
    # Coming back to a box.
    replayed("first-box-again-same-direction", "M3 M4 M5", FOUR, "DurrDulldD", "10 A2", "10 3 3 3 3 7"),
    replayed("boxes-in-turn", "M3 M4 M5", FOUR, "DurrDulldDuurrdD", "VALID", "16 4 4 4 4 10"),
    replayed("three-boxes-in-turn", "M3 M4 M5", THREE, "rDurDurDulldDurDurD", "VALID", "19 6 6 6 6 17"),
    replayed("measured-up-to-an-upper-case-move", "M3 M4 M5", SIDES, "LrRlL", "4 P2", "4 2 2 2 2 3"),
    # Solved states and goals change nothing.
    replayed("through-a-solved-state", "M2 M3 M5", "########|#@$.   #|########", "RRR", "3 A2", "3 3 1 1 1 1"),
    replayed("on-and-off-and-on", "M3 M4 M5", ROOM, "RRurrdL", "VALID", "7 3 2 1 2 5"),
    replayed("hidden-box-never-counts", "M2 M4", "########|#@$ .#*#|########", "RR", "VALID", "2 2 1 1 1 1"),
    # A play that fails is measured up to the failure.
    replayed("measured-up-to-the-wall", "M1 M6", ROOM, "RRuuu", "3 T1", "3 2 1 1 1 2"),
    replayed("measured-up-to-the-wrong-case", "M1 M2", TWO, "Rlr", "3 A2", "3 1 1 1 1 3"),
    replayed("measured-up-to-the-blocked-box", "M2 M5", LONG, "RRRRR", "4 T4", "4 4 1 1 1 1"),
    replayed("measured-up-to-no-letter", "M1 M6", ROOM, "ul?", "1 T1", "1 0 0 0 0 1"),
]
