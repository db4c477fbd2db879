"""The theorems in Coq about the Fibonacci family: they are about the generator's levels and numbers, use the tables of
`sokospec prove`, and fail with a planted error."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tools.coq_data.fibonacci_data import FILE, data

from proofs.coq_runs import COMPARISON, build_with, evaluate, in_coq, needs_coq, rows_of
from sokogen.families.fibonacci import LEAST, MOST, fibonacci_level, fibonacci_moves, fibonacci_pushes

SIZES = range(LEAST, MOST + 1)

compiled = needs_coq("FibonacciFewest", "FibonacciTables")


def test_the_tables_in_coq_are_those_of_the_proofs() -> None:
    assert FILE.read_text(encoding="utf-8") == data()


@compiled
@pytest.mark.long
def test_the_levels_in_coq_are_those_of_the_generator(tmp_path: Path) -> None:
    lines = [COMPARISON, "From Soko Require Import Fibonacci."]
    lines += [f"Eval vm_compute in agrees (fibonacci {n}) {in_coq(rows_of(fibonacci_level(n)))}." for n in SIZES]
    lines.append(f"Eval vm_compute in agrees (fibonacci 7) {in_coq(rows_of(fibonacci_level(7))[::-1])}.")
    assert evaluate(tmp_path, "\n".join(lines)) == ["true"] * len(SIZES) + ["false"]


@compiled
@pytest.mark.long
def test_the_numbers_in_coq_are_those_of_the_generator(tmp_path: Path) -> None:
    head = "From Coq Require Import ZArith.\nFrom Soko Require Import FibonacciSolution.\nOpen Scope Z_scope.\n"
    lines = [f"Eval vm_compute in (moves_needed {n}, pushes_needed {n})." for n in SIZES]
    expected = [f"({fibonacci_moves(n)}, {fibonacci_pushes(n)})" for n in SIZES]
    assert evaluate(tmp_path, head + "\n".join(lines)) == expected


@compiled
@pytest.mark.long
@pytest.mark.parametrize(
    ("module", "right", "wrong", "later"),
    [
        ("Fibonacci", "else (c =? -1) || (c =? 3)", "else (c =? -1) || (c =? 2)", ()),
        ("Fibonacci", "(c <=? -1) || (2 <=? c)", "(c <=? -1) || (1 <=? c)", ()),
        ("Fibonacci", "(n - 5, loose_side", "(n - 6, loose_side", ("FibonacciSolution",)),
        ("FibonacciSolution", "+ if Nat.even n then 10 else 12", "+ if Nat.even n then 10 else 11", ()),
        ("FibonacciSolution", "8 18 (n - 3)", "8 19 (n - 3)", ()),
        ("FibonacciSolution", 'else "dlDDRU"', 'else "dlDDUR"', ()),
        ("FibonacciSequences", "(5 * q3 q - 8 * q2 q", "(5 * q3 q - 7 * q2 q", ()),
        ("FibonacciPossible", "(1 <=? c)%N && negb (N.testbit boxes", "(2 <=? c)%N && negb (N.testbit boxes", ()),
        ("FibonacciAutomata", "(fun rho => negb (mode_room m rho)", "(fun rho => mode_room m rho", ()),
        ("FibonacciFewest", "[2; 16; 12; 8; 8]", "[2; 12; 16; 8; 8]", ()),
        ("FibonacciFewest", "below (shift w) (constant (most (0, c) - x))", "below w (constant (most (0, c) - x))", ()),
        ("FibonacciFewest", "(if fst p <=? -3 then 1 else 0)", "(if fst p <=? 3 then 1 else 0)", ()),
        ("FibonacciFewest", "small : list nat := [4; 5; 6; 7]", "small : list nat := [4; 5; 6]", ()),
    ],
)
def test_an_error_is_refused(tmp_path: Path, module: str, right: str, wrong: str, later: tuple[str, ...]) -> None:
    assert "Error" in build_with(tmp_path, module, right, wrong, later)


@compiled
@pytest.mark.long
@pytest.mark.parametrize(
    ("module", "right", "wrong", "refused"),
    [
        ("Tables", "automaton_of room_letters [\n  ([(0, 1);", "automaton_of room_letters [\n  ([(0, 2);", "triples"),
        ("Tables", "weighted_of room_letters (823)%Z", "weighted_of room_letters (824)%Z", "move_ends"),
        ("Tables", "weighted_of room_letters (2)%Z", "weighted_of room_letters (1)%Z", "push_ends"),
        ("Tables", "(16)%Z; (58)%Z; (168)%Z", "(16)%Z; (59)%Z; (168)%Z", "push_excesses"),
        ("Theorem", "if push then 1 else 0", "if push then 0 else 0", "push_falls"),
        ("Search", "[(1%positive, first_mode)]", "[]", "pairs"),
        ("Theorem", "more_if_left : Z := 2", "more_if_left : Z := 3", "move_ends"),
        ("Theorem", "parts : Z := 180", "parts : Z := 181", "move_ends"),
    ],
)
def test_what_the_theorem_computes_with_is_checked(
    tmp_path: Path, module: str, right: str, wrong: str, refused: str
) -> None:
    modules = [f"Fibonacci{name}" for name in ("Search", "Tables", "Theorem")]
    first = modules.index(f"Fibonacci{module}")
    error = build_with(tmp_path, modules[first], right, wrong, tuple(modules[first + 1 :]))
    (line,) = re.findall(r'FibonacciTheorem.v", line (\d+)', error)
    above = (tmp_path / "FibonacciTheorem.v").read_text(encoding="utf-8").splitlines()[: int(line)]
    assert re.findall(r"Lemma (\w+)_checked", "\n".join(above))[-1] == refused
