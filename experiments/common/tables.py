"""The tables of a benchmark, drawn from the record alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.console import Console
from rich.table import Table
from rich.text import Text

from common.findings import comparisons, faults, solved, summaries
from common.record import Record

WIDTH = 180  # of tables that go to a file, where there is no terminal to ask


def show(record: Record, *, verbose: bool) -> None:
    """Print what a record holds on stdout: each level if `verbose`, each solver, the ablation, faults of ours."""
    console = Console()
    if not console.is_terminal:
        console = Console(width=WIDTH)
    limits = record.parameters
    commits = sorted({row.commit for row in record.rows if row.without is not None})
    about = f"objective {limits.objective}, {limits.time_limit:g} CPU s and {limits.memory_limit:g} MiB a level"
    if verbose:
        console.print(_levels(record))
    console.print(_solvers(record, about))
    if (ablation := _ablation(record)).row_count:
        console.print(ablation)
    if len(commits) > 1:
        console.print(f"[yellow]our rows were measured at different commits: {', '.join(commits)}[/]")
    for line in faults(record):
        console.print(f"FAULT {line}", style="bold red", markup=False, highlight=False)


def _solvers(record: Record, about: str) -> Table:
    names = ("solved", "late", "optimal", "worse", "CPU s on solved", "median CPU s", "peak MiB", "expanded")
    table = _table(about, ["solver", "levels", *names, "the rest"], left=("solver", "the rest"))
    for line in summaries(record):
        _add(
            table,
            line.solver,
            *(f"{count:,}" for count in (line.levels, line.solved, line.late, line.optimal, line.worse)),
            *_numbers(2, line.cpu_seconds, line.median_cpu_seconds),
            *_numbers(0, line.peak_rss_mib, line.expanded),
            ", ".join(f"{count} {verdict}" for verdict, count in line.rest.items()),
        )
    return table


def _ablation(record: Record) -> Table:
    names = ("levels", "solved", "both solved", "CPU s on these", "ratio", "expanded on these", "ratio")
    table = _table("what each feature is worth: sums over the levels solved with and without it", ["solver", *names])
    for line in comparisons(record):
        _add(
            table,
            line.solver,
            *(f"{count:,}" for count in (line.levels, line.solved, line.common)),
            *_numbers(2, line.cpu_seconds, line.cpu_ratio),
            *_numbers(0, line.expanded),
            *_numbers(2, line.expanded_ratio),
        )
    return table


def _levels(record: Record) -> Table:
    names = ("boxes", "squares", "verdict", "moves", "pushes", "bound", "CPU s", "wall s", "peak MiB", "expanded")
    table = _table("", ["level", "solver", *names, "note"], left=("level", "solver", "verdict", "note"))
    for row in sorted(record.rows, key=lambda row: row.place):  # a stable sort: solvers stay in their order
        late = " (late)" if row.moves is not None and not solved(record, row) else ""
        _add(
            table,
            f"{row.file}:{row.level} {row.title}",
            row.solver,
            *(str(count) for count in (row.boxes, row.squares)),
            row.verdict + late,
            *_numbers(0, row.moves, row.pushes, row.lower_bound),
            *_numbers(2, row.cpu_seconds, row.wall_seconds),
            *_numbers(0, row.peak_rss_mib, row.expanded),
            row.note,
        )
    return table


def _table(title: str, columns: Iterable[str], left: Iterable[str] = ("solver",)) -> Table:
    table = Table(title=title or None, title_justify="left")
    for name in columns:
        table.add_column(name, justify="left" if name in left else "right")
    return table


def _add(table: Table, *cells: str) -> None:
    """Add a row whose cells stand there as they are: titles and notes come from files and programs of all kinds."""
    table.add_row(*(Text("".join(letter if letter.isprintable() else " " for letter in cell)) for cell in cells))


def _numbers(digits: int, *values: float | None) -> Iterator[str]:
    return ("-" if value is None else f"{value:,.{digits}f}" for value in values)
