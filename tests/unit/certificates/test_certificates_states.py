"""Closed sets of states: costs of each objective, both directions, shares, and facts named in several places."""

from __future__ import annotations

import io

import pytest

from sokospec import Level
from sokospec.answer import Objective
from sokospec.certificates import verify as checker
from sokospec.certificates.ground import Rejected
from sokospec.certificates.states import BASE, ClosedSet, ForwardSet, Listing, one_cost
from sokospec.certificates.text import LARGEST_LEVEL, number
from sokospec.certificates.verify import verify
from sokospec.limits import Limits
from sokospec.oracle.certificate import solve_with_certificate
from sokoverify.state_table import COSTS

LEVELS = [
    Level.parse(text)
    for text in (
        "######\n#    #\n#@$ .#\n######",
        "#####\n#@  #\n# $ #\n#  .#\n#####",
        "#######\n#.$@$.#\n#  #  #\n#######",
        "#####\n#@$ #\n# $.#\n# . #\n#####",
    )
]
EXACT = (Objective.PUSHES, Objective.MOVES, Objective.PUSHES_MOVES, Objective.MOVES_PUSHES)


def certificate(level: Level, objective: Objective) -> list[str]:
    parts: list[bytes] = []
    solve_with_certificate(level, objective, parts.append)
    return b"".join(parts).decode("ascii").split("\n")


def accepted(lines: list[str], level: Level | None = None, limits: Limits | None = None) -> bool:
    return verify(io.BytesIO("\n".join(lines).encode("ascii")), level, limits).accepted


@pytest.mark.parametrize("objective", EXACT)
@pytest.mark.parametrize("level", LEVELS, ids=range(len(LEVELS)))
def test_every_state_counts_at_its_cost(level: Level, objective: Objective) -> None:
    """With prices of nothing and all costs exact, no state may be left out or cost more, unless none leads to it."""
    lines = certificate(level, objective)
    assert accepted(lines, level)
    states = [i for i, line in enumerate(lines) if line[:1].isdigit()]
    for i in states:
        cost, rest = lines[i].split(" : ", 1)
        counts = list(map(int, cost.split(" ")))
        dearer = [*counts[:-1], counts[-1] + 1]
        without = [*lines[:i], *lines[i + 1 :]]
        assert accepted(without) == accepted([*lines[:i], f"{' '.join(map(str, dearer))} : {rest}", *lines[i + 1 :]])
    if lines[1] != "claim unsolvable":
        words = lines[1].split(" ")
        more = " ".join(["claim at-least", *words[2:-1], str(int(words[-1]) + 1)])
        assert not accepted([lines[0], more, *(line for line in lines[2:] if not line.startswith("solution"))])
        same = " ".join(["claim at-least", *words[2:]])
        assert accepted([lines[0], same, *(line for line in lines[2:] if not line.startswith("solution"))])


def test_two_counts_compare_as_one_number_by_the_largest_that_a_certificate_can_name() -> None:
    """What a bound adds up at most, and twice that for a balance, stays below what tells the two counts apart."""
    digits, squares = 10**9, LARGEST_LEVEL
    assert number("9" * 9) == digits - 1
    with pytest.raises(Rejected):
        number("1" + "0" * 9)
    distance = 2 * 4 * squares  # a box has four sides at most, and a push counts two at most
    bound = squares * (distance + digits) + squares * digits + squares // 2 * digits + digits
    difference = 2 * (digits + squares) + 2 * bound + 2 * digits
    assert difference < 10**15 < BASE
    assert 2 * digits + squares < COSTS  # the fast checker: a state, a rest and the walk between them
    seconds = (-difference // 2, -1, 0, 1, digits, difference // 2 - 1)
    pairs = [(first, second) for first in (-digits, -1, 0, 1, digits) for second in seconds]
    assert all((one_cost(a) < one_cost(b)) == (a < b) for a in pairs for b in pairs)


@pytest.mark.parametrize("shares", [2, 3, 8])
def test_shares_bound_what_is_kept_and_change_no_outcome(shares: int, monkeypatch: pytest.MonkeyPatch) -> None:
    level = Level.parse("#######\n#@    #\n# $ $ #\n#     #\n#.   .#\n#######")
    lines = certificate(level, Objective.PUSHES)
    states = [i for i, line in enumerate(lines) if line[:1].isdigit()]
    assert len(states) > 100
    area = level.board.height * level.board.width * 2 // 7
    monkeypatch.setattr(checker, "BYTES_A_STATE", (shares - 1) * (1 << 60) // len(states) + 1 - area)
    limits = Limits(mib=1 << 41)
    most: list[int] = []
    enter = ForwardSet.enter

    def watched(self: ClosedSet, entry: Listing) -> None:
        enter(self, entry)
        most.append(sum(map(len, self._listed.values())))

    monkeypatch.setattr(ForwardSet, "enter", watched)
    assert accepted(lines, limits=limits)
    assert len(most) == shares * len(states)
    assert max(most) <= 1.6 * len(states) / shares + 5
    for i in states[:: len(states) // 4]:
        assert not accepted([*lines[:i], lines[i], *lines[i:]], limits=limits)
        assert accepted([*lines[:i], *lines[i + 1 :]], limits=limits) == accepted([*lines[:i], *lines[i + 1 :]])


BACKWARDS = [
    *("sokospec certificate 1", "claim at-least pushes 2", "level 3 7", "#######", "#@$-.-#", "#######", "backwards"),
    *("counting back 1 : none", "0 : 11 @ 8", "1 : 10 @ 8 : 1", "0 : 11 @ 12", "start", "end", ""),
]


def test_backwards_every_region_of_the_solved_boxes_is_a_beginning() -> None:
    assert accepted(BACKWARDS)
    for line, ruled_out in (("0 : 11 @ 8", False), ("0 : 11 @ 12", True)):
        without = [other for other in BACKWARDS if other != line]
        assert not accepted(without)
        assert accepted([other.replace("start", "start : 1") for other in without]) == ruled_out


def test_a_state_names_the_facts_for_what_follows_it() -> None:
    level = LEVELS[0]
    lines = certificate(level, Objective.PUSHES)
    facts = lines.index("prices 1 : 0")
    more = [*lines[:facts], "counting 1 : none", "prices 2 : 7", *lines[facts + 1 :]]
    renamed = [f"{line} 2" if line.endswith(" : 1") else line for line in more]
    assert accepted(renamed)
    assert not accepted([line.replace(" : 1 2", " : 1 3") for line in renamed])
