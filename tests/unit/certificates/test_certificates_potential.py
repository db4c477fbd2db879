"""Potentials, and balanced meetings, by certificates made by hand; both checkers say the same of each."""

from __future__ import annotations

import io
from dataclasses import asdict

import pytest

from sokospec import Level
from sokospec.answer import Objective
from sokospec.certificates.evidence import Facts
from sokospec.certificates.facts import Potential, Prices
from sokospec.certificates.states import BASE, Aim, MeetingSet
from sokospec.certificates.verify import Verification, verify
from sokoverify import verify as verify_fast

CORRIDOR = "level 3 7\n#######\n#@$--.#\n#######"
"""Its floor is the squares 8 to 12; three moves, all of them pushes, solve it."""


def said(claim: str, *lines: str, level: str = CORRIDOR, direction: str = "forwards", version: int = 2) -> Verification:
    """Return what the reference checker says of a certificate, once the fast one has said the same."""
    text = "\n".join(
        [f"sokospec certificate {version}", f"claim at-least {claim}", level, direction, *lines, "end", ""]
    )
    found = verify(io.BytesIO(text.encode()))
    assert asdict(verify_fast(io.BytesIO(text.encode()))) == asdict(found)
    return found


@pytest.mark.parametrize(
    ("heights", "reason"),
    [
        ("0 1 2 3", "4 heights for 5 floor squares"),
        ("0 1 2 3 4 5", "6 heights for 5 floor squares"),
        ("0 0 2 2 2", "a height is less than 0, or neighbours differ by more than 1"),
        ("0 0 0 0 -1", "'-1' is not a number from 0 upwards"),
    ],
)
def test_heights_are_those_of_all_squares_and_neighbours_are_nearly_level(heights: str, reason: str) -> None:
    assert reason in (said("moves 0", f"potential 1 : {heights}", "start").reason or "")


def test_a_potential_that_ends_below_zero_is_rejected() -> None:
    level = Level.parse("#######\n#@$  .#\n#######")
    with pytest.raises(ValueError, match="a height is less than 0"):
        Facts(level).add(Potential(1, (0, 0, 0, 0, -1)))


def test_potentials_are_of_the_second_version() -> None:
    found = said("moves 0", "potential 1 : 0 0 0 0 0", "start", version=1)
    assert (found.line, found.reason) == (
        8,
        "a certificate with groups, potentials or areas begins with the line 'sokospec certificate 2'",
    )


@pytest.mark.parametrize(
    ("heights", "shown"),
    [
        ("0 0 0 0 0", 3),  # each push counts 1
        ("4 3 2 1 0", 2),  # 2, and the player begins at 4
        ("0 1 2 3 4", 0),  # nothing
        ("1 1 1 1 0", 2),  # the last push does not come to the last square
    ],
)
def test_a_bound_is_what_the_pushes_count_less_the_height_of_the_player(heights: str, shown: int) -> None:
    facts = f"potential 1 : {heights}", "prices 2 in 1 : 0", "start : 2"
    assert said(f"moves {shown}", *facts).accepted
    assert not said(f"moves {shown + 1}", *facts).accepted


@pytest.mark.parametrize("claim", ["moves 4", "pushes-moves 1 2", "moves-pushes 4 0"])
def test_the_end_of_a_region_is_not_the_end_of_play(claim: str) -> None:
    # One move solves it, and the player ends beside the goal; his region's first square is three higher.
    level, potential = "level 1 5\n--@$.", "potential 1 : 3 2 1 0 0"
    found = said(claim, potential, "prices back 2 in 1 : 0", "start : 2", level=level, direction="backwards")
    assert found.reason == "unless two sides meet, only certificates of pushes may go backwards"


def test_half_of_the_moves_that_are_left_are_pushes() -> None:
    facts = "potential 1 : 0 0 0 0 0", "prices 2 in 1 : 0", "start : 2"
    assert said("moves-pushes 3 2", *facts).accepted and not said("moves-pushes 3 3", *facts).accepted
    assert said("pushes-moves 2 3", *facts).accepted and not said("pushes-moves 3 3", *facts).accepted
    assert said("pushes 2", *facts).accepted and not said("pushes 3", *facts).accepted


def test_of_the_moves_before_a_state_none_need_be_a_push() -> None:
    level = Level.parse("#######\n#@$  .#\n#######")
    facts = Facts(level)
    for fact in (Potential(1, (0,) * 5), Prices(2, (0,), 1), Prices(3, (0,), 1, backwards=True)):
        facts.add(fact)
    grid = facts.board_ground.grid
    rests = MeetingSet(level, facts, Aim(Objective.MOVES_PUSHES, 9 * BASE, depth=BASE)).rests
    [bound] = facts.bounds([3], backwards=True)
    assert rests._left(bound, grid.mask(level.goals), grid.mask(level.boxes)) == 3 * BASE


