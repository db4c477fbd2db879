"""The theorem in Coq about rooms: it is about the levels that the generator writes, and fails with a planted error."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from proofs.coq_runs import COMPARISON, FOLDER, coqc, in_coq, needs_coq, rows_of
from sokogen.families.rooms import LEAST, MOST, rooms_level, rooms_moves, rooms_pushes

BEFORE = ("Rules", "Theory", "Plays", "Masks", "Head")
CHAIN = (*BEFORE, "Rooms", "RoomTable", "RoomHeights", "RoomsFewest", "RoomsTheorem")
DECIDED = "Proof. vm_cast_no_check (eq_refl true). Qed."

pytestmark = [pytest.mark.long, needs_coq()]


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the proof, compiled but for what Coq decides by computing a minute long."""
    folder = tmp_path_factory.mktemp("rocq")
    for name in CHAIN:
        text = (FOLDER / f"{name}.v").read_text(encoding="utf-8")
        assert text.count(DECIDED) == (3 if name == "RoomHeights" else 0)
        (folder / f"{name}.v").write_text(text.replace(DECIDED, "Admitted."), encoding="utf-8")
        assert coqc(folder / f"{name}.v", folder).stderr == ""
    return folder


def test_the_levels_in_coq_are_those_of_the_generator(compiled: Path) -> None:
    lines = [COMPARISON, "From Soko Require Import Rooms."]
    for n in range(LEAST, MOST + 1):
        lines.append(f"Eval vm_compute in agrees (rooms {n}) {in_coq(rows_of(rooms_level(n)))}.")
    first, *rest = rows_of(rooms_level(2))
    lines.append(f"Eval vm_compute in agrees (rooms 2) {in_coq([first[:-1] + ' ', *rest])}.")
    (compiled / "Cases.v").write_text("\n".join(lines), encoding="utf-8")
    run = coqc(compiled / "Cases.v", compiled)
    assert run.stderr == ""
    answers = [line.strip() for line in run.stdout.splitlines() if line.strip().startswith("= ")]
    assert answers == ["= true"] * (MOST - LEAST + 1) + ["= false"]


def test_the_numbers_in_coq_are_those_of_the_generator(compiled: Path) -> None:
    head = "From Coq Require Import ZArith.\nFrom Soko Require Import RoomsTheorem.\nOpen Scope Z_scope.\n"
    lines = [
        f"Eval vm_compute in ((moves_needed {n} =? {rooms_moves(n)}) && (pushes_needed {n} =? {rooms_pushes(n)}))%bool."
        for n in range(LEAST, MOST + 1)
    ]
    (compiled / "Numbers.v").write_text(head + "\n".join(lines), encoding="utf-8")
    run = coqc(compiled / "Numbers.v", compiled)
    assert run.stderr == "" and run.stdout.count("= true") == MOST - LEAST + 1


@pytest.mark.parametrize(
    ("name", "right", "wrong"),
    [
        ("RoomsTheorem", "142 * 2 ^ Z.of_nat n", "143 * 2 ^ Z.of_nat n"),
        ("RoomsTheorem", "12 * 2 ^ Z.of_nat n - 11", "12 * 2 ^ Z.of_nat n - 12"),
        ("RoomsTheorem", '"luuuLulldR', '"luuulLuldR'),
    ],
)
def test_a_wrong_constant_is_refused(compiled: Path, name: str, right: str, wrong: str) -> None:
    text = (compiled / f"{name}.v").read_text(encoding="utf-8")
    assert text.count(right) == 1
    (compiled / "Wrong.v").write_text(text.replace(right, wrong), encoding="utf-8")
    run = coqc(compiled / "Wrong.v", compiled)
    assert run.returncode != 0 and "Error" in run.stderr


def test_a_room_with_a_wall_moved_is_refused(compiled: Path, tmp_path: Path) -> None:
    for path in compiled.glob("*.vo"):
        if path.stem in BEFORE:
            shutil.copy(path, tmp_path)
    text = (compiled / "Rooms.v").read_text(encoding="utf-8")
    right, wrong = '"# ## #   ##"', '"# ###    ##"'
    assert text.count(right) == 1
    (tmp_path / "Rooms.v").write_text(text.replace(right, wrong), encoding="utf-8")
    codes = []
    for name in CHAIN[len(BEFORE) :]:
        if name != "Rooms":
            shutil.copy(compiled / f"{name}.v", tmp_path)
        codes.append(coqc(tmp_path / f"{name}.v", tmp_path).returncode)
    assert codes[-1] != 0
