"""What the rows of a record say together: who solved how much, what a feature is worth, where we are wrong."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import median

from common.record import Record, Row
from sokospec.answer import Objective, Verdict

Place = tuple[str, int, str]
"""File, number and digest of a level."""

HAS_SOLUTION = (Verdict.OPTIMAL, Verdict.SOLVED)


@dataclass(frozen=True, slots=True)
class Summary:
    """One solver on all its levels.

    `solved` counts valid solutions within the time limit, by CPU seconds of the whole process, and `late` those that
    took longer. Of the solved ones, `optimal` are proved or equal a proven optimum, and `worse` cost more than one;
    with the objective `any` neither is known. `rest` counts the verdicts of all others.
    """

    solver: str
    levels: int
    solved: int
    late: int
    optimal: int
    worse: int
    cpu_seconds: float
    median_cpu_seconds: float | None
    peak_rss_mib: float
    expanded: int | None
    rest: dict[str, int]


@dataclass(frozen=True, slots=True)
class Comparison:
    """A solver beside the one it is compared with, summed over the `common` levels that both solved.

    A ratio is this one by the other; None where there is nothing to divide.
    """

    solver: str
    levels: int
    solved: int
    common: int
    cpu_seconds: float
    cpu_ratio: float | None
    expanded: int
    expanded_ratio: float | None


def by_solver(record: Record) -> dict[str, list[Row]]:
    """Return the rows of each solver, in the order in which the solvers first appear."""
    found: dict[str, list[Row]] = defaultdict(list)
    for row in record.rows:
        found[row.solver].append(row)
    return dict(found)


def solved(record: Record, row: Row) -> bool:
    """Say whether a row holds a solution that came in time."""
    return row.verdict in HAS_SOLUTION and row.cpu_seconds <= record.parameters.time_limit


def cost(record: Record, row: Row) -> tuple[int, ...] | None:
    """Return what the objective makes of a row's solution; None without one, or if the objective is `any`."""
    if row.moves is None or row.pushes is None:
        return None
    return Objective(record.parameters.objective).cost(row.moves, row.pushes) or None


def optima(record: Record) -> dict[Place, tuple[int, ...]]:
    """Return the proven least cost of every level that some solver of ours settled."""
    found: dict[Place, tuple[int, ...]] = {}
    for row in record.rows:
        price = cost(record, row)
        if row.verdict == Verdict.OPTIMAL and price is not None:
            found[row.place] = min(price, found.get(row.place, price))
    return found


def summaries(record: Record) -> Iterator[Summary]:
    """Yield the summary of each solver."""
    least = optima(record)
    for solver, rows in by_solver(record).items():
        good = [row for row in rows if solved(record, row)]
        costs = [(cost(record, row), least.get(row.place)) for row in good]
        times = [row.cpu_seconds for row in good]
        counts = [row.expanded for row in good if row.expanded is not None]
        others = Counter(row.verdict for row in rows if row.verdict not in HAS_SOLUTION)
        yield Summary(
            solver=solver,
            levels=len(rows),
            solved=len(good),
            late=sum(row.verdict in HAS_SOLUTION for row in rows) - len(good),
            optimal=sum(price is not None and price == best for price, best in costs),
            worse=sum(price is not None and best is not None and price > best for price, best in costs),
            cpu_seconds=sum(times),
            median_cpu_seconds=median(times) if times else None,
            peak_rss_mib=max((row.peak_rss_mib for row in rows), default=0.0),
            expanded=sum(counts) if counts else None,
            rest=dict(sorted(others.items())),
        )


def comparisons(record: Record) -> Iterator[Comparison]:
    """Yield each solver of ours beside the one that has the most switched on; nothing if there is only one.

    An ablation is that: the first line is the full configuration, each of the others lacks a feature.
    """
    ours = {solver: rows for solver, rows in by_solver(record).items() if rows[0].without is not None}
    if len(ours) < 2:
        return
    full = min(ours, key=lambda solver: len(ours[solver][0].without or ()))
    base = {row.place: row for row in ours[full] if solved(record, row)}
    for solver in (full, *(other for other in ours if other != full)):
        good = [row for row in ours[solver] if solved(record, row)]
        both = [(row, base[row.place]) for row in good if row.place in base]
        seconds, expanded = sum(row.cpu_seconds for row, _ in both), sum(row.expanded or 0 for row, _ in both)
        yield Comparison(
            solver,
            len(ours[solver]),
            len(good),
            len(both),
            seconds,
            _ratio(seconds, sum(row.cpu_seconds for _, row in both)),
            expanded,
            _ratio(expanded, sum(row.expanded or 0 for _, row in both)),
        )


def faults(record: Record) -> Iterator[str]:
    """Yield every bug of ours that the rows show: an answer that is none, or one that another row refutes."""
    levels: dict[Place, list[Row]] = defaultdict(list)
    for row in record.rows:
        levels[row.place].append(row)
        if row.without is not None and row.note:
            yield f"{_name(row)}: {row.verdict}: {row.note}"
    for rows in levels.values():
        for one, other in combinations(rows, 2):
            yield from _quarrel(record, one, other)
            yield from _quarrel(record, other, one)
        for row in rows:
            yield from _bound_above(record, row, rows)


def _quarrel(record: Record, one: Row, other: Row) -> Iterator[str]:
    """Yield what the first row claims and the second one's solution refutes."""
    if other.verdict not in HAS_SOLUTION:
        return
    if one.verdict == Verdict.UNSOLVABLE:
        yield f"{_name(one)}: UNSOLVABLE, but {other.solver} solved it"
    proved, found = cost(record, one), cost(record, other)
    if one.verdict == Verdict.OPTIMAL and proved is not None and found is not None and found < proved:
        yield f"{_name(one)}: OPTIMAL at {_counts(proved)}, but {other.solver} needs {_counts(found)}"


def _bound_above(record: Record, row: Row, rows: Sequence[Row]) -> Iterator[str]:
    """Yield a lower bound that a solution lies below."""
    found = [(price[0], other.solver) for other in rows if (price := cost(record, other)) is not None]
    if row.lower_bound is not None and found and min(found)[0] < row.lower_bound:
        least, solver = min(found)
        yield f"{_name(row)}: lower bound {row.lower_bound}, but {solver} needs {least}"


def _name(row: Row) -> str:
    return f"{row.file}:{row.level}, {row.solver}"


def _counts(price: Iterable[int]) -> str:
    return " and ".join(map(str, price))


def _ratio(part: float, whole: float) -> float | None:
    return part / whole if whole else None
