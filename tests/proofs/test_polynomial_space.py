"""Savitch's procedure in Coq: it agrees with `oracle/savitch.py` in the answer and in all that both count, and its
theorems do not survive a wrong constant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from pathlib import Path

import pytest

from proofs.coq_runs import FOLDER, build_with, evaluate, needs_coq
from sokospec import Board, Level, Square, State
from sokospec.answer import Verdict
from sokospec.oracle import Metric
from sokospec.oracle.savitch import decide
from sokospec.oracle.sokoban import Sokoban

with_coq = needs_coq("PolynomialSpace", "Workspace")

METERS = """
From Coq Require Import ZArith NArith List Bool.
From Soko Require Import Savitch Rules PolynomialSpace.
Import ListNotations.
Open Scope nat_scope.
Record meters := Meters { state : machine; calls : nat; depth : nat; peak : nat }.
Definition tick (s : system) (k : nat) (m : meters) : meters :=
  let after := next s (state m) in
  match after with
  | Running _ (Ask _ _ _) stack =>
      Meters after (S (calls m)) (max (depth m) (S (length stack))) (max (peak m) (length (memory s k after)))
  | _ => Meters after (calls m) (depth m) (peak m)
  end.
Fixpoint ticks (i : nat) (s : system) (k : nat) (m : meters) : meters :=
  match i with
  | O => tick s k m
  | S i => let m := ticks i s k m in match state m with Done _ => m | _ => ticks i s k m end
  end.
Definition answer (m : machine) : nat := match m with Done true => 1 | Done false => 0 | _ => 2 end.
Definition outcome (l : level) : list nat :=
  let s := system_of l in let k := counter_bits (sufficient s) in let m := first_machine s in
  let m := ticks 60 s k (Meters m 0 0 (length (memory s k m))) in
  [answer (state m); bits s; N.to_nat (configurations s); N.to_nat (Savitch.goals s); calls m; depth m;
   peak m - control_bits; horizon_bound (bits s) (sufficient s)].
