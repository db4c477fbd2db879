"""Rows of a table of fewest pushes: bounds, best solutions, and what the checkers say of the certificates."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from common import markdown
from common.levels import Problem
from sokocheck.checkers.all_checkers import FAST, PROVED
from sokocheck.optima.table import OptimaRow, Optimum, key_of


@dataclass(frozen=True, slots=True)
class Row:
    """A level of the table: bound, best solution, and what its certificate is."""

    level: int
    title: str
    lower_bound: int
    pushes: int | None
    moves: int | None
    claim: str | None
    states: int | None
    expanded: int | None
    proof_seconds: float | None
    peak_rss_mib: int | None
    sha256: str | None
    bytes: int | None
    fast: str | None
    proved: str | None
    effort: dict[str, Any] | None

    @property
    def closed(self) -> bool:
        """Whether the best solution is proved optimal, or the level unsolvable."""
        return self.claim == "unsolvable" if self.pushes is None else self.pushes == self.lower_bound


def optima_cells(problem: Problem, row: Row) -> list[str]:
    """Return the line of a table of optima."""
    if row.claim == "unsolvable":
        optima = Optimum(None), Optimum(None)
    else:
        optima = Optimum(row.lower_bound, row.closed), Optimum(row.lower_bound)
    best = Optimum(row.pushes, True, row.moves) if row.pushes is not None else ""
    return [*OptimaRow(problem.path.name, row.level, key_of(problem.level), *optima).cells, str(best)]


def table(rows: Iterable[Row]) -> str:
    """Return the rows as Markdown."""

    def number(value: int | None) -> str:
        return "" if value is None else f"{value:,}"

    lines = [
        [
            row.level,
            row.lower_bound,
            number(row.pushes),
            number(row.moves),
            "closed" if row.closed else "" if row.pushes is None else row.pushes - row.lower_bound,
        ]
        for row in rows
    ]
    return markdown.table("level | at least | pushes | moves | gap", lines)


def counts(rows: Sequence[Row]) -> str:
    """Return the counts of closed levels, certificates, and acceptances by each checker."""
    checked = [f"{sum(getattr(row, name) == 'ACCEPTED' for row in rows)} {name}" for name in (FAST, PROVED)]
    return (
        f"{len(rows)} levels, {sum(row.closed for row in rows)} closed, {sum(row.sha256 is not None for row in rows)} "
        f"certificates, accepted: {', '.join(checked)}"
    )


def summary(rows: Sequence[Row]) -> str:
    """Return the counts, and the open levels by their gaps."""
    gaps: dict[int, list[int]] = {}
    for row in rows:
        if row.pushes is not None and not row.closed:
            gaps.setdefault(row.pushes - row.lower_bound, []).append(row.level)
    return "\n".join(
        [counts(rows), *(f"gap {gap}: {', '.join(map(str, levels))}" for gap, levels in sorted(gaps.items()))]
    )


def faults(rows: Iterable[Row]) -> list[str]:
    """Return the rejections of certificates, and bounds above a solution."""
    found = []
    for row in rows:
        rejected = [name for name in (FAST, PROVED) if (getattr(row, name) or "").startswith("REJECTED")]
        found += [f"level {row.level}: the certificate is rejected by {name}" for name in rejected]
        if row.pushes is not None and (row.pushes < row.lower_bound or row.claim == "unsolvable"):
            found.append(f"level {row.level}: a solution contradicts the certificate")
    return found
