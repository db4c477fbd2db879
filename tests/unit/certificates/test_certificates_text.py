"""The checker of certificates says no, and why, to whatever is not as docs/background/certificates.md has it."""

from __future__ import annotations

import gzip
import io
import re
from collections.abc import Callable
from itertools import pairwise

import pytest

from mutants.checker.changes import Fickle
from sokospec import Level, Square
from sokospec.certificates import Counting, Fact, Frozen, Pattern, Patterns, Prices, Rejected
from sokospec.certificates.evidence import Facts
from sokospec.certificates.text import LARGEST_LEVEL, LONGEST_LINE, Claim, Lines, read_claim, read_fact
from sokospec.certificates.verify import Verification, verify
from sokospec.certificates.writing import format_fact, format_level
from sokospec.limits import LimitReached, Limits, Meter

OPTIMAL = """\
sokospec certificate 1
claim optimal pushes-moves 2 2
level 4 6
######
#----#
#@$-.#
######
solution RR
forwards
counting 1 : none
0 0 : 14 @ 13 : 1
1 1 : 15 @ 14 : 1
1 5 : 13 @ 14 : 1
start : 1
end
"""
"""Every state that costs less than the optimum, and the dead squares."""

DEAD = "counting 1 : none"  # the line for the dead squares

UNSOLVABLE = """\
sokospec certificate 1
claim unsolvable
level 4 6
######
#@.$-#
#-.$-#
######
forwards
prices 1 : 0 0
0 : 9 15 @ 7 : 1 : 9 15
start : 1
end
"""
"""Either push of the two boxes puts one into a corner, and no other push comes first."""

BACKWARDS = """\
sokospec certificate 1
claim at-least pushes 3
level 3 7
#######
#@$--.#
#######
backwards
counting back 1 : none
0 : 12 @ 10
1 : 11 @ 10
2 : 10 @ 9 : 1
start : 1
end
"""
"""All that pulls lead to from the solved states; the one with the player behind the box has no way from the first."""

SOLVED = """\
sokospec certificate 1
claim solved
level 3 5
#####
#@$.#
#####
solution R
end
"""

FACTS = """\
sokospec certificate 1
claim unsolvable
level 6 7
#######
#*-@-*#
##---##
#..--##
#--$$-#
#######
forwards
prices 1 : 0 0 0 0
frozen 2 by 1 : 8 @ 9
frozen 3 in 2 by 1 : 12 @ 9
counting 4 in 3 : none
patterns 6 by 1 : 1
31 32 @ 30
start : 6
end
"""


MEETING = """\
sokospec certificate 2
claim optimal moves 3
level 3 7
#######
#@-$-.#
#######
solution rRR
meeting 2
0 : 10 @ 8
backwards
0 : 12 @ 8
0 : 12 @ 9
0 : 12 @ 10
0 : 12 @ 11
1 : 11 @ 10
start
end
"""
"""One push after a walk costs 2, and leaves a rest of 1."""

GROUPS = """sokospec certificate 2
claim optimal pushes 3
level 6 6
######
###--#
##-$.#
#---##
#--*@#
######
solution LuluRdlldR
forwards
prices 1 : 0 4
groups 2 by 1 : 1
2 : 15 27 @ 28
start : 2
end
"""


def says(text: str | None, reason: str) -> bool:
    """Say whether a text has these words in it, as whole words."""
    return text is not None and re.search(rf"(?<!\w){re.escape(reason)}(?!\w)", text) is not None


def outcome(text: str, encoding: str = "ascii") -> Verification:
    return verify(io.BytesIO(text.encode(encoding)))


@pytest.mark.parametrize("text", [OPTIMAL, UNSOLVABLE, BACKWARDS, SOLVED, GROUPS, MEETING], ids=range(6))
def test_what_is_right_is_accepted(text: str) -> None:
    found = outcome(text)
    assert found == Verification(
        True, text.split("\n")[1].removeprefix("claim "), None, None, found.facts, found.states
    )
    assert found.facts == sum(text.count(f"\n{kind}") for kind in ("prices", "counting", "groups"))
    assert found.states == sum(line[:1].isdigit() for line in text.split("\n")) - text.count("\ngroups")


