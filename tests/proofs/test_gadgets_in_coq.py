"""The proof in Coq about gadgets: it is about those that the reductions use, and fails for gadgets with errors."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from tools.coq_data.gadget_data import COQ_FILE, automaton_in_coq, data, derived_library, gadget_in_coq

from mutants.gadget.broken import BY_HAND
from proofs.coq_runs import build_with, evaluate, needs_coq
from sokogen.reductions.gadgets.automaton import Automaton, Passage
from sokogen.reductions.gadgets.gadget import Gadget
from sokogen.reductions.gadgets.library import FILE, LIBRARY

HEAD = """
From Coq Require Import ZArith List String.
From Soko Require Import Gadgets.
Import ListNotations.
Open Scope Z_scope.
Open Scope string_scope.
"""


def checked(folder: Path, cases: Sequence[tuple[Gadget, Automaton]]) -> list[bool]:
    """Return for each gadget with an automaton what the checker says."""
    lines = [HEAD]
    for number, (gadget, automaton) in enumerate(cases):
        lines += [
            gadget_in_coq(f"g{number}", gadget.drawing()),
            automaton_in_coq(f"a{number}", automaton, LIBRARY[gadget.name].gadget.configurations),
            f"Eval vm_compute in check_gadget g{number} a{number} (Nat.pow 2 14).",
        ]
    return [value == "true" for value in evaluate(folder, "\n".join(lines))]


def test_the_automata_in_the_file_are_those_that_a_search_finds() -> None:
    text = FILE.read_text(encoding="utf-8")
    assert derived_library(text) == text
    for old, new in {"A->A [c1], ": "", "A->B [way]": "A->B", "# $ $  #": "#$  $  #"}.items():
        wrong = text.replace(old, new, 1)
        assert wrong != text
        assert derived_library(wrong) != wrong


def test_the_data_in_coq_are_the_gadgets_and_automata_of_the_reductions() -> None:
    assert COQ_FILE.read_text(encoding="utf-8") == data(FILE.read_text(encoding="utf-8"))


@needs_coq("GadgetLevel")
@pytest.mark.long
def test_gadgets_with_an_error_are_refused(tmp_path: Path) -> None:
    cases = [broken for broken in BY_HAND if broken.what != "shut for good"]  # its goal's drawing is right
    gadgets = [Gadget.parse(broken.gadget, broken.drawings) for broken in cases]
    whole = [LIBRARY[kind].gadget for kind in ("LATCH", "DIODE", "SH", "PLUG")]
    answers = checked(tmp_path, [(gadget, LIBRARY[gadget.name].automaton) for gadget in whole + gadgets])
    assert answers[: len(whole)] == [True] * len(whole)
    assert [case for case, answer in zip(cases, answers[len(whole) :], strict=True) if answer] == []


@needs_coq("GadgetLevel")
@pytest.mark.long
def test_tables_with_an_error_are_refused(tmp_path: Path) -> None:
    cases = []
    for kind in ("LATCH", "DIODE", "SH", "PLUG"):
        declared = LIBRARY[kind].automaton
        for passage in sorted(declared.passages):
            cases.append(Automaton(declared.states, declared.passages - {passage}))
            other = next(state for state in declared.states if state != passage.after)
            changed = declared.passages - {passage} | {passage._replace(after=other)}
            cases.append(Automaton(declared.states, changed))
        more = Passage(declared.goal, "A", "Q", declared.goal)
        cases.append(Automaton(declared.states, declared.passages | {more}))
        gadget = LIBRARY[kind].gadget
        assert checked(tmp_path, [(gadget, case) for case in cases]) == [False] * len(cases)
        cases.clear()


@needs_coq("GadgetLevel")
@pytest.mark.long
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("#C#  #I#   #C#  #I#   #C#  #I#", "##C  #I#   ##C  #I#   ##C  #I#"),
        ("M $##   M  ##", "M $ #   M   #"),
        ("way: A->A [c1], A->A [jam], A->B", "way: A->A [c1], A->A [jam], A->B [c1]"),
    ],
    ids=["wall moved", "wall missing", "wrong automaton"],
)
def test_the_proof_fails_with_an_error_in_the_file(tmp_path: Path, old: str, new: str) -> None:
    text = FILE.read_text(encoding="utf-8")
    assert text.count(old) == 1
    error = build_with(tmp_path, "GadgetData", data(text), data(text.replace(old, new)), ("GadgetTheorem",))
    assert "GadgetTheorem.v" in error and "true" in error
