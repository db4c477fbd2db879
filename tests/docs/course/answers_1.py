"""Answers to the exercises of lesson 1: right ones and wrong ones, by number, and nonsense."""

from __future__ import annotations

CLOSED = """\
sokospec certificate 1
claim unsolvable
level 5 6
######
#@---#
#.#$-#
#----#
######
forwards
0 : 15 @ 7
1 : 9 @ 7
1 : 21 @ 7
2 : 8 @ 7
2 : 10 @ 7
2 : 20 @ 7
2 : 22 @ 7
3 : 7 @ 8
3 : 19 @ 7
start
end
"""

RIGHT = {
    1: ["dRurD", "rDldR"],
    2: ["no"],
    3: ["400#|#@$.395-#|400#"],
    4: ["9"],
    5: [CLOSED],
    6: ["######\n#@   #\n#.$$.#\n######"],
}

NONSENSE = ("0", "()" * 40, "yes no")

WRONG = {
    1: ["dR", "dRurd"],
    2: ["yes", "maybe"],
    3: ["5#|#@$.#|5#", "#" * 31, "99999999#|#@$.99999994-#|9999#"],
    4: ["8", "10"],
    5: [
        CLOSED.replace("3 : 19 @ 7\n", ""),
        CLOSED.replace("claim unsolvable", "claim optimal pushes 2"),
        CLOSED.replace("#@---#", "#@--##"),
        "sokospec certificate 1",
    ],
    6: [
        "######\n#@ $.#\n#.$  #\n######",
        "######\n#@  .#\n# .$$#\n######",
        "#####\n#@$.#\n#####",
        "########\n#@     #\n#.$$.  #\n#      #\n########",
    ],
}
