"""Answers to the exercises of lesson 3: right ones and wrong ones, by number, and nonsense."""

from __future__ import annotations

COUNTER = """\
states: inc back yes
alphabet: 0 1 < >
start: inc
accept: yes
inc < -> inc < R
inc 1 -> inc 0 R
inc 0 -> back 1 L
inc > -> yes > S
back 0 -> back 0 L
back 1 -> back 1 L
back < -> inc < R
"""

RIGHT = {
    1: ["17496"],
    2: ["265650"],
    3: [COUNTER],
    4: ["######\n#+.. #\n#$$$ #\n#    #\n######"],
    5: ["101000"],
    6: ["7 3", "7, 3"],
}

NONSENSE = ("0", "7", "7 x", "yes")

WRONG = {
    1: ["729", "4374"],
    2: ["12650", "316250"],
    3: [
        COUNTER.replace("inc > -> yes > S\n", ""),
        COUNTER.replace("inc 1 -> inc 0 R", "inc 1 -> yes 0 R"),
        COUNTER.replace("inc > -> yes > S", "inc > -> inc > S"),
        COUNTER.replace("alphabet: 0 1 < >", "alphabet: 0 1 <"),
        COUNTER + "back 1 -> yes 1 S\n",
        COUNTER.replace("states: inc back yes", "states: inc back yes a b"),
    ],
    4: [
        "#####\n#@$.#\n#####",
        "######\n#+.  #\n# $$ #\n#    #\n######",
        "########\n#+..   #\n# $$$  #\n#      #\n########",
    ],
    5: ["010111", "10100"],
    6: ["8 4", "7 4"],
}
