"""The search for heights of moves: the middle of all solutions, what is tight in it, and exact numbers near it."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

import sokoproof
from column.potential import Inequality, eliminated, exact, middle
from column.steps import Refined
from column.text import as_text
from sokoproof.theorems.column_evidence import moves_column, pushes_column

BETWEEN = [
    Inequality({0: 1, 1: 1}, 3, equal=True),
    Inequality({0: 1, 2: -1}, 0),
    Inequality({2: 1, 0: -1}, 0),
    Inequality({1: 3}, 4),
    Inequality({1: -3}, -2),
]
"""x + y = 3, x = z by two inequalities that are both tight, and 2/3 <= y <= 4/3."""


def test_what_is_tight_in_the_middle_is_tight_in_all_solutions() -> None:
    values = middle(BETWEEN, [10.0] * 3)
    slack = [each.most - sum(factor * values[unknown] for unknown, factor in each.form.items()) for each in BETWEEN]
    assert max(map(abs, slack[:3])) < 1e-6
    assert min(slack[3:]) > 0.5


def test_exact_numbers_obey_all_and_have_the_first_unit_that_does() -> None:
    assert exact(BETWEEN, middle(BETWEEN, [10.0] * 3)) == (1, [2, 1, 2])
    narrow = [*BETWEEN[:3], Inequality({1: 30}, 44), Inequality({1: -30}, -31)]
    unit, (x, y, z) = exact(narrow, middle(narrow, [10.0] * 3))
    assert unit == 6
    assert (x + y, z) == (3 * unit, x)
    assert 31 * unit <= 30 * y <= 44 * unit


def test_without_a_solution_it_says_so() -> None:
    with pytest.raises(SystemExit, match="no heights"):
        middle([Inequality({0: 1}, 0), Inequality({0: -1}, -1)], [10.0])
    with pytest.raises(SystemExit, match="contradicts itself"):
        eliminated([({0: 1, 1: 2}, 1), ({0: 2, 1: 4}, 3)])


def test_equations_become_a_triangle() -> None:
    triangle = eliminated([({0: 2, 1: 1}, 4), ({1: 3, 2: 1}, 6), ({0: 2, 1: 4, 2: 1}, 10)])
    assert len(triangle) == 2  # the third is the sum of the others
    values = [Fraction(0)] * 3
    for unknown, form, number in reversed(triangle):
        rest = number - sum((factor * values[other] for other, factor in form.items() if other != unknown), Fraction(0))
        values[unknown] = rest / form[unknown]
    assert 2 * values[0] + values[1] == 4
    assert 3 * values[1] + values[2] == 6


def test_the_kept_heights_are_of_the_automaton_that_knows_the_letter_before() -> None:
    refined, heights = Refined(pushes_column().heights), moves_column().heights
    assert heights.following == refined.following
    kept = Path(sokoproof.__file__).parent / "theorems" / "fibonacci_moves.json"
    assert as_text(None, heights) == kept.read_text(encoding="utf-8")
