"""Large groups of boxes: bounds beyond the tables of four, which no solution undercuts and all checkers accept."""

from __future__ import annotations

import io
from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from sokogen.families.fibonacci import fibonacci_level
from sokosolve.bounds.box_groups import DEAD
from sokosolve.certify.boxes_alone import GroupTables
from sokosolve.certify.group_bounds import bound_by_groups, make_tables
from sokosolve.certify.group_library import join_groups
from sokosolve.certify.large_groups import (
    LargeGroup,
    choose_unpaid,
    list_groups,
    patterns_of,
    search_group,
    search_states,
)
from sokosolve.certify.pattern_kernel import find_patterns
from sokosolve.level.level_tables import level_tables
from sokosolve.level.packed_boxes import pack, place_boxes
from sokosolve.search import build
from sokosolve.search.budget import Budget
from sokosolve.solver import solve
from sokospec import Level, SokobanError
from sokospec.answer import Verdict
from sokospec.board import State
from sokospec.certificates.verify import verify
from sokospec.limits import Limits
from sokoverify import verify as verify_fast

FIVE_BOXES = Level.parse("########\n#    # #\n#  $   #\n# @$$. #\n# $.#. #\n##.$  .#\n########")
"""The tables prove 12 pushes, all five boxes together 14."""

OTHERS = {
    "two boxes": Level.parse("#########\n#  @ $ .#\n#.  $   #\n#########"),
    "a box that blocks": Level.parse("########\n#@$$ ..#\n#  #   #\n########"),
    "a dead box": Level.parse("######\n#$ @.#\n######"),
    "boxes on their goals": Level.parse("######\n#@*  #\n#.$  #\n#    #\n######"),
    "no way": Level.parse("######\n#.$$ #\n#@   #\n#   .#\n######"),
    "many boxes": fibonacci_level(5),
}


WITH_DETOURS = [
    FIVE_BOXES,
    Level.parse("#######\n#@    #\n#  #$ #\n# *.$ #\n#  .**#\n#######"),
    Level.parse("########\n#  .* @#\n#  *$$##\n#     .#\n#   $.##\n########"),
    Level.parse("########\n# *#.. #\n#  $   #\n# $ $ +#\n#.   $ #\n########"),
]
"""The prices leave out pushes; in all but the first level some push spends more at once than the tables prove."""

WITH_PARTS = [
    Level.parse("########\n#    $.#\n#.   # #\n#$$    #\n#.*$ **#\n#.  $@.#\n########"),
    Level.parse("########\n#.  #. #\n#$ $   #\n#.$#$ $#\n# .@$  #\n#  .$..#\n########"),
    Level.parse("########\n#  *# .#\n#  $ $$#\n#*  @  #\n#. $. .#\n########"),
    Level.parse("#########\n#. ..$ .#\n# $$$ *.#\n#   $ $ #\n#*  ##+ #\n#########"),
]
"""Some group that the library chooses is proved with parts."""


def groups_of(level: Level) -> GroupTables:
    budget, tables = Budget(Limits()), level_tables(level, compiled=True)
    budget.compile()
    assert tables is not None
    return make_tables(tables, budget)


def claim_of(text: io.BytesIO, level: Level) -> str:
    text.seek(0)
    slow = verify(text, level)
    text.seek(0)
    fast = verify_fast(text, level)
    assert slow.accepted and fast.accepted, (slow.line, slow.reason, fast.line, fast.reason)
    assert slow.states == 0
    return str(slow.claim)


def test_a_group_of_five_boxes_proves_what_groups_of_four_do_not() -> None:
    known = solve(FIVE_BOXES).lurd
    text = io.BytesIO()
    certified = bound_by_groups(FIVE_BOXES, text.write, Limits(), known=known)
    assert claim_of(text, FIVE_BOXES) == str(certified.claim) == "optimal pushes 14"
    assert (certified.answer.verdict, certified.answer.lurd) == (Verdict.OPTIMAL, known)
    text = io.BytesIO()
    certified = bound_by_groups(FIVE_BOXES, text.write, Limits(), known=known, most=1)
    assert claim_of(text, FIVE_BOXES) == str(certified.claim) == "at-least pushes 12"
    assert (certified.answer.verdict, certified.answer.lurd, certified.solution) == (Verdict.LIMIT_TIME, None, known)


