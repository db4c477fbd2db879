"""The exercises that break a theorem: the changes on the pages make Coq fail where the pages say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from docs.course.test_course import EXERCISES, PAGES
from proofs.coq_runs import FOLDER, build_with, needs_coq

INDEX = (PAGES[0].parent / "index.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| (\d\.\d) \| `(\w+)\.v` \| `(\w+)\.vo` \|", re.MULTILINE)
TARGETS = {name: (changed, built) for name, changed, built in ROW.findall(INDEX)}
"""By exercise: the module that is changed, and the one that is built."""

BREAKS = {
    "2.7": ("142 * 2 ^ Z.of_nat n - 10 * Z.of_nat n - 140", "143 * 2 ^ Z.of_nat n - 10 * Z.of_nat n - 142"),
    "4.7": ("16 * length sq", "15 * length sq"),
    "6.6": ('"##   #";', '"#    #";'),
    "7.8": ("formula_1 := Formula [(for_some,", "formula_1 := Formula [(for_all,"),
}
QUOTED = {**BREAKS, "2.7": ("142", "143", "140"), "7.8": ("for_some", "for_all")}
"""By exercise, what its page must quote. In 2.7 the reader has to find one of the numbers."""

FAILING = {
    "2.7": "rooms_fewest",
    "4.7": "polynomial_space",
    "6.6": "library_exact",
    "7.8": "formulas_end_to_end",
}
COMPILED = {"2.7": "RoomsFewest", "4.7": "Savitch", "6.6": "Gadgets", "7.8": "NetworkCheck"}
"""A module that is compiled only when all that the exercise needs are."""


def text_of(name: str) -> str:
    """Return an exercise as it stands on its page."""
    page = PAGES[int(name[0]) - 1].read_text(encoding="utf-8")
    return page.split(f"**Exercise {name}.**")[1].split("\n**Exercise ")[0]


def failing_statement(error: str) -> str:
    """Return the name of the theorem or lemma in which an error of Coq stands, by the module of the repository."""
    place = re.search(r'File "(?:.*/)?(\w+)\.v", line (\d+)', error)
    assert place is not None, error
    lines = (FOLDER / f"{place[1]}.v").read_text(encoding="utf-8").splitlines()[: int(place[2])]
    statements = re.findall(r"^(?:Theorem|Lemma|Corollary) (\w+)", "\n".join(lines), re.MULTILINE)
    return str(statements[-1])


def test_the_index_lists_the_exercises_that_break_a_theorem() -> None:
    linked = [name for name in EXERCISES if "(index.md#break-a-theorem)" in text_of(name)]
    assert linked == list(TARGETS) == list(BREAKS) == list(FAILING)
    [sentence] = re.findall(r"^Exercises (.*?) plant", INDEX, re.MULTILINE)
    assert re.findall(r"\d\.\d", sentence) == list(BREAKS)


@pytest.mark.parametrize("name", BREAKS)
def test_an_exercise_names_the_file_the_statement_and_the_change(name: str) -> None:
    text, (changed, _) = text_of(name), TARGETS[name]
    assert f"`{changed}.v`" in text and f"`{FAILING[name]}`" in text
    assert set(QUOTED[name]) <= set(re.findall(r"`([^`]+)`", text))
    assert (FOLDER / f"{changed}.v").read_text(encoding="utf-8").count(BREAKS[name][0]) == 1


@pytest.mark.long
@pytest.mark.parametrize("name", [pytest.param(name, marks=needs_coq(COMPILED[name])) for name in BREAKS])
def test_a_broken_theorem_fails_where_the_page_says(name: str, tmp_path: Path) -> None:
    changed, built = TARGETS[name]
    error = build_with(tmp_path, changed, *BREAKS[name], () if built == changed else (built,))
    assert failing_statement(error) == FAILING[name]
    printed = [line.strip() for line in error.splitlines()]
    expected = text_of(name).split("\n\n    ")[1].splitlines()
    assert all(line.strip() in printed for line in expected if line.strip() and line.startswith((" ", "Error")))


@pytest.mark.long
@needs_coq("Gadgets")
def test_the_diode_with_a_harmless_square_is_accepted(tmp_path: Path) -> None:
    source = (FOLDER / "GadgetData.v").read_text(encoding="utf-8")
    row = '"### B#";\n  "######"].\nDefinition DIODE_way_states'
    assert source.count(row) == 1 and "`DIODE_way`" in text_of("6.6")
    assert build_with(tmp_path, "GadgetData", row, row.replace('"###', '"## '), ("GadgetTheorem",)) == ""


@pytest.mark.long
@needs_coq("NetworkCheck")
def test_another_true_formula_is_accepted_for_the_first_level(tmp_path: Path) -> None:
    right = "formula_1 := Formula [(for_some, 1%nat)] [[(true, 1%nat)]]"
    assert "`(true, 1%nat)`" in text_of("7.8") and "`(false, 1%nat)`" in text_of("7.8")
    assert build_with(tmp_path, "FormulaData", right, right.replace("true", "false"), ("FormulaTheorem",)) == ""
