"""Whether the tiers of the suite `graded` come in order for engines that were not used to make them.

    python tests/planning/run_tiers.py SUITE --out RECORD.json

SUITE is the folder of `sokospec generate suite graded`. IDA* of the fast engine counts the states that it expands, as
does Fast Downward where it is installed (`pip install '.[planner]'`): a planner that knows nothing of Sokoban,
and looks for a plan with the fewest pushes, by pattern databases. The rank correlation (Spearman's) is of a level's
tier and its states; a level that is not settled within the limit counts as more than any that is. Exit code 1 if an
answer is not the manifest's.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import inf
from pathlib import Path
from statistics import median

if __name__ == "__main__":  # run as a script: make `common` importable, as it is for the tests
    sys.path[0] = str(Path(__file__).resolve().parents[2] / "experiments")

from common import runs
from common.planner import NO_PLANNER, PATTERNS, Planned, driver, planned
from sokocheck.suites.manifest import ListedLevel, Manifest, manifest_of
from sokosolve.features import Algorithm
from sokosolve.solver import solve
from sokospec.answer import Objective, Verdict
from sokospec.board import Level
from sokospec.errors import SokobanError
from sokospec.formats import read
from sokospec.limits import LimitReached, Limits, Progress
from sokospec.planning import lurd_of_plan
from sokospec.replay import replay

NAME = "tiers"


@dataclass(frozen=True, slots=True)
class Row:
    """A level: its tier, and the states that each engine expanded, None where it did not settle the level.

    `planned` says whether the planner was asked.
    """

    level: int
    tier: str
    idastar: int | None
    planner: int | None
    planned: bool


def by_idastar(level: Level, most: int) -> tuple[int | None, int | None]:
    """Return the fewest pushes and the states expanded, both None if more than `most` would be needed."""

    def enough(news: Progress) -> None:
        if news.expanded > most:
            raise LimitReached(Verdict.LIMIT_TIME)

    answer = solve(level, limits=Limits(report=enough), algorithm=Algorithm.IDASTAR)
    # how often it is asked depends on the machine
    return (answer.pushes, answer.expanded) if answer.pushes is not None and answer.expanded <= most else (None, None)


def by_planner(level: Level, ask: Callable[[Level], Planned]) -> tuple[int | None, int | None]:
    """Return the pushes of the planner's plan and its states, both None if it came to no answer."""
    found = ask(level)
    if found.plan is None:
        return None, found.expanded
    played = replay(level, lurd_of_plan(level, found.plan))
    return (played.metrics.pushes if played.valid else None), found.expanded


def chosen(manifest: Manifest, per_tier: int) -> Iterator[tuple[Level, ListedLevel, int]]:
    """Yield the first levels of each tier, each with its number there, from 0."""
    taken: dict[str, int] = {}
    for level, listed in zip(read(manifest.folder / manifest.file), manifest.levels, strict=True):
        number = taken.setdefault(listed.group, 0)
        taken[listed.group] += 1
        if number < per_tier:
            yield level, listed, number


def wrong(listed: ListedLevel, name: str, pushes: int | None, expanded: int | None) -> str | None:
    """Return what is wrong with an answer that claims to be the best, None if nothing is or it is none."""
    known = listed.answers[Objective.PUSHES]
    best = known.pushes
    if expanded is None or pushes == best:
        return None
    if (
        pushes is not None
        and known.verdict != Verdict.OPTIMAL
        and known.lower_bound is not None
        and pushes >= known.lower_bound
    ):
        return None
    return f"level {listed.number}: {name} says {pushes} pushes, the manifest {known.lower_bound} to {best}"


