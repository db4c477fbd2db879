"""What the exercises of lesson 7 rest on."""

from __future__ import annotations

from pathlib import Path

from sokocourse.lesson_7 import CHAIN, EXERCISES, GAME, level_of_not_x, reverse_prefix
from sokogen.reductions.formulas.formula_text import parse_formula
from sokogen.reductions.formulas.qbf import evaluate
from sokospec.oracle import search_exhaustively

PAGE = Path(__file__).parents[3] / "docs" / "background" / "course" / "7_formulas.md"


def test_a_solution_that_was_searched_for_is_accepted() -> None:
    lurd = search_exhaustively(level_of_not_x()).lurd
    assert lurd is not None
    EXERCISES[5].check(lurd + "\n")


def test_the_formulas_are_those_on_the_page() -> None:
    page = " ".join(PAGE.read_text(encoding="utf-8").split())
    assert GAME in page
    assert CHAIN in page


def test_turning_the_prefix_round_twice_changes_nothing() -> None:
    formula = parse_formula(GAME)
    assert reverse_prefix(reverse_prefix(formula)) == formula
    assert evaluate(formula).value is not evaluate(reverse_prefix(formula)).value
