"""Answers to the exercises of lesson 5: right ones and wrong ones, by number, and nonsense."""

from __future__ import annotations

from sokocourse.lesson_5 import GUESS

EQUAL = """\
states: a z0 z1 end yes
alphabet: 0 1 x
start: a
accept: yes
a 0 -> z0 0 S
a 1 -> z1 1 S
z0 0 -> z0 0 R
z0 1 -> z0 1 R
z0 0 -> end x R
z1 0 -> z1 0 R
z1 1 -> z1 1 R
z1 1 -> end x R
end x -> yes x S
"""

SLOW = """\
states: s t yes
alphabet: 0 1
start: s
accept: yes
s 0 -> s 1 L
s 1 -> t 1 L
t 1 -> s 0 R
t 0 -> yes 1 S
"""

RIGHT = {
    1: ["972"],
    2: ["000011", "101011"],
    3: [EQUAL],
    4: ["1 2 4 7 9"],
    5: [SLOW],
    6: ["10"],
}

NONSENSE = ("1 2 x", "states: a\nalphabet: 0\nstart: a")

WRONG = {
    1: ["971", "243"],
    2: ["0110", "000000", "000012"],
    3: [
        GUESS,
        EQUAL.replace("z0 0 -> end x R", "z0 0 -> end 0 R").replace("end x", "end 0"),
        EQUAL.replace("states: a", "states: a b c d"),
    ],
    4: ["1 2 4", "1 3 4", "1 2 4 7 9 9"],
    5: [SLOW.replace("s 0 -> s 1 L", "s 0 -> yes 1 L"), SLOW.replace("t 0 -> yes 1 S", "t 0 -> t 0 S"), GUESS],
    6: ["4", "16"],
}
