"""Compare a real planner with the oracle on small levels: equal optimal push counts, plans that replay as solutions.

    python tests/planning/run_planner.py [--levels 50] [--least 4] [--seed 1]

Random levels are taken until there are so many whose solutions have `--least` pushes or more; on the unsolvable ones
among them the planner must prove that there is no plan. Exit code 1 where the two disagree.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

if __name__ == "__main__":  # run as a script: make `common` importable, as it is for the tests
    sys.path[0] = str(Path(__file__).resolve().parents[2] / "experiments")

from common.planner import NO_PLANNER, driver, optimal_plan
from sokogen.random.random_levels import random_mixed_level
from sokospec import Level, SokobanError, replay
from sokospec.limits import require_verdict
from sokospec.oracle import search_exhaustively
from sokospec.planning import lurd_of_plan


class Comparison(NamedTuple):
    """A level with the optimum of the oracle and that of the planner (None: no solution), and what is wrong."""

    level: Level
    pushes: int | None
    planned: int | None
    wrong: str = ""


def compare(script: Path, level: Level, pushes: int | None) -> Comparison:
    """Return how the planner's answer about a level compares with the oracle's number of pushes."""
    plan = optimal_plan(script, level)
    if plan is None:
        return Comparison(level, pushes, None, "" if pushes is None else "the planner says there is no plan")
    try:
        outcome = replay(level, lurd_of_plan(level, plan))
    except SokobanError as error:
        return Comparison(level, pushes, None, f"the plan cannot be read: {error}")
    planned = outcome.metrics.pushes
    if not outcome.valid:
        return Comparison(level, pushes, planned, f"the plan solves nothing: {outcome.reason}")
    return Comparison(level, pushes, planned, "" if pushes == planned else "the optima differ")


def comparisons(script: Path, levels: int, least: int, seed: int) -> Iterator[Comparison]:
    """Yield comparisons on random levels until `levels` are solvable, leaving out those solved with fewer pushes."""
    rng = Random(seed)
    solvable = 0
    while solvable < levels:
        level = random_mixed_level(rng)
        pushes = require_verdict(search_exhaustively(level)).pushes
        if pushes is None or pushes >= least:
            solvable += pushes is not None
            yield compare(script, level, pushes)


def main() -> int:
    """Run the comparison and print what came out."""
    parser = argparse.ArgumentParser(description="Compare Fast Downward with the oracle on small random levels.")
    parser.add_argument("--levels", type=int, default=50, help="how many solvable levels (50)")
    parser.add_argument("--least", type=int, default=4, help="the least pushes that their solutions have (4)")
    parser.add_argument("--seed", type=int, default=1, help="of the random levels (1)")
    options = parser.parse_args()
    script = driver()
    if script is None:
        print(NO_PLANNER, file=sys.stderr)
        return 2
    found = []
    for one in comparisons(script, options.levels, options.least, options.seed):
        found.append(one)
        if one.wrong:
            print(f"{one.wrong}: oracle {one.pushes}, planner {one.planned}\n{one.level}")
    pushes = [one.pushes for one in found if one.pushes is not None]
    boxes = [len(one.level.boxes) for one in found]
    wrong = sum(bool(one.wrong) for one in found)
    print(
        f"{len(pushes)} solvable levels, 1 to {max(boxes)} boxes, {min(pushes)} to {max(pushes)} pushes, "
        f"{sum(pushes)} in all; {len(found) - len(pushes)} unsolvable levels; {wrong} disagreements"
    )
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
