"""Bounds by what pushes waste outside and inside an area: no solution undercuts them, and all checkers accept them."""

from __future__ import annotations

import io
from functools import partial
from itertools import product
from random import Random
from unittest.mock import patch

import pytest

from certified_bounds import ONE_BOX, claim_of, require_no_more, require_optimal, tables_of
from sokogen.random.random_levels import solvable_level
from sokosolve.certify.area_bounds import bound_by_areas
from sokosolve.certify.boxes_alone import GroupTables
from sokosolve.certify.inside import InsideSearch
from sokosolve.kernel import Kernel
from sokosolve.level.level_tables import level_tables
from sokosolve.solver import solve
from sokospec import Level
from sokospec.answer import Verdict
from sokospec.limits import LimitReached, Limits

FIVE_BOXES = Level.parse("########\n#    # #\n#  $   #\n# @$$. #\n# $.#. #\n##.$  .#\n########")

TWO_PAIRS = Level.parse(
    "##################\n#                #\n#                #\n# @$$   $$  .... #\n#                #\n"
    "#                #\n##################"
)
"""Each pair wastes two pushes, as one box is in the way of the other."""

OPTIMAL = [
    FIVE_BOXES,
    Level.parse("#######\n#@    #\n#  #$ #\n# *.$ #\n#  .**#\n#######"),
    Level.parse("#########\n#  @ $ .#\n#.  $   #\n#########"),
]

OTHERS = [
    Level.parse("########\n#@$$ ..#\n#  #   #\n########"),
    Level.parse("######\n#$ @.#\n######"),
    Level.parse("######\n#@*  #\n#.$  #\n#    #\n######"),
    Level.parse("######\n#.$$ #\n#@   #\n#   .#\n######"),
    Level.parse("#####\n#@ *#\n#####"),
]
"""No solution, a dead box, boxes on goals, and a solved level."""


NEGATIVE_PRICES = [
    Level.parse("#########\n# @   . #\n# $ $####\n#   .   #\n#########"),
    Level.parse("#########\n#*##    #\n#.   $. #\n#.     @#\n#. #    #\n# $#$$  #\n#  #    #\n#########"),
]
"""Plays that need more pushes than the prices of goals and the pushes of boxes alone add up to."""


@pytest.mark.parametrize("level", NEGATIVE_PRICES)
def test_plays_stay_within_their_arrays(level: Level) -> None:
    text = io.BytesIO()
    with patch.object(Kernel, "of", lambda kernel, _: kernel.function):  # Python notices an index beyond an array
        certified = bound_by_areas(level, text.write, Limits(), most=1000)
    assert claim_of(text, level) == str(certified.claim)


@pytest.mark.parametrize("level", OPTIMAL)
def test_an_area_proves_the_fewest_pushes_of_a_level(level: Level) -> None:
    require_optimal(bound_by_areas, level)


@pytest.mark.parametrize("level", [*OTHERS, *ONE_BOX])
def test_no_solution_undercuts_the_bound_of_other_levels(level: Level) -> None:
    require_no_more(bound_by_areas, level, 1000)


@pytest.mark.parametrize("seed", range(20))
def test_no_solution_undercuts_the_bound_of_random_levels(seed: int) -> None:
    level = solvable_level(Random(seed), height=6, width=6, boxes=4, wall_share=0.2, pulls=40).level
    text, optimum = io.BytesIO(), solve(level).pushes
    certified = bound_by_areas(level, text.write, Limits(), known=solve(level).lurd)
    assert certified.claim is not None and optimum is not None
    assert claim_of(text, level) == str(certified.claim)
    assert certified.claim.cost[0] <= optimum


@pytest.mark.parametrize("level", OPTIMAL)
def test_machine_code_and_python_search_the_same_states(level: Level) -> None:
    groups, found = tables_of(level), []
    area = frozenset(groups.prices) | {min(set(range(groups.world.floor.n)) - {*groups.prices})}
    for groups.compiled in True, False:
        search = InsideSearch(groups, area, 6)
        search.run(500)
        found.append((search.states, search.waste, list(search.excesses())))
    assert found[0] == found[1]


@pytest.mark.parametrize("level", OPTIMAL)
def test_whatever_the_area_no_solution_undercuts_the_bound(level: Level, monkeypatch: pytest.MonkeyPatch) -> None:
    """Areas of all sizes, and of other squares than the nearest, have true bounds."""
    known, optimum = solve(level).lurd, solve(level).pushes
    assert optimum is not None
    for size, seed in product(range(0, 24, 6), range(3)):
        monkeypatch.setattr("sokosolve.certify.area_bounds._areas", partial(_some_area, size, seed))
        text = io.BytesIO()
        certified = bound_by_areas(level, text.write, Limits(), known=known, most=2000)
        assert certified.claim is not None and claim_of(text, level) == str(certified.claim)
        assert certified.claim.cost[0] <= optimum


@pytest.mark.parametrize(("columns", "kinds"), [(0, {"inside"}), (7, {"outside", "inside"}), (11, {"outside"})])
def test_what_is_wasted_outside_and_inside_adds_up(
    columns: int, kinds: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    tables, text = level_tables(TWO_PAIRS, compiled=True), io.BytesIO()
    assert tables is not None
    area = frozenset(square for square, place in enumerate(tables.squares) if place.column >= columns)
    monkeypatch.setattr("sokosolve.certify.area_bounds._areas", lambda groups: [area])
    certified = bound_by_areas(TWO_PAIRS, text.write, Limits(), known=solve(TWO_PAIRS).lurd)
    assert claim_of(text, TWO_PAIRS) == str(certified.claim) == f"optimal pushes {solve(TWO_PAIRS).pushes}"
    assert {kind for kind in ("outside", "inside") if f"\n{kind} ".encode() in text.getvalue()} == kinds


def _some_area(size: int, seed: int, groups: GroupTables) -> list[frozenset[int]]:
    squares = sorted(set(range(groups.world.floor.n)) - groups.prices.keys())
    Random(seed).shuffle(squares)
    return [frozenset([*groups.prices, *squares[:size]])]


def test_more_states_prove_no_less() -> None:
    last = 0
    for most in 0, 1, 10, 100, 10_000:
        text = io.BytesIO()
        certified = bound_by_areas(FIVE_BOXES, text.write, Limits(), known=solve(FIVE_BOXES).lurd, most=most)
        assert certified.claim is not None and claim_of(text, FIVE_BOXES) == str(certified.claim)
        assert certified.claim.cost[0] >= last
        last = certified.claim.cost[0]


def test_what_is_proved_survives_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever a limit ends the search, the certificate says what is proved until then."""
    known, claims = solve(FIVE_BOXES).lurd, []
    groups, looks = tables_of(FIVE_BOXES), 0

    def look(*_: object) -> None:
        nonlocal looks
        looks -= 1
        if looks < 0:
            raise LimitReached(Verdict.LIMIT_TIME)

    monkeypatch.setattr("sokosolve.certify.group_bounds.make_tables", lambda tables, budget: groups)
    monkeypatch.setattr("sokosolve.certify.area_bounds.Budget.check_limits", look)
    for allowed in 0, 1, 2, 4, 1_000_000:
        looks = allowed
        text = io.BytesIO()
        claims.append(claim := bound_by_areas(FIVE_BOXES, text.write, Limits(), known=known).claim)
        assert claim is not None and claim_of(text, FIVE_BOXES) == str(claim)
    assert claims == sorted(claims, key=lambda claim: claim.cost if claim else ())
