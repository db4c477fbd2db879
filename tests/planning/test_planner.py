"""A real planner finds the same optima; `tests/planning/run_planner.py` compares them on more levels."""

from __future__ import annotations

import pytest

from common.planner import NO_PLANNER, driver
from planning.run_planner import comparisons

SCRIPT = driver()

pytestmark = pytest.mark.skipif(SCRIPT is None, reason=NO_PLANNER)


def test_a_planner_finds_the_optimal_number_of_pushes() -> None:
    assert SCRIPT is not None
    found = list(comparisons(SCRIPT, 3, least=2, seed=4))
    assert [one for one in found if one.wrong] == []
