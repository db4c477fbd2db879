"""Certificates of levels that nothing solves: how many are written, and whether both checkers accept them.

    python experiments/unsolvable.py --count 1000 --out RECORD.json

draws hard levels without a solution, of each kind, size and number of boxes in turn, until so many are certified: no
detector of `sokodead` sees that they are dead. And it compiles false formulas, like `reduce qbf`. Each is solved with a
certificate within a limit, and both checkers look at it. Boards that are left out are counted. Seconds are of CPU, in
one process. The table has a row for each sort of levels. Exit code 1 when a certificate is rejected, by either.
"""

from __future__ import annotations

import argparse
import io
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle
from statistics import median_low

from common import markdown, runs
from sokocli.generate_random import PLAIN
from sokodead import DETECTORS
from sokogen.random.benchmark_levels import AttemptOutcome, LevelWish, attempts
from sokogen.random.random_levels import FloorKind
from sokogen.reductions.formula_level import compile_formula
from sokogen.reductions.formulas.formula_text import parse_formula
from sokosolve.certify.certificate import solve_with_certificate
from sokosolve.machine_code import load_libraries
from sokosolve.solver import solve
from sokospec import Level
from sokospec.answer import Answer, Objective, Verdict
from sokospec.certificates.verify import verify
from sokospec.limits import Limits
from sokoverify import verify as verify_fast

NAME = "unsolvable"
SIDES = (6, 7)
BOXES = (5, 6, 7)
SEEN = "seen by a detector"
FORMULAS = ("exists x. (x)(not x)", "forall x. (x)", "forall x exists y. (x)(y)")
SECONDS, MIB = 10.0, 4096.0
STEPS = (1, 10, 100, 1_000, 10_000)
LeftOut = defaultdict[tuple[str, int], Counter[str]]
"""How many boards of a sort with so many boxes are left out, by the reason."""


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
    """The levels of a sort with so many boxes: how many there are, what came of them, what they took together; how
    many have so many states or more."""

    sort: str
    boxes: int
    left_out: dict[str, int]
    levels: int
    accepted: int
    rejected: int
    verdicts: dict[str, int]
    prove_seconds: float
    verify_seconds: float
    fast_seconds: float
    facts: int
    states: int
    median_states: int
    most_states: int
    at_least_states: dict[int, int]


def drawn(wish: LevelWish, seed: int, limits: Limits, left_out: Counter[str]) -> Iterator[Level]:
    """Yield levels without a solution that no detector sees to be dead; count what is left out."""

    def answer(level: Level, objective: Objective) -> Answer:
        return solve(level, objective, limits)

    def seen(level: Level, names: Iterable[str]) -> bool:
        return any(DETECTORS[name](level) is not None for name in names)

    others = [name for name in DETECTORS if name not in PLAIN]  # they take longer than to solve the level
    for made in attempts(wish, seed, answer, plain=lambda level: seen(level, PLAIN), limits=limits):
        if made.level is None or made.outcome is not AttemptOutcome.TAKEN:
            left_out[made.outcome] += 1
        elif seen(made.level, others):
            left_out[SEEN] += 1
        else:
            yield made.level


def levels(seed: int, limits: Limits, left_out: LeftOut) -> Iterator[tuple[str, Level]]:
    """Yield random levels in turn of each sort, without end, each with its sort."""
    wishes = [
        LevelWish(height=side, width=side, squares=side * side * 7 // 10, boxes=boxes, kind=kind, unsolvable=True)
        for side in SIDES
        for boxes in BOXES
        for kind in FloorKind
    ]
    sorts = [f"{wish.kind} {wish.height} x {wish.width}" for wish in wishes]
    sources = [drawn(wish, seed, limits, left_out[sort, wish.boxes]) for sort, wish in zip(sorts, wishes, strict=True)]
    for sort, source in cycle(zip(sorts, sources, strict=True)):
        yield sort, next(source)


def measured(count: int, seed: int, limits: Limits, left_out: LeftOut) -> Iterator[Row]:
    """Measure random levels until so many are certified, and those of formulas."""
    hard = levels(seed, limits, left_out)
    while count:
        sort, level = next(hard)
        row = measure(sort, level, limits)
        count -= row.accepted is not None
        yield row
    for formula in FORMULAS:
        yield measure("formulas", compile_formula(parse_formula(formula), tries=1).level, limits)


def measure(sort: str, level: Level, limits: Limits) -> Row:
    """Measure one level."""
    before = time.process_time()
    text = io.BytesIO()
    answer = solve_with_certificate(level, Objective.PUSHES, text.write, limits)
    proved = time.process_time()
    if answer.verdict is not Verdict.UNSOLVABLE:
        return Row(sort, len(level.boxes), answer.verdict, None, round(proved - before, 4), None, None, 0, 0)
    outcome = verify(text, level)
    checked = time.process_time()
    accepted = verify_fast(text, level).accepted and outcome.accepted
    ended = time.process_time()
    if not accepted:
        print(f"REJECTED:\n{level}")
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


def sums(rows: Sequence[Row], left_out: LeftOut) -> list[Sum]:
    """Return the sums over the levels of each sort with each number of boxes."""
    found = []
    for sort, boxes in dict.fromkeys((row.sort, row.boxes) for row in rows):
        chosen = [row for row in rows if (row.sort, row.boxes) == (sort, boxes)]
        found.append(
            Sum(
                sort,
                boxes,
                dict(left_out[sort, boxes]),
                len(chosen),
                sum(row.accepted is True for row in chosen),
                sum(row.accepted is False for row in chosen),
                dict(Counter(row.verdict for row in chosen)),
                round(sum(row.prove_seconds for row in chosen), 2),
                round(sum(row.verify_seconds or 0 for row in chosen), 2),
                round(sum(row.fast_seconds or 0 for row in chosen), 2),
                sum(row.facts for row in chosen),
                sum(row.states for row in chosen),
                median_low(row.states for row in chosen),
                max(row.states for row in chosen),
                {least: sum(row.states >= least for row in chosen) for least in STEPS},
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
    load_libraries("sokosolve", "sokoverify")
    limits = Limits(cpu=options.time_limit, mib=MIB)
    started = time.monotonic()
    rows: list[Row] = []
    left_out: LeftOut = defaultdict(Counter)
    with runs.until_interrupted():
        for row in measured(options.count, options.seed, limits, left_out):
            rows.append(row)
            runs.told(f"{len(rows)}: {row.sort}: {row.verdict}")
    found = sums(rows, left_out)
    print(table(found))
    for least in STEPS:
        print(f"{sum(each.at_least_states[least] for each in found):,} have {least:,} states or more")
    rejected = sum(each.rejected for each in found)
    print(f"\n{sum(each.accepted for each in found)} of {len(rows)} accepted by both checkers, {rejected} rejected")
    reasons = sum(left_out.values(), Counter[str]())
    print("left out:", ", ".join(f"{times:,} {why}" for why, times in reasons.most_common()))
    if options.out is not None:
        parameters = {"levels": len(rows), "seed": options.seed, "time_limit": options.time_limit}
        given = sys.argv[1:] if arguments is None else arguments
        runs.save(options.out, NAME, given, parameters, found, started)
    return int(bool(rejected))


if __name__ == "__main__":
    sys.exit(main())
