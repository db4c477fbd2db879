"""The families say what is proved about their solutions, size by size, and no more than there is evidence for."""

from __future__ import annotations

import json
from itertools import takewhile
from pathlib import Path

import pytest

from sokogen.families.catalogue import FAMILIES, OBJECTIVES, Family
from sokoproof.all_proofs import THEOREMS
from sokoproof.finding import Status
from sokosolve.features import Direction
from sokosolve.solver import solve
from sokospec.answer import Objective, Verdict

RECORDS = Path(__file__).resolve().parents[3] / "docs" / "records"
BY_SEARCH = ["fibonacci", "fibonacci-classical", "staggered"]


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

    def shown(size: int) -> bool:
        member = family.member(size)
        return found.get((size, "moves")) == member.moves and found.get((size, "pushes")) == member.pushes

    assert len(list(takewhile(shown, range(family.least, family.most + 1)))) == family.proved_to - family.least + 1


def test_what_is_proved_of_the_rooms_is_a_theorem_for_just_these_sizes() -> None:
    family = FAMILIES["rooms"]
    for name in ("rooms-moves-fewest", "rooms-pushes-fewest"):
        proof = THEOREMS[name]()
        assert proof.status is Status.PROVED
        assert proof.scope == f"n = {family.least} to {family.proved_to}"
        assert name in family.known
