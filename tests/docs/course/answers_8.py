"""Answers to the exercises of lesson 8: right ones and wrong ones, by number, and nonsense."""

from __future__ import annotations

ONE_STRING = "##########\n#@$     .#\n##########"

ROOM = "#####\n#@  #\n# $ #\n#  .#\n#####"

RIGHT = (
    (1, "50"),
    (2, "97"),
    (3, ONE_STRING),
    (4, "H 0; CX 0 1; CX 1 2"),
    (4, "H 1; CX 1 0; CX 1 2; Z 2"),
    (4, "H 2; H 0; CZ 0 2; H 0; CX 2 1;"),
    (5, "5"),
    (6, "80"),
)

NONSENSE = (
    "",
    " ",
    "x",
    "-1",
    "9" * 5000,
    "#" * 100_000,
    "H",
    "H 3",
    "CX 0 0",
    "H -1",
    "H ²",
    ";;",
    "#####\n#@ .#\n#####",
)

WRONG = (
    (1, "49"),
    (1, "51"),
    (1, "64"),
    (2, "96"),
    (2, "50"),
    (3, ROOM),
    (3, ROOM.replace(".", " ")),
    (3, ONE_STRING.replace("  .#", ".  #")),
    (3, "#" * 10 + ("\n#" + " " * 8 + "#") * 9 + "\n#@$    . #\n" + "#" * 10),
    (4, "H 0; CX 0 1"),
    (4, "H 0; H 1; H 2"),
    (4, "X 0; X 1; X 2"),
    (4, "H 0; " * 11 + "CX 0 1"),
    (5, "4"),
    (5, "6"),
    (6, "40"),
    (6, "41"),
)
