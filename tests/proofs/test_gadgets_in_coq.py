"""The proof in Coq about gadgets: it is about those that the reductions use, and fails for gadgets with errors."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest
from tools.gadget_data import FILE, LEFT_OUT, automaton_in_coq, data, gadget_in_coq

from mutants.gadget.broken import BY_HAND
from sokogen.reductions.gadgets.automaton import Automaton, Passage, match_states
from sokogen.reductions.gadgets.gadget import Gadget
from sokogen.reductions.gadgets.library import LIBRARY
from sokogen.reductions.gadgets.simulation import derivation

NEEDS_COQ = pytest.mark.skipif(
    shutil.which("coqc") is None, reason="coqc is not installed (Debian: apt-get install coq)"
)
HEAD = """
From Coq Require Import ZArith List String.
From Soko Require Import Gadgets GadgetData.
Import ListNotations.
Open Scope Z_scope.
Open Scope string_scope.
"""


def coqc(folder: Path, name: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["coqc", "-q", "-Q", ".", "Soko", name], cwd=folder, capture_output=True, text=True, check=False
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the checker and the data, compiled."""
    path = tmp_path_factory.mktemp("rocq")
    for name in ("Rules.v", "Theory.v", "Gadgets.v", "GadgetData.v"):
        shutil.copy(FILE.parent / name, path)
        assert coqc(path, name).stderr == ""
    return path


def checked(folder: Path, cases: Sequence[tuple[Gadget, Automaton]]) -> list[bool]:
    """Return for each gadget with the declared table, or another one, what the checker says."""
    lines = [HEAD]
    for number, (gadget, automaton) in enumerate(cases):
        declared = LIBRARY[gadget.name].automaton
        found = derivation(gadget.name, declared.goal)
        state_of = match_states(found.automaton, declared)
        lines += [
            gadget_in_coq(f"g{number}", gadget.drawing()),
            automaton_in_coq(f"a{number}", automaton, state_of, declared.goal, found.boxes_of),
            f"Eval vm_compute in check_gadget g{number} a{number} (Nat.pow 2 14).",
        ]
    (folder / "Cases.v").write_text("\n".join(lines), encoding="utf-8")
    run = coqc(folder, "Cases.v")
    assert run.stderr == ""
    return [line == "= true" for line in map(str.strip, run.stdout.splitlines()) if line.startswith("= ")]


def test_the_data_in_coq_are_the_gadgets_and_automata_of_the_reductions() -> None:
    assert FILE.read_text(encoding="utf-8") == data()


@NEEDS_COQ
@pytest.mark.long
def test_gadgets_with_an_error_are_refused(folder: Path) -> None:
    cases = [broken for broken in BY_HAND if broken.gadget not in LEFT_OUT]
    cases = [broken for broken in cases if broken.what != "shut for good"]  # its goal's drawing is right
    gadgets = [Gadget.parse(broken.gadget, broken.drawings) for broken in cases]
    whole = [LIBRARY[kind].gadget for kind in ("LATCH", "DIODE", "SH", "PLUG")]
    answers = checked(folder, [(gadget, LIBRARY[gadget.name].automaton) for gadget in whole + gadgets])
    assert answers[: len(whole)] == [True] * len(whole)
    assert [case for case, answer in zip(cases, answers[len(whole) :], strict=True) if answer] == []


@NEEDS_COQ
@pytest.mark.long
def test_tables_with_an_error_are_refused(folder: Path) -> None:
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
        assert checked(folder, [(gadget, case) for case in cases]) == [False] * len(cases)
        cases.clear()


@NEEDS_COQ
@pytest.mark.long
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"# $  $ #";\n  "#C#  #I#"', '"# $  $ #";\n  "##C  #I#"'),  # a wall moved
        ('  "M $##";', '  "M $ #";'),  # a wall less
        ('("way", "A", "B", "way")', '("way", "A", "B", "c1")'),  # a passage that leads elsewhere
    ],
    ids=["wall moved", "wall missing", "wrong automaton"],
)
def test_the_proof_fails_with_wrong_data(folder: Path, tmp_path: Path, old: str, new: str) -> None:
    for path in folder.iterdir():
        if path.stem in {"Rules", "Theory", "Gadgets"}:
            shutil.copy(path, tmp_path)
    source = FILE.read_text(encoding="utf-8")
    assert old in source
    wrong = source.replace(old, new)
    kept = [line for line in wrong.split("Definition library := [\n")[1].splitlines() if "TOGGLE" not in line]
    kept = [line for line in kept if "AL_" not in line]  # these take long
    (tmp_path / "GadgetData.v").write_text(
        wrong.split("Definition library")[0] + "Definition library := [\n" + "\n".join(kept) + "\n", encoding="utf-8"
    )
    shutil.copy(FILE.parent / "GadgetTheorem.v", tmp_path)
    assert coqc(tmp_path, "GadgetData.v").returncode == 0
    run = coqc(tmp_path, "GadgetTheorem.v")
    assert run.returncode != 0
    assert "true" in run.stderr
