"""The local lemmas are proved; with one condition left out each is refuted by a step of the game."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import z3

from sokoproof.lemmas import local_lemmas
from sokoproof.lemmas.infinite_board import Plane, around
from sokoproof.proof import Proof, Refuted, Undecided, run_proof
from sokoproof.status import Status
from sokospec import Level, step
from sokospec.board import Direction
from sokospec.errors import IllegalStep

WRONG: dict[str, Callable[[], Proof]] = {
    "a box beside one wall": lambda: local_lemmas.corner("corner", axes=1),
    "a block with an empty square": lambda: local_lemmas.block("block", solid=3),
    "boxes blocked along one axis": lambda: local_lemmas.freeze_step("freeze", axes=1),
    "a diagonal that is open at one end": lambda: local_lemmas.closed_diagonal("diagonal", ends=1),
    "an edge with a gap": lambda: local_lemmas.edge("edge", gap=2),
    "an edge without its second corner": lambda: local_lemmas.edge("edge", ends=1),
}


@pytest.mark.parametrize("name", local_lemmas.local_lemmas())
def test_the_lemmas_are_proved_with_their_scope_named(name: str) -> None:
    proof = local_lemmas.local_lemmas()[name]()
    assert (proof.name, proof.status, proof.reason) == (name, Status.PROVED, "")
    assert "any surroundings, any legal step" in proof.scope


def drawings(proof: Proof) -> tuple[list[str], list[str]]:
    """Return the drawings before and after the step that the reason shows."""
    rows = [line.split("    ") for line in proof.reason.splitlines()[1:]]
    return [row[0] for row in rows], [row[1] for row in rows]


def followers(rows: list[str]) -> list[list[str]]:
    """Return what the rows of a drawing, with walls around it, look like after each legal step."""
    text = "\n".join(["#" * (len(rows[0]) + 2), *(f"#{row}#" for row in rows), "#" * (len(rows[0]) + 2)])
    goals = sum(text.count(letter) for letter in ".*+")
    boxes = sum(text.count(letter) for letter in "$*")
    assert goals == 0, "counterexamples have no goals"
    level = Level.parse(text + "\n" + "#" + "." * boxes + "#" * (len(rows[0]) + 1 - boxes))
    found = []
    for direction in Direction:
        try:
            after = step(level.board, level.state, direction)
        except IllegalStep:
            continue
        drawn = str(Level(level.board, after)).splitlines()[1 : len(rows) + 1]
        found.append([row[1:-1].replace(" ", "-") for row in drawn])
    return found


@pytest.mark.parametrize("what", WRONG)
def test_a_wrong_lemma_is_refuted_by_a_step_that_the_rules_allow(what: str) -> None:
    proof = WRONG[what]()
    assert proof.status is Status.REFUTED
    before, after = drawings(proof)
    assert after in followers(before)
    assert proof.name in str(proof) and ": refuted\n" in str(proof)


def test_a_push_on_the_plane_obeys_the_rules_and_leaves_all_else_alone() -> None:
    plane = Plane()
    solver = z3.Solver()
    solver.add(plane.step, plane.before.player_on((0, 0)), plane.after.player_on((0, 1)), plane.before.box((0, 1)))
    assert solver.check() == z3.sat
    for impossible in (
        plane.wall((0, 1)),
        plane.wall((0, 2)),
        plane.before.box((0, 2)),
        plane.after.box((0, 1)),
        z3.Not(plane.after.box((0, 2))),
        plane.before.box((3, 3)) != plane.after.box((3, 3)),
    ):
        assert solver.check(impossible) == z3.unsat
    assert solver.check(plane.before.box((3, 3)), plane.wall((1, 1))) == z3.sat


def test_what_contradicts_itself_proves_nothing() -> None:
    plane = Plane()
    both = [plane.wall((0, 0)), z3.Not(plane.wall((0, 0)))]
    with pytest.raises(Refuted, match="nothing fits what is assumed"):
        plane.exclude(both, plane.step, around(1, 1), "")


def test_a_proof_that_takes_too_long_is_left_open() -> None:
    with run_proof(Proof("slow", "P = NP", "everywhere")) as proof:
        raise Undecided("whether it is so")
    assert proof.status is Status.UNKNOWN
    assert str(proof).endswith("Undecided: whether it is so")
