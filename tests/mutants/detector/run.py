"""Wrong deadlock detectors against the audit: what does it find, and how small?

`python tests/mutants/detector/run.py --write` makes the list of docs/records/detector_mutants.md anew, in some minutes;
`--table` prints it; `--detector NAME` is about one of them. Exit code 0 says that each was refuted within a minute of
one processor.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from itertools import islice, takewhile, zip_longest
from pathlib import Path
from textwrap import fill
from typing import NamedTuple

if __name__ == "__main__":  # run as a script: make the folder `tests` importable, as it is for the tests
    sys.path[0] = str(Path(__file__).resolve().parents[2])

from claims.document import PAGE_OF
from mutants.detector.held_out import HELD_OUT
from mutants.detector.ledger import LEDGER
from mutants.detector.wrong import WRONG_DETECTORS
from mutants.list_page import list_options, show
from sokocheck.claims.detector_audit import CALLS
from sokodead.audit import Report, audit
from sokogen.random.batches import Batch, batches, boards

PAGE = Path(__file__).resolve().parents[3] / "docs" / "records" / "detector_mutants.md"
MARK = "<!-- What follows is written by tests/mutants/detector/run.py --write. -->\n\n"
ALL = {**WRONG_DETECTORS, **LEDGER, **HELD_OUT}
LEVELS = 1500
ESCAPING = frozenset({"freeze-alternating-shared", "door-with-too-many-behind", "articulation-counts"})
"""Held-out detectors that the audit does not refute."""
SEED = 0
SECONDS = 60.0
"""Each must be refuted in so many seconds of one processor."""
WIDTH = 110


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


@cache
def first_batches(count: int) -> list[Batch]:
    """Return the boards that are tried."""
    return list(islice(batches(SEED), count))


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
    refuted = False

    def first() -> Iterator[Batch]:
        yield from takewhile(lambda _: not refuted, first_batches(levels))

    def look(report: Report) -> None:
        nonlocal refuted
        refuted = report.refuted

    return audit(name, ALL[name].detector, first(), boards=boards(SEED), seed=SEED, calls=calls, tell=look)


def table(found: Sequence[Audited]) -> str:
    """Return what was found as a list in Markdown, a line for each group, and under it the smallest levels."""
    groups = {"`wrong.py`": WRONG_DETECTORS, "the ledger's": LEDGER, "`held_out.py`": HELD_OUT}
    lines = [
        fill(f"- {group}: {', '.join(map(entry, each))}", 120, subsequent_indent="  ", break_on_hyphens=False)
        for group, names in groups.items()
        if (each := [audited for audited in found if audited.name in names])
    ]
    return "\n".join([*lines, "", "```text", *side_by_side(drawings(found)), "```"])


def entry(each: Audited) -> str:
    """Return a detector's name, where it is a rule of the ledger as a link to it, and its counts."""
    counts = [f"{each.false_positives:,}"]
    counts += [f"bad evidence {each.bad_evidence:,}"] if each.bad_evidence else []
    counts += [each.phase] if each.phase != "sample" else []
    claim = each.name.removeprefix("ledger-")
    name = f"[`{each.name}`]({PAGE_OF[claim]}#{claim})" if each.name in LEDGER else f"`{each.name}`"
    return f"{name} ({'; '.join(counts)})"


def drawings(found: Sequence[Audited]) -> list[list[str]]:
    """Return each level below the detectors that it refutes; counterexamples to the ledger stand on its own pages."""
    refuted: dict[tuple[str, ...], list[str]] = {}
    for each in found:
        if each.level and each.name not in LEDGER:
            refuted.setdefault((*each.level.splitlines(), under(each.solution)), []).append(each.name)
    return [[*names, *lines] for lines, names in refuted.items()]


def under(solution: str | None) -> str:
    """Return what stands under a level: its solution, where it needs any and has one."""
    return "dead" if solution is None else solution or "solved"


def side_by_side(drawings: Sequence[Sequence[str]]) -> list[str]:
    """Return drawings as lines of text, as many beside each other as fit."""
    lines: list[str] = []
    row: list[Sequence[str]] = []
    for drawing in [*drawings, None]:
        if drawing is None or sum(len(max(old, key=len)) + 3 for old in [*row, drawing]) > WIDTH:
            columns = [[line.ljust(len(max(old, key=len))) for line in old] for old in row]
            for parts in zip_longest(*columns):
                padded = [part or " " * len(column[0]) for part, column in zip(parts, columns, strict=True)]
                lines.append("   ".join(padded).rstrip())
            lines.append("")
            row = []
        if drawing is not None:
            row.append(drawing)
    return lines[:-1]


def main(arguments: Sequence[str] | None = None) -> int:
    """Print what the audit finds."""
    what = "one of them, and the level that refutes it"
    parser, _ = list_options("Audit the deliberately wrong detectors.", "--detector", ALL, what, PAGE)
    options = parser.parse_args(arguments)
    names = [options.detector] if options.detector else list(ALL)
    first_batches(LEVELS)  # before the other processes begin, which then have them too
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        found = list(pool.map(audited, names))
    one = f"{found[0].why}\n{found[0].level}" if found[0].level else "not refuted"
    show(options, PAGE, MARK, table(found), f"{ALL[names[0]].what}: {one}")
    slowest = max(found, key=lambda each: each.seconds)
    seconds = f"{sum(each.seconds for each in found):.0f} s of one processor, {slowest.name} {slowest.seconds:.0f} s"
    print(seconds, file=sys.stderr)
    return int(any(not each.level or each.seconds > SECONDS for each in found if each.name not in ESCAPING))


if __name__ == "__main__":
    sys.exit(main())
