"""The CPU budget of the quick set of tests, independent of the machine.

`pytest --costs FOLDER` writes the CPU seconds of each test; `python -m tools.test_budget FOLDER` prints the ten slowest
tests, and the sum in units of a fixed loop that it times on the same machine. It fails (exit code 1) when the sum is
more than twice the budget.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from tools.choose_tests import read_costs

BUDGET = 3_000
"""Units of the calibration loop that the quick set takes, collecting not included.

It was 2,391 on two cores that did nothing else. Programs that share caches and cores make tests slower, but hardly the
loop, as its fastest run counts.
"""
FACTOR = 2
"""How many times its budget the quick set may take: more than any load adds, and less than a careless test does."""
SLOWEST = 10


def calibration_seconds(repetitions: int = 7) -> float:
    """Return the least CPU seconds of a fixed loop in Python and NumPy."""
    return min(_seconds_of_loop() for _ in range(repetitions))


def _seconds_of_loop() -> float:
    start = time.process_time()
    counts: dict[int, int] = {}
    for number in range(200_000):
        key = number * 7919 % 1009
        counts[key] = counts.get(key, 0) + 1
    values = np.arange(200_000, dtype=np.int64)
    for _ in range(20):
        values = values * 31 % 1009
    assert len(counts) == 1009 and values.size == 200_000
    return time.process_time() - start


def report(costs: Mapping[str, float], unit: float) -> tuple[list[str], bool]:
    """Return the lines to print, and whether the costs are within the budget; `unit` is in CPU seconds."""
    slowest = sorted(costs.items(), key=lambda cost: (-cost[1], cost[0]))[:SLOWEST]
    lines = [f"{seconds:6.2f} CPU s  {name}" for name, seconds in slowest]
    total = sum(costs.values())
    units = total / unit
    lines.append(
        f"{len(costs):,} tests: {total:.0f} CPU s, {units:.0f} units of {unit:.3f} s; the budget is {BUDGET:,} units"
    )
    is_within = units <= FACTOR * BUDGET
    if not is_within:
        lines.append(
            f"The quick set takes over {FACTOR} times its budget: make the slowest tests cheaper, or leave them to "
            "--long (python -m tools.choose_tests)"
        )
    return lines, is_within


def main() -> int:
    """Print the report."""
    parser = argparse.ArgumentParser(description="Compare the CPU seconds of the quick tests with their budget.")
    parser.add_argument("folder", type=Path, help="what pytest --costs wrote")
    functions = read_costs(parser.parse_args().folder)
    costs = {f"{function}[{case}]": s for function, cases in functions.items() for case, s in cases.items()}
    if not costs:
        parser.error("the folder holds no costs; run pytest --costs FOLDER first")
    lines, is_within = report(costs, calibration_seconds())
    print("\n".join(lines))
    return 0 if is_within else 1


if __name__ == "__main__":
    raise SystemExit(main())
