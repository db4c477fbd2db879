"""The conformance files are what generate.py writes, they have the schema of README.md, and they cover the rules.

Whether the expectations are right is the matter of the other tests of the rules, and of tests/mutants/engine: there an
engine that was written from docs/background/rules.md alone agrees with every one of them.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from conformance import generate, rule_cases, schema
from conformance.reference import answer
from conformance.schema import FOLDER, METRICS, OBJECTIVES, WrongSchema
from parts import parts
from processes import helps
from sokospec.conformance import FILES, Case, load

ROOT = Path(__file__).resolve().parents[2]
PARTS = 10
"""The levels are checked in so many parts, which run side by side."""


def stored_lines(name: str) -> list[str]:
    lines = (FOLDER / f"{name}.json").read_text(encoding="ascii").split("\n")
    return [line.removesuffix(",") for line in lines if line.startswith('{"id"')]


@pytest.mark.parametrize("name", ["rules", "formats"])
def test_the_file_is_what_the_generator_writes(name: str) -> None:
    assert generate.differing([name]) == []


@pytest.mark.parametrize("part", parts(PARTS, 2))
def test_the_levels_are_what_the_generator_writes(part: int) -> None:
    texts, stored = generate.level_texts()[part::PARTS], stored_lines("levels")[part::PARTS]
    assert [generate.line_of(generate.level_case(name, drawing)) for name, drawing in texts] == stored


def test_the_file_of_levels_holds_every_level_and_nothing_else() -> None:
    lines = stored_lines("levels")
    assert (FOLDER / "levels.json").read_text(encoding="ascii") == generate.document("levels", lines)
    assert [json.loads(line)["id"] for line in lines] == [name for name, _ in generate.level_texts()]


def test_a_changed_file_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(generate, "FOLDER", tmp_path)
    monkeypatch.setattr(generate, "lines", lambda name: [])
    assert generate.main([]) == 0
    assert generate.main(["--check"]) == 0
    (tmp_path / "levels.json").write_text("{}")
    assert generate.main(["--check"]) == 1
    assert "levels.json" in capsys.readouterr().err


def test_a_hand_written_figure_that_the_engine_contradicts_is_refused() -> None:
    right = rule_cases.CASES[0]
    wrong = Case(right.id, right.kind, right.rules, right.given, {**right.expected, "u": "T3"})
    with pytest.raises(generate.Contradiction, match=right.id):
        generate.answered(wrong)


def test_the_generator_runs_as_a_script() -> None:
    assert helps(Path(__file__).with_name("generate.py"))


@pytest.mark.parametrize("name", FILES)
def test_every_case_has_the_fields_that_the_schema_names(name: str) -> None:
    schema.check(name)
    assert load(name)


@pytest.mark.parametrize(
    ("spoilt", "by"),
    [('"verdict": "VALID"', '"verdict": "FINE"'), ('"at": null', '"at": -1'), ('"version": 1', '"version": 2')],
)
def test_the_check_refuses_what_is_not_in_the_schema(tmp_path: Path, spoilt: str, by: str) -> None:
    content = (FOLDER / "rules.json").read_text(encoding="ascii")
    assert spoilt in content
    (tmp_path / "rules.json").write_text(content.replace(spoilt, by, 1), encoding="ascii")
    with pytest.raises(WrongSchema):
        schema.check("rules", tmp_path)


PLANNING = {"F21", "F22"}
"""PDDL and plans are for planners, not for engines: a second program plays them in tests/planning."""


CLAIMS = {"F30", "F31", "F32", "F33", "F34"}
"""Notations and headings of plays that somebody claims to be solutions: `check` judges them, not an engine."""


def test_every_rule_of_the_reference_has_a_case() -> None:
    named = {
        rule
        for path in (ROOT / "reference").rglob("*.py")
        for rule in re.findall(r"Rule ([A-Z]\d+):", path.read_text(encoding="utf-8"))
    }
    covered = {rule for name in generate.FILES for case in load(name) for rule in case.rules}
    assert covered <= named
    assert sorted(named - covered - PLANNING - CLAIMS) == []
    assert named >= PLANNING | CLAIMS


def test_there_are_at_least_500_levels_and_none_twice() -> None:
    drawings = [drawing for _, drawing in generate.level_texts()]
    assert len(drawings) >= 500
    assert len(set(drawings)) == len(drawings)


def test_the_levels_are_of_every_sort() -> None:
    cases = load("levels")
    solvable = [case for case in cases if case.expected["solvable"]]
    assert len(solvable) >= 300
    assert len(cases) - len(solvable) >= 100
    assert {str(case.given["level"]).count("$") + str(case.given["level"]).count("*") for case in cases} >= set(
        range(1, 7)
    )

    def costs(case: Case, objective: str) -> list[int]:
        optima = case.expected["optima"]
        assert isinstance(optima, dict)
        return list(optima[objective])

    assert any(costs(case, "moves") == [0] for case in solvable)
    assert any(costs(case, "moves-pushes") != costs(case, "pushes-moves")[::-1] for case in solvable)


def test_every_solution_of_the_suite_solves_its_level_at_the_cost_it_is_given_for() -> None:
    for case in load("levels"):
        solutions, optima = case.expected["solutions"], case.expected["optima"]
        assert isinstance(solutions, dict) and isinstance(optima, dict)
        assert list(solutions) == (list(OBJECTIVES) if case.expected["solvable"] else [])
        for objective, solution in solutions.items():
            given = {"level": case.given["level"], "open": False, "lurd": solution["lurd"], "mode": "strict"}
            found = answer("replay", given)
            assert (found["verdict"], found["metrics"]) == ("VALID", solution["metrics"]), case.id
            assert [solution["metrics"][name] for name in objective.split("-")] == optima[objective], case.id


def test_metrics_are_named_in_the_order_of_the_rules() -> None:
    _, _, rest = (FOLDER / "README.md").read_text(encoding="utf-8").partition("\n- *Metrics* ")
    assert tuple(re.findall(r"`(\w+)`", rest.partition("\n- ")[0])) == METRICS


def test_the_folder_stays_small() -> None:
    assert sum(path.stat().st_size for path in FOLDER.iterdir() if path.is_file()) < 1_600_000
