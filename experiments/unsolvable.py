"""Certificates of levels that nothing solves: how many are written, and whether both checkers accept them.

    python experiments/unsolvable.py --count 1000 --out RECORD.json

draws levels without a solution, so many of each kind, size and number of boxes, as `sokospec generate random
--unsolvable` does: no simple detector sees that they are dead. And it compiles false formulas, like `reduce qbf`.
Each is solved with a certificate within a limit, and both checkers look at it. Seconds are of CPU, in one process. The
table has a row for each sort of levels. Exit code 1 when a certificate is rejected, by either.
"""

from __future__ import annotations

import argparse
import io
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from common import markdown, runs
from sokocli.generate_random import PLAIN
from sokodead import DETECTORS
from sokogen.random.benchmark_levels import Outcome, Wish, attempts
from sokogen.random.random_levels import Kind
from sokogen.reductions.formula_level import compiled
from sokogen.reductions.formulas.formula_text import parse_formula
from sokosolve.certify.certificate import solve_with_certificate
from sokosolve.machine_code import library_of
from sokosolve.solver import solve
from sokospec import Level
from sokospec.answer import Answer, Objective, Verdict
from sokospec.certificates.verify import verify
from sokospec.limits import Limits, uninterrupted
from sokoverify import verify as verify_fast

NAME = "unsolvable"
SIDES = (6, 7, 8, 10, 12)
BOXES = (3, 4, 5, 6)
FORMULAS = ("exists x. (x)(not x)", "forall x. (x)", "forall x exists y. (x)(y)")
SECONDS, MIB = 10.0, 4096.0


@dataclass(frozen=True, slots=True)
class Row:
    """One level without a solution, of some sort; what came of it; CPU seconds to prove it, and to check that twice."""

    sort: str
    boxes: int
    verdict: str
    accepted: bool | None
    prove_seconds: float
    verify_seconds: float | None
    fast_seconds: float | None
    facts: int
    states: int


@dataclass(frozen=True, slots=True)
class Sum:
    """The levels of a sort with so many boxes: how many there are, what came of them, and what they took together."""

    sort: str
    boxes: int
    levels: int
    accepted: int
    rejected: int
    verdicts: dict[str, int]
    prove_seconds: float
    verify_seconds: float
    fast_seconds: float
    facts: int
    states: int
    most_states: int


def drawn(wish: Wish, seed: int, limits: Limits) -> Iterator[Level]:
    """Yield levels without a solution, or for which a limit is reached before that is known."""

    def answer(level: Level, objective: Objective) -> Answer:
        return uninterrupted(solve(level, objective, limits))

    def plain(level: Level) -> bool:
        return any(DETECTORS[name](level) is not None for name in PLAIN)

    for made in attempts(wish, seed, answer, plain=plain, limits=limits):
        if made.level is not None and made.outcome in (Outcome.TAKEN, Outcome.LIMIT):
            yield made.level