@pytest.mark.parametrize("level", WITH_DETOURS)
def test_a_group_of_all_boxes_needs_as_much_as_the_level(level: Level) -> None:
    groups = groups_of(level)
    found = search_group(groups, groups.boxes, 0, 1000)
    assert found is not None and groups.base + found.excess == solve(level).pushes


def contents_of(ended: object) -> object:
    """Return the contents of a search's result, which can be compared."""
    if not isinstance(ended, LargeGroup):
        return ended
    arrays = [column.tolist() for states in (ended.opened, ended.used) for column in states]
    return ended.group, ended.excess, arrays, ended.parts


def proved_groups(groups: GroupTables) -> list[LargeGroup]:
    """All groups of one box less than the level that need more than nothing."""
    fewer = combinations(groups.boxes, len(groups.boxes) - 1)
    return [group for boxes in fewer if (group := search_group(groups, boxes, 0, 10_000)) is not None]


@pytest.mark.parametrize("level", WITH_DETOURS)
def test_machine_code_and_python_open_the_same_states(level: Level) -> None:
    groups = groups_of(level)
    for parts in [], proved_groups(groups):
        for boxes in [groups.boxes, *combinations(groups.boxes, len(groups.boxes) - 1)]:
            for slack in range(4):
                groups.compiled = True
                by_machine_code = search_states(groups, boxes, slack, 1000, lambda: None, parts)
                groups.compiled = False
                by_python = search_states(groups, boxes, slack, 1000, lambda: None, parts)
                assert contents_of(by_python) == contents_of(by_machine_code)


@pytest.mark.parametrize("level", [*WITH_DETOURS, *WITH_PARTS])
def test_parts_spare_states_and_prove_the_same(level: Level) -> None:
    groups = groups_of(level)
    parts = proved_groups(groups)
    without = search_group(groups, groups.boxes, 0, 100_000)
    proved = search_group(groups, groups.boxes, 0, 100_000, parts=parts)
    assert without is not None and proved is not None
    assert groups.base + without.excess == groups.base + proved.excess == solve(level).pushes
    assert len(proved.opened.first) <= len(without.opened.first)
    assert set(proved.parts) <= set(parts)


@pytest.mark.parametrize("level", WITH_PARTS)
def test_patterns_that_fit_are_those_whose_boxes_and_player_are_there(level: Level) -> None:
    groups = groups_of(level)
    parts = [part for part in proved_groups(groups) if len(part.opened.first)]
    every = search_group(groups, groups.boxes, 0, 100_000)
    assert every is not None and parts
    patterns = patterns_of(groups, parts)
    listed = [each for part in parts for each in list_groups(groups, part.opened)]
    scratch = build.new_scratch(groups.world)
    words = np.zeros(groups.world.floor.words, dtype=np.uint64)
    for boxes, player in list_groups(groups, every.opened)[:100]:
        pack(groups.world.floor, list(boxes), words)
        place_boxes(groups.world.floor, scratch, words, 0)
        fitting = patterns.rows[: find_patterns(groups.world, scratch, patterns, player)]
        scratch.occupied[list(boxes)] = 0
        squares = patterns.squares.reshape(-1, patterns.width)[fitting]
        found = [tuple(square for square in row if square >= 0) for row in squares.tolist()]
        expected = [
            some for some, first in listed if {*boxes} >= {*some} and groups.find_group(some, player)[1] == first
        ]
        assert sorted(found) == sorted(expected)
        assert len(expected) < len(patterns.rows)
        excesses = patterns.excess[fitting]
        assert (excesses[:-1] >= excesses[1:]).all()


@pytest.mark.parametrize("level", [*WITH_DETOURS, *WITH_PARTS])
def test_growth_ends_at_the_optimum_of_small_levels(level: Level) -> None:
    groups = groups_of(level)
    *_, chosen = join_groups(groups, DEAD - 1, lambda: None, 100_000)
    assert groups.base + sum(group.excess for group in chosen) == solve(level).pushes


