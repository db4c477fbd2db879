"""Faults in the checker of certificates: which law notices each, and when?

`python tests/mutants/checker/run.py --write` writes docs/records/checker_mutants.json, in some minutes; `--fault NAME`
shows how one of them is noticed; `--trials N` has the checker as it is tried by every law. Exit code 0 says that each
fault was noticed within 60 trials of the laws, or that the checker kept all laws.
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

from mutants.checker.copies import Checker
from mutants.checker.faults import FAULTS
from mutants.checker.laws import LAWS, broken
from mutants.fault_records import RECORDS, fault_options, write_record

RECORD = RECORDS / "checker_mutants.json"
TRIALS = 60
"""Each must be noticed in so many trials of the laws, which take less than a minute."""


class Noticed(NamedTuple):
    """Which law a fault broke, in which trial, how, and the processor's seconds until then; None if it broke none."""

    law: str | None
    trial: int
    how: str
    seconds: float


def noticed(name: str) -> Noticed:
    """Make one trial of each law after the other, until one is broken."""
    started = time.process_time()
    checker = Checker(FAULTS[name].changes)
    for trial in range(1, TRIALS + 1):
        for law in LAWS:
            how = broken(checker, law, trial)
            if how is not None:
                return Noticed(law, trial, how, time.process_time() - started)
    return Noticed(None, TRIALS, "no law is broken", time.process_time() - started)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print when faults are noticed."""
    what = "one fault, and how it is noticed"
    parser, group = fault_options("Plant faults in the checker of certificates.", "--fault", FAULTS, what, RECORD)
    group.add_argument("--trials", type=int, metavar="N", help="so many trials of each law with the checker as it is")
    parser.add_argument("--law", choices=LAWS, metavar="NAME", help="with --trials, of one law alone")
    options = parser.parse_args(arguments)
    if options.trials:
        checker = Checker()
        laws = [options.law] if options.law else list(LAWS)
        how = [broken(checker, law, trial) for trial in range(1, options.trials + 1) for law in laws]
        print(*filter(None, how), f"{len(how)} trials, {sum(map(bool, how))} that break a law", sep="\n")
        return int(any(how))
    names = [options.fault] if options.fault else list(FAULTS)
    with ProcessPoolExecutor(os.cpu_count(), max_tasks_per_child=1) as pool:  # so that nothing is known beforehand
        found = {}
        for name, each in zip(names, pool.map(noticed, names), strict=True):
            found[name] = each
            print(f"{name}: {each.law}, trial {each.trial}, {each.seconds:.1f} s", file=sys.stderr)
    if options.write:
        write_record(RECORD, {name: {"law": each.law, "trial": each.trial} for name, each in found.items()})
    else:
        first = found[options.fault]
        print(f"{FAULTS[options.fault].what}; law {first.law!r}, trial {first.trial}: {first.how}")
    slowest = max(found, key=lambda name: found[name].seconds)
    seconds = f"{sum(each.seconds for each in found.values()):.0f} s of one processor"
    print(f"{seconds}, {slowest} {found[slowest].seconds:.0f} s", file=sys.stderr)
    return int(any(each.law is None for each in found.values()))


if __name__ == "__main__":
    sys.exit(main())
