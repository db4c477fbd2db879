"""The suite accepts an engine that was written from rules.md alone, and catches every deliberately wrong one."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from mutants.engine.engine import Engine
from mutants.engine.mutants import MUTANTS
from mutants.engine.table import RECORD, caught, failures
from parts import long_ones
from sokospec.conformance import Fields

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize("name", long_ones(["rules", "levels", "killers"], {"levels"}))
def test_the_right_engine_passes(name: str) -> None:
    too_large = "ArithmeticError"  # it refuses levels with more states than it can hold
    assert [failure for failure in failures(Engine().answer, name) if failure.found != too_large] == []


@pytest.mark.parametrize("name", MUTANTS)
def test_the_suite_catches_the_wrong_engine(name: str) -> None:
    wrong = MUTANTS[name]().answer
    assert any(True for file in ("rules", "levels") for _ in failures(wrong, file))


def test_there_are_at_least_20_wrong_engines_and_each_says_what_is_wrong() -> None:
    assert len(MUTANTS) >= 20
    assert all(wrong.__doc__ and wrong.__doc__ != Engine.__doc__ for wrong in MUTANTS.values())


@pytest.mark.parametrize("name", MUTANTS)
def test_the_record_has_the_figures_of_the_rules(name: str) -> None:
    row = json.loads(RECORD.read_text(encoding="utf-8"))[name]
    by_rules = caught(name, ("rules",))
    assert row["rules"] == by_rules.cases["rules"]
    assert row["first"] == by_rules.first or (by_rules.first == "never" and row["levels"] > 0)


def test_the_record_is_about_the_wrong_engines_and_the_page_names_those_that_few_cases_catch() -> None:
    record = json.loads(RECORD.read_text(encoding="utf-8"))
    assert record.keys() == MUTANTS.keys()
    page = (ROOT / "docs" / "records" / "engine_mutants.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`([a-z-]+)`", page.partition("## Which mistakes")[2]))
    assert named == {name for name, row in record.items() if row["rules"] + row["levels"] < 4}


@pytest.mark.parametrize("name", ["engine.py", "mutants.py", "program.py"])
def test_the_engine_and_its_mutants_import_nothing_of_sokospec(name: str) -> None:
    tree = ast.parse((Path(__file__).parent / name).read_text(encoding="utf-8"))
    modules = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    modules |= {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    assert not any(str(module).startswith("soko") for module in modules)


def test_an_engine_that_breaks_down_has_answered_wrongly() -> None:
    def broken(kind: str, given: Fields) -> Fields:
        raise KeyError(kind)

    assert len(list(failures(broken, "rules"))) > 200


def test_the_engine_runs_as_a_program_that_answers_line_by_line() -> None:
    request = '{"kind": "steps", "given": {"level": "####\\n#@$#\\n####", "open": false}}\n'
    script = Path(__file__).parent / "program.py"
    for arguments, rule in (([], "T4"), (["pushes-into-walls"], "T3")):
        command = [sys.executable, str(script), *arguments]
        done = subprocess.run(command, input=request, capture_output=True, text=True, timeout=900, check=True)
        assert f'"r": "{rule}"' in done.stdout
