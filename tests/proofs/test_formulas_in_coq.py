"""The proof in Coq about levels of formulas is about those of `sokospec reduce`, and fails for levels with errors."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from tools.coq_data.formula_data import FILE, FORMULAS, HEAD, data

from proofs.coq_runs import build_with, evaluate, needs_coq

CHECK = "Eval vm_compute in check_formula formula_1 level_1 layout_1 None."
FORMULA = "[[(true, 1%nat)]]"
ERRORS = {
    "a wall moved in a corridor": ('  "# #        ##";', '  "# ##       ##";'),
    "a wall moved in a gadget": ('  "# #  #  #   #";', '  "# #  # ##   #";'),
    "a leak in a gadget": ('  "#  # *  * # #";', '  "#  # *  *   #";'),
    "a corridor that joins two nets": (
        '  "# # ### ## ##";\n  "# #  #  #   #";',
        '  "#   ### ## ##";\n  "#    #  #   #";',
    ),
    "a box outside of gadgets": ('  "# #        ##";', '  "# #  *     ##";'),
    "a box on another square": ('  "#  # *  * # #";', '  "#  # * *. # #";'),
    "a goal on another square": ('  "#.###', '  "#####'),
    "a port in a wrong net": ('("B", 1%nat)', '("B", 0%nat)'),
    "a port in two nets": ('("B", 1%nat)', '("B", 1%nat); ("B", 0%nat)'),
    "a port without a net": ('("A", 0%nat); ', ""),
    "a gadget on another square": ("(7, 10)", "(7, 9)"),
    "a gadget that is not mirrored": ('"s0" false true true', '"s0" false true false'),
    "a gadget in another state": ('"LATCH_s0 states" "s0"', '"LATCH_s0 states" "s1"'),
    "a gadget that is missing": ("PLUG_open states", "PLUG states"),
    "a false formula": (FORMULA, "[[(true, 1%nat)]; [(false, 1%nat)]]"),
    "a formula with an empty clause": (FORMULA, "[[(true, 1%nat)]; []]"),
}


@cache
def first_formula() -> str:
    """Return the data of the first formula alone."""
    return data({next(iter(FORMULAS)): False}).removeprefix(HEAD).partition("Definition formulas")[0]


def changed(old: str, new: str) -> str:
    """Return the data of the first formula with a text replaced that stands there once."""
    text = first_formula()
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in the data"
    return text.replace(old, new)


def test_the_first_formula_in_coq_is_that_of_the_reductions() -> None:
    assert first_formula() in FILE.read_text(encoding="utf-8")


@pytest.mark.long
def test_the_formulas_in_coq_are_those_of_the_reductions() -> None:
    assert FILE.read_text(encoding="utf-8") == data()


@needs_coq("FormulaTheorem")
@pytest.mark.long
def test_levels_with_an_error_are_refused(tmp_path: Path) -> None:
    cases = [first_formula(), *(changed(*error) for error in ERRORS.values())]
    modules = "\n".join(f"Module m{at}.\n{case}\n{CHECK}\nEnd m{at}." for at, case in enumerate(cases))
    answers = evaluate(tmp_path, f"{HEAD}From Soko Require Import FormulaTheorem.\n{modules}")
    assert answers[0] == "true"
    assert [error for error, answer in zip(ERRORS, answers[1:], strict=True) if answer != "false"] == []


@needs_coq("FormulaTheorem")
@pytest.mark.long
@pytest.mark.parametrize(
    ("module", "old", "new"),
    [
        ("FormulaData", "[[(true, 1%nat)]; [(false, 1%nat)]]", "[[(true, 1%nat)]; [(true, 1%nat)]]"),
        ("FormulaData", '  "# ######## #   # #     ####', '  "# ######## #     #     ####'),
        ("FormulaData", '(30%nat, "C", "A", "s2"); ', ""),
    ],
    ids=["another value", "corridors joined", "a passage missing in a play"],
)
def test_the_proof_fails_with_wrong_data(tmp_path: Path, module: str, old: str, new: str) -> None:
    error = build_with(tmp_path, module, old, new, ("FormulaTheorem",))
    assert "FormulaTheorem.v" in error and "true" in error
