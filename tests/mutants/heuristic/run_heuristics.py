"""Wrong and right heuristics against the audit: what is found, how soon, and how small?

`python tests/mutants/heuristic/run_heuristics.py` prints a table, of which docs/records/detector_mutants.md shows a
part, in some minutes; names as arguments choose heuristics. Exit code 0 says that each wrong one was refuted, and no
right one.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

if __name__ == "__main__":  # run as a script: make the folder `tests` importable, as it is for the tests
    sys.path[0] = str(Path(__file__).resolve().parents[2])

from mutants.heuristic.heuristics import RIGHT, WRONG
from sokocheck.claims.detector_audit import audit_heuristic
from sokodead.audit import HeuristicClaim

SECONDS = 60.0
"""CPU seconds within which the audit must refute each wrong heuristic."""


def main(names: list[str]) -> int:
    """Print a row for each heuristic."""
    failed = False
    print("| heuristic | value | optimum | squares | share | seconds |\n|---|--:|--:|--:|--:|--:|")
    for name, each in {**WRONG, **RIGHT}.items():
        if names and name not in names:
            continue
        started = time.process_time()
        report = audit_heuristic(HeuristicClaim(name, each.value, each.objective))
        seconds = time.process_time() - started
        shown = report.counterexample
        failed |= report.refuted is not (name in WRONG) or (report.refuted and seconds > SECONDS)
        share = "" if report.share is None else f"{report.share:.0%}"
        numbers = (
            "| | | " if shown is None else f"| {shown.value:g} | {shown.truth:g} | {len(shown.level.board.floor)} "
        )
        print(f"| {each.what} {numbers}| {share} | {seconds:.0f} |", flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
