"""Answers to the exercises of lesson 8: right ones and wrong ones, by number, and nonsense."""

from __future__ import annotations

ONE_STRING = "##########\n#@$     .#\n##########"

ROOM = "#####\n#@  #\n# $ #\n#  .#\n#####"

RIGHT = {
    1: ["50"],
    2: ["97"],
    3: [ONE_STRING],
    4: ["H 0; CX 0 1; CX 1 2", "H 1; CX 1 0; CX 1 2; Z 2", "H 2; H 0; CZ 0 2; H 0; CX 2 1;"],
    5: ["5"],
    6: ["80"],
}

NONSENSE = ("H", "H 3", "CX 0 0", "H -1", "H ²", ";;")

WRONG = {
    1: ["49", "51", "64"],
    2: ["96", "50"],
    3: [
        ROOM,
        ROOM.replace(".", " "),
        ONE_STRING.replace("  .#", ".  #"),
        "#" * 10 + ("\n#" + " " * 8 + "#") * 9 + "\n#@$    . #\n" + "#" * 10,
    ],
    4: ["H 0; CX 0 1", "H 0; H 1; H 2", "X 0; X 1; X 2"],
    5: ["4", "6"],
    6: ["40", "41"],
}

TOO_LARGE = {4: ["H 0; " * 11 + "CX 0 1"]}
