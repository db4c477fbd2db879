"""Whoever asks an engine within a process says what an interruption is to be: none can be taken for an answer."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from tools.structure import PACKAGE_IN

ROOT = Path(__file__).resolve().parents[2]
PLACES = (*PACKAGE_IN, "experiments")

FUNCTIONS = {"solve", "search_exhaustively", "solve_with_certificate", "certify", "decide", "answered"}
METHODS = {"solve", "_solve", "prove"}
"""The names of what answers `interrupted` to Ctrl-C."""
SAFE = {"settled", "uninterrupted", "checked"}
"""What an answer may be given to at once; `checked` hands it on."""

HANDED_ON = {
    "reference/sokospec/oracle/certificate.py": "the answer goes to whoever asked",
    "solver/sokosolve/certify/certificate.py": "the answer goes to whoever asked",
    "crosscheck/sokocheck/engines/all_engines.py": "the answer goes to whoever asked",
    "crosscheck/sokocheck/application/certificate_files.py": "the answer goes to whoever asked",
    "cli/sokocli/generate_random.py": "the answer goes to `attempts`, which asks through `uninterrupted`",
    "crosscheck/sokocheck/claims/program_claims.py": "the answer goes to the judge",
    "cli/sokocli/normalize.py": "the answer goes to the normal form, which asks through `settled`",
    "crosscheck/sokocheck/claims/judging.py": "an interrupted answer is not kept, and ends the run",
    "cli/sokocli/solve.py": "the bound is printed, then the run ends",
    "cli/sokocli/savitch.py": "what is known is printed, then the run ends",
    "viewer/sokoview/serving/jobs.py": "the process is deaf",
    "crosscheck/sokocheck/batch/task.py": "the process is deaf",
}
"""Files whose calls need no such function, and why."""


def bare_calls(source: str) -> Iterator[int]:
    """Yield the lines on which an engine is called and its answer goes anywhere but to one of SAFE."""
    tree = ast.parse(source)
    wrapped = {
        id(argument)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and _name(node.func) in SAFE
        for argument in node.args
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and id(node) not in wrapped and _is_engine(node.func):
            yield node.lineno


def _is_engine(function: ast.expr) -> bool:
    return _name(function) in (METHODS if isinstance(function, ast.Attribute) else FUNCTIONS)


def _name(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def asking() -> dict[str, list[int]]:
    """Return the lines of such calls for each file that has any."""
    files = (path for place in PLACES for path in sorted((ROOT / place).rglob("*.py")))
    found = {str(path.relative_to(ROOT)): list(bare_calls(path.read_text(encoding="utf-8"))) for path in files}
    return {name: lines for name, lines in found.items() if lines}


def test_every_answer_of_an_engine_is_looked_at_for_an_interruption() -> None:
    assert {name: lines for name, lines in asking().items() if name not in HANDED_ON} == {}


def test_the_list_of_those_who_hand_answers_on_names_no_other_file() -> None:
    assert sorted(HANDED_ON.keys() - asking().keys()) == []


@pytest.mark.parametrize(
    "source",
    ["best = solve(level).pushes", "solve_with_certificate(level, objective, out)", "x = engine.prove(level) or y"],
)
def test_a_planted_caller_that_does_not_look_is_found(source: str) -> None:
    assert list(bare_calls(source)) == [1]


def test_a_caller_that_looks_is_not_reported() -> None:
    assert list(bare_calls("best = settled(solve(level)).pushes\nuninterrupted(engine.solve(level))")) == []