REJECTED: list[tuple[str, str, str, str, int]] = [
    # The head.
    (OPTIMAL, "sokospec certificate 1", "sokospec certificate 3", "begins with the line 'sokospec certificate 1'", 1),
    (GROUPS, "certificate 2", "certificate 1", "or areas begins with the line 'sokospec certificate 2'", 13),
    (GROUPS, "groups 2 by 1", "groups 2", "groups rest on one fact, which has their prices", 13),
    (GROUPS, "groups 2 by 1", "groups 2 by 7", "there is no earlier fact 7 with prices of the same board", 14),
    (GROUPS, "groups 2 by 1", "groups back 2 by 1", "there is no earlier fact 1 with prices of the same board", 14),
    (GROUPS, "groups 2 by 1", "groups 2 in 1 by 1", "there is no earlier fact 1 that freezes boxes", 14),
    (GROUPS, "2 : 15 27", "3 : 15 27", "from (4, 3) to (4, 2), lowers a group's need by over 1", 14),
    (GROUPS, "2 : 15 27", "dead : 15 27", "lowers a group's need by over 1", 14),
    (GROUPS, "2 : 15 27", "0 : 15 27", "'0' is not a number from 1 upwards", 14),
    (GROUPS, "2 : 15 27", "2 : 27", "a group has at least 2 boxes", 14),
    (GROUPS, "2 : 15 27", "1 : 16 27", "a group has an excess where its boxes may stay", 14),
    (GROUPS, "2 : 15 27 @ 28", "15 27 @ 28", "'15 27 @ 28' is not a number from 1 upwards", 14),
    (GROUPS, "by 1 : 1\n", "by 1 : 2\n", "'start' is not a number from 1 upwards", 15),
    (GROUPS, "start : 2", "start : 1", "a state where play begins is not in the set, and no fact rules it out", 17),
    (OPTIMAL, "claim optimal", "claim best", "the second line must be the claim", 2),
    (OPTIMAL, "claim optimal", "clam optimal", "second line", 2),
    (OPTIMAL, "pushes-moves 2 2", "pushes-moves 2", "a cost in pushes-moves has 2 numbers", 2),
    (OPTIMAL, "pushes-moves 2 2", "pushes 2 2", "a cost in pushes has 1 numbers", 2),
    (OPTIMAL, "pushes-moves 2 2", "any 2 2", "second line", 2),
    (OPTIMAL, "pushes-moves 2 2", "pushes-moves 2 -2", "'-2' is not a number from 0 upwards", 2),
    (OPTIMAL, "pushes-moves 2 2", "pushes-moves 2 02", "'02' is not a number", 2),
    (OPTIMAL, "pushes-moves 2 2", "pushes-moves 2 2000000000", "'2000000000' is not a number", 2),
    (OPTIMAL, "pushes-moves 2 2", "pushes-moves 2  2", "'' is not a number", 2),
    (OPTIMAL, "pushes-moves 2 2", "pushes-moves 2 1", "the solution does not cost what is claimed", 8),
    (OPTIMAL, "level 4 6", "size 4 6", "the third line must give the height and the width of the level", 3),
    (OPTIMAL, "level 4 6", "level 4", "third line", 3),
    (OPTIMAL, "level 4 6", "level 4 6 1", "third line", 3),
    (OPTIMAL, "level 4 6", "level 0 6", "'0' is not a number from 1", 3),
    (OPTIMAL, "level 4 6", "level 4 5", "a row of the level has 5 of the symbols #-.$*@+", 4),
    (OPTIMAL, "level 4 6", "level 5 6", "a row of the level has 6 of the symbols", 8),
    (OPTIMAL, "level 4 6", f"level 2 {LARGEST_LEVEL // 2 + 1}", "is too large", 3),
    (OPTIMAL, "#----#", "#-  -#", "a row of the level", 5),
    (OPTIMAL, "#----#", "#-@--#", "the level has 2 players", 7),
    (OPTIMAL, "@", "-", "the level has 0 players", 7),
    (OPTIMAL, "#----#", "#-$--#", "the level is invalid: the level has 2 boxes and 1 goal", 7),
    (OPTIMAL, "solution RR\n", "", "after the level comes the solution", 8),
    (OPTIMAL, "solution RR", "solution", "after the level comes the solution", 8),
    (OPTIMAL, "solution RR", "solution ", "the solution is invalid: the steps end with 1 of 1 boxes off", 8),
    (OPTIMAL, "solution RR", "solution RRR", "the solution is invalid: 'R' is illegal", 8),
    (OPTIMAL, "solution RR", "solution R", "the solution is invalid: the steps end with 1 of 1 boxes off", 8),
    (OPTIMAL, "solution RR", "solution Rr", "the solution is invalid: 'r' is lower case", 8),
    (OPTIMAL, "solution RR", "solution RR ", "the solution is invalid: ' ' is not one of the letters", 8),
    (OPTIMAL, "forwards", "onwards", "before the facts comes one of the words forwards and backwards", 9),
    (OPTIMAL, "forwards\n", "", "before the facts", 9),
    # The body.
    (OPTIMAL, "start : 1\n", "", "needs the line 'start', and no other claim has it", 15),
    (OPTIMAL, "start : 1\n", "start : 1\nstart : 1\n", "a second line 'start'", 15),
    (OPTIMAL, "start : 1\n", "start : 2\n", "there is no earlier fact 2 that bounds", 16),
    (OPTIMAL, "start : 1\n", "start : 0\n", "'0' is not a number from 1 upwards", 14),
    (OPTIMAL, "start : 1\n", "start :\n", "'start :' is not a line of a certificate", 14),
    (OPTIMAL, "end\n", "end\n\n", "there is text after the end", 16),
    (OPTIMAL, "end\n", "end", "the certificate ends in the middle", 15),
    (OPTIMAL, "end\n", "", "the certificate ends in the middle", 15),
    (OPTIMAL, "end\n", "end \n", "'end ' is not a line of a certificate", 15),
    (OPTIMAL, "1 1 : 15", "1 1 :  15", "'' is not the number of a floor square", 12),
    (OPTIMAL, "1 1 : 15 @ 14", "1 1 : 5 @ 14", "'5' is not the number of a floor square", 12),
    (OPTIMAL, "1 1 : 15 @ 14", "1 1 : 15 15 @ 14", "'15' is not the number of a floor square, or is there twice", 12),
    (OPTIMAL, "1 1 : 15 @ 14", "1 1 : 15 16 @ 14", "a state has 1 box and the player beside them", 12),
    (OPTIMAL, "1 1 : 15 @ 14", "1 1 : 15 @ 15", "a state has 1 box and the player beside them", 12),
    (OPTIMAL, "1 1 : 15 @ 14", "1 1 : 15 @ 13 14", "a state has 1 box and the player beside them", 12),
    (OPTIMAL, "1 1 : 15 @ 14 : 1", "1 1 : 15 : 1", "'' is not the number of a floor square", 12),
    (OPTIMAL, "1 1 : 15 @ 14 : 1", "1 1", "a state has a cost, boxes and a player", 12),
    (OPTIMAL, "1 1 : 15 @ 14 : 1", "1 1 : 15 @ 14 : 1 : 15 : 15", "a state has a cost, boxes and a player", 12),
    (OPTIMAL, "1 1 : 15 @ 14 : 1", "1 1 : 15 @ 14 : 0", "'0' is not a number from 1 upwards", 12),
    (OPTIMAL, "1 1 : 15", "1 : 15", "a cost here has 2 numbers", 12),
    (OPTIMAL, "1 1 : 15", "1 1 1 : 15", "a cost here has 2 numbers", 12),
    (OPTIMAL, "1 1 : 15", "1 01 : 15", "'01' is not a number", 12),
    (OPTIMAL, "1 1 : 15", "-1 1 : 15", "'-1 1 : 15 @ 14 : 1' is not a line of a certificate", 12),
    (OPTIMAL, "0 0 : 14", "1 0 : 14", "a state where play begins is not in the set", 16),
    (OPTIMAL, "0 0 : 14 @ 13 : 1\n", "", "a state where play begins is not in the set", 15),
    (OPTIMAL, "13 : 1\n1 1 : 15 @ 14", "13\n1 2 : 15 @ 14", "a step leads to boxes on (2, 3): out of the set", 11),
    (OPTIMAL, "1 1 : 15 @ 14", "0 1 : 15 @ 14", "a step leads to boxes on (2, 4): out of the set", 12),
    (OPTIMAL, "13 : 1\n1 1 : 15 @ 14 : 1\n", "13\n", "a step leads to boxes on (2, 3): out of the set", 11),
    (OPTIMAL, "1 1 : 15 @ 14 : 1\n", "1 1 : 15 @ 14\n", "a step leads to boxes on (2, 4): out of the set", 12),
    (OPTIMAL, "1 1 : 15 @ 14 : 1\n", 2 * "1 1 : 15 @ 14 : 1\n", "the state is in the set twice", 13),
    (OPTIMAL, "1 1 : 15 @ 14 : 1\n", "1 1 : 15 @ 14 : 1\n1 9 : 16 @ 15 : 1\n", "play ends in the state, at less", 13),
    (OPTIMAL, "1 1 : 15 @ 14 : 1\n", "1 1 : 15 @ 14 : 1 : 15\n", "pushes that come first may take more moves", 12),
    (OPTIMAL, "forwards", "backwards", "unless two sides meet, only certificates of pushes may go backwards", 9),
    (SOLVED, "end", "start\nend", "and no other claim has it", 10),
    (SOLVED, "end", "prices 1 : 0\nend", "a solution needs no facts", 10),
    (SOLVED, "end", "0 : 7 @ 6\nend", "a solution needs no facts", 10),
    (UNSOLVABLE, "@ 7 : 1 : 9 15", "@ 7", "a step leads to boxes on (1, 4) (2, 3): out of the set", 10),
    # Pushes that come first.
    (UNSOLVABLE, " : 9 15\n", " : 9\n", "a closing box may have to wait for another push", 10),
    (UNSOLVABLE, " : 9 15\n", " : 9 10\n", "a closing square has no box", 10),
    (UNSOLVABLE, " : 9 15\n", " : 5\n", "'5' is not the number of a floor square", 10),
    # Backwards.
    (BACKWARDS, "1 : 11 @ 10\n", "1 : 11 @ 10 : 1 : 11\n", "backwards there are no closing boxes", 10),
    (BACKWARDS, "at-least pushes 3", "at-least moves 3", "only certificates of pushes may go backwards", 7),
    (BACKWARDS, ": 10 @ 9 : 1\n", ": 10 @ 9 : 1\n2 : 9 @ 8\n", "play ends in the state, at less", 12),
    (BACKWARDS, "1 : 11 @ 10\n", "", "a step leads to boxes on (1, 4): out of the set", 9),
    (BACKWARDS, "0 : 12 @ 10\n", "", "a state where play begins is not in the set", 13),
    (BACKWARDS, "counting back", "counting", "there is no earlier fact 1 that bounds the pushes", 11),
    # Facts.
    (OPTIMAL, DEAD, "price 1 : 0", "'price 1 : 0' is not a line of a certificate", 10),
    (OPTIMAL, DEAD, "prices 0 : 0", "'0' is not a number from 1 upwards", 10),
    (OPTIMAL, DEAD, "frozen 1 by 0 : 16 @ 15", "'0' is not a number from 1 upwards", 10),
    (OPTIMAL, DEAD, "prices 1 in 0 : 0", "'0' is not a number from 1 upwards", 10),
    (OPTIMAL, DEAD, "prices 1 in 1 : 0", "there is no earlier fact 1 that freezes boxes", 10),
    (OPTIMAL, DEAD, "prices 1 by 1 : 0", "prices rests on no other fact", 10),
    (OPTIMAL, DEAD, "counting 1 by 1 : 16", "counting rests on no other fact", 10),
    (OPTIMAL, DEAD, "prices 1 : 0 0", "2 prices for 1 goal", 10),
    (OPTIMAL, DEAD, "prices 1 : none", "0 prices for 1 goal", 10),
    (OPTIMAL, DEAD, "prices 1 : -0", "'-0' is not a number", 10),
    (OPTIMAL, DEAD, "prices 1 : 0\nprices 1 : 0", "fact 1 comes after fact 1: numbers must increase", 11),
    (OPTIMAL, DEAD, "counting 1 : 15", "a counted square is not a goal", 10),
    (OPTIMAL, DEAD, "counting 1 : 16 16", "squares must be in increasing order", 10),
    (OPTIMAL, DEAD, "counting 1 : 17", "square 17 is not floor", 10),
    (OPTIMAL, DEAD, "patterns back 1 : 1", "a fact 'patterns' holds only forwards", 10),
    (OPTIMAL, DEAD, "frozen back 1 : 16 @ 15", "a fact 'frozen' holds only forwards", 10),
    (OPTIMAL, DEAD, "patterns 1 : 0", "'0' is not a number from 1 upwards", 10),
    (OPTIMAL, DEAD, "patterns 1 : 999999999\n14", "a pattern has boxes, '@' and the player's square", 11),
    (OPTIMAL, DEAD, "patterns 1 : 1\n14 @ 14", "boxes and a player on different floor squares", 11),
    (OPTIMAL, DEAD, "patterns 1 : 1\n14 @ 13", "the push from (2, 2) to (2, 1) leads to a dead state", 11),
    (OPTIMAL, DEAD, "patterns 1 by 1 : 1\n14 @ 13", "there is no earlier fact 1 that bounds", 11),
    (OPTIMAL, DEAD, "patterns 1 : 1\n16 @ 13", "a pattern has all of its boxes on goals", 11),
    (OPTIMAL, DEAD, "frozen 1 : 14 @ 13", "a frozen box stands off the goals", 10),
    (OPTIMAL, DEAD, "frozen 1 : 16 @ 13", "there is no earlier fact 1 that bounds", 11),
    (OPTIMAL, DEAD, "frozen 1 : 16", "a pattern has boxes, '@' and the player's square", 10),
    # Two sides that meet.
    (MEETING, "meeting 2", "meeting 3", "a step leads to boxes on (1, 3): out of the set", 15),
    (MEETING, "meeting 2", "meeting 0", "a step leads to boxes on (1, 4): out of the set", 9),
    (MEETING, "meeting 2", "meeting 2 0", "the depth has as many numbers as the claimed cost", 8),
    (MEETING, "meeting 2", "meeting", "before the facts comes one of the words", 8),
    (MEETING, "certificate 2", "certificate 1", "before the facts comes one of the words", 8),
    (MEETING, "optimal moves 3", "optimal pushes 2", "the two sides meet only where moves count", 8),
    (MEETING, "0 : 12 @ 9\n", "", "a state where play begins is not in the set", 17),
    (MEETING, "0 : 12 @ 9\n", "1 : 12 @ 9\n", "a state where play begins is not in the set", 18),
    (MEETING, "0 : 10 @ 8\n", "0 : 10 @ 9\n", "a step leads to boxes on (1, 4): out of the set", 9),
    (MEETING, "0 : 10 @ 8\n", "", "a state where play begins is not in the set", 17),
    (MEETING, "1 : 11 @ 10\n", "", "a step leads to boxes on (1, 4): out of the set", 14),
    (MEETING, "1 : 11 @ 10\n", "2 : 11 @ 10\n", "a step leads to boxes on (1, 4): out of the set", 14),
    (MEETING, "1 : 11 @ 10\n", "0 : 11 @ 10\n", "a step leads to boxes on (1, 4): out of the set", 9),
    (MEETING, "1 : 11 @ 10\n", 2 * "1 : 11 @ 10\n", "the state is in the set twice", 16),
    (MEETING, "1 : 11 @ 10\n", "prices back 1 : 0\n1 : 11 @ 10 : 1 : 11\n", "backwards there are no closing boxes", 16),
    (MEETING, "1 : 11 @ 10\n", "prices 1 : 0\n1 : 11 @ 10 : 1\n", "there is no earlier fact 1 that bounds", 16),
    (MEETING, "backwards\n", 2 * "backwards\n", "'backwards' is not a line of a certificate", 11),
    (OPTIMAL, "forwards\n", "forwards\nbackwards\n", "'backwards' is not a line of a certificate", 10),
]  # fmt: skip


