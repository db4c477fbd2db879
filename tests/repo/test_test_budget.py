"""The budget of the quick tests counts CPU seconds in units of a loop on the same machine."""

from __future__ import annotations

import pytest
from tools.test_budget import BUDGET, calibration_seconds, report


@pytest.mark.parametrize("unit", [0.01, 0.1])
def test_the_quick_set_may_cost_twice_its_budget_on_any_machine_and_no_more(unit: float) -> None:
    assert report({"a": BUDGET * unit, "b": 0.9 * BUDGET * unit}, unit)[1]
    lines, is_within = report({"a": BUDGET * unit, "b": 1.1 * BUDGET * unit}, unit)
    assert not is_within and "over 2 times its budget" in lines[-1]


def test_the_ten_slowest_tests_are_printed_the_slowest_first() -> None:
    lines, _ = report({f"test {n}": float(n) for n in range(30)}, 1.0)
    assert [line.split()[-1] for line in lines[:-1]] == [str(n) for n in range(29, 19, -1)]


def test_the_loop_takes_some_cpu_time() -> None:
    assert calibration_seconds(1) > 0
