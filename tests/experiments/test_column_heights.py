"""What the search for heights keeps: distances of the reference engine, formulas, the tables of the proof."""

from __future__ import annotations

import numpy as np
import pytest

import column_heights
from column.states import Space, expanded, reached, solvable, space_of, words_of
from column.steps import fibonacci
from column.weights import formula
from sokogen.families.fibonacci_classical import classical_level, classical_pushes
from sokoproof.theorems.column_evidence import classical_column
from sokoproof.theorems.column_words import cells_of, mirror


def space(n: int) -> Space:
    return space_of(mirror(cells_of(classical_level(n), n)))


@pytest.mark.parametrize("n", [4, 6, 8])
def test_the_start_has_as_many_pushes_left_as_predicted(n: int) -> None:
    states, left = solvable(space(n), 17)
    assert left[np.searchsorted(states, space(n).start)] == classical_pushes(n)


def test_an_odd_size_cannot_be_solved() -> None:
    states, _ = solvable(space(5), 12)
    with pytest.raises(SystemExit, match="the start cannot be solved"):
        reached(space(5), states)


def test_the_kept_heights_are_the_pushes_left_of_all_that_is_seen() -> None:
    heights = classical_column().heights
    for n in (4, 6, 8):
        states, left = solvable(space(n), 17)
        kept = reached(space(n), states)
        words, its_left = expanded(space(n), states[kept], left[kept])
        found = [heights.height(*word) for word in words_of(space(n), words)]
        free = [bool(int(space(n).beside[word & 63]) & ~(int(word) >> 6)) for word in words]
        assert found == [int(pushes) for pushes, moving in zip(its_left, free, strict=True) if moving]


def test_formulas_go_on_as_the_values_do() -> None:
    assert formula({1: 7, 3: 7}) == (0, 0, 7, 0)
    assert formula({2: 12, 4: 14, 6: 16}) == (0, 0, 10, 1)
    values = {r: 2 * fibonacci(r + 6) - r - 8 for r in (1, 3, 5, 7)}
    a, k, c, d = formula(values) or (0, 0, 0, 0)
    assert {r: a * fibonacci(r + k) + c + d * r for r in values} == values
    assert formula({1: 0, 3: 1, 5: 0, 7: 100}) is None


def test_with_too_few_sizes_it_says_so() -> None:
    with pytest.raises(SystemExit, match=r"too few rows|no formula|loses too much"):
        column_heights.find_automaton([4, 6, 8], 17)
