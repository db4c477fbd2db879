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

RIGHT = (
    (1, "dRurD"),
    (1, "rDldR"),
    (2, "no"),
    (3, "400#|#@$.395-#|400#"),
    (4, "9"),
    (5, CLOSED),
    (6, "######\n#@   #\n#.$$.#\n######"),
)

NONSENSE = ("", "   ", "abc", "9" * 50, "0", "-1", "#####\n#@$ #", "🙂", "()" * 40, "yes no", "#" * 100_000)

WRONG = (
    (1, "dR"),
    (1, "dRurd"),
    (2, "yes"),
    (2, "maybe"),
    (3, "5#|#@$.#|5#"),
    (3, "#" * 31),
    (3, "99999999#|#@$.99999994-#|9999#"),
    (4, "8"),
    (4, "10"),
    (5, CLOSED.replace("3 : 19 @ 7\n", "")),
    (5, CLOSED.replace("claim unsolvable", "claim optimal pushes 2")),
    (5, CLOSED.replace("#@---#", "#@--##")),
    (5, "sokospec certificate 1"),
    (6, "######\n#@ $.#\n#.$  #\n######"),
    (6, "######\n#@  .#\n# .$$#\n######"),
    (6, "#####\n#@$.#\n#####"),
    (6, "########\n#@     #\n#.$$.  #\n#      #\n########"),
)
