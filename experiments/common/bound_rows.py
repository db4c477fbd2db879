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


IN_A_LINE = 7
"""Closed levels in a line of a page."""


def table(rows: Sequence[Row]) -> str:
    """Return the closed levels as a list, and the open ones as a table, in Markdown."""
    parts = []
    if closed := [each for each in rows if each.closed]:
        parts += ["The closed levels, as `level: pushes/moves`:", f"```text\n{closed_list(closed)}\n```"]
    if lines := [_open_cells(each) for each in rows if not each.closed]:
        parts += ["The open levels:", markdown.table("level | at least | pushes | moves | gap", lines)]
    return "\n\n".join(parts)


def closed_list(rows: Sequence[Row]) -> str:
    """Return lines of closed levels with their pushes and moves; `-` is a level without a solution."""
    cells = [f"{row.level}: {'-' if row.pushes is None else f'{row.pushes}/{row.moves}'}" for row in rows]
    width = max(map(len, cells)) + 2
    lines = [cells[start : start + IN_A_LINE] for start in range(0, len(cells), IN_A_LINE)]
    return "\n".join("".join(cell.ljust(width) for cell in line).rstrip() for line in lines)


def _open_cells(row: Row) -> list[object]:
    if row.pushes is None:
        return [row.level, row.lower_bound, "", "", ""]
    return [row.level, row.lower_bound, row.pushes, f"{row.moves:,}", row.pushes - row.lower_bound]


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