Open Scope Z_scope.
"""


def squares(members: Iterable[Square]) -> str:
    return "[" + "; ".join(f"({row}, {column})" for row, column in sorted(members)) + "]"


def in_coq(level: Level) -> str:
    board = level.board
    row, column = level.player
    return (
        f"(Level (Board {board.width} {board.height} {squares(board.walls)} {squares(board.goals)})"
        f" (State {squares(level.boxes)} ({row}, {column})))"
    )


def counts_in_coq(folder: Path, levels: Iterable[Level]) -> list[list[int]]:
    program = METERS + "".join(f"Eval vm_compute in outcome {in_coq(level)}.\n" for level in levels)
    values = evaluate(folder, program)
    return [[int(number) for number in value.replace("%nat", "").strip("[]").split(";")] for value in values]


def counts_in_python(level: Level) -> list[int | None]:
    system = Sokoban(level, Metric.MOVES)
    run = decide(system, witness=False)
    assert run.configurations is not None and run.goals is not None and run.horizon_bound_bits is not None
    bound = run.horizon_bound_bits - system.workspace
    held = run.peak_bits - system.workspace
    solved = int(run.verdict is Verdict.SOLVED)
    return [solved, run.bits, run.configurations, run.goals, run.calls, run.depth, held, bound if run.goals else None]


def assert_agreement(folder: Path, levels: list[Level]) -> None:
    in_both = zip(counts_in_coq(folder, levels), map(counts_in_python, levels), levels, strict=True)
    for in_coq_, in_python, level in in_both:
        compared = len(in_python) - (in_python[-1] is None)  # without goals the procedure ends before its horizon
        assert in_coq_[:compared] == in_python[:compared], str(level)


def corridors(length: int) -> Iterator[Level]:
    """Yield every level of a corridor."""
    floor = [Square(0, column) for column in range(length)]
    for count in range(1, length):
        for boxes, goals in ((b, g) for b in combinations(floor, count) for g in combinations(floor, count)):
            for player in set(floor) - set(boxes):
                yield Level(Board(length, 1, frozenset(), frozenset(goals)), State(frozenset(boxes), player))


def level_of(text: str) -> Level:
    return Level.parse(text.replace("|", "\n"))


@with_coq
@pytest.mark.long
def test_a_push_is_decided_alike(tmp_path: Path) -> None:
    assert_agreement(tmp_path, [level_of("#####|#@$.#|#####"), level_of("#####|#$@.#|#####")])


@with_coq
@pytest.mark.long
def test_every_level_of_a_short_corridor_is_decided_alike(tmp_path: Path) -> None:
    assert_agreement(tmp_path, [*corridors(2), *corridors(3)])


@with_coq
@pytest.mark.long
def test_rooms_and_boxes_out_of_play_are_decided_alike(tmp_path: Path) -> None:
    texts = [
        "######|#@ $.#|######",
        "####|#@.#|#$ #|####",
        "####|#@$#|#.##|####",
        "#####|#+$ #|#####",
        "#######|#@$.#*#|#######",
        "#######|#@*.#$#|#######",
        "#######|#@$ #.#|#######",
        "#####|##.##|#@$##|##*##|#####",
    ]
    assert_agreement(tmp_path, [level_of(text) for text in texts])


PLANTED = {
    "the bound counts one open call too few": ("Savitch", "nat := S (halvings t).", "nat := halvings t."),
    "the bound counts the caller's number once": ("Savitch", "(n + 1) + n + 2 * k.", "(n + 1) + n + k."),
    "the bound leaves out the middle": ("Savitch", "(d - 1) * (n + 1) + n", "(d - 1) + n"),
    "the control takes three bits": ("Savitch", "control_bits : nat := 4.", "control_bits : nat := 3."),
    "the square is 3": ("Savitch", "<= 4 * n * n + 7 * n.", "<= 3 * n * n + 7 * n."),
    "the depth is one too few": ("Savitch", "reaches (halvings t) (start s) g t) (words (bits s)))\n          (h",
                                 "reaches (pred (halvings t)) (start s) g t) (words (bits s)))\n          (h"),
    "one step fewer suffices": ("Savitch", "N := configurations - goals.", "N := configurations - goals - 1."),
    "both halves round down": ("Savitch", "reaches depth m c2 (t - t / 2)))", "reaches depth m c2 (t / 2)))"),
    "the middle is not held": ("Savitch", "number k (within f) ++ middle f ++", "number k (within f) ++"),
    "the first half is asked again": ("Savitch", "(t - t / 2)) (Frame c1 c2 t m true ::",
                                      "(t - t / 2)) (Frame c1 c2 t m false ::"),
    "the steps are those of an empty board": ("PolynomialSpace", "existsb (fun d => match step (on l)",
                                   "existsb (fun d => match step (Board 0 0 [] [])"),
    "a box stays where it was pushed from": ("Workspace", "((i =? t) || negb (i =? a) && box w i)\n",
                                             "((i =? t) || box w i)\n"),
    "a test takes three bits fewer": ("Workspace", "<= 4 + n + counter", "<= 1 + n + counter"),
    "the polynomial is too small": ("PolynomialSpace", "<= 4 + 14 * length sq + 16 *", "<= 4 + 14 * length sq + 15 *"),
}  # fmt: skip


@with_coq
@pytest.mark.long
@pytest.mark.parametrize("error", PLANTED)
def test_a_planted_error_makes_the_build_fail(error: str, tmp_path: Path) -> None:
    module, old, new = PLANTED[error]
    later = ("PolynomialSpace",) if module == "Savitch" else ()
    assert "Error" in build_with(tmp_path, module, old, new, later)


@with_coq
@pytest.mark.long
def test_without_an_error_the_copy_is_built(tmp_path: Path) -> None:
    words = "(** * Words *)"
    assert build_with(tmp_path, "Savitch", words, words, ("PolynomialSpace",)) == ""


def test_the_page_states_what_coq_prints() -> None:
    page = (FOLDER.parents[1] / "docs" / "background" / "theorems.md").read_text(encoding="utf-8")
    printed = (FOLDER / "theorem.txt").read_text(encoding="utf-8")
    statement = printed.split("PolynomialSpace.polynomial_space :\n")[1].split("\n\n")[0]
    for module in ("Rules", "Plays", "Savitch", "PolynomialSpace"):
        statement = statement.replace(f"{module}.", "")
    assert " ".join(statement.split()) in " ".join(page.split())
