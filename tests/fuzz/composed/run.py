"""Read any number of composed files, and print how each habit was received: `python tests/fuzz/composed/run.py`."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

if __name__ == "__main__":  # run as a script: make the folder `tests` importable, as it is for the tests
    sys.path[0] = str(Path(__file__).resolve().parents[2])

from fuzz.composed.compose import compose
from fuzz.composed.judge import WRONG, Reception, receive


def main() -> int:
    """Print a table of receptions by habit, and the first files of each kind that must not occur."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=10_000, metavar="N", help="how many files (10,000)")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="the seed of the first file (0)")
    parser.add_argument("--show", type=int, default=5, metavar="K", help="print the first K of each wrong kind (5)")
    options = parser.parse_args()
    totals: Counter[Reception] = Counter()
    by_habit: dict[str, Counter[Reception]] = {}
    for seed in range(options.seed, options.seed + options.files):
        composed = compose(seed)
        received = receive(composed)
        totals[received.reception] += 1
        for habit in composed.habits:
            by_habit.setdefault(habit, Counter())[received.reception] += 1
        if (
            received.reception not in (Reception.READ, Reception.REPORTED)
            and totals[received.reception] <= options.show
        ):
            print(f"seed {seed}: {received.reception}: {received.detail} ({', '.join(composed.habits)})")
    for habit, counts in sorted(by_habit.items()):
        print(f"{habit:28}", *(f"{counts[reception]:5} {reception}" for reception in Reception))
    print(f"{'all files':28}", *(f"{totals[reception]:5} {reception}" for reception in Reception))
    return int(any(totals[reception] for reception in WRONG))


if __name__ == "__main__":
    raise SystemExit(main())