def levels(count: int, seed: int, limits: Limits) -> Iterator[tuple[str, Level]]:
    """Yield random levels in turn of each sort, and those of formulas; each with its sort."""
    wishes = [
        Wish(height=side, width=side, squares=side * side * 7 // 10, boxes=boxes, kind=kind, unsolvable=True)
        for side in SIDES
        for boxes in BOXES
        for kind in Kind
    ]
    sources = [drawn(wish, seed, limits) for wish in wishes]
    for number in range(count):
        wish = wishes[number % len(wishes)]
        yield f"{wish.kind} {wish.height} x {wish.width}", next(sources[number % len(wishes)])
    for formula in FORMULAS:
        yield "formulas", compiled(parse_formula(formula), tries=1).level


def measure(sort: str, level: Level, limits: Limits) -> Row:
    """Measure one level."""
    before = time.process_time()
    text = io.BytesIO()
    answer = uninterrupted(solve_with_certificate(level, Objective.PUSHES, text.write, limits))
    proved = time.process_time()
    if answer.verdict is not Verdict.UNSOLVABLE:
        return Row(sort, len(level.boxes), answer.verdict, None, round(proved - before, 4), None, None, 0, 0)
    outcome = verify(text, level)
    checked = time.process_time()
    accepted = verify_fast(text, level).accepted and outcome.accepted
    ended = time.process_time()
    return Row(
        sort,
        len(level.boxes),
        answer.verdict,
        accepted,
        round(proved - before, 4),
        round(checked - proved, 4),
        round(ended - checked, 4),
        outcome.facts,
        outcome.states,
    )


def sums(rows: Sequence[Row]) -> list[Sum]:
    """Return the sums over the levels of each sort with each number of boxes."""
    found = []
    for sort, boxes in dict.fromkeys((row.sort, row.boxes) for row in rows):
        chosen = [row for row in rows if (row.sort, row.boxes) == (sort, boxes)]
        found.append(
            Sum(
                sort,
                boxes,
                len(chosen),
                sum(row.accepted is True for row in chosen),
                sum(row.accepted is False for row in chosen),
                dict(Counter(row.verdict for row in chosen)),
                round(sum(row.prove_seconds for row in chosen), 2),
                round(sum(row.verify_seconds or 0 for row in chosen), 2),
                round(sum(row.fast_seconds or 0 for row in chosen), 2),
                sum(row.facts for row in chosen),
                sum(row.states for row in chosen),
                max(row.states for row in chosen),
            )
        )
    return found


def table(found: Sequence[Sum]) -> str:
    """Return the sums over each sort of levels as a Markdown table."""

    def cells(name: str, chosen: Sequence[Sum]) -> Sequence[object]:
        proving, checking = sum(each.prove_seconds for each in chosen), sum(each.verify_seconds for each in chosen)
        fast, states = sum(each.fast_seconds for each in chosen), sum(each.states for each in chosen)
        levels, accepted = sum(each.levels for each in chosen), sum(each.accepted for each in chosen)
        sizes = sum(each.facts for each in chosen), states, max(each.most_states for each in chosen)
        seconds = (f"{each:.2f}" for each in (proving, checking, fast))
        return name, f"{levels:,}", f"{accepted:,}", *seconds, *(f"{each:,}" for each in sizes)

    sorts = dict.fromkeys(each.sort for each in found)
    rows = [cells(sort, [each for each in found if each.sort == sort]) for sort in sorts]
    heads = "levels | there are | certified | prove s | verify s | fast s | facts | states | most states"
    return markdown.table(heads, [*rows, cells("all", found)], left=["levels"])


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the experiment and return its exit code."""
    parser = argparse.ArgumentParser(description="Certificates of levels that nothing solves.")
    parser.add_argument("--count", type=int, default=1000, metavar="N", help="random levels, besides formulas (1000)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="seed for the levels (1)")
    parser.add_argument(
        "--time-limit", type=float, default=SECONDS, metavar="S", help="CPU seconds for each level (10)"
    )
    runs.add_out(parser)
    options = parser.parse_args(arguments)
    for package in ("sokosolve", "sokoverify"):
        library_of(package).load()
    limits = Limits(cpu=options.time_limit, mib=MIB)
    started = time.monotonic()
    rows: list[Row] = []
    with suppress(KeyboardInterrupt):  # what there is by then is a record too
        for sort, level in levels(options.count, options.seed, limits):
            rows.append(measure(sort, level, limits))
            runs.told(f"{len(rows)}: {sort}: {rows[-1].verdict}")
            if rows[-1].accepted is False:
                print(f"REJECTED:\n{level}")
    found = sums(rows)
    print(table(found))
    rejected = sum(each.rejected for each in found)
    print(f"\n{sum(each.accepted for each in found)} of {len(rows)} accepted by both checkers, {rejected} rejected")
    if options.out is not None:
        parameters = {"levels": len(rows), "seed": options.seed, "time_limit": options.time_limit}
        given = sys.argv[1:] if arguments is None else arguments
        runs.save(options.out, NAME, given, parameters, found, started)
    return int(bool(rejected))


if __name__ == "__main__":
    sys.exit(main())
