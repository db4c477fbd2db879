"""Summaries of runs, and level-by-level comparison of two runs."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median
from typing import NamedTuple

from sokocheck.reports.rows import ResultRow


@dataclass(frozen=True, slots=True)
class Summary:
    """Totals of one run and objective; seconds and expansions are of settled levels."""

    run: str
    objective: str
    levels: int
    verdicts: dict[str, int]
    failed: int
    pushes: int
    seconds: float
    median_seconds: float | None
    peak_rss_mib: float | None
    expanded: int


class Difference(NamedTuple):
    """Level with different verdicts or costs in two runs."""

    one: ResultRow
    other: ResultRow


@dataclass(frozen=True, slots=True)
class Comparison:
    """Second run relative to the first; ratios are over the `common` levels that both settled."""

    one: str
    other: str
    common: int
    seconds_ratio: float | None
    expanded_ratio: float | None
    differences: tuple[Difference, ...]
    only_one: int
    only_other: int


def by_run(rows: Sequence[ResultRow]) -> dict[tuple[str, str], list[ResultRow]]:
    """Return rows by run and objective."""
    found: dict[tuple[str, str], list[ResultRow]] = defaultdict(list)
    for row in rows:
        found[row.run, row.objective].append(row)
    return dict(found)


def is_settled(row: ResultRow) -> bool:
    """Say whether a row is solved or proved unsolvable."""
    return row.is_solved or row.verdict == "UNSOLVABLE"


def summaries(rows: Sequence[ResultRow]) -> Iterator[Summary]:
    """Yield the summary of each run."""
    for (run, objective), mine in by_run(rows).items():
        good = [row for row in mine if is_settled(row)]
        times = [row.seconds for row in good if row.seconds is not None]
        yield Summary(
            run=run,
            objective=objective,
            levels=len(mine),
            verdicts=dict(sorted(Counter(row.verdict for row in mine).items())),
            failed=sum(row.failed for row in mine),
            pushes=sum(row.pushes or 0 for row in good),
            seconds=sum(times),
            median_seconds=median(times) if times else None,
            peak_rss_mib=max((row.peak_rss_mib for row in mine if row.peak_rss_mib is not None), default=None),
            expanded=sum(row.expanded or 0 for row in good),
        )


def compare_runs(one: Sequence[ResultRow], other: Sequence[ResultRow]) -> Comparison:
    """Return the comparison of two runs; levels match by file name, number, and digest if known."""
    mine, theirs = {row.place: row for row in one}, {row.place: row for row in other}
    pairs = [(row, theirs[place]) for place, row in mine.items() if place in theirs and _same(row, theirs[place])]
    good = [(row, its) for row, its in pairs if is_settled(row) and is_settled(its)]
    return Comparison(
        one[0].run,
        other[0].run,
        len(good),
        _ratio([its.seconds for _, its in good], [row.seconds for row, _ in good]),
        _ratio([its.expanded for _, its in good], [row.expanded for row, _ in good]),
        tuple(Difference(row, its) for row, its in pairs if _differ(row, its)),
        len(mine) - len(pairs),
        len(theirs) - len(pairs),
    )


def _differ(row: ResultRow, other: ResultRow) -> bool:
    return row.verdict != other.verdict or (row.objective == other.objective and row.cost != other.cost)


def _same(row: ResultRow, other: ResultRow) -> bool:
    return row.digest is None or other.digest is None or row.digest == other.digest


def _ratio(parts: Sequence[float | None], wholes: Sequence[float | None]) -> float | None:
    part, whole = sum(value or 0 for value in parts), sum(value or 0 for value in wholes)
    return part / whole if whole else None
