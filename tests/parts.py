"""Tests whose work is done in parts: some by default, others with `--long`, and of random ones most at length."""

from __future__ import annotations

import pytest
from _pytest.mark.structures import ParameterSet


def parts(count: int, usual: int, long: int | None = None) -> list[ParameterSet]:
    """Return the numbers of so many parts: the first are done by default, so many more with `--long`, the others (none
    if no number is given) with `--at-length`."""
    first_at_length = count if long is None else usual + long
    marks = [[], [pytest.mark.long], [pytest.mark.at_length]]
    return [pytest.param(part, marks=marks[(part >= usual) + (part >= first_at_length)]) for part in range(count)]


def long_ones(names: list[str], long: set[str]) -> list[ParameterSet]:
    """Return names, of which some take long; raises `ValueError` if one of these is none of the names."""
    if unknown := long - set(names):
        raise ValueError(f"there is nothing of these names: {', '.join(sorted(unknown))}")
    return [pytest.param(name, marks=[pytest.mark.long] if name in long else []) for name in names]