@pytest.mark.parametrize(("text", "old", "new", "reason", "line"), REJECTED, ids=range(len(REJECTED)))
def test_what_is_wrong_is_rejected_with_the_line_and_the_reason(
    text: str, old: str, new: str, reason: str, line: int
) -> None:
    assert old in text
    found = outcome(text.replace(old, new, 1))
    assert not found.accepted and found.reason is not None
    assert says(found.reason, reason) and found.line == line, found


def test_what_is_listed_besides_does_no_harm() -> None:
    assert outcome(OPTIMAL.replace("start", "2 2 : 16 @ 15\nstart")).accepted  # solved, at the claimed cost
    assert outcome(OPTIMAL.replace("start", "1 1 : 7 @ 8\n2 1 : 7 @ 10\n2 0 : 8 @ 9 : 1\nstart")).accepted
    three = FACTS.replace("counting 4 in 3 : none", "counting 4 : 8 12 22")
    assert outcome(three).accepted
    assert outcome(three.replace("8 12 22", "8 22 12")).reason == "squares must be in increasing order"


def test_a_state_needs_no_line_where_one_can_walk_to_it_from_another_at_no_more_cost() -> None:
    head = MEETING[: MEETING.index("solution")].replace("claim optimal", "claim at-least")
    for line, is_enough in [("2 : 11 @ 10", True), ("1 : 11 @ 9", True), ("2 : 11 @ 9", False), ("0 : 11 @ 9", False)]:
        states = f"forwards\n0 : 10 @ 8\n{line}\n3 : 12 @ 11\nstart\nend\n"
        assert outcome(head + states).accepted is is_enough, line


