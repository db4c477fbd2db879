"""The fast checker says of areas what the reference checker says: a right certificate, and one fault of each kind."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from dataclasses import asdict

import pytest

from sokospec.certificates.verify import Verification, verify
from sokoverify import verify as verify_fast

AREAS = """\
sokospec certificate 2
claim at-least pushes 5
level 6 7
#######
#@.-###
#--##-#
#-$--##
#.$---#
#######
forwards
prices 1 : 0 1
area 2 by 1 : 9 16 29 33
outside 3 in 2 : 8
dead : 15 22 @ 8
2 : 22 30 @ 29
2 : 23 30 @ 8
dead : 24 30 @ 8
dead : 24 31 @ 8
dead : 30 31 @ 8
dead : 30 32 @ 33
dead : 31 32 @ 33
inside 4 in 2 by 3 : 20
1 : none @ 8
9 : none @ 19
9 : 9 @ 10
9 : 9 @ 19
9 : 16 @ 19
1 : 29 @ 8
9 : 29 @ 19
9 : 33 @ 8
9 : 33 @ 19
9 : 9 16 @ 8
9 : 9 16 @ 10
9 : 9 16 @ 19
9 : 9 33 @ 8
9 : 9 33 @ 10
9 : 9 33 @ 19
9 : 16 29 @ 19
9 : 16 33 @ 8
9 : 16 33 @ 19
9 : 29 33 @ 8
9 : 29 33 @ 19
start : 4
end
"""
"""The prices give 2 pushes; two more are wasted outside, and one inside."""

NOT_RULED_OUT = "a state where play begins is not in the set, and no fact rules it out"
LOWERS = r"one push {}, from \(\d, \d\) to \(\d, \d\), lowers an excess too much"
OUTSIDE, INSIDE = LOWERS.format("outside"), LOWERS.format("inside")
ALL_IN = "a state inside has its boxes in the area, and the player on another square"

WRONG = [
    ("certificate 2", "certificate 1", "a certificate with groups, potentials or areas begins with the line .*"),
    ("pushes 5", "pushes 6", NOT_RULED_OUT),
    ("start : 4", "start : 1", NOT_RULED_OUT),
    ("start : 4", "start : 2", "there is no earlier fact 2 that bounds the pushes of a state"),
    ("by 3 : 20", ": 20", NOT_RULED_OUT),
    # Area.
    ("area 2 by 1", "area 2", "an area rests on one fact, which has its prices"),
    ("area 2 by 1", "area 2 by 1 1", "an area rests on one fact, which has its prices"),
    ("area 2 by 1", "area 2 by 3", "there is no earlier fact 3 with prices of all boxes forwards, not of moves"),
    ("area 2 by 1", "area back 2 by 1", "a fact 'area' holds only forwards"),
    ("area 2 by 1", "area 2 in 1 by 1", "an area is not on the board of another fact"),
    ("area 2 by 1", "area 1 by 1", "fact 1 comes after fact 1: numbers must increase"),
    ("16 29 33", "16 33 29", "squares must be in increasing order"),
    ("16 29 33", "16 33", "an area has all goals"),
    ("16 29 33", "14 29 33", "square 14 is not floor"),
    ("prices 1", "prices back 1", "there is no earlier fact 1 with prices of all boxes forwards, not of moves"),
    ("prices 1 : 0 1", "prices 1 : 0 0", INSIDE),
    # Outside.
    ("outside 3 in 2", "outside 3", "the fact is not in an area"),
    ("outside 3 in 2", "outside 3 in 1", "the fact is not in an area"),
    ("outside 3 in 2", "outside 3 in 2 by 1", "outside rests on no other fact"),
    ("outside 3 in 2", "outside back 3 in 2", "a fact 'outside' holds only forwards"),
    ("outside 3 in 2", "outside 2 in 2", "fact 2 comes after fact 2: numbers must increase"),
    ("16 29 33\n", "15 16 29 33\n", "a group outside has a box in the area"),
    ("dead : 15 22 @ 8", "dead : 22 @ 8", "a group has at least 2 boxes"),
    ("2 : 22 30", "0 : 22 30", "'0' is not a number from 1 upwards"),
    ("2 : 22 30", "none : 22 30", "'none' is not a number from 1 upwards"),
    ("2 : 22 30", "3 : 22 30", OUTSIDE),
    ("2 : 22 30", "dead : 22 30", OUTSIDE),
    ("2 : 23 30", "3 : 23 30", OUTSIDE),
    ("2 : 23 30 @ 8", "2 : 23 30 @ 23", "a pattern has boxes and a player on different floor squares"),
    ("dead : 31 32 @ 33", "dead : 29 30 @ 8", "a group outside has a box in the area"),
    ("dead : 31 32 @ 33", "dead : 26 32 @ 33", "square 26 is not floor"),
    # Inside.
    ("inside 4 in 2 by 3", "inside 4 by 3", "the fact is not in an area"),
    ("inside 4 in 2 by 3", "inside 4 in 3 by 3", "the fact is not in an area"),
    ("inside 4 in 2 by 3", "inside 4 in 2 by 2", "there is no earlier fact 2 outside the same area"),
    ("inside 4 in 2 by 3", "inside 4 in 2 by 4", "there is no earlier fact 4 outside the same area"),
    ("inside 4 in 2 by 3", "inside 4 in 2 by 3 3", "inside rests on one fact outside at most"),
    ("inside 4 in 2 by 3", "inside back 4 in 2 by 3", "a fact 'inside' holds only forwards"),
    (
        "inside 4 in 2 by 3",
        "area 4 by 1 : 9 29\ninside 5 in 4 by 3",
        "there is no earlier fact 3 outside the same area",
    ),
    ("1 : none @ 8", "dead : none @ 8", "'dead' is not a number from 1 upwards"),
    ("1 : none @ 8", "0 : none @ 8", "'0' is not a number from 1 upwards"),
    ("1 : none @ 8", "1 :  @ 8", "'' is not a number from 0 upwards"),
    ("1 : none @ 8", "1 : none", "a pattern has boxes, '@' and the player's square"),
    ("1 : none @ 8", "1 : none @ 7", "square 7 is not floor"),
    ("1 : none @ 8", "1 : nine @ 8", "'nine' is not a number from 0 upwards"),
    ("1 : none @ 8", "2 : none @ 8", INSIDE),
    ("1 : none @ 8", "1 : none @ 8\n2 : none @ 8", INSIDE),
    ("1 : none @ 8", "1 : 9 29 @ 8", "a state inside has an excess where it is solved"),
    ("1 : none @ 8", "1 : 9 22 @ 8", ALL_IN),
    ("1 : none @ 8", "1 : 9 16 @ 9", ALL_IN),
    ("9 : none @ 19", "9 : none @ 8", INSIDE),
    ("1 : 29 @ 8", "2 : 29 @ 8", INSIDE),
    ("1 : 29 @ 8", "1 : 29 @ 19", INSIDE),
    ("9 : 33 @ 8", "9 : 29 @ 8", INSIDE),
    ("9 : 9 33 @ 8", "9 : 33 @ 8", INSIDE),
    ("9 : 16 33 @ 8", "1 : 16 33 @ 8", INSIDE),
    # A push from outside into the area wastes nothing outside.
    ("dead : 31 32 @ 33", "1 : 22 23 @ 33", OUTSIDE),
]
"""Texts to replace, by what, and the reason, all in all of the certificate."""


def say(text: str) -> Verification:
    """Return what the reference checker says; the fast one says the same."""
    one, other = verify(io.BytesIO(text.encode())), verify_fast(io.BytesIO(text.encode()))
    assert asdict(one) == asdict(other)
    return one


def with_more_rows(text: str) -> str:
    """Return the certificate of the level with twelve more rows above, so that a set of squares has two words."""
    lines = text.replace("level 6 7\n#######\n", "level 18 7\n#######\n" + "#-----#\n" * 11 + "#######\n").split("\n")
    for i in range(lines.index("forwards") + 1, len(lines)):
        begin, colon, squares = lines[i].rpartition(" : ")
        if not lines[i].startswith(("prices", "outside", "inside", "start")):
            lines[i] = begin + colon + re.sub(r"\d+", lambda match: str(int(match[0]) + 84), squares)
    return "\n".join(lines)


@pytest.mark.parametrize("make", [str, with_more_rows])
def test_what_is_right_is_accepted(make: Callable[[str], str]) -> None:
    assert say(make(AREAS)).accepted


@pytest.mark.parametrize("make", [str, with_more_rows])
@pytest.mark.parametrize(("old", "new", "reason"), WRONG)
def test_both_checkers_reject_a_fault_for_the_same_reason(
    make: Callable[[str], str], old: str, new: str, reason: str
) -> None:
    assert old in AREAS
    found = say(make(AREAS.replace(old, new, 1)))
    assert not found.accepted
    if make is str:
        assert re.fullmatch(reason, str(found.reason)), found.reason
