"""What checker and z3 say of certificates: `python tests/differential/run_z3_on_certificates.py --seed 3`.

They are of every sort: of engines, detectors and random facts, forwards and backwards; `corrupted.samples` makes them.
"""

from __future__ import annotations

import argparse
import io
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from corrupted.samples import samples  # a script stands outside the path of the tests
from sokoproof import Status, confirm_certificate
from sokospec.certificates.verify import verify


def main() -> int:
    """Print how often which verdicts were given; returns 1 if z3 refutes what the checker accepts."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--seed", type=int, default=3, help="seed of the levels and facts (3)")
    parser.add_argument("--levels", type=int, default=120, help="so many levels (120)")
    parser.add_argument("--of-each", type=int, default=2, help="so many certificates of each sort (2)")
    chosen = parser.parse_args()
    counted: Counter[str] = Counter()
    differ = False
    for text in samples(chosen.seed, chosen.of_each, chosen.levels):
        accepted = verify(io.BytesIO(text.encode("ascii"))).accepted
        finding = confirm_certificate(text, milliseconds=5_000)
        direction = "backwards" if "\nbackwards\n" in text else "forwards"
        why = f": {finding.part}" if finding.part else ""
        counted[f"{'accepted' if accepted else 'rejected'}, {finding.status}, {direction}{why}"] += 1
        if accepted and finding.status is Status.REFUTED:
            differ = True
            print(text, finding)
    for verdict, number in sorted(counted.items()):
        print(f"{number:6} {verdict}")
    return int(differ)


if __name__ == "__main__":
    sys.exit(main())