def test_facts_about_the_board_with_frozen_boxes_need_their_player_and_their_squares() -> None:
    assert outcome(FACTS).accepted and outcome(FACTS).facts == 5
    for old, new, reason in [
        ("frozen 3 in 2 by 1 : 12 @ 9", "frozen 3 in 2 by 1 : 8 @ 9", "is not floor, or has a frozen box"),
        ("frozen 3 in 2 by 1 : 12 @ 9", "frozen 3 in 2 by 1 : 12 @ 8", "is not floor, or has a frozen box"),
        ("counting 4 in 3 : none", "counting 4 in 3 : 8", "is not floor, or has a frozen box"),
        ("counting 4 in 3 : none", "counting back 4 in 3 : none", "hold only forwards"),
        ("counting 4 in 3 : none", "prices 4 in 3 : 0 0 0", "3 prices for 2 goals"),
        ("start : 6", "start : 3", "no earlier fact 3 that bounds"),
    ]:
        assert old in FACTS
        assert says(outcome(FACTS.replace(old, new)).reason, reason)


def test_a_pattern_on_the_board_with_frozen_boxes_has_the_player_where_they_leave_him() -> None:
    text = """\
sokospec certificate 1
claim unsolvable
level 4 5
#####
#@*-#
#$#.#
#####
forwards
prices 1 : 0 0
frozen 2 by 1 : 7 @ 6
patterns 3 in 2 : 1
11 @ 8
start : 3
end
"""
    assert outcome(text).reason == "the player of a pattern is outside the region of the frozen boxes"
    assert outcome(text.replace("11 @ 8", "11 @ 6")).accepted