def table(rows: Sequence[Row]) -> str:
    """Return a row a tier, and the correlations, as Markdown."""
    names = ("tier", "levels", "IDA* settles", "median states", "levels", "the planner settles", "median states")
    lines = [f"| {' | '.join(names)} |", "|---|" + "--:|" * 6]
    for tier in dict.fromkeys(row.tier for row in rows):
        one, other = _columns([row for row in rows if row.tier == tier])
        lines.append(f"| {tier.removeprefix('tier ')} | {' | '.join([*_cells(one), *_cells(other)])} |")
    both = []
    for states in zip(*(_columns([row]) for row in rows), strict=True):
        asked = [(row.tier, found) for row, column in zip(rows, states, strict=True) for found in column]
        both += [str(len(asked)), "", _correlation(asked)]
    lines.append(f"| rank correlation | {' | '.join(both)} |")
    return "\n".join(lines)


def _columns(rows: Sequence[Row]) -> tuple[list[int | None], list[int | None]]:
    """Return the states of IDA*, and those of the planner, each of the levels that it was given."""
    return [row.idastar for row in rows], [row.planner for row in rows if row.planned]


def _cells(states: Sequence[int | None]) -> tuple[str, str, str]:
    """Return how many there are, how many are settled, and the median; no number where half or more are not."""
    middle = median([inf if each is None else each for each in states] or [inf])
    settled = sum(each is not None for each in states)
    return str(len(states)), str(settled), "more" if middle == inf else f"{middle:,.0f}"


def _correlation(found: Sequence[tuple[str, int | None]]) -> str:
    from scipy.stats import spearmanr  # takes a second to import

    tiers = list(dict.fromkeys(tier for tier, _ in found))
    places = [tiers.index(tier) for tier, _ in found]
    states = [sys.maxsize if each is None else each for _, each in found]
    if len(set(states)) < 2 or len(tiers) < 2:
        return ""
    return f"{spearmanr(places, states).statistic:.3f}"


def main(given: Sequence[str] | None = None) -> int:
    """Ask the engines, and print the table."""
    given = sys.argv[1:] if given is None else given
    parser = argparse.ArgumentParser(description="Tiers of a suite, by engines that were not used to make it.")
    parser.add_argument("suite", type=Path, nargs="?", help="a folder of `sokospec generate suite graded`")
    parser.add_argument("--per-tier", type=int, default=20, help="levels of each tier (%(default)s)")
    parser.add_argument("--planned", type=int, default=8, help="of these go to the planner (%(default)s)")
    parser.add_argument("--states", type=int, default=200_000, help="what IDA* may expand (%(default)s)")
    parser.add_argument("--seconds", type=float, default=10.0, help="CPU seconds for the planner (%(default)s)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="where to write the record, as JSON")
    parser.add_argument("--record", type=Path, metavar="FILE", help="ask nobody; the table of this record")
    options = parser.parse_args(given)
    if options.record is not None:
        print(table([Row(**row) for row in runs.recorded(parser, options.record, NAME)["rows"]]))
        return 0
    if options.suite is None:
        parser.error("name the folder of a suite")
    started = time.monotonic()
    script = driver()
    if script is None:
        runs.told(NO_PLANNER)
    rows: list[Row] = []
    mistakes: list[str | None] = []
    try:
        with runs.until_interrupted():
            for level, listed, number in chosen(manifest_of(options.suite), options.per_tier):
                pushes, states = by_idastar(level, options.states)
                mistakes.append(wrong(listed, "IDA*", pushes, states))
                planned_states, asked = None, script is not None and number < options.planned
                if script is not None and asked:
                    pushes, planned_states = by_planner(
                        level, lambda one: planned(script, one, PATTERNS, options.seconds)
                    )
                    mistakes.append(wrong(listed, "the planner", pushes, planned_states))
                rows.append(Row(listed.number, listed.group, states, planned_states, asked))
                runs.told(f"level {listed.number}, {listed.group}: {states} {planned_states}")
    except (SokobanError, OSError) as error:
        parser.error(str(error))
    print(table(rows))
    for mistake in filter(None, mistakes):
        print(mistake)
    if options.out is not None:
        parameters = {name: getattr(options, name) for name in ("per_tier", "planned", "states", "seconds")}
        runs.save(options.out, NAME, given, parameters, rows, started)
    return int(any(mistakes))


if __name__ == "__main__":
    sys.exit(main())
