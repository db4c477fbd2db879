"""Tests whose work is done in parts: some by default, the others with `--long`."""

from __future__ import annotations

import pytest
from _pytest.mark.structures import ParameterSet


def parts(count: int, usual: int) -> list[ParameterSet]:
    """Return the numbers of so many parts, of which the first ones are done by default."""
    return [pytest.param(part, marks=[pytest.mark.long] if part >= usual else []) for part in range(count)]


def long_ones(names: list[str], long: set[str]) -> list[ParameterSet]:
    """Return names, of which some take long; raises `ValueError` if one of these is none of the names."""
    if unknown := long - set(names):
        raise ValueError(f"there is nothing of these names: {', '.join(sorted(unknown))}")
    return [pytest.param(name, marks=[pytest.mark.long] if name in long else []) for name in names]
