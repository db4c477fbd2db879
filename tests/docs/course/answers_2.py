"""Answers to the exercises of lesson 2: right ones and wrong ones, by number, and nonsense."""

from __future__ import annotations

LONG = "######\n#  *.#\n# $###\n# @###\n######"

RIGHT = {
    1: ["62930388553940", "62,930,388,553,940"],
    2: ["39"],
    3: ["262144"],
    4: [LONG, "#######\n#   *.#\n# $####\n# @####\n#######"],
    5: ["50000(du)dRurD", "dRurD49999(ud)u"],
    6: ["-4"],
}

NONSENSE = ("0", "yes", "9(9(9(9(9(u)))))", "(((((", "99999999999(ud)", "u" * 20)

WRONG = {
    1: ["62930388553928", "38893119051543"],
    2: ["38", "40"],
    3: ["131072", "8"],
    4: ["#####\n#@$.#\n#####", "#####\n#@$ #\n#  .#\n#####", "########\n#@  $ .#\n#      #\n########"],
    5: ["dRurD", "50000(du)dR", "50000(du)dRurDdddddddddd"],
    6: ["4", "8"],
}

TOO_LARGE = {5: ["90000(dru)", "999999(du)dRurD"]}