def test_prices_backwards_are_in_no_potential_of_the_board_of_frozen_boxes() -> None:
    level = "level 3 5\n#####\n#+-$#\n#####"
    found = said(
        "moves 0", "frozen 1 : 6 @ 7", "potential 2 in 1 : 0 0", "prices back 3 in 2 : 0", "start", level=level
    )
    assert (found.line, found.reason) == (10, "frozen boxes hold only forwards")


BALANCED = "potential 1 : 0 0 0 0 0", "prices 2 in 1 : 0", "prices back 3 in 1 : 0"


def test_a_balanced_meeting_needs_what_waits_no_longer_than_the_depth_on_each_side() -> None:
    # On the only way what is needed is 3, 2, 1, 0, and what was needed is 0, 1, 2, 3. So twice the cost with the
    # balance is 3 all along it, and one of the two sides has all states, and the other one none.
    ahead = *BALANCED, "0 : 9 @ 8", "1 : 10 @ 9", "2 : 11 @ 10", "3 : 12 @ 11", "backwards", "start"
    assert said("moves 3", *ahead, direction="meeting 1 by 2 3").accepted
    assert not said("moves 3", *ahead, direction="meeting 2 by 2 3").accepted
    ends = [f"0 : 12 @ {player}" for player in (8, 9, 10, 11)]
    behind = *BALANCED, "backwards", *ends, "1 : 11 @ 10", "2 : 10 @ 9", "3 : 9 @ 8", "start"
    assert said("moves 3", *behind, direction="meeting 2 by 2 3").accepted
    assert not said("moves 4", *behind, direction="meeting 2 by 2 3").accepted
    assert not said("moves 3", *behind, direction="meeting 1 by 2 3").accepted
    for missing in behind[4:-1]:
        rest = (line for line in behind if line != missing)
        assert not said("moves 3", *rest, direction="meeting 2 by 2 3").accepted


def test_a_state_that_no_play_leads_to_is_left_out_backwards_by_an_infinite_balance() -> None:
    # The box can be pulled to the left of where it stood at first, and no push ever brought it there.
    level = "level 3 8\n########\n#-@$--.#\n########"
    facts = "potential 1 : 0 0 0 0 0 0", "prices 2 in 1 : 0", "prices back 3 in 1 : 0"
    ends = [f"0 : 14 @ {player}" for player in range(9, 14)]
    rests = "0 : 11 @ 10", "backwards", *ends, "1 : 13 @ 12", "2 : 12 @ 11", "3 : 11 @ 10", "start"
    assert said("moves 3", *facts, *rests, level=level, direction="meeting 9 by 2 3").accepted
    found = said("moves 3", *facts, *rests, level=level, direction="meeting 9")
    assert found.reason == "a step leads to boxes on (1, 2): out of the set, and no fact rules it out"


def test_a_dead_state_is_left_out_forwards_by_an_infinite_balance() -> None:
    # The player can walk around and push the box down, where it stays.
    level = "level 3 9\n##--#####\n#-@$---.#\n###-#####"
    facts = "potential 1 : 0 0 0 0 0 0 0 0 0 0", "prices 2 in 1 : 0", "prices back 3 in 1 : 0"
    states = "0 : 12 @ 11", "1 : 13 @ 12", "2 : 14 @ 13", "3 : 15 @ 14", "4 : 16 @ 15", "backwards", "start"
    assert said("moves 4", *facts, *states, level=level, direction="meeting 0 by 2 3").accepted
    found = said("moves 4", *facts, *states, level=level, direction="meeting 0")
    assert found.reason == "a step leads to boxes on (2, 3): out of the set, and no fact rules it out"


@pytest.mark.parametrize(
    ("by", "reason"),
    [
        ("2", "a meeting is balanced by two facts"),
        ("2 3 3", "a meeting is balanced by two facts"),
        ("3 2", "there is no fact 3 with prices of all boxes in that direction"),
        ("2 2", "there is no fact 2 with prices of all boxes in that direction"),
        ("1 3", "there is no fact 1 with prices of all boxes in that direction"),
        ("2 9", "there is no fact 9 with prices of all boxes in that direction"),
        ("0 3", "'0' is not a number from 1 upwards"),
        ("", "'' is not a number from 1 upwards"),
    ],
)
def test_a_balance_is_by_prices_of_all_boxes_in_both_directions(by: str, reason: str) -> None:
    found = said("moves 0", *BALANCED, "backwards", "start", direction=f"meeting 0 by {by}")
    assert found.reason == reason
