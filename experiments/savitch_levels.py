"""Every small level by Savitch's procedure: its verdict against the oracle's, its bits against the bounds.

    python experiments/savitch_levels.py --inside 2x3 --boxes 1,2,3 --every 1 --time-limit 2 --out RECORD.json

goes through all levels with an inside of that size, up to symmetry, or every N-th of them. Each solution is replayed.
Exit code 1 when anything is wrong; what takes longer than the limit is counted, not wrong.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from common import markdown, runs
from common.levels import numbers
from sokogen.small.small_levels import interior_levels
from sokospec import Level, replay
from sokospec.answer import Verdict
from sokospec.limits import Limits, require_verdict
from sokospec.oracle import search_exhaustively
from sokospec.oracle.savitch import decide
from sokospec.oracle.sokoban import Sokoban

NAME = "savitch_levels"


@dataclass(slots=True)
class Row:
    """Levels with an inside of one size and a number of boxes, every so many of them: how many were decided, and how.

    `most_configurations` and `most_calls` are of levels that were decided; `highest_share` is the most that any level,
    decided or not, held of the bound for its horizon, and `highest_quadratic_share` of the quadratic bound.
    """

    inside: str
    boxes: int
    every: int
    time_limit: float
    levels: int = 0
    solved: int = 0
    unsolvable: int = 0
    faults: list[str] = field(default_factory=list)
    most_configurations: int = 0
    most_calls: int = 0
    highest_share: float = 0.0
    highest_quadratic_share: float = 0.0

    def add(self, outcome: Outcome) -> None:
        """Count one level."""
        self.levels += 1
        self.solved += outcome.verdict == Verdict.SOLVED
        self.unsolvable += outcome.verdict == Verdict.UNSOLVABLE
        if outcome.verdict != Verdict.LIMIT_TIME:
            self.most_configurations = max(self.most_configurations, outcome.configurations)
            self.most_calls = max(self.most_calls, outcome.calls)
        self.highest_share = max(self.highest_share, outcome.share)
        self.highest_quadratic_share = max(self.highest_quadratic_share, outcome.quadratic_share)
        self.faults += outcome.faults


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one level."""

    verdict: str
    configurations: int
    calls: int
    share: float
    quadratic_share: float
    faults: tuple[str, ...]


def judged(level: Level, seconds: float) -> Outcome:
    """Decide a level, and say what is wrong with the decision."""
    system = Sokoban(level)
    decision = decide(system, limits=Limits(cpu=seconds))
    faults = []
    if decision.verdict is not Verdict.LIMIT_TIME:
        truth = Verdict.UNSOLVABLE if require_verdict(search_exhaustively(level)).lurd is None else Verdict.SOLVED
        if decision.verdict is not truth:
            faults.append(f"{decision.verdict}, and the oracle says {truth}:\n{level}")
    if decision.path is not None and not replay(level, lurd := "".join(system.lurd(decision.path))).valid:
        faults.append(f"{lurd} is no solution:\n{level}")
    bound = decision.horizon_bound_bits or decision.bound_bits
    if not decision.peak_bits <= bound <= decision.bound_bits:
        faults.append(f"{decision.peak_bits} bits, bounds {bound} and {decision.bound_bits}:\n{level}")
    return Outcome(
        decision.verdict,
        decision.configurations or 0,
        decision.calls,
        decision.peak_bits / bound,
        decision.peak_bits / decision.bound_bits,
        tuple(faults),
    )


def chosen(options: argparse.Namespace) -> Iterator[Level]:
    """Yield every N-th of the levels with one of the numbers of boxes."""
    height, _, width = options.inside.partition("x")
    found = (
        level
        for level in interior_levels(int(height), int(width), max(options.boxes))
        if len(level.boxes) in options.boxes
    )
    return islice(found, 0, None, options.every)


def table(rows: Sequence[Row]) -> str:
    """Return the rows as a Markdown table."""
    heads = "inside | boxes | one in | levels | decided | solved | unsolvable | most N | most calls | wrong"
    cells = []
    for row in rows:
        counts = (row.levels, row.solved + row.unsolvable, row.solved, row.unsolvable)
        most = row.most_configurations, f"{row.most_calls:,}"
        cells.append([row.inside, row.boxes, row.every, *(f"{each:,}" for each in counts), *most, len(row.faults)])
    return markdown.table(heads, cells, left=["inside"])


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the experiment and return its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    parser = argparse.ArgumentParser(description="Every small level by Savitch's procedure, against the oracle.")
    parser.add_argument("--inside", default="2x2", metavar="HxW", help="the size inside the outer wall (2x2)")
    parser.add_argument("--boxes", type=numbers, default=numbers("1-3"), metavar="LIST", help="how many boxes (1-3)")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every N-th level (1)")
    parser.add_argument("--time-limit", type=float, default=2.0, metavar="S", help="CPU seconds for each level (2)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="where to write the record, as JSON; adds to one")
    options = parser.parse_args(given)
    started = time.monotonic()
    rows = {boxes: Row(options.inside, boxes, options.every, options.time_limit) for boxes in sorted(options.boxes)}
    earlier: list[Row] = []
    if options.out is not None and options.out.exists():
        earlier = [Row(**row) for row in runs.recorded(parser, options.out, NAME)["rows"]]
    for level in chosen(options):
        rows[len(level.boxes)].add(judged(level, options.time_limit))
    kept = [row for row in earlier if (row.inside, row.boxes) not in [(new.inside, new.boxes) for new in rows.values()]]
    merged = sorted([*kept, *rows.values()], key=lambda row: (row.inside, row.boxes))
    print(table(merged))
    print(f"at most {max(row.highest_share for row in merged):.1%} of the bound for the horizon")
    if options.out is not None:
        runs.save(options.out, NAME, given, {}, merged, started)
    wrong = [fault for row in rows.values() for fault in row.faults]
    for fault in wrong:
        runs.told(f"FAULT {fault}")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
