"""Answers to the exercises of lesson 7: right ones and wrong ones, by number, and nonsense."""

from __future__ import annotations

from sokocourse.lesson_7 import GAME

EXACTLY_ONE = "exists x y z. (x or y or z)(not x or not y)(not x or not z)(not y or not z)"

MANY = "exists x y z. " + "(x)" * 50

ENDS_IN_11 = """\
states: go one two yes
alphabet: 0 1 x
start: go
accept: yes
go 0 -> go x R
go 1 -> one x R
one 0 -> go x R
one 1 -> two x R
two 0 -> go x R
two 1 -> two x R
two x -> yes x S
"""

RIGHT = {
    1: [
        "forall x exists y exists z. (x or not y)(not x or y)(z or x)",
        "forall u exists v forall w. (u or not v)(not u or v)(w or not w)",
    ],
    2: ["110"],
    3: [EXACTLY_ONE],
    4: ["13"],
    5: ["8"],
    6: ["drrrrddldRuuullllddrdRddllululuuuUrrdrrrrdddLuruurrrddldL"],
    7: [ENDS_IN_11],
    8: ["yes", " Yes"],
}

NONSENSE = ("forall", "exists x y z.", "exists x y z. (w)", "()")

WRONG = {
    1: [
        "exists x y z. (x)(y)(z)",
        "forall x y exists z. (x)(y or z)",
        "forall x exists y. (x or not y)(not x or y)",
        "forall x exists y z. (x or not y)(not x or y)",
        GAME,
    ],
    2: ["010", "101", "111", "1100"],
    3: [
        "exists x y z. (x or y or z)",
        EXACTLY_ONE.replace("exists x", "forall x"),
        EXACTLY_ONE.replace("x y z", "x y z w"),
    ],
    4: ["12", "14"],
    5: ["4", "16"],
    6: ["dddd", "drrrrddldRuuu"],
    7: [
        ENDS_IN_11.replace(right, wrong)
        for right, wrong in {
            "two x -> yes": "one x -> yes",
            "two yes": "two three yes",
            "two 0 -> go": "two 0 -> two",
        }.items()
    ],
    8: ["no", "perhaps"],
}

TOO_LARGE = {1: [MANY]}
