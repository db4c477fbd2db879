"""Patterns learned from conflicts: bounds beyond the tables, which no solution undercuts and all checkers accept."""

from __future__ import annotations

import io
from contextlib import suppress

import pytest

from certified_bounds import ONE_BOX, claim_of, require_no_more, require_optimal, tables_of
from sokogen.families.fibonacci import fibonacci_level
from sokosolve.bounds.box_groups import DEAD
from sokosolve.certify.boxes_alone import choose_greedily
from sokosolve.certify.conflicts import MOST_BOXES, ConflictSearch
from sokosolve.certify.group_bounds import bound_by_groups
from sokosolve.solver import solve
from sokospec import Level, SokobanError, replay
from sokospec.answer import Verdict
from sokospec.limits import LimitReached, Limits

FIVE_BOXES = Level.parse("########\n#    # #\n#  $   #\n# @$$. #\n# $.#. #\n##.$  .#\n########")
"""The tables prove 12 pushes, all five boxes together 14."""

BEYOND_TABLES = [
    FIVE_BOXES,
    Level.parse("#######\n#@    #\n#  #$ #\n# *.$ #\n#  .**#\n#######"),
    Level.parse("########\n#  .* @#\n#  *$$##\n#     .#\n#   $.##\n########"),
    Level.parse("########\n# *#.. #\n#  $   #\n# $ $ +#\n#.   $ #\n########"),
    Level.parse("########\n#    $.#\n#.   # #\n#$$    #\n#.*$ **#\n#.  $@.#\n########"),
    Level.parse("########\n#.  #. #\n#$ $   #\n#.$#$ $#\n# .@$  #\n#  .$..#\n########"),
    Level.parse("########\n#  *# .#\n#  $ $$#\n#*  @  #\n#. $. .#\n########"),
    Level.parse("#########\n#. ..$ .#\n# $$$ *.#\n#   $ $ #\n#*  ##+ #\n#########"),
]
"""The prices leave out pushes; in most of them some push spends more at once than the tables prove."""

OTHERS = [
    Level.parse("#########\n#  @ $ .#\n#.  $   #\n#########"),
    Level.parse("########\n#@$$ ..#\n#  #   #\n########"),
    Level.parse("######\n#$ @.#\n######"),
    Level.parse("######\n#@*  #\n#.$  #\n#    #\n######"),
    Level.parse("######\n#.$$ #\n#@   #\n#   .#\n######"),
    Level.parse("##########\n#@ $ $  .#\n#.########\n##########"),
    fibonacci_level(5),
]
"""One box in the way of the other, a dead box, boxes on goals, no way, many boxes."""


@pytest.mark.parametrize("level", BEYOND_TABLES)
def test_patterns_prove_the_fewest_pushes_of_a_level(level: Level) -> None:
    require_optimal(bound_by_groups, level)


@pytest.mark.parametrize("level", [*BEYOND_TABLES, *ONE_BOX])
def test_a_solution_turns_up_once_what_it_costs_is_proved(level: Level) -> None:
    text = io.BytesIO()
    certified = bound_by_groups(level, text.write, Limits())
    assert certified.solution is not None and replay(level, certified.solution).solved
    assert sum(letter.isupper() for letter in certified.solution) == solve(level).pushes
    assert claim_of(text, level) == str(certified.claim) == f"optimal pushes {solve(level).pushes}"


@pytest.mark.parametrize("level", BEYOND_TABLES)
def test_with_few_patterns_no_solution_undercuts_the_bound(level: Level) -> None:
    optimum, last = solve(level).pushes, 0
    assert optimum is not None
    for most in 1, 3, 10, 30, 100:
        text = io.BytesIO()
        certified = bound_by_groups(level, text.write, Limits(), most=most)
        assert certified.claim is not None and claim_of(text, level) == str(certified.claim)
        assert certified.answer.generated <= most
        assert last <= certified.claim.cost[0] <= optimum
        last = certified.claim.cost[0]


@pytest.mark.parametrize("level", OTHERS)
def test_no_solution_undercuts_the_bound_of_other_levels(level: Level) -> None:
    require_no_more(bound_by_groups, level, 100)


@pytest.mark.parametrize("level", BEYOND_TABLES)
def test_machine_code_and_python_learn_the_same(level: Level) -> None:
    tables, learned = tables_of(level), []
    for tables.compiled in True, False:
        search = ConflictSearch(tables, 1000)
        found = search.raise_excess(DEAD)
        learned.append((found, search.patterns, search.excess(), search.close()))
    assert learned[0] == learned[1]


@pytest.mark.parametrize("level", BEYOND_TABLES)
def test_what_is_learned_survives_a_limit(level: Level) -> None:
    """After each look at the limits, what is proved so far is a fact that says no less than before."""
    tables, optimum, looks = tables_of(level), solve(level).pushes, 0
    tables.compiled = True
    assert optimum is not None

    def pause() -> None:
        nonlocal looks
        looks -= 1
        if looks < 0:
            raise LimitReached(Verdict.LIMIT_TIME)

    proved = []
    for allowed in range(3):
        looks = allowed
        search = ConflictSearch(tables, 1000, pause)
        with suppress(LimitReached):
            search.raise_excess(DEAD)
        proved.append(tables.base + choose_greedily(tables, search.close()))
    assert proved == sorted(proved) and proved[-1] <= optimum


def test_a_finite_need_is_never_said_to_be_dead() -> None:
    wall, way = "#" * 148, " " * 140
    level = Level.parse(f"{wall}\n# .${way}   #\n#@{wall[6:]}   #\n# .${way}   #\n{wall}")
    text = io.BytesIO()
    certified = bound_by_groups(level, text.write, Limits())
    assert claim_of(text, level) == str(certified.claim)
    search = ConflictSearch(tables_of(level), 100_000)
    search.raise_excess(DEAD)
    assert search.excess() >= DEAD
    assert max(search.close().values()) == DEAD - 1


def test_more_boxes_than_a_word_has_bits_have_the_bound_of_the_tables() -> None:
    boxes = MOST_BOXES + 1
    rows = ["#" * (boxes + 2), "#" + "." * boxes + "#", "#" + "$" * boxes + "#", "#@" + " " * (boxes - 1) + "#"]
    level, text = Level.parse("\n".join([*rows, rows[0]])), io.BytesIO()
    certified = bound_by_groups(level, text.write, Limits())
    assert claim_of(text, level) == str(certified.claim) == f"at-least pushes {boxes}"


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
