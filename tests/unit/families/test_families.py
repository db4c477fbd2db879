"""Laws of all families: what they say of their solutions is so, and proved where they say that it is."""

from __future__ import annotations

import json
from itertools import islice, takewhile
from pathlib import Path

import pytest

from sokogen.families.catalogue import FAMILIES, OBJECTIVES, Family
from sokoproof.all_proofs import THEOREMS
from sokoproof.status import Status
from sokosolve.features import Direction
from sokosolve.solver import solve
from sokospec import replay
from sokospec.answer import Objective, Verdict

RECORDS = Path(__file__).resolve().parents[3] / "docs" / "records"
BY_SEARCH = ["fibonacci-classical", "staggered"]


@pytest.mark.parametrize(
    ("name", "size", "boxes"),
    [
        *(("fibonacci-classical", size, 2 * size) for size in range(2, 10)),
        *(("staggered", size, 2 * size + 3) for size in range(1, 9)),
        *(pytest.param("rooms", size, 6 * size + 1, marks=pytest.mark.long) for size in range(1, 13)),
    ],
)
def test_the_solution_is_one_and_measures_what_is_predicted(name: str, size: int, boxes: int) -> None:
    member = FAMILIES[name].member(size)
    played = replay(member.level, "".join(member.solution()))
    assert played.valid
    assert (played.metrics.moves, played.metrics.pushes) == (member.moves, member.pushes)
    assert len(member.level.boxes) == boxes


@pytest.mark.parametrize(
    ("name", "boxes", "moves", "pushes"), [("fibonacci-classical", 6, 170, 57), ("staggered", 9, 359, 123)]
)
def test_these_families_are_counted_in_pairs(name: str, boxes: int, moves: int, pushes: int) -> None:
    member = FAMILIES[name].member(3)
    assert (len(member.level.boxes), member.moves, member.pushes) == (boxes, moves, pushes)


@pytest.mark.parametrize(("name", "moves"), [("fibonacci", 10**13), ("staggered", 10**13), ("rooms", 10**14)])
def test_the_largest_solution_begins_at_once(name: str, moves: int) -> None:
    family = FAMILIES[name]
    assert family.moves(family.most) > moves
    assert len("".join(islice(family.solution(family.most), 1000))) > 5000


@pytest.mark.parametrize("name", ["fibonacci", "staggered", "rooms"])
def test_sizes_without_a_level_are_refused(name: str) -> None:
    family = FAMILIES[name]
    for size in (-1, 0, family.least - 1, family.most + 1, 10**9):
        for function in (family.level, family.moves, family.pushes, lambda size: next(family.solution(size))):
            with pytest.raises(ValueError, match=f"{family.least} to {family.most}"):
                function(size)


@pytest.mark.parametrize("family", FAMILIES.values(), ids=lambda family: family.name)
def test_each_objective_is_proved_up_to_a_size_and_conjectured_beyond(family: Family) -> None:
    assert family.least <= family.proved_to <= family.most
    assert family.pushes_proved_to <= family.most
    for size in range(family.least, family.most + 1):
        member = family.member(size)
        for_pushes = ("pushes",) if size <= family.pushes_proved_to else ()
        assert member.proved == (OBJECTIVES if size <= family.proved_to else for_pushes)
        assert sorted(member.proved + member.conjectured) == sorted(OBJECTIVES)
        assert str(family.proved_to) in member.known or family.proved_to == family.most


@pytest.mark.parametrize(
    ("name", "size", "direction"),
    [
        *(("fibonacci-classical", size, Direction.AUTO) for size in (2, 3, 4)),
        *(("staggered", size, Direction.BACKWARD) for size in (1, 2, 3)),
    ],
)
def test_the_fast_engine_finds_nothing_shorter(name: str, size: int, direction: Direction) -> None:
    member = FAMILIES[name].member(size)
    for objective in (Objective.MOVES_PUSHES, Objective.PUSHES_MOVES):
        answer = solve(member.level, objective, direction=direction)
        assert (answer.verdict, answer.moves, answer.pushes) == (Verdict.OPTIMAL, member.moves, member.pushes)


@pytest.mark.parametrize("name", BY_SEARCH)
def test_what_is_proved_by_search_is_in_the_record_of_that_search_and_nothing_else(name: str) -> None:
    family = FAMILIES[name]
    record = json.loads((RECORDS / f"families_{name.replace('-', '_')}.json").read_text(encoding="utf-8"))
    found = {
        (row["size"], row["objective"]): row["found"]
        for row in record["rows"]
        if row["engine"] == "fast" and row["verdict"] == "OPTIMAL"
    }
    for path in (RECORDS / "columns").glob("*.json"):
        record = json.loads(path.read_text(encoding="utf-8"))
        if record["parameters"]["family"] == name:
            found |= {(row["size"], row["metric"]): row["found"] for row in record["rows"] if row["complete"]}

    def shown(size: int) -> bool:
        member = family.member(size)
        pushes = member.pushes if size <= family.pushes_proved_to else found.get((size, "pushes"))
        return found.get((size, "moves")) == member.moves and pushes == member.pushes

    assert len(list(takewhile(shown, range(family.least, family.most + 1)))) == family.proved_to - family.least + 1


def test_what_is_proved_of_the_fibonacci_family_is_a_theorem_for_every_size() -> None:
    family = FAMILIES["fibonacci"]
    assert family.proved_to == family.most
    for name in ("fibonacci-moves-fewest", "fibonacci-pushes-fewest"):
        assert name in THEOREMS and name in family.known


def test_what_is_proved_of_the_rooms_is_a_theorem_for_just_these_sizes() -> None:
    family = FAMILIES["rooms"]
    for name in ("rooms-moves-fewest", "rooms-pushes-fewest"):
        proof = THEOREMS[name]()
        assert proof.status is Status.PROVED
        assert proof.scope == f"n = {family.least} to {family.proved_to}"
        assert name in family.known
