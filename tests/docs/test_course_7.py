"""The exercises of lesson 7 tell right answers from wrong ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from sokocourse.exercise import Wrong
from sokocourse.lesson_7 import CHAIN, EXERCISES, GAME, level_of_not_x, reversed_prefix
from sokogen.reductions.qbf import evaluate
from sokogen.reductions.qbf_text import parse_formula
from sokospec import solve

PAGE = Path(__file__).parents[2] / "docs" / "course" / "7_formulas.md"

EXACTLY_ONE = "exists x y z. (x or y or z)(not x or not y)(not x or not z)(not y or not z)"
MANY = "exists x y z. " + "(x)" * 50

RIGHT = [
    ("forall x exists y exists z. (x or not y)(not x or y)(z or x)", 1),
    ("forall u exists v forall w. (u or not v)(not u or v)(w or not w)", 1),
    ("110", 2),
    (EXACTLY_ONE, 3),
    ("14", 4),
    ("8", 5),
]

NONSENSE = [
    "",
    " ",
    "x",
    "-1",
    "9" * 5000,
    "(" * 100_000,
    "forall",
    "exists x y z.",
    "exists x y z. (w)",
    "²",
    "()",
    "\0",
]

WRONG = [
    ("exists x y z. (x)(y)(z)", 1),
    ("forall x y exists z. (x)(y or z)", 1),
    ("forall x exists y. (x or not y)(not x or y)", 1),
    ("forall x exists y z. (x or not y)(not x or y)", 1),
    (GAME, 1),
    (MANY, 1),
    ("010", 2),
    ("101", 2),
    ("111", 2),
    ("1100", 2),
    ("exists x y z. (x or y or z)", 3),
    (EXACTLY_ONE.replace("exists x", "forall x"), 3),
    (EXACTLY_ONE.replace("x y z", "x y z w"), 3),
    ("13", 4),
    ("15", 4),
    ("4", 5),
    ("16", 5),
    ("dddd", 6),
    ("drrrrddldRuuu", 6),
]


@pytest.mark.parametrize(("answer", "number"), RIGHT)
def test_right_answers_are_accepted(answer: str, number: int) -> None:
    EXERCISES[number - 1].check(answer)


def test_a_solution_that_was_searched_for_is_accepted() -> None:
    lurd = solve(level_of_not_x()).lurd
    assert lurd is not None
    EXERCISES[5].check(lurd + "\n")


@pytest.mark.parametrize(("answer", "number"), WRONG)
def test_wrong_answers_are_refused(answer: str, number: int) -> None:
    with pytest.raises(Wrong):
        EXERCISES[number - 1].check(answer)


@pytest.mark.parametrize("number", range(1, len(EXERCISES) + 1))
def test_nonsense_is_refused(number: int) -> None:
    for answer in NONSENSE:
        with pytest.raises(Wrong):
            EXERCISES[number - 1].check(answer)


def test_each_exercise_is_on_the_page_with_its_formulas() -> None:
    page = " ".join(PAGE.read_text(encoding="utf-8").split())
    assert GAME in page
    assert CHAIN in page
    assert all(f"**Exercise 7.{number}.**" in page for number in range(1, len(EXERCISES) + 1))
    assert f"**Exercise 7.{len(EXERCISES) + 1}.**" not in page


def test_turning_the_prefix_round_twice_changes_nothing() -> None:
    formula = parse_formula(GAME)
    assert reversed_prefix(reversed_prefix(formula)) == formula
    assert evaluate(formula).value is not evaluate(reversed_prefix(formula)).value
