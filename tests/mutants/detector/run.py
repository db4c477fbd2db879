"""Wrong deadlock detectors against the audit: what does it find, and how small?

`python tests/mutants/detector/run.py --write` writes docs/records/detector_mutants.json, in some minutes; `--detector
NAME` is about one of them. Exit code 0 says that each was refuted within a minute of one processor.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

if __name__ == "__main__":  # run as a script: make the folder `tests` importable, as it is for the tests
    sys.path[0] = str(Path(__file__).resolve().parents[2])

from mutants.detector.held_out import HELD_OUT
from mutants.detector.ledger import LEDGER
from mutants.detector.wrong import WRONG_DETECTORS
from mutants.fault_records import RECORDS, fault_options, write_record
from mutants.first_batches import SEED, batches_until_refuted, first_batches
from sokocheck.claims.detector_audit import CALLS
from sokodead.audit import Report, audit
from sokogen.random.batches import boards

RECORD = RECORDS / "detector_mutants.json"
ALL = {**WRONG_DETECTORS, **LEDGER, **HELD_OUT}
LEVELS = 1500
ESCAPING = frozenset({"freeze-alternating-shared", "door-with-too-many-behind", "articulation-counts"})
"""Held-out detectors that the audit does not refute."""
SECONDS = 60.0
"""Each must be refuted in so many seconds of one processor."""


class Audited(NamedTuple):
    """What an audit of a wrong detector found: counts, the level that refutes it, why, and the processor's seconds."""

    name: str
    flagged: int
    false_positives: int
    bad_evidence: int
    phase: str
    level: str
    solution: str | None
    why: str
    seconds: float


def audited(name: str) -> Audited:
    """Return what `sokospec audit --no-corpus` says, with the other options as they are by themselves."""
    started = time.process_time()
    report = audit(
        name, ALL[name].detector, first_batches(LEVELS), boards=boards(SEED), seed=SEED, calls=CALLS * LEVELS
    )
    shown = report.counterexample
    level, solution, why = ("", None, "") if shown is None else (str(shown.level), shown.solution, shown.why)
    phase = "nothing" if shown is None else str(shown.phase)
    counts = report.flagged, report.false_positives, report.bad_evidence
    return Audited(name, *counts, phase, level, solution, why, time.process_time() - started)


def first_refutation(name: str, levels: int, calls: int = 0) -> Report:
    """Return the report of an audit whose sample ends with the first level that refutes a detector, if one does.

    The search follows where none does, with so many calls at most.
    """
    first, look = batches_until_refuted(levels)
    return audit(name, ALL[name].detector, first, boards=boards(SEED), seed=SEED, calls=calls, tell=look)


def row(each: Audited) -> dict[str, object]:
    """Return the row of the record: wrong flags, and the smallest level that refutes the detector, with a solution."""
    return {
        "false_positives": each.false_positives,
        "bad_evidence": each.bad_evidence,
        "phase": each.phase,
        "level": each.level or None,
        "solution": each.solution,
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Print what the audit finds."""
    what = "one of them, and the level that refutes it"
    parser, _ = fault_options("Audit the deliberately wrong detectors.", "--detector", ALL, what, RECORD)
    options = parser.parse_args(arguments)
    names = [options.detector] if options.detector else list(ALL)
    first_batches(LEVELS)  # before the other processes begin, which then have them too
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        found = list(pool.map(audited, names))
    if options.write:
        write_record(RECORD, {each.name: row(each) for each in found})
    else:
        one = f"{found[0].why}\n{found[0].level}" if found[0].level else "not refuted"
        print(f"{ALL[options.detector].what}: {one}")
    slowest = max(found, key=lambda each: each.seconds)
    seconds = f"{sum(each.seconds for each in found):.0f} s of one processor, {slowest.name} {slowest.seconds:.0f} s"
    print(seconds, file=sys.stderr)
    return int(any(not each.level or each.seconds > SECONDS for each in found if each.name not in ESCAPING))


if __name__ == "__main__":
    sys.exit(main())
