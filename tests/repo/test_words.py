"""One word for one thing: no module's name means two things, and the glossary has each word once."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

from tools.roots import PACKAGES

ROOT = Path(__file__).resolve().parents[2]
GLOSSARY = (ROOT / "docs" / "reference" / "glossary.md").read_text(encoding="utf-8")

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
