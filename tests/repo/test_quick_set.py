"""The quick set leaves tests to `--long` as its file says, and no planted fault's family is left to it whole."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tools.choose_tests import (
    FAULTS,
    FEW,
    FILE,
    KEPT,
    LEFT,
    MANY,
    MODEST,
    choose,
    read_choice,
    tightened,
    written,
)

from quick_set import Thinned, last_line, left_to_long, spread, thinned_functions

ROOT = Path(__file__).resolve().parents[2]
FAMILIES = {
    "checker": "checker/test_wrong_checkers.py::test_the_fault_is_noticed",
    "fast checker": "checker/test_wrong_fast_checkers.py::test_the_fault_is_noticed",
    "detector": "detector/test_wrong_detectors.py::test_the_audit_refutes_the_wrong_detector_by_a_small_level",
    "engine": "engine/test_wrong_engines.py::test_the_suite_catches_the_wrong_engine",
    "gadget": "gadget/test_broken_gadgets.py::test_broken_gadgets_are_refused_for_the_right_reason",
    "solver": "solver/test_wrong_solvers.py::test_its_regression_level_exposes_the_wrong_engine",
}


def test_the_file_names_functions_that_exist() -> None:
    texts: dict[str, str] = {}
    for function in thinned_functions():
        path, _, name = function.partition("::")
        if path not in texts:
            texts[path] = (ROOT / path).read_text(encoding="utf-8")
        defined = f"def {name}(" in texts[path] or f"\n{name} = " in texts[path]
        assert defined, f"{function} is gone: take it out of tests/quick_set.json"


@pytest.mark.parametrize("family", FAMILIES)
def test_every_family_of_planted_faults_is_tried_but_for_single_slow_ones(family: str) -> None:
    assert thinned_functions().get(f"tests/mutants/{FAMILIES[family]}", Thinned(None)).cases is None


def test_cases_that_run_are_spread_evenly_and_none_is_slow() -> None:
    assert spread(10, 5) == {0, 2, 4, 6, 8} and spread(2, 5) == {0, 1} and spread(9, 0) == set()
    assert left_to_long("abcde", Thinned(2, frozenset("b"))) == {1, 2, 4}
    assert left_to_long("abc", Thinned(None, frozenset("c"))) == {2}
    assert left_to_long("abc", Thinned(0)) == {0, 1, 2}


def test_the_last_line_counts_what_is_left_and_is_empty_if_nothing_is() -> None:
    assert last_line(0, 0) == ""
    assert last_line(1234, 0).startswith("1,234 tests are left to pytest --long (")
    assert last_line(1, 5).endswith("), and 5 to pytest --at-length")


def test_the_choice_keeps_cheap_cases_and_all_cheap_faults() -> None:
    assert choose("tests/unit/test_a.py::test_a", {"x": 0.01, "y": 0.02}) is None
    assert choose("tests/unit/test_a.py::test_a", {"x": 0.01, "y": 1.0}) == {"slow": ["y"]}
    assert choose("tests/unit/test_a.py::test_a", {"": 0.9}) == {"cases": 0}
    assert choose("tests/unit/test_a.py::test_a", {str(n): 0.01 for n in range(20)}) == {"cases": MANY}
    assert choose("tests/mutants/a.py::test_a", {str(n): 0.01 for n in range(20)} | {"y": 9.0}) == {"slow": ["y"]}


def test_the_file_follows_from_the_rules_and_exceptions_are_written_in_them() -> None:
    """Without the measured costs: the numbers of cases are those of the rules, and so are the exceptions."""
    choice = read_choice()
    assert FILE.read_text(encoding="utf-8") == written(choice)
    for function, entry in choice.items():
        is_fault = function.startswith(FAULTS) and function not in KEPT | MODEST
        assert entry.keys() <= {"cases", "slow"} and entry
        assert entry.get("cases") in {None, 0, FEW, MANY}, function
        assert not is_fault or function in LEFT or "cases" not in entry, f"{function}: every cheap fault is tried"
        assert function not in LEFT or entry == {"cases": 0}
        assert function not in KEPT or entry.get("cases") != 0
    assert choice.keys() >= LEFT and not KEPT & LEFT


def test_the_exceptions_name_functions_that_exist() -> None:
    for function in KEPT | LEFT | MODEST:
        path, _, name = function.partition("::")
        assert f"def {name}(" in (ROOT / path).read_text(encoding="utf-8"), function


def test_tightening_takes_away_what_breaks_the_rules_and_adds_nothing() -> None:
    function = "tests/unit/test_a.py::test_a"
    assert tightened(function, None, {"x": 0.01, "y": 0.02}) is None
    assert tightened(function, None, {"x": 0.01, "y": 0.2}) == {"slow": ["y"]}
    assert tightened(function, None, {str(n): 0.01 for n in range(20)}) == {"cases": MANY}
    assert tightened(function, {"cases": MANY, "slow": ["z"]}, {"x": 0.01, "y": 0.2}) == {
        "cases": MANY,
        "slow": ["y", "z"],
    }
    assert tightened(function, {"slow": ["z"]}, {"": 0.19}) == {"slow": ["z"]}
    assert tightened(function, {"slow": ["z"]}, {"": 0.7}) == {"cases": 0, "slow": ["z"]}
    fault = "tests/mutants/a.py::test_a"
    assert tightened(fault, None, {"x": 0.2, "y": 0.8}) == {"slow": ["y"]}
    for kept in KEPT:
        assert tightened(kept, {"cases": FEW}, {"": 9.0}) == {"cases": FEW}
    for left in LEFT:
        assert tightened(left, None, {"": 0.0}) == choose(left, {"": 0.0}) == {"cases": 0}


@pytest.mark.long
def test_every_case_that_the_file_calls_slow_is_there() -> None:
    """Such a case is left to --long, so that run has all of them: names that depend on anything else are forgotten."""
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-o",
        "addopts=--import-mode=importlib",
        "--long",
        "--collect-only",
        "-q",
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    collected = set(done.stdout.splitlines())
    slow = {f"{function}[{case}]" for function, thinned in thinned_functions().items() for case in thinned.slow}
    assert slow - collected == set()
