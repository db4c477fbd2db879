"""One word for one thing: no retired word stands in the code, and no module's name means two things."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

import pytest
from tools.structure import PACKAGES

ROOT = Path(__file__).resolve().parents[2]
GLOSSARY = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("## Glossary")[2].partition("\n## ")[0]

RETIRED = {
    "FAR": "INFINITE",
    "lean": "potential",
    "let_go": "reset",
    "slot_sides": "component",
    "side_table": "component",
    "NO_TWIN": "same_boxes",
    "TWIN": "SAME_BOXES",
    "Fruitless": "BudgetSpent",
    "child_bound": "successor_bound",
    "children_of": "successors",
    "CHILD_STAMP": "REACHED_AFTER",
    "walk_before": "walk_about",
    "best_first": "astar",
    "enclosure": "corral",
    "doublings": "rooms_recurrence",
    "NO_PART": "NO_COMPONENT",
    "tables_of": "level_tables",
}
"""Words that the code had for what the field calls otherwise."""

SAME = {
    "certificate": "an engine's certificate of its answer",
    "closed_sets": "sets of states that play does not leave",
    "corral": "the deadlock, found by the solver and by a detector",
    "exercise": "an exercise of the course, and the command that checks one",
    "facts": "the facts of certificates, checked and confirmed by z3",
    "freeze": "the deadlock, found by the solver and by a detector",
    "frozen": "frozen boxes as a fact, and found by a detector",
    "perft": "the count, and the command",
    "reconstruct": "the transformation, and the command",
    "savitch": "the algorithm, and the command",
    "scene": "what an environment shows",
    "single_box": "where one box alone can go, by the solver and by z3",
    "text": "certificates as text",
    "verify": "the checker, and the command",
    "run": "a program that is run",
}
"""Module names that stand more than once, for one thing each."""


def sources() -> list[Path]:
    return [path for folder in PACKAGES.values() for path in sorted(folder.rglob("*.py"))]


def test_no_retired_word_stands_in_the_code() -> None:
    word = re.compile(rf"\b({'|'.join(RETIRED)})\b")
    found = [
        f"{path.relative_to(ROOT)}:{number}: {match[0]}, say {RETIRED[match[0]]}"
        for path in sources()
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), start=1)
        for match in word.finditer(line)
    ]
    assert found == []


def test_no_test_has_a_retired_word_for_its_name() -> None:
    tests = {path.stem.removeprefix("test_") for path in (ROOT / "tests").rglob("test_*.py")}
    assert len(tests) > 100 and tests.isdisjoint(RETIRED)


def test_no_name_of_a_module_means_two_things() -> None:
    places = defaultdict(list)
    for path in sources():
        if not path.stem.startswith("__"):
            places[path.stem].append(str(path.relative_to(ROOT)))
    assert {name: found for name, found in places.items() if len(found) > 1 and name not in SAME} == {}


def test_every_word_of_the_glossary_has_one_row() -> None:
    words = re.findall(r"^- \*\*([^*]+)\*\*: ", GLOSSARY, flags=re.MULTILINE)
    each = [word.strip() for row in words for word in row.split(",")]
    assert len(each) == len(set(each)) > 40


@pytest.mark.parametrize("word", RETIRED)
def test_no_word_of_the_glossary_is_retired(word: str) -> None:
    assert not re.search(rf"\b{word}\b", GLOSSARY)