def test_a_certificate_about_another_level_is_rejected() -> None:
    level, other = Level.parse("#####\n#@$.#\n#####"), Level.parse("#####\n#+$ #\n#####")
    for text in (SOLVED, gzip.compress(SOLVED.encode())):
        data = text.encode() if isinstance(text, str) else text
        assert verify(io.BytesIO(data), level).accepted
        found = verify(io.BytesIO(data), other)
        assert (found.line, found.reason) == (6, "the certificate is about another level")


@pytest.mark.parametrize("cut", range(1, 5))
def test_packed_certificates_are_read_in_any_number_of_members_and_must_be_whole(cut: int) -> None:
    data = OPTIMAL.encode()
    pieces = [data[i:j] for i, j in pairwise([0, *range(cut, len(data), len(data) // cut + 1), len(data)])]
    packed = b"".join(map(gzip.compress, pieces))
    assert verify(io.BytesIO(packed)).accepted
    for wrong in (packed[:-1], packed[:30], packed[:2], packed + b"x", packed[:40] + b"\xff\xff" + packed[42:]):
        found = verify(io.BytesIO(wrong))
        assert not found.accepted and found.line is not None


@pytest.mark.parametrize("packed", [False, True])
def test_nothing_may_stand_behind_a_certificate(packed: bool) -> None:
    data = gzip.compress(OPTIMAL.encode(), mtime=0) if packed else OPTIMAL.encode()
    for behind in (b"\0", b"\0" * 100_000, b"\0\x1f\x8b", b"end\n", gzip.compress(b"\n", mtime=0), b"\x1f"):
        found = verify(io.BytesIO(data + behind))
        assert (found.accepted, found.line) == (False, len(OPTIMAL.splitlines()) + 1), behind


def test_between_packed_parts_only_parts_may_stand() -> None:
    parts = [gzip.compress(part) for part in (OPTIMAL[:50].encode(), OPTIMAL[50:].encode())]
    for between, accepted in ((b"", True), (gzip.compress(b""), True), (b"\0", False), (b"\n", False)):
        assert verify(io.BytesIO(between.join(parts))).accepted is accepted


def test_what_is_no_text_is_rejected() -> None:
    for data in (b"", b"\n", b"\x00", b"\xff" * 99, b"sokospec certificate 1", b"sokospec certificate 1\r\n"):
        found = verify(io.BytesIO(data))
        assert not found.accepted and found.claim is None and found.line == 1
    assert outcome(OPTIMAL.replace("end", "énd"), "utf-8").reason == "a certificate must be plain ASCII"


def test_lines_have_a_limit_and_reasons_are_short() -> None:
    long = SOLVED.replace("solution R", "solution " + "R" * LONGEST_LINE)
    assert outcome(long).reason == "the line is too long"
    for old, new in [
        ("0 0 : 14", f"0 {'9' * 9999} : 14"),
        ("15 @ 14", f"15{'5' * 9999} @ 14"),
        ("counting", "p" * 9999),
    ]:
        assert len(outcome(OPTIMAL.replace(old, new)).reason or "") < 200


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("1 1 : 15 @ 14 : 1\n", ""),
        ("start : 1", "start"),
        ("pushes-moves 2 2", "pushes-moves 3 2"),
        (DEAD, "counting 1 : 16"),
        (DEAD, "patterns 1 : x"),
    ],
    ids=range(5),
)
def test_a_file_that_changes_while_it_is_read_is_rejected(old: str, new: str) -> None:
    before, after = OPTIMAL.encode(), OPTIMAL.replace(old, new).encode()
    calls = [0]
    reasons: set[str | None] = set()

    class Counted(io.BytesIO):
        def seek(self, at: int, whence: int = 0) -> int:
            calls[0] += 1
            return super().seek(at, whence)

    assert verify(Counted(before)).accepted
    for first, then in ((before, after), (after, before)):
        for turn in range(3, calls[0] + 1):
            found = verify(Fickle(first, then, turn))
            assert not found.accepted
            reasons.add(found.reason)
    if "x" not in new and "3 2" not in new:  # these are noticed before the end
        assert "the file has changed since it was read first" in reasons


@pytest.mark.parametrize("text", [OPTIMAL, UNSOLVABLE, BACKWARDS, SOLVED, FACTS], ids=range(5))
def test_limits_are_looked_at_in_every_line(text: str) -> None:
    for limits in (Limits(seconds=0), Limits(mib=0)):
        with pytest.raises(LimitReached):
            verify(io.BytesIO(text.encode()), limits=limits)


def test_levels_of_one_row_are_levels_up_to_the_largest() -> None:
    for width, kept in ((3, True), (LARGEST_LEVEL, True), (LARGEST_LEVEL + 1, False)):
        row = "@$." + "-" * (width - 3)
        lines = ["sokospec certificate 1", "claim solved", f"level 1 {width}", row, "solution R", "end", ""]
        assert outcome("\n".join(lines)).accepted == kept


def test_the_first_square_of_a_level_may_be_floor() -> None:
    states = ["0 : 1 @ 0 : 1", "1 : 2 @ 0 : 1"]
    head = ["sokospec certificate 1", "claim optimal pushes 2", "level 1 4", "@$-.", "solution RR", "forwards"]
    assert outcome("\n".join([*head, "prices 1 : 0", *states, "start : 1", "end", ""])).accepted


def test_the_meter_is_looked_at_more_often_than_once_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[int] = []
    monkeypatch.setattr(Meter, "expand", lambda self, bound: looks.append(bound))
    assert outcome(FACTS).accepted
    assert len(looks) > 3 * FACTS.count("\n") + 15


def test_limits_are_looked_at_while_one_fact_is_checked() -> None:
    level = Level.parse("#######\n#@    #\n# $ $ #\n#   ..#\n#######")
    looks: list[int] = []

    def taken(make: Callable[[Facts], object]) -> int:
        facts = Facts(level, lambda: looks.append(1))
        looks.clear()
        make(facts)
        return len(looks)

    floor, boxes = len(level.board.floor), len(level.boxes)
    assert taken(lambda facts: facts.add(Prices(1, (0, 0)))) >= floor + boxes
    assert taken(lambda facts: facts.add(Counting(1, frozenset(), None, backwards=True))) >= floor + boxes
    corners = tuple(Pattern(frozenset({Square(1, column)}), Square(2, 1)) for column in range(1, 6))
    assert taken(lambda facts: facts.add(Patterns(1, corners))) >= 5 + 5

    def on_another_board(facts: Facts) -> None:
        facts.add(Frozen(2, Pattern(frozenset({Square(3, 5)}), Square(1, 1))))
        facts.add(Counting(3, frozenset(), 2))

    assert taken(on_another_board) >= floor - 1


FACT_LIST: list[Fact] = [
    Prices(1, (0, -5)),
    Prices(2, (), 7),
    Prices(3, (3, 999_999_999), None, backwards=True),
    Counting(4, frozenset()),
    Counting(5, frozenset({Square(1, 2), Square(2, 1)}), 3, backwards=True),
    Frozen(6, Pattern(frozenset({Square(1, 1)}), Square(2, 2)), (1, 2), 3),
    Frozen(7, Pattern(frozenset({Square(1, 1)}), Square(2, 2))),
    Patterns(8, (Pattern(frozenset({Square(1, 1), Square(2, 3)}), Square(2, 2)),), (1,), 9),
    Patterns(9, (Pattern(frozenset({Square(1, 1)}), Square(2, 2)), Pattern(frozenset({Square(2, 1)}), Square(1, 1)))),
]


@pytest.mark.parametrize("fact", FACT_LIST, ids=range(len(FACT_LIST)))
def test_what_is_written_of_a_fact_is_read_as_that_fact(fact: Fact) -> None:
    board = Level.parse("#####\n#@$.#\n#   #\n#####").board
    first, *rest = format_fact(board, fact)
    assert read_fact(board, first, Lines(io.BytesIO("".join(f"{line}\n" for line in rest).encode()))) == fact


def test_claims_are_read_as_they_are_written() -> None:
    for line in ("solved", "unsolvable", "optimal pushes 3", "at-least moves-pushes 0 7"):
        assert str(read_claim(f"claim {line}")) == line
    assert read_claim("claim solved") == Claim("solved")
    with pytest.raises(Rejected):
        read_claim("claim solved 3")


def test_every_symbol_of_a_level_is_written_and_read() -> None:
    level = Level.parse("######\n#+$*.#\n# $###\n######")
    assert list(format_level(level)) == ["level 4 6", "######", "#+$*.#", "#-$###", "######"]
    head = ["sokospec certificate 1", "claim at-least moves 0", *format_level(level), "forwards", "prices 1 : 0 0 0"]
    for lines in (head, [line.replace("+", "@").replace("*.", "..") for line in head]):
        found = verify(io.BytesIO("\n".join([*lines, "start : 1", "end", ""]).encode()), level)
        assert found.accepted == (lines is head)


def two_numbers(moves: int) -> str:
    """Return a certificate, with groups of two boxes, that 2 pushes and so many moves are needed.

    A box, a goal and a box on a goal are at the end of a tunnel, 383 moves away: 2 pushes and 385 moves solve it.
    """
    width = 390
    rows = ["#" * width, f"#@{'-' * 383}$-.*#", "#" * width]
    at = {column: width + column for column in range(width)}
    facts = ["prices 1 : 0 3", "groups 2 by 1 : 2"]
    facts += [f"2 : {at[386]} {at[388]} @ {at[385]}", f"2 : {at[387]} {at[388]} @ {at[385]}"]
    states = [f"0 0 : {at[385]} {at[388]} @ {at[1]} : 2", "start", "end", ""]
    head = ["sokospec certificate 2", f"claim at-least pushes-moves 2 {moves}", f"level 3 {width}"]
    return "\n".join([*head, *rows, "forwards", *facts, *states])


@pytest.mark.parametrize(("moves", "accepted"), [(384, True), (385, True), (386, False), (512, False)])
def test_with_groups_costs_of_two_numbers_keep_all_their_digits(moves: int, accepted: bool) -> None:
    assert outcome(two_numbers(moves)).accepted == accepted
