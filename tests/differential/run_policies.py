"""Policies by kernels against the oracle's graph of states: `python tests/differential/run_policies.py --levels 10000`.

Compares cost-to-go and optimal actions of all states of random levels, for the objectives `pushes` and `moves`. Ends
with an error at the first difference.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from random import Random

if __name__ == "__main__":  # run as a script: make the folder `tests` importable, as it is for the tests
    sys.path[0] = str(Path(__file__).resolve().parents[1])

from sokogen.random.random_levels import random_mixed_level
from sokosolve.machine_code import load_libraries
from sokospec.answer import Objective
from unit.oracle.test_fast_policy import rows
from unit.oracle.test_policy import expected, state_of


def main() -> None:
    """Compare the policies and print the numbers of states."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--levels", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    load_libraries("sokosolve")
    rng = Random(f"policies {given.seed}")
    counts = dict.fromkeys((Objective.PUSHES, Objective.MOVES), 0)
    for _ in range(given.levels):
        level = random_mixed_level(rng, max_height=4, max_width=4)
        for objective in counts:
            table = {state_of(level, row): (row.cost, row.actions) for row in rows(level, objective)}
            assert table == expected(level, objective), f"{objective}\n{level}"
            counts[objective] += len(table)
    numbers = ", ".join(f"{number:,} for {objective}" for objective, number in counts.items())
    print(f"{given.levels:,} levels, no difference in the states: {numbers}; {time.process_time():.0f} CPU seconds")


if __name__ == "__main__":
    main()