@pytest.mark.parametrize("level", WITH_PARTS)
def test_checkers_accept_groups_that_are_proved_with_parts(level: Level) -> None:
    groups, optimum, text = groups_of(level), solve(level).pushes, io.BytesIO()
    assert optimum is not None
    *_, chosen = join_groups(groups, optimum - groups.base, lambda: None, 1000)
    assert any(group.parts for group in chosen)
    certified = bound_by_groups(level, text.write, Limits(), known=solve(level).lurd, most=1000)
    assert certified.claim is not None and claim_of(text, level) == str(certified.claim)
    assert certified.claim.cost[0] == groups.base + sum(group.excess for group in chosen) <= optimum


def test_a_box_in_the_way_of_the_others_joins_them() -> None:
    level = Level.parse("##########\n#@ $ $  .#\n#.########\n##########")
    groups = groups_of(level)
    left, right = groups.boxes
    play = search_states(groups, (right,), 0, 1000, lambda: None)
    assert isinstance(play, list)
    assert groups.find_obstacles(play, {left}) == ([], [left])
    pushed, in_way = groups.find_obstacles(play, set())
    assert (len(pushed), in_way) == (len(play) - 1, [])


def test_states_that_cannot_be_paid_have_groups_that_say_so() -> None:
    seen = Counter[bool]()
    for level in [*WITH_DETOURS, *WITH_PARTS]:
        groups = groups_of(level)
        every = search_group(groups, groups.boxes, 0, 100_000)
        assert every is not None
        patterns = patterns_of(groups, proved_groups(groups))
        tables = level_tables(level, compiled=True)
        assert tables is not None
        for boxes, player in list_groups(groups, every.opened)[:40]:
            state = State(frozenset(tables.squares[box] for box in boxes), tables.squares[player])
            pushes = solve(Level(level.board, state)).pushes
            alone = sum(groups.prices.values()) + groups.sum_alone(boxes, player)
            for slack in range(4):
                unpaid = choose_unpaid(groups, (boxes, player), slack, patterns)
                squares = [square for some in unpaid for square in some]
                assert len({*squares}) == len(squares) and {*squares} <= {*boxes}
                assert not unpaid or pushes is None or pushes > alone + slack
                seen[bool(unpaid)] += 1
    assert min(seen[True], seen[False]) > 50, seen


@pytest.mark.parametrize("name", OTHERS)
def test_no_solution_undercuts_the_bound(name: str) -> None:
    level, text = OTHERS[name], io.BytesIO()
    optimum = solve(level).pushes
    certified = bound_by_groups(level, text.write, Limits(), most=100)
    if certified.claim is None:
        assert optimum is None and not text.getvalue()
    else:
        assert claim_of(text, level) == str(certified.claim)
        assert optimum is None or certified.claim.cost[0] <= optimum


def test_a_finite_need_is_never_said_to_be_dead() -> None:
    wall, way = "#" * 148, " " * 140
    level = Level.parse(f"{wall}\n# .${way}   #\n#@{wall[6:]}   #\n# .${way}   #\n{wall}")
    text = io.BytesIO()
    certified = bound_by_groups(level, text.write, Limits())
    assert claim_of(text, level) == str(certified.claim)
    groups = groups_of(level)
    assert search_states(groups, groups.boxes, DEAD - 1, 100_000, lambda: None) is None
    group = search_group(groups, groups.boxes, 0, 100_000)
    assert group is not None and group.excess == DEAD - 1


def test_one_box_needs_no_group() -> None:
    text = io.BytesIO()
    level = Level.parse("########\n#@ $  .#\n#      #\n########")
    assert bound_by_groups(level, text.write, Limits(), known="rRdlurRR").claim is not None
    assert claim_of(text, level) == "optimal pushes 3"
    with pytest.raises(SokobanError, match="the known solution does not solve the level"):
        bound_by_groups(level, text.write, Limits(), known="u")


def test_without_time_for_the_tables_there_is_no_claim() -> None:
    text = io.BytesIO()
    certified = bound_by_groups(FIVE_BOXES, text.write, Limits(cpu=0.0))
    assert (certified.claim, text.getvalue()) == (None, b"")
