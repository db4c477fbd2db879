"""Bounds by what pushes waste outside and inside an area: no solution undercuts them, and all checkers accept them."""

from __future__ import annotations

import io
from random import Random

import pytest

from sokogen.random.random_levels import solvable_level
from sokosolve.certify.area_bounds import bound_by_areas
from sokosolve.certify.group_bounds import make_tables
from sokosolve.certify.inside import InsideSearch
from sokosolve.level.level_tables import level_tables
from sokosolve.search.budget import Budget
from sokosolve.solver import solve
from sokospec import Level
from sokospec.answer import Verdict
from sokospec.certificates.verify import verify
from sokospec.limits import LimitReached, Limits
from sokoverify import verify as verify_fast

GOAL_ROOM = Level.parse("###########\n#    #....#\n#  $$#....#\n# $ $  @  #\n#  $   ####\n#  $$  #\n# $    #\n########")
"""Eight boxes, eight goals in a room; which box is where outside matters little."""

OPTIMAL = [
    Level.parse("########\n#    # #\n#  $   #\n# @$$. #\n# $.#. #\n##.$  .#\n########"),
    Level.parse("#######\n#@    #\n#  #$ #\n# *.$ #\n#  .**#\n#######"),
    Level.parse("#########\n#  @ $ .#\n#.  $   #\n#########"),
    GOAL_ROOM,
]

OTHERS = [
    Level.parse("########\n#@$$ ..#\n#  #   #\n########"),
    Level.parse("######\n#$ @.#\n######"),
    Level.parse("######\n#@*  #\n#.$  #\n#    #\n######"),
    Level.parse("######\n#.$$ #\n#@   #\n#   .#\n######"),
    Level.parse("#####\n#@ *#\n#####"),
]
"""No solution, a dead box, boxes on goals, and a solved level."""


def claim_of(text: io.BytesIO, level: Level) -> str:
    text.seek(0)
    slow = verify(text, level)
    text.seek(0)
    fast = verify_fast(text, level)
    assert slow.accepted and fast.accepted, (slow.line, slow.reason, fast.line, fast.reason)
    assert slow.states == 0
    return str(slow.claim)


@pytest.mark.parametrize("level", OPTIMAL)
def test_an_area_proves_the_fewest_pushes_of_a_level(level: Level) -> None:
    known, text = solve(level).lurd, io.BytesIO()
    certified = bound_by_areas(level, text.write, Limits(), known=known)
    assert claim_of(text, level) == str(certified.claim) == f"optimal pushes {solve(level).pushes}"
    assert (certified.answer.verdict, certified.answer.lurd) == (Verdict.OPTIMAL, known)


@pytest.mark.parametrize("level", OTHERS)
def test_no_solution_undercuts_the_bound_of_other_levels(level: Level) -> None:
    text, optimum = io.BytesIO(), solve(level).pushes
    certified = bound_by_areas(level, text.write, Limits(), most=1000)
    if certified.claim is None:
        assert optimum is None and not text.getvalue()
    else:
        assert claim_of(text, level) == str(certified.claim)
        assert optimum is None or certified.claim.cost[0] <= optimum


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
    budget, tables = Budget(Limits()), level_tables(level, compiled=True)
    budget.compile()
    assert tables is not None
    groups, found = make_tables(tables, budget), []
    area = frozenset(groups.prices) | {min(set(range(groups.world.floor.n)) - {*groups.prices})}
    for groups.compiled in True, False:
        search = InsideSearch(groups, area, 6)
        search.run(500)
        found.append((search.states, search.waste, list(search.excesses())))
    assert found[0] == found[1]


def test_fewer_states_prove_less_but_nothing_wrong() -> None:
    last = 0
    for most in 0, 1, 10, 100, 10_000:
        text = io.BytesIO()
        certified = bound_by_areas(GOAL_ROOM, text.write, Limits(), known=solve(GOAL_ROOM).lurd, most=most)
        assert certified.claim is not None and claim_of(text, GOAL_ROOM) == str(certified.claim)
        assert certified.claim.cost[0] >= last
        last = certified.claim.cost[0]


def test_what_is_proved_survives_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever a limit ends the search, the certificate says what is proved until then."""
    known, optimum = solve(GOAL_ROOM).lurd, solve(GOAL_ROOM).pushes
    assert optimum is not None
    for allowed in range(0, 12, 3):
        looks = allowed

        def stop(*_: object) -> None:
            nonlocal looks
            looks -= 1
            if looks < 0:
                raise LimitReached(Verdict.LIMIT_TIME)

        with monkeypatch.context() as patched:
            patched.setattr("sokosolve.certify.area_bounds.Budget.check_limits", stop)
            patched.setattr("sokosolve.certify.group_bounds.make_tables", lambda tables, budget: GROUPS[0])
            text = io.BytesIO()
            certified = bound_by_areas(GOAL_ROOM, text.write, Limits(), known=known)
        assert certified.claim is not None and claim_of(text, GOAL_ROOM) == str(certified.claim)
        assert certified.claim.cost[0] <= optimum


def _groups() -> object:
    budget, tables = Budget(Limits()), level_tables(GOAL_ROOM, compiled=True)
    budget.compile()
    assert tables is not None
    return make_tables(tables, budget)


GROUPS = [_groups()]
