"""Runs the kernels of both packages over certificates and searches; for machine code that fails beyond an array.

`python tests/corrupted/within_bounds.py COUNT FOLDER` takes the packages from that folder, which has to be on the path.
"""

from __future__ import annotations

import io
import sys
from collections import Counter
from dataclasses import asdict
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[2]))  # so that it runs as a script
sys.path.insert(0, str(Path(__file__).parents[1]))

import sokosolve
import sokoverify
from corrupted.samples import small_level
from corrupted.two_checkers import SORTS
from mutants.checker.fast_faults import TEXTS
from sokogen.random.random_levels import solvable_level
from sokosolve.certify.certificate import solve_with_certificate
from sokosolve.features import Algorithm
from sokosolve.solver import solve
from sokospec.answer import Objective
from sokospec.certificates.verify import verify
from sokospec.limits import Limits

SEARCHES = (
    *((objective, Algorithm.ASTAR) for objective in Objective),
    (Objective.PUSHES, Algorithm.IDASTAR),
    (Objective.PUSHES, Algorithm.BFS),
    (Objective.ANY, Algorithm.FESS),
)


def check_certificates(count: int) -> Counter[bool]:
    """Ask both checkers about texts of all kinds, so many of each; raises `AssertionError` where they disagree."""
    counts = Counter[bool]()
    texts = [text.encode() for text in TEXTS]
    texts += [make(Random(f"11 {sort} {number}")) for sort, make in SORTS.items() for number in range(count)]
    for data in texts:
        found = sokoverify.verify(io.BytesIO(data))
        assert asdict(found) == asdict(verify(io.BytesIO(data))), data
        counts[found.accepted] += 1
    return counts


def search_levels(count: int) -> Counter[str]:
    """Search levels of some boxes by all algorithms, and write certificates."""
    counts = Counter[str]()
    rng = Random(11)
    levels = [small_level(rng) for _ in range(count)]
    levels += [
        solvable_level(rng, height=8, width=10, boxes=3 + each % 4, wall_share=0.2, pulls=40).level
        for each in range(count)
    ]
    for level in levels:
        for objective, algorithm in SEARCHES:
            counts[solve(level, objective, Limits(cpu=0.5), algorithm=algorithm).verdict] += 1
        solve_with_certificate(level, Objective.PUSHES, lambda _: None, Limits(cpu=0.5))
    return counts


def main() -> None:
    """Run everything; a kernel that goes beyond an array raises `ArithmeticError`."""
    count, folder = int(sys.argv[1]), Path(sys.argv[2])
    for package in (sokosolve, sokoverify):
        assert folder in Path(str(package.__file__)).parents, package.__file__
    print("certificates", dict(check_certificates(count)))
    print("searches", dict(search_levels(count // 10)))


if __name__ == "__main__":
    main()
