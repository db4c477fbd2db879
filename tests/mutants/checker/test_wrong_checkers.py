"""The laws of a sound checker notice every planted fault, and the checker as it is keeps them."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

from mutants.checker.copies import FOLDER, Checker, changed
from mutants.checker.faults import FAULTS
from mutants.checker.laws import LAWS, broken
from mutants.checker.run import RECORD, main
from mutants.fault_records import read_record
from processes import helps

PAGE = RECORD.with_suffix(".md")
FOUND = {name: (row["law"], row["trial"]) for name, row in read_record(RECORD).items()}
"""The law and the trial by which each fault is noticed soonest."""


@pytest.mark.parametrize("name", FAULTS)
def test_the_fault_is_noticed(name: str) -> None:
    law, trial = FOUND[name]
    assert broken(Checker(FAULTS[name].changes), law, trial), "no longer: write the record anew and compare"


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.long
def test_the_checker_as_it_is_keeps_the_law_wherever_a_fault_breaks_it(law: str) -> None:
    checker = Checker()
    for trial in sorted({trial for other, trial in FOUND.values() if other == law} | {1, 2}):
        assert broken(checker, law, trial) is None


def test_every_text_to_replace_stands_once_in_the_checker_and_leaves_python() -> None:
    for fault in FAULTS.values():
        sources = {module: (FOLDER / f"{module}.py").read_text("utf-8") for module, _, _ in fault.changes}
        for change in fault.changes:
            sources[change.module] = changed(sources[change.module], change)
        for source in sources.values():
            ast.parse(source)


def test_there_are_at_least_20_faults_and_each_says_in_its_own_words_what_is_wrong() -> None:
    assert len(FAULTS) >= 20
    assert len({fault.what for fault in FAULTS.values()}) == len(FAULTS)
    assert len({fault.changes for fault in FAULTS.values()}) == len(FAULTS)


def test_every_module_of_the_checker_has_faults() -> None:
    modules = {change.module for fault in FAULTS.values() for change in fault.changes}
    checker = {path.stem for path in (FOLDER / "certificates").glob("*.py")} - {
        "__init__",
        "__main__",
        "facts",
        "packed",
        "short",
        "writing",
    }
    assert modules == {f"certificates/{name}" for name in checker}


def test_the_record_has_every_fault_and_none_escapes() -> None:
    assert FOUND.keys() == FAULTS.keys()
    assert {law for law, _ in FOUND.values()} <= LAWS.keys()


def test_the_page_counts_the_faults_that_each_law_notices() -> None:
    rows = re.findall(r"^\| ([a-z ]+) \| .* \| (\d+) \|$", PAGE.read_text("utf-8"), re.MULTILINE)
    assert {law: int(count) for law, count in rows} == Counter(law for law, _ in FOUND.values())


def test_a_copy_of_the_checker_is_not_the_installed_one() -> None:
    from sokospec.certificates.verify import verify

    assert Checker().verify is not verify


def test_the_runner_runs_as_a_script_and_shows_how_a_fault_is_noticed(capsys: pytest.CaptureFixture[str]) -> None:
    assert helps(Path(__file__).parent / "run.py")
    assert main(["--fault", "price-of-one-more"]) == 0
    assert "law 'bounds'" in capsys.readouterr().out
