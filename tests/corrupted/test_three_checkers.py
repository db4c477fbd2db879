"""The proved checker agrees with the two others, and its rules with those of the reference engine."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from itertools import product
from typing import cast

import pytest

from corrupted.samples import samples
from corrupted.three_checkers import (
    Asked,
    asking,
    compare,
    corrupted_facts,
    corrupted_ones,
    drawn,
    is_there,
    meetings,
    run,
    unsolvable_levels,
)
from sokocheck.checkers.proved_checker import verify_proved
from sokospec import Board, Level, Square, State
from sokospec.board import Direction
from sokospec.conformance import load, requests
from sokospec.errors import IllegalStep, SokobanError
from sokospec.rules import is_push, is_solved, step

pytestmark = pytest.mark.skipif(not is_there(), reason="sokospec-proved is not built: make -C proofs/rocq")

SYMBOLS = "#-.$*@+"


@pytest.fixture(scope="module")
def asked() -> Iterator[Asked]:
    with asking() as program:
        yield program


@pytest.mark.long
@pytest.mark.parametrize("kind", ["prices back", "groups back", "counting back"])
def test_no_corrupted_fact_back_is_accepted_by_one_checker_alone(asked: Asked, kind: str) -> None:
    originals = [
        text for text in samples(2, of_each=4, levels=60) if kind in text and asked.verdict(text) == "ACCEPTED"
    ]
    counts, disagreed = run(asked, corrupted_facts(1, 100, originals, kind))
    assert disagreed == []
    assert counts["REJECTED", "REJECTED"] > 0 and counts["ACCEPTED", "ACCEPTED"] > 0


@pytest.mark.parametrize("sort", ["corrupted", "facts", "states", "larger", "potentials", "areas"])
def test_the_proved_checker_agrees_with_the_others_where_it_covers(asked: Asked, sort: str) -> None:
    texts = corrupted_ones(1, 200, samples(1, of_each=2, levels=40)) if sort == "corrupted" else drawn(sort, 1, 40)
    counts, disagreed = run(asked, texts)
    assert disagreed == []
    assert counts["REJECTED", "REJECTED"] > 0 or sort == "potentials"


def successor(board: Board, state: State, direction: Direction) -> dict[str, object]:
    """Return what the reference engine says of a step, as the program says it."""
    try:
        after = step(board, state, direction)
    except IllegalStep as error:
        return {"rule": error.rule}
    rule = "T3" if is_push(state, after) else "T2"
    boxes = sorted([*map(list, after.boxes)])
    return {"rule": rule, "solved": is_solved(board, after), "boxes": boxes, "player": [*after.player]}


@pytest.mark.parametrize(("height", "width"), [(1, 5), (5, 1), (2, 2)])
def test_each_step_in_each_small_world_is_as_by_the_rules(asked: Asked, height: int, width: int) -> None:
    for drawing in product(SYMBOLS, repeat=height * width):
        if sum(symbol in "@+" for symbol in drawing) != 1:
            continue
        squares = {Square(*divmod(at, width)): symbol for at, symbol in enumerate(drawing)}
        chosen = {of: frozenset(s for s, symbol in squares.items() if symbol in of) for of in ("#", ".*+", "$*", "@+")}
        [player] = chosen["@+"]
        board, state = Board(width, height, chosen["#"], chosen[".*+"]), State(chosen["$*"], player)
        try:
            is_level = bool(Level(board, state))
        except SokobanError:
            is_level = False
        rows = "\n".join("".join(drawing[row * width : (row + 1) * width]) for row in range(height))
        expected = {
            "is_level": is_level,
            "solved": is_solved(board, state),
            "successors": [successor(board, state, d) for d in Direction],
        }
        assert asked.answer("successors", {"level": rows.replace("-", " ")}) == expected


def test_pieces_make_a_level_as_the_suite_says(asked: Asked) -> None:
    cases = [case for case in load("rules") if case.kind == "pieces"]
    for case in cases:
        answer = asked.answer("pieces", case.given)
        assert answer is not None and answer["is_level"] == (case.expected["defects"] == []), case.id
    assert len(cases) > 10


def test_solutions_of_the_suite_cost_what_it_says(asked: Asked) -> None:
    compared = 0
    for case in load("levels")[::7]:
        for kind, given, expected in requests(case):
            if kind == "replay" and expected.get("verdict") == "VALID":
                answer = asked.answer("cost", {"level": given["level"], "lurd": given["lurd"]})
                metrics = cast(Mapping[str, object], expected["metrics"])
                assert answer == {"moves": metrics["moves"], "pushes": metrics["pushes"]}
                compared += 1
    assert compared > 50


STANDS_ON_A_BOX = """sokospec certificate 1
claim unsolvable
level 4 5
#####
#$-@#
#--.#
#####
forwards
patterns 1 : 1
6 @ {}
start : 1
end
"""


@pytest.mark.parametrize(("player", "verdict"), [(7, "ACCEPTED"), (6, "REJECTED")])
def test_a_pattern_s_player_stands_beside_its_boxes(asked: Asked, player: int, verdict: str) -> None:
    data = STANDS_ON_A_BOX.format(player).encode("ascii")
    assert compare(asked, data) == (verdict, verdict)


BOX_IN_A_CORNER = """sokospec certificate 1
claim at-least pushes {}
level 5 6
######
#*-@-#
#-$--#
#---.#
######
forwards
frozen 1 : {} @ 9
{} : {}
start : 2
end
"""


@pytest.mark.parametrize(
    ("pushes", "frozen", "fact", "rest", "verdict"),
    [
        (3, "7", "prices 2 in 1", "0", "ACCEPTED"),
        (5, "7", "prices 2 in 1", "0", "REJECTED"),
        (3, "7", "prices 2 in 1", "0 0", "REJECTED"),  # the frozen box has taken a goal
        (3, "22", "prices 2 in 1", "0", "REJECTED"),  # the state has no box there
        (3, "14", "prices 2 in 1", "0", "REJECTED"),  # off the goals
        (0, "7", "patterns 2 in 1", "1\n14 @ 7", "REJECTED"),  # a square of the fact is a frozen box
    ],
)
def test_facts_among_frozen_boxes(asked: Asked, pushes: int, frozen: str, fact: str, rest: str, verdict: str) -> None:
    data = BOX_IN_A_CORNER.format(pushes, frozen, fact, rest).encode("ascii")
    assert compare(asked, data) == (verdict, verdict)


TWO_BOXES_IN_A_ROW = """sokospec certificate 1
claim unsolvable
level 4 7
#######
#{}#
#{}#
#######
forwards
{}start : 2
end
"""


@pytest.mark.parametrize(
    ("above", "below", "facts", "verdict"),
    [
        ("-.$$-", "---@.", "counting 2 : 9\n", "ACCEPTED"),
        ("-.$$-", "---@.", "counting 2 : 9 19\n", "REJECTED"),  # not more boxes than goals
        ("-.$$-", "---@.", "counting 2 : 19\n", "REJECTED"),  # the boxes are confined to another goal
        ("-.$$-", "---@.", "counting 2 : none\n", "REJECTED"),  # each box has a way to a goal
        ("-.$$-", "---@.", "counting 2 : 9 10\n", "REJECTED"),  # a square that is no goal
        ("-.$$-", "---@.", "counting 2 : 9 9\n", "REJECTED"),  # squares increase
        ("*.$$-", "---@.", "counting 2 : 8 9\n", "ACCEPTED"),
        ("*.$$-", "---@.", "frozen 1 : 8 @ 18\ncounting 2 in 1 : 9\n", "ACCEPTED"),
        ("*.$$-", "---@.", "frozen 1 : 8 @ 18\ncounting 2 in 1 : 8 9\n", "REJECTED"),  # the frozen box has taken a goal
        ("*.$--", "--$@.", "frozen 1 : 8 @ 18\ncounting 2 in 1 : 9\n", "REJECTED"),  # as many boxes as goals are left
    ],
)
def test_more_boxes_than_goals_where_they_are_confined(
    asked: Asked, above: str, below: str, facts: str, verdict: str
) -> None:
    data = TWO_BOXES_IN_A_ROW.format(above, below, facts).encode("ascii")
    assert compare(asked, data) == (verdict, verdict)


ONE_CORRIDOR = """sokospec certificate 1
claim at-least {}
level 3 7
#######
#@-$-.#
#######
forwards
prices 1 : 0
{}
{}
end
"""


@pytest.mark.parametrize(
    ("claim", "states", "verdict"),
    [
        ("moves 3", "0 : 10 @ 8|2 : 11 @ 10|3 : 12 @ 11", "ACCEPTED"),
        ("moves 3", "0 : 10 @ 8|3 : 12 @ 11|2 : 11 @ 10", "ACCEPTED"),
        ("moves 4", "0 : 10 @ 8|2 : 11 @ 10|3 : 12 @ 11", "REJECTED"),  # the last state is solved, at less
        ("moves 3", "0 : 10 @ 8|3 : 11 @ 10|3 : 12 @ 11", "REJECTED"),  # two moves lead to the second state
        ("moves 3", "0 : 10 @ 8|3 : 12 @ 11", "REJECTED"),
        ("moves 3", "1 : 10 @ 8|2 : 11 @ 10|3 : 12 @ 11", "REJECTED"),  # play begins at cost 0
        ("moves 3", "0 : 10 @ 8|1 : 11 @ 9|3 : 12 @ 11", "ACCEPTED"),  # from there the player walks one move
        ("moves 3", "0 : 10 @ 8|2 : 11 @ 9|3 : 12 @ 11", "REJECTED"),
        ("moves 3", "0 : 10 @ 8 : 1", "ACCEPTED"),  # one more push is needed
        ("moves 4", "0 : 10 @ 8 : 1", "REJECTED"),
        ("moves 3", "0 : 10 @ 8 : 1 : 10", "REJECTED"),  # no closing boxes where moves count
        ("moves 3", "0 0 : 10 @ 8 : 1", "REJECTED"),  # a cost has one number
        ("moves 3 2", "0 : 10 @ 8 : 1", "REJECTED"),
        ("pushes-moves 2 3", "0 0 : 10 @ 8|1 2 : 11 @ 10|2 3 : 12 @ 11", "ACCEPTED"),
        ("pushes-moves 2 4", "0 0 : 10 @ 8|1 2 : 11 @ 10|2 3 : 12 @ 11", "REJECTED"),
        ("pushes-moves 2 3", "0 0 : 10 @ 8|1 1 : 11 @ 9|2 3 : 12 @ 11", "ACCEPTED"),
        ("pushes-moves 2 3", "0 0 : 10 @ 8|1 3 : 11 @ 10|2 3 : 12 @ 11", "REJECTED"),
        ("pushes-moves 2 3", "0 0 : 10 @ 8 : 1", "ACCEPTED"),
        ("pushes-moves 2 999999999", "1 0 : 10 @ 8|2 999999999 : 11 @ 10", "REJECTED"),
        ("moves-pushes 3 2", "0 0 : 10 @ 8|2 1 : 11 @ 10|3 2 : 12 @ 11", "ACCEPTED"),
        ("moves-pushes 3 3", "0 0 : 10 @ 8|2 1 : 11 @ 10|3 2 : 12 @ 11", "REJECTED"),
        ("moves-pushes 3 2", "0 0 : 10 @ 8 : 1", "ACCEPTED"),
        ("moves-pushes 3 2", "0 : 10 @ 8 : 1", "REJECTED"),  # a cost has two numbers
    ],
)
def test_states_where_moves_count(asked: Asked, claim: str, states: str, verdict: str) -> None:
    data = ONE_CORRIDOR.format(claim, states.replace("|", "\n"), "start").encode("ascii")
    assert compare(asked, data) == (verdict, verdict)


@pytest.mark.parametrize(
    ("claim", "verdict"), [("moves 2", "ACCEPTED"), ("moves 3", "REJECTED"), ("pushes 2", "ACCEPTED")]
)
def test_a_fact_about_pushes_bounds_moves(asked: Asked, claim: str, verdict: str) -> None:
    data = ONE_CORRIDOR.format(claim, "prices 2 : 0", "start : 2").encode("ascii")
    assert compare(asked, data) == (verdict, verdict)


@pytest.mark.parametrize(
    ("version", "claim", "facts", "verdict"),
    [
        (2, "moves 3", "potential 2 : 1 2 1 0 0|prices 3 in 2 : 0", "ACCEPTED"),
        (2, "moves 4", "potential 2 : 1 2 1 0 0|prices 3 in 2 : 0", "REJECTED"),
        (1, "moves 3", "potential 2 : 1 2 1 0 0|prices 3 in 2 : 0", "REJECTED"),
        (2, "moves 3", "potential 2 : 1 3 1 0 0|prices 3 in 2 : 0", "REJECTED"),  # too steep
        (2, "moves 3", "potential 2 : 1 2 1 0 -1|prices 3 in 2 : 0", "REJECTED"),
        (2, "moves 3", "potential 2 : 1 2 1 0|prices 3 in 2 : 0", "REJECTED"),  # a square without a height
        (2, "moves 3", "potential 2 : 2 3 2 1 0|prices 3 in 2 : 0", "REJECTED"),  # the player is too high
        (2, "moves 3", "potential 2 : 1 2 1 0 0|prices 3 : 0", "REJECTED"),  # outside the potential it bounds pushes
        (2, "moves 3", "potential 2 by 1 : 1 2 1 0 0|prices 3 in 2 : 0", "REJECTED"),
        (2, "moves 3", "potential back 2 : 1 2 1 0 0|prices 3 in 2 : 0", "REJECTED"),
        (2, "moves 3", "prices 3 in 1 : 0", "REJECTED"),  # fact 1 is no potential
        (2, "moves 1", "potential 2 : 1 2 1 0 0|counting 3 in 2 : none", "REJECTED"),  # it says nothing of moves
        (2, "pushes-moves 2 3", "potential 2 : 1 2 1 0 0|prices 3 in 2 : 0", "ACCEPTED"),
        (2, "pushes-moves 2 4", "potential 2 : 1 2 1 0 0|prices 3 in 2 : 0", "REJECTED"),
        (2, "moves-pushes 3 2", "potential 2 : 1 2 1 0 0|prices 3 in 2 : 0", "ACCEPTED"),
        (2, "moves-pushes 3 3", "potential 2 : 1 2 1 0 0|prices 3 in 2 : 0", "REJECTED"),
        (2, "pushes 2", "potential 2 : 1 2 1 0 0|prices 3 in 2 : 0", "ACCEPTED"),  # half of the moves
        (2, "pushes 3", "potential 2 : 1 2 1 0 0|prices 3 in 2 : 0", "REJECTED"),
    ],
)
def test_facts_in_a_potential_bound_moves(asked: Asked, version: int, claim: str, facts: str, verdict: str) -> None:
    text = ONE_CORRIDOR.format(claim, facts.replace("|", "\n"), "start : 3")
    data = text.replace("certificate 1", f"certificate {version}").encode("ascii")
    assert compare(asked, data) == (verdict, verdict)


BACK_ALONG_A_CORRIDOR = """sokospec certificate 2
claim {}
level 3 7
#######
#@-$-.#
#######
backwards
{}
{}
end
"""


@pytest.mark.parametrize(
    ("claim", "lines", "start", "verdict"),
    [
        ("at-least pushes 2", "0 : 12 @ 11|1 : 11 @ 10|2 : 10 @ 9|3 : 9 @ 8", "start", "ACCEPTED"),
        (
            "at-least pushes 3",
            "0 : 12 @ 11|1 : 11 @ 10|2 : 10 @ 9|3 : 9 @ 8",
            "start",
            "REJECTED",
        ),  # the first state, at less
        (
            "at-least pushes 2",
            "0 : 12 @ 11|2 : 11 @ 10|2 : 10 @ 9|3 : 9 @ 8",
            "start",
            "REJECTED",
        ),  # one pull leads there
        ("at-least pushes 2", "0 : 12 @ 11|2 : 10 @ 9|3 : 9 @ 8", "start", "REJECTED"),
        (
            "at-least pushes 2",
            "1 : 12 @ 11|1 : 11 @ 10|2 : 10 @ 9|3 : 9 @ 8",
            "start",
            "REJECTED",
        ),  # the solved state has cost 0
        ("at-least pushes 2", "prices back 1 : 0", "start : 1", "ACCEPTED"),
        ("at-least pushes 3", "prices back 1 : 0", "start : 1", "REJECTED"),
        ("at-least pushes 2", "prices back 1 : -7", "start : 1", "ACCEPTED"),
        ("at-least pushes 2", "prices back 1 : 0 0", "start : 1", "REJECTED"),
        ("at-least pushes 2", "prices 1 : 0", "start : 1", "REJECTED"),  # it is no fact about the play so far
        ("at-least pushes 2", "prices back 1 : 0|0 : 12 @ 11 : 1", "start", "ACCEPTED"),
        (
            "at-least pushes 2",
            "prices back 1 : 0|0 : 12 @ 11 : 1 : 12",
            "start",
            "REJECTED",
        ),  # no closing boxes backwards
        ("at-least pushes 0", "counting back 1 : 10", "start : 1", "ACCEPTED"),
        ("at-least pushes 2", "counting back 1 : 10", "start : 1", "REJECTED"),
        ("at-least pushes 0", "counting back 1 : 12", "start : 1", "REJECTED"),  # no box begins there
        ("unsolvable", "counting back 1 : none", "start : 1", "REJECTED"),  # the box can come from its square
        (
            "at-least pushes 2",
            "potential 1 : 1 2 1 0 0|prices back 2 in 1 : 0",
            "start : 2",
            "REJECTED",
        ),  # moves are no pushes
        ("at-least pushes 0", "potential 1 : 1 2 1 0 0|prices back 2 in 1 : 0", "start : 2", "ACCEPTED"),
        ("at-least moves 3", "prices back 1 : 0", "start : 1", "REJECTED"),
    ],
)
def test_states_and_facts_backwards(asked: Asked, claim: str, lines: str, start: str, verdict: str) -> None:
    data = BACK_ALONG_A_CORRIDOR.format(claim, lines.replace("|", "\n"), start).encode("ascii")
    assert compare(asked, data) == (verdict, verdict)


ENDS = "0 : 12 @ 8|0 : 12 @ 9|0 : 12 @ 10|0 : 12 @ 11"
"""The ends of solutions in `MEETING_IN_A_CORRIDOR`."""
PRICES = "prices 1 : 0|prices back 2 : 0|"
IN_A_POTENTIAL = "potential 1 : 0 0 0 0 0|prices 2 in 1 : 0|prices back 3 in 1 : 0|"
MEETING_IN_A_CORRIDOR = """sokospec certificate 2
claim at-least {}
level 3 7
#######
#@-$-.#
#######
meeting {}
{}
start
end
"""


@pytest.mark.parametrize(
    ("claim", "meeting", "lines", "verdict"),
    [
        ("moves 3", "1", f"0 : 10 @ 8|backwards|{ENDS}", "ACCEPTED"),
        ("moves 3", "2", f"0 : 10 @ 8|backwards|{ENDS}|1 : 11 @ 10", "ACCEPTED"),
        ("moves 3", "2", f"backwards|{ENDS}|1 : 11 @ 10", "REJECTED"),  # the first state is left out too early
        ("moves 3", "3", f"backwards|{ENDS}|1 : 11 @ 10|2 : 10 @ 9", "ACCEPTED"),  # all is listed backwards
        ("moves 4", "3", f"0 : 10 @ 8|backwards|{ENDS}|1 : 11 @ 10|2 : 10 @ 9", "REJECTED"),  # three moves are enough
        ("moves 4", "2", f"0 : 10 @ 8|backwards|{ENDS}|1 : 11 @ 10", "REJECTED"),
        ("moves 4", "1", f"0 : 10 @ 8|backwards|{ENDS}", "REJECTED"),  # the state after the push costs too little
        ("moves 3", "2", f"0 : 10 @ 8|backwards|{ENDS}", "REJECTED"),  # a rest is missing
        ("moves 3", "2", f"0 : 10 @ 8|backwards|{ENDS}|2 : 11 @ 10", "REJECTED"),  # a rest costs less
        ("moves 3", "1", f"0 : 10 @ 8|backwards|{ENDS[13:]}", "REJECTED"),  # an end is missing
        ("moves 3", "1", f"backwards|0 : 10 @ 8|{ENDS}", "REJECTED"),  # the first state is listed backwards
        ("moves 3", "1", f"0 : 10 @ 8|backwards|{ENDS}|0 : 12 @ 11", "REJECTED"),  # twice
        ("moves 3", "1", f"0 : 10 @ 8|backwards|{ENDS}|backwards", "REJECTED"),
        ("moves 3", "1", f"0 : 10 @ 8|{ENDS}", "REJECTED"),
        ("moves 3", "1 1", f"0 : 10 @ 8|backwards|{ENDS}", "REJECTED"),
        ("pushes 2", "1", f"0 : 10 @ 8|backwards|{ENDS}", "REJECTED"),
        ("moves 3", "1 by 1 2", f"{PRICES}0 : 10 @ 8|backwards", "ACCEPTED"),  # the ends are far enough from the start
        ("moves 3", "1 by 2 1", f"{PRICES}0 : 10 @ 8|backwards", "REJECTED"),
        ("moves 3", "1 by 1", f"{PRICES}0 : 10 @ 8|backwards", "REJECTED"),
        ("moves 3", "1 by 1 3", f"{PRICES}0 : 10 @ 8|backwards", "REJECTED"),
        ("moves 3", "1 by 1 2", "counting 1 : 12|prices back 2 : 0|0 : 10 @ 8|backwards", "REJECTED"),
        ("moves 3", "2 by 1 2", f"{PRICES}backwards|{ENDS}|1 : 11 @ 10|2 : 10 @ 9", "ACCEPTED"),
        ("moves 3", "2 by 1 2", f"{PRICES}backwards|{ENDS}|1 : 11 @ 10", "REJECTED"),
        ("moves 4", "2 by 1 2", f"{PRICES}backwards|{ENDS}|1 : 11 @ 10|2 : 10 @ 9", "REJECTED"),
        ("moves 3", "1 by 2 3", f"{IN_A_POTENTIAL}0 : 10 @ 8|backwards", "ACCEPTED"),
        ("moves 4", "1 by 2 3", f"{IN_A_POTENTIAL}0 : 10 @ 8|backwards", "REJECTED"),
        ("moves-pushes 3 2", "1 1", "0 0 : 10 @ 8|backwards|0 " + ENDS.replace("|", "|0 "), "ACCEPTED"),
        ("moves-pushes 3 2", "1 0", "0 0 : 10 @ 8|backwards|0 " + ENDS.replace("|", "|0 "), "REJECTED"),
        ("moves-pushes 3 2", "1", "0 0 : 10 @ 8|backwards|0 " + ENDS.replace("|", "|0 "), "REJECTED"),
        (
            "moves 3",
            "2",
            f"prices back 1 : 0|0 : 10 @ 8|backwards|{ENDS} : 1",
            "REJECTED",
        ),  # nothing rules the rest out
        (
            "moves 1",
            "2",
            "prices back 1 : 0|0 : 10 @ 8|backwards|" + ENDS.replace("|", " : 1|") + " : 1",
            "ACCEPTED",
        ),  # play there has taken a push
    ],
)
def test_two_sides_that_meet(asked: Asked, claim: str, meeting: str, lines: str, verdict: str) -> None:
    data = MEETING_IN_A_CORRIDOR.format(claim, meeting, lines.replace("|", "\n")).encode("ascii")
    assert compare(asked, data) == (verdict, verdict)


@pytest.mark.long
def test_no_certificate_of_a_careless_prover_of_meetings_is_accepted_by_one_checker_alone(asked: Asked) -> None:
    counts, disagreed = run(asked, meetings(1, 150))
    assert disagreed == []
    assert counts["REJECTED", "REJECTED"] > 0 and counts["ACCEPTED", "ACCEPTED"] > 0


@pytest.mark.long
@pytest.mark.parametrize("kind", ["potential", "prices", "groups"])
def test_no_corrupted_fact_of_moves_is_accepted_by_one_checker_alone(asked: Asked, kind: str) -> None:
    originals = [
        text for text in samples(2, of_each=4, levels=60) if "potential" in text and asked.verdict(text) == "ACCEPTED"
    ]
    counts, disagreed = run(asked, corrupted_facts(1, 100, originals, kind))
    assert disagreed == []
    assert counts["REJECTED", "REJECTED"] > 0 and counts["ACCEPTED", "ACCEPTED"] > 0


@pytest.mark.parametrize("kind", ["area", "outside", "inside"])
def test_no_corrupted_fact_about_an_area_is_accepted_by_one_checker_alone(asked: Asked, kind: str) -> None:
    texts = (data.decode("ascii") for _, data in drawn("areas", 2, 40))
    originals = [text for text in texts if f"\n{kind} " in text and asked.verdict(text) == "ACCEPTED"]
    counts, disagreed = run(asked, corrupted_facts(1, 100, originals, kind))
    assert disagreed == []
    assert counts["REJECTED", "REJECTED"] > 0 and counts["ACCEPTED", "ACCEPTED"] > 0


AREA = """sokospec certificate {version}
claim at-least {claim}
level 5 8
########
#.-----#
#.*$$--#
##@--#-#
########
forwards
prices 1 : 0 -1 0
{facts}
start : {start}
end
"""
OUTSIDE = "dead : 10 11 @ 9|dead : 11 12 @ 9|dead : 12 13 @ 9|2 : 19 20 @ 9"
INSIDE = """2 : none @ 9|2 : 9 @ 10|2 : 18 @ 9|2 : 21 @ 9|2 : 9 18 @ 10|4 : 9 18 @ 17|2 : 9 21 @ 10|2 : 18 21 @ 9|
2 : 9 18 21 @ 10|4 : 9 18 21 @ 17""".replace("\n", "")
BOTH = f"area 2 by 1 : 9 17 18 21|outside 3 in 2 : 4|{OUTSIDE}|inside 4 in 2 by 3 : 10|{INSIDE}"


@pytest.mark.parametrize(
    ("claim", "start", "old", "new", "verdict"),
    [
        ("pushes 6", 4, "", "", "ACCEPTED"),  # prices, and 2 pushes are wasted outside, and 2 inside
        ("pushes 7", 4, "", "", "REJECTED"),
        ("moves 6", 4, "", "", "ACCEPTED"),
        ("pushes 4", 3, "", "", "ACCEPTED"),
        ("pushes 5", 3, "", "", "REJECTED"),
        ("pushes 4", 4, " by 3", "", "ACCEPTED"),
        ("pushes 6", 4, " by 3", "", "REJECTED"),
        ("pushes 0", 2, "", "", "REJECTED"),  # an area bounds nothing
        ("pushes 0", 4, " by 3", " by 2", "REJECTED"),
        ("pushes 0", 4, " by 3", " by 1", "REJECTED"),
        ("pushes 0", 4, "in 2 by 3", "in 3", "REJECTED"),
        ("pushes 0", 4, " in 2 by 3", "", "REJECTED"),
        ("pushes 0", 4, "by 3", "by 3 3", "REJECTED"),
        ("pushes 0", 4, "outside 3 in 2", "outside 3 in 2 by 1", "REJECTED"),
        ("pushes 0", 4, "outside 3 in 2", "outside back 3 in 2", "REJECTED"),
        ("pushes 0", 4, "area 2 by 1", "area 2", "REJECTED"),
        ("pushes 0", 4, "area 2 by 1", "area 2 in 1 by 1", "REJECTED"),
        ("pushes 0", 4, "area 2 by 1", "area back 2 by 1", "REJECTED"),
        ("pushes 0", 4, " 17 18 21", " 17 21", "REJECTED"),  # a goal is not in the area
        ("pushes 0", 4, "9 17 18 21|outside", "9 17 18 19 21|outside", "REJECTED"),  # and a group not outside
        ("pushes 0", 4, "|2 : 19 20 @ 9", "|3 : 19 20 @ 9", "REJECTED"),
        ("pushes 0", 4, "|2 : 19 20 @ 9", "|dead : 19 20 @ 9", "REJECTED"),
        ("pushes 0", 4, "|2 : 19 20 @ 9", "|1 : 19 @ 9", "REJECTED"),
        ("pushes 0", 4, "|2 : 18 @ 9", "|3 : 18 @ 9", "REJECTED"),
        ("pushes 0", 4, "|2 : 18 @ 9", "|0 : 18 @ 9", "REJECTED"),
        ("pushes 0", 4, "|2 : 18 @ 9", "|dead : 18 @ 9", "REJECTED"),
        ("pushes 0", 4, "|2 : 18 @ 9", "|2 : 19 @ 9", "REJECTED"),  # a box that is not inside
        ("pushes 0", 4, "|2 : 18 @ 9", "|2 : 9 @ 10", "REJECTED"),  # now a push leads to a state without an excess
        ("pushes 0", 4, "|2 : 9 @ 10", "|2 : 9 17 18 @ 10", "REJECTED"),  # solved
        ("pushes 4", 4, "|2 : 9 @ 10|2 : 18 @ 9", "|2 : 9 @ 10|2 : 18 @ 21", "ACCEPTED"),
    ],
)
def test_what_is_wasted_outside_and_inside_an_area(
    asked: Asked, claim: str, start: int, old: str, new: str, verdict: str
) -> None:
    assert BOTH.count(old) == 1 or not old
    facts = BOTH.replace(old, new) if old else BOTH
    for version in (1, 2):
        text = AREA.format(version=version, claim=claim, facts=facts.replace("|", "\n"), start=start)
        expected = verdict if version == 2 else "REJECTED"
        assert compare(asked, text.encode("ascii")) == (expected, expected)


@pytest.mark.long
def test_no_corrupted_counting_is_accepted_by_one_checker_alone(asked: Asked) -> None:
    originals = [text for text in samples(2, of_each=4, levels=100) if asked.verdict(text) == "ACCEPTED"]
    counts, disagreed = run(asked, corrupted_facts(1, 300, originals, "counting"))
    assert disagreed == []
    assert counts["REJECTED", "REJECTED"] > 0
    assert counts["ACCEPTED", "ACCEPTED"] > 0


@pytest.mark.long
def test_all_three_accept_what_shows_that_levels_have_no_solution(asked: Asked) -> None:
    counts, disagreed = run(asked, unsolvable_levels(2, 25))
    assert (counts, disagreed) == ({("ACCEPTED", "ACCEPTED"): 25}, [])


TWO_STATES = """sokospec certificate 1
claim {}
level 3 6
######
#@-$.#
######
{}forwards
prices 1 : 0
{}
0 : 9 @ 7{}
start{}
end
"""


@pytest.mark.parametrize(
    ("claim", "fact", "rest", "start", "line", "reason"),
    [
        ("optimal pushes 1", "", " : 1", "", None, None),
        ("optimal pushes 1", "patterns 2 : 1\n10 @ 9", " : 1", "", 10, "fact 2 is not shown"),
        ("optimal pushes 1", "patterns 2 : 1\n9 @ 8", " : 1", "", 10, "fact 2 is not shown"),
        ("at-least pushes 2", "", " : 1", "", 9, "a push from it leads to a state"),
        ("at-least pushes 1", "", " : 7", "", 9, "a push from it leads to a state"),
        ("at-least pushes 2", "0 : 10 @ 9", "", "", 9, "the state costs less than is claimed and is solved"),
        ("at-least pushes 2", "", "", " : 1", 10, "no state and no fact of this line"),
    ],
)
def test_a_rejection_says_line_and_reason(
    claim: str, fact: str, rest: str, start: str, line: int | None, reason: str | None
) -> None:
    solution = "solution rR\n" if claim.startswith("optimal") else ""
    text = TWO_STATES.format(claim, solution, fact, rest, start).replace("\n\n", "\n")
    if start:
        text = text.replace("0 : 9 @ 7", "0 : 8 @ 7")
    finding = verify_proved(io.BytesIO(text.encode("ascii")))
    assert finding.verdict == ("ACCEPTED" if reason is None else "REJECTED")
    assert (finding.line, reason or "") == (line, reason or "") and (reason or "") in (finding.reason or "")
