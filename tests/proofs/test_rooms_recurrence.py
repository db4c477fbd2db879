"""The theorems about the rooms family are proved, and with one constant changed they are refuted."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sympy import Expr, Integer

from sokogen.families.rooms import rooms_moves
from sokoproof.all_proofs import THEOREMS
from sokoproof.status import Status
from sokoproof.theorems.fibonacci_recurrence import Composition, per_square
from sokoproof.theorems.rooms_recurrence import (
    MOVES_ADDED,
    PUSHES_ADDED,
    ROOMS_MOVES,
    ROOMS_PUSHES,
    Doubling,
    digit,
    growth,
    integrality,
    n,
    prove_form,
    ratio,
    recurrence,
)
from sokoproof.theorems.shortest import Chain, RoomPassage, no_shorter

CHAIN = Chain(
    passages=[RoomPassage("shut", "I", "B", "open", 3), RoomPassage("open", "I", "N", "shut", 5)],
    goal="shut",
    first=3,
    second=5,
    way_in=1,
    way_back=lambda k: 2 + k,
    between=lambda one, other: abs(one - other) + 2,
    end=1,
    most=6,
)


def fewest(k: int) -> int:
    """Count what the counter costs: each room takes its two passages and the way back twice as often as the next."""
    return 1 + (1 << k) + sum((1 << (k - room)) * (3 + 5 + 2 + room) for room in range(1, k + 1))


@pytest.mark.parametrize("name", [name for name in THEOREMS if name.startswith("rooms-")])
@pytest.mark.long
def test_every_theorem_about_rooms_is_proved_and_prints(name: str) -> None:
    proof = THEOREMS[name]()
    assert proof.status is Status.PROVED
    assert str(proof).startswith(f"{name}: proved")
    assert len(str(proof).splitlines()) > len(proof.steps) > 0


@pytest.mark.parametrize(
    "wrong",
    [
        replace(ROOMS_MOVES, power=ROOMS_MOVES.power + 1),
        replace(ROOMS_MOVES, polynomial=ROOMS_MOVES.polynomial + 1),
        replace(ROOMS_MOVES, polynomial=ROOMS_MOVES.polynomial + n - 1),
        ROOMS_PUSHES,
    ],
)
def test_a_closed_form_with_a_wrong_constant_is_refuted(wrong: Doubling) -> None:
    assert prove_form("wrong", wrong, MOVES_ADDED, (1, rooms_moves(1))).status is Status.REFUTED
    assert prove_form("right", ROOMS_MOVES, MOVES_ADDED, (1, rooms_moves(1))).status is Status.PROVED


@pytest.mark.parametrize("added", [MOVES_ADDED + 1, MOVES_ADDED + n, MOVES_ADDED - n])
def test_a_wrong_recurrence_is_refuted(added: Expr) -> None:
    assert prove_form("wrong", ROOMS_MOVES, added, (1, rooms_moves(1))).status is Status.REFUTED


def test_a_wrong_first_value_is_refuted() -> None:
    assert prove_form("wrong", ROOMS_MOVES, MOVES_ADDED, (1, rooms_moves(1) + 1)).status is Status.REFUTED


def test_a_solution_that_consists_of_something_else_is_refuted() -> None:
    right = Composition(moves=13, pushes=12, sizes=(4, 4))
    assert recurrence("right", {5: right}, 1, Integer(12), pushes=False).status is Status.PROVED
    assert recurrence("right", {5: right}, 1, PUSHES_ADDED, pushes=True).status is Status.PROVED
    for wrong in (replace(right, moves=14), replace(right, sizes=(4,)), replace(right, sizes=(3, 4))):
        assert recurrence("wrong", {5: wrong}, 1, Integer(12), pushes=False).status is Status.REFUTED


def test_wrong_growth_ratio_floor_and_integrality_are_refuted() -> None:
    assert growth("wrong", ROOMS_MOVES, ROOMS_MOVES.power + 1).status is Status.REFUTED
    assert growth("wrong", replace(ROOMS_MOVES, polynomial=2**n), ROOMS_MOVES.power).status is Status.REFUTED
    assert ratio("wrong", ROOMS_MOVES, ROOMS_PUSHES, Integer(12)).status is Status.REFUTED
    assert per_square("wrong", {1: 10, 2: 20, 3: 31}, 10).status is Status.REFUTED
    assert integrality("wrong", n / 2, (1, 1)).status is Status.REFUTED
    assert digit("wrong", lambda: ["it leaks"], "a table").reason == "it leaks"


def test_the_heights_prove_what_the_counter_costs_and_nothing_else() -> None:
    assert no_shorter("right", CHAIN, fewest).status is Status.PROVED
    assert no_shorter("wrong", CHAIN, lambda k: fewest(k) + 1).status is Status.REFUTED
    assert no_shorter("wrong", CHAIN, lambda k: fewest(k) - 1).status is Status.REFUTED


SHORTCUTS = (
    *("shut I B open 2", "open I N shut 4", "shut I N shut 5", "open I N open 9"),
    *("shut B I shut 1", "shut B B open 1", "shut N N open 1"),
)
USELESS = ("open I B open 1", "open N I open 1", "open B B shut 1", "shut N I open 5")


@pytest.mark.parametrize(
    ("passage", "status"),
    [
        *((passage, Status.REFUTED) for passage in SHORTCUTS),
        *((passage, Status.PROVED) for passage in USELESS),
    ],
)
def test_with_one_passage_more_the_bound_is_refuted_exactly_if_it_helps(passage: str, status: Status) -> None:
    before, start, end, after, cost = passage.split()
    chain = replace(CHAIN, passages=[*CHAIN.passages, RoomPassage(before, start, end, after, int(cost))])
    assert no_shorter("a bound", chain, fewest).status is status


def test_with_a_shorter_corridor_the_bound_is_refuted() -> None:
    assert no_shorter("wrong", replace(CHAIN, between=lambda one, other: 0), fewest).status is Status.REFUTED
