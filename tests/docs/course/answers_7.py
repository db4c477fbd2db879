"""Answers to the exercises of lesson 7: right ones and wrong ones, by number, and nonsense."""

from __future__ import annotations

from sokocourse.lesson_7 import GAME

EXACTLY_ONE = "exists x y z. (x or y or z)(not x or not y)(not x or not z)(not y or not z)"

MANY = "exists x y z. " + "(x)" * 50

RIGHT = (
    (1, "forall x exists y exists z. (x or not y)(not x or y)(z or x)"),
    (1, "forall u exists v forall w. (u or not v)(not u or v)(w or not w)"),
    (2, "110"),
    (3, EXACTLY_ONE),
    (4, "14"),
    (5, "8"),
    (6, "drrrrddldRuuullllddrdRddllululuuuUrrdrrrrdddLuruurrrddldL"),
)

NONSENSE = (
    "",
    " ",
    "x",
    "-1",
    "9" * 5000,
    "(" * 100_000,
    "forall",
    "exists x y z.",
    "exists x y z. (w)",
    "²",
    "()",
    "\0",
)

WRONG = (
    (1, "exists x y z. (x)(y)(z)"),
    (1, "forall x y exists z. (x)(y or z)"),
    (1, "forall x exists y. (x or not y)(not x or y)"),
    (1, "forall x exists y z. (x or not y)(not x or y)"),
    (1, GAME),
    (1, MANY),
    (2, "010"),
    (2, "101"),
    (2, "111"),
    (2, "1100"),
    (3, "exists x y z. (x or y or z)"),
    (3, EXACTLY_ONE.replace("exists x", "forall x")),
    (3, EXACTLY_ONE.replace("x y z", "x y z w")),
    (4, "13"),
    (4, "15"),
    (5, "4"),
    (5, "16"),
    (6, "dddd"),
    (6, "drrrrddldRuuu"),
)
