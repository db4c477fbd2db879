"""The plots of a benchmark, drawn from the record alone: solved levels against time, and how cost grows with size."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from common.findings import by_solver, solved
from common.pictures import COLOURS, MARKERS, plain_ticks, save, style
from common.record import Record, Row

DASHES = ("-", "--", ":", "-.")
"""A solver beyond the last colour gets the first again, with another dash."""

SIZES: dict[str, Callable[[Row], int]] = {"boxes": lambda row: row.boxes, "floor squares": lambda row: row.squares}
COSTS: dict[str, Callable[[Row], float | None]] = {
    "states expanded": lambda row: None if row.expanded is None else max(row.expanded, 1),  # a logarithm has no 0
    "peak memory (MiB)": lambda row: row.peak_rss_mib,
}


def draw(record: Record, folder: Path, kind: str = "svg") -> list[Path]:
    """Write the pictures into a folder and return their paths."""
    with style():
        made = {"cactus": cactus(record), "growth": growth(record)}
        paths = []
        for name, figure in made.items():
            path = folder / f"{name}.{kind}"
            save(figure, path)
            paths.append(path)
    return paths


def cactus(record: Record) -> Figure:
    """Return solved levels against CPU seconds, one line for each solver: how many levels need at most so long each."""
    lines = {
        solver: sorted(row.cpu_seconds for row in rows if solved(record, row))
        for solver, rows in by_solver(record).items()
    }
    limit = record.parameters.time_limit
    figure = Figure(figsize=(9, 6), layout="constrained")
    axes = figure.add_subplot()
    whole = _without_ablation(record)
    looks = {solver: look for look, solver in enumerate((*whole, *(line for line in lines if line not in whole)))}
    drawn: list[Line2D] = []
    for solver, times in sorted(lines.items(), key=lambda line: -len(line[1])):
        look = looks[solver]
        drawn += axes.step(
            [*times, limit] if times else [],
            [*range(1, len(times) + 1), len(times)] if times else [],
            where="post",
            label=f"{solver} ({len(times)})",
            color=COLOURS[look % len(COLOURS)],
            linestyle=DASHES[look // len(COLOURS) % len(DASHES)],
            linewidth=2.2 if solver in whole else 1.4,
        )
    levels = len({row.place for row in record.rows})
    axes.axhline(levels, color="grey", linewidth=0.8)
    axes.annotate(
        f"all {levels} levels", (0, levels), (4, -11), ("axes fraction", "data"), "offset points", color="grey"
    )
    axes.set(xscale="log", xlabel="CPU seconds for a level, whole process", ylabel="levels solved within that time")
    plain_ticks(axes.xaxis, (1, 2, 5))
    fastest = min((times[0] for times in lines.values() if times), default=limit / 10)
    axes.set_xlim(fastest / 1.25, limit * 1.1)
    axes.set_ylim(bottom=0)
    _describe(axes, record)
    figure.legend(handles=drawn, loc="outside right upper", title="solver (levels solved)", alignment="left")
    return figure


def growth(record: Record) -> Figure:
    """Return expansions and peak memory against the number of boxes and of floor squares.

    A hollow mark is a level that was not solved in time: what it takes lies above. A line joins the medians of groups
    of levels of similar size, unsolved ones included. Of an ablation only the full configuration is drawn.
    """
    figure = Figure(figsize=(10, 7.5), layout="constrained")
    grid = figure.subplots(len(COSTS), len(SIZES), sharex="col", sharey="row", squeeze=False)
    marks: list[Line2D] = []
    for look, (solver, rows) in enumerate(_without_ablation(record).items()):
        colour, marker = COLOURS[look % len(COLOURS)], MARKERS[look % len(MARKERS)]
        for line, cost in zip(grid, COSTS.values(), strict=True):
            for axes, size in zip(line, SIZES.values(), strict=True):
                points = [(size(row), value, solved(record, row)) for row in rows if (value := cost(row)) is not None]
                for filled, face in ((True, colour), (False, "none")):
                    chosen = [(x, y) for x, y, is_solved in points if is_solved == filled]
                    axes.scatter(*_columns(chosen), s=16, alpha=0.6, marker=marker, edgecolors=colour, facecolors=face)
                axes.plot(*_columns(medians([(x, y) for x, y, _ in points])), color=colour, linewidth=1.8)
        marks.append(Line2D([], [], color=colour, marker=marker, label=solver))
    marks.append(Line2D([], [], color="grey", marker="o", markerfacecolor="none", linestyle="", label="not solved"))
    for line, name in zip(grid, COSTS, strict=True):
        line[0].set_ylabel(name)
        for axes in line:
            axes.set_yscale("log")
            if not axes.dataLim.minposy < float("inf"):
                axes.set_ylim(1, 10)  # nothing is drawn, and a logarithmic axis without numbers is an error
            plain_ticks(axes.yaxis, (1,) if name == "states expanded" else (1, 2, 5))
    for axes, name in zip(grid[-1], SIZES, strict=True):
        axes.set_xlabel(name)
    _describe(grid[0][0], record)
    figure.legend(handles=marks, loc="outside lower center", ncols=4)
    return figure


def medians(points: Sequence[tuple[float, float]], groups: int = 12) -> list[tuple[float, float]]:
    """Return the median point for each first coordinate; for each of some groups of equally many, where these are more.

    >>> medians([(1, 10), (2, 30), (1, 20), (5, 9)])
    [(1.0, 15.0), (2, 30), (5, 9)]
    >>> medians([(1, 10), (2, 30), (1, 20), (5, 9)], groups=2)
    [(1.0, 15.0), (3.5, 19.5)]
    """
    ordered = sorted(points)
    firsts = sorted({x for x, _ in ordered})
    if len(firsts) <= groups:
        parts = [[point for point in ordered if point[0] == first] for first in firsts]
    else:
        each = -(-len(ordered) // groups)
        parts = [ordered[start : start + each] for start in range(0, len(ordered), each)]
    return [(median(x for x, _ in part), median(y for _, y in part)) for part in parts]


def _without_ablation(record: Record) -> dict[str, list[Row]]:
    """Return the rows of each solver, of ours only those of the solver with the most switched on."""
    rows = by_solver(record)
    without = {solver: found[0].without for solver, found in rows.items()}
    fewest = min((len(names) for names in without.values() if names is not None), default=0)
    return {solver: rows[solver] for solver, names in without.items() if names is None or len(names) == fewest}


def _columns(points: Sequence[tuple[float, float]]) -> tuple[list[float], list[float]]:
    return [x for x, _ in points], [y for _, y in points]


def _describe(axes: Axes, record: Record) -> None:
    limits = record.parameters
    text = f"objective {limits.objective}, at most {limits.time_limit:g} CPU s and {limits.memory_limit:g} MiB a level"
    axes.set_title(text, loc="left", fontsize=10)
