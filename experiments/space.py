"""Time against space: Savitch's procedure beside six other ways to search, on the same levels.

    python experiments/space.py --time-limit 60 --out RECORD.json --plot PLOT.svg --into docs/records/experiments.md

runs all of them on two series of levels: `proofs`, where there is no solution and the horizon suffices to prove it, and
`rooms`, where there is one of at most four pushes and the horizon is four. `--tree FILE` draws the recursion tree of a
tiny level instead. Exit code 1 when two of them disagree or Savitch's procedure holds more than its bound.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from common import documents, runs
from common.other_searches import deepen, layers, marks, whole_graph
from sokocourse.space_and_time import Cost, breadth_first
from sokospec import Level
from sokospec.answer import Verdict
from sokospec.limits import Limits, require_verdict
from sokospec.oracle.savitch import Memoised, Savitch, decide
from sokospec.oracle.sokoban import Configuration, Sokoban
from sokoview.pictures.recursion_tree import level_symbol, recursion_tree, tree_svg

NAME = "space"

TREE_LEVEL, TREE_HORIZON = "######\n#@$ .#\n######", 4

ROOMS = {
    "room 1x6": "########|#.   $@#|########",
    "room 2x5": "#######|#-----#|#+--$-#|#######",
    "room 3x4": "######|#----#|#--$-#|#.--@#|######",
    "room 3x4, 2 boxes": "######|#-+$-#|#--$-#|#.---#|######",
    "room 3x5, 2 boxes": "#######|#--@--#|#.-$$-#|#----.#|#######",
    "room 4x4, 2 boxes": "######|#---.#|#--@-#|#.$$-#|#----#|######",
    "room 4x5, 2 boxes": "#######|#---.-#|#-@$--#|#.-$--#|#-----#|#######",
    "room 5x5, 2 boxes": "#######|#-----#|#--$.-#|#@----#|#--$--#|#.----#|#######",
    "room 4x4, 3 boxes": "######|#-$.-#|#-.$-#|#-$-+#|#----#|######",
    "room 4x5, 3 boxes": "#######|#--@--#|#-$-.-#|#--.$-#|#--$.-#|#######",
}
"""Rooms with solutions of two to four pushes."""

SHOWN = ("nook 3x3", "nook 5x5", "room 3x4", "room 3x4, 2 boxes", "room 4x5, 3 boxes")
"""The levels whose rows the document has."""


def nook(height: int, width: int) -> Level:
    """Return a room whose only goal lies round a corner, where no box can be pushed: it has no solution.

    >>> print(nook(3, 3))
    ######
    ##   #
    ## $ #
    #   @#
    #.####
    ######
    """
    rows = [["#", "#", *" " * width, "#"] for _ in range(height)]
    rows[-1][1] = " "
    rows[-1][-2] = "@"
    rows[-2][2 + width // 2] = "$"
    wall = "#" * (width + 3)
    return Level.parse("\n".join([wall, *map("".join, rows), "#." + "#" * (width + 1), wall]))


class Case(NamedTuple):
    """A level with a question about it: is there a solution of at most `horizon` steps (None: any number)?"""

    series: str
    name: str
    level: Level
    horizon: int | None


def cases() -> Iterator[Case]:
    """Yield the levels of both series, the small ones first."""
    for height, width in ((3, 3), (3, 4), (4, 4), (4, 5), (5, 5)):
        yield Case("proofs", f"nook {height}x{width}", nook(height, width), None)
    for name, drawing in ROOMS.items():
        yield Case("rooms", name, Level.parse(drawing), 4)


@dataclass(frozen=True, slots=True)
class Row:
    """One way to search on one level: the answer, or None when the time was over; what it looked at, what it held.

    `work` counts calls for Savitch's procedure and steps looked at for the others. `bound_bits` is the bound for the
    horizon, for Savitch's procedure without a memory for answers alone.
    """

    series: str
    level: str
    configurations: int
    bits: int
    horizon: int
    way: str
    answer: bool | None
    work: int
    peak_bits: int
    bound_bits: int | None
    cpu_seconds: float

    @property
    def too_much(self) -> bool:
        """Whether more was held than the bound allows."""
        return self.bound_bits is not None and self.peak_bits > self.bound_bits

    @property
    def most_bits(self) -> int:
        """What was held, or may have been had there been time."""
        return self.peak_bits if self.answer is not None else max(self.peak_bits, self.bound_bits or 0)


Way = Callable[[Sokoban, int | None, Limits], tuple[Cost, int | None]]


def _savitch(system: Sokoban, horizon: int | None, limits: Limits) -> tuple[Cost, int | None]:
    return _decided(system, horizon, limits, Savitch)


def _memoised(system: Sokoban, horizon: int | None, limits: Limits) -> tuple[Cost, int | None]:
    return _decided(system, horizon, limits, Memoised)[0], None


def _full(system: Sokoban, _: int | None, limits: Limits) -> tuple[Cost, int | None]:
    return _decided(system, None, limits, Savitch)


def _decided(
    system: Sokoban, horizon: int | None, limits: Limits, procedure: type[Savitch[Configuration]]
) -> tuple[Cost, int | None]:
    found = decide(system, horizon, limits, doubling=False, witness=False, procedure=procedure)
    answer = {Verdict.SOLVED: True, Verdict.UNSOLVABLE: False}.get(found.verdict, False if found.exhausted else None)
    return Cost(answer, found.calls, found.peak_bits), found.horizon_bound_bits


def _without_bound(search: Callable[[Sokoban, int, Limits], Cost]) -> Way:
    def way(system: Sokoban, horizon: int | None, limits: Limits) -> tuple[Cost, int | None]:
        return search(system, system.count() if horizon is None else horizon, limits), None

    return way


WAYS: dict[str, Way] = {
    "Savitch": _savitch,
    "Savitch, horizon that suffices": _full,
    "Savitch, memoised": _memoised,
    "deepening": _without_bound(deepen),
    "layers": _without_bound(layers),
    "marks": _without_bound(lambda system, _, limits: marks(system, limits)),
    "breadth first": _without_bound(lambda system, _, limits: breadth_first(system, limits)),
    "graph": _without_bound(lambda system, _, limits: whole_graph(system, limits)),
}
"""The ways to search, by name, from little space to much."""


def measured(case: Case, way: str, limits: Limits) -> Row:
    """Run one way to search on one level."""
    system = Sokoban(case.level)
    before = time.process_time()
    cost, bound = WAYS[way](system, case.horizon, limits)
    seconds = round(time.process_time() - before, 3)
    sufficient = sum(1 for _ in _others(system))
    horizon = sufficient if case.horizon is None or way == "Savitch, horizon that suffices" else case.horizon
    return Row(
        case.series, case.name, system.count(), system.bits, min(horizon, sufficient), way, cost.answer, cost.work,
        cost.peak_bits, bound, seconds,
    )  # fmt: skip


def _others(system: Sokoban) -> Iterator[Configuration]:
    configuration = system.first()
    while configuration is not None:
        if not system.is_goal(configuration):
            yield configuration
        configuration = system.next_after(configuration)


def table(rows: Sequence[Row], levels: Sequence[str] | None = None) -> str:
    """Return the rows as a Markdown table, a line for each level, or those named; below it, from which size of all on
    Savitch holds less."""
    ways = [way for way in WAYS if any(row.way == way for row in rows)]
    lines = [f"| level | N | n | answer | {' | '.join(ways)} |", f"|---|--:|--:|---|{'--:|' * len(ways)}"]
    for group in _by_level(rows):
        first = next(iter(group.values()))
        if levels is not None and first.level not in levels:
            continue
        answers = [row.answer for row in group.values() if row.answer is not None]
        answer = "?" if not answers else "yes" if answers[0] else "no"
        cells = [_cell(group[way]) if way in group else "" for way in ways]
        lines.append(f"| {first.level} | {first.configurations:,} | {first.bits} | {answer} | {' | '.join(cells)} |")
    return "\n".join([*lines, "", *crossings(rows)])


def _by_level(rows: Sequence[Row]) -> list[dict[str, Row]]:
    groups: dict[tuple[str, str], dict[str, Row]] = {}
    for row in rows:
        groups.setdefault((row.series, row.level), {})[row.way] = row
    return list(groups.values())


def _cell(row: Row) -> str:
    """Return bits and work; what was not finished takes more work than this, and bits up to its bound if it has one."""
    if row.answer is not None:
        return f"{row.peak_bits:,} / {row.work:,}"
    return f"{'≥' if row.bound_bits is None else '≤'} {row.most_bits:,} / > {row.work:,}"


def crossings(rows: Sequence[Row]) -> list[str]:
    """Return, for each series, from how many configurations on Savitch's procedure holds less than other ways.

    Where it did not finish, its bound is taken; where the other did not, what it held up to then.
    """
    lines = []
    for series in dict.fromkeys(row.series for row in rows):
        groups = [group for group in _by_level(rows) if next(iter(group.values())).series == series]
        groups.sort(key=lambda group: next(iter(group.values())).configurations)
        for ours in ("Savitch", "Savitch, horizon that suffices"):
            for other in ("breadth first", "marks"):
                both = [group for group in groups if ours in group and other in group]
                less = [group[ours].most_bits < group[other].peak_bits for group in both]
                if not both:
                    continue
                if not less[-1]:
                    lines.append(f"- {series}: {ours} holds no less than {other} on the largest level.")
                    continue
                start = max((index + 1 for index, holds in enumerate(less) if not holds), default=0)
                size = both[start][ours].configurations
                lines.append(f"- {series}: {ours} holds less than {other} from {size:,} configurations on.")
    return list(dict.fromkeys(lines))


def faults(rows: Sequence[Row]) -> list[str]:
    """Return what contradicts the theory: answers that differ, and more bits than the bound."""
    found = [
        f"{row.level}: {row.way} holds {row.peak_bits} bits, more than {row.bound_bits}" for row in rows if row.too_much
    ]
    for group in _by_level(rows):
        answers = {way: row.answer for way, row in group.items() if row.answer is not None}
        if len(set(answers.values())) > 1:
            found.append(f"{next(iter(group.values())).level}: the answers differ: {answers}")
    return found


def draw(rows: Sequence[Row], path: Path) -> None:
    """Plot bits and work against the number of configurations, for each series; hollow marks were not finished."""
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D

    from common.pictures import COLOURS, MARKERS, plain_ticks, save, style

    series = list(dict.fromkeys(row.series for row in rows))
    with style():
        figure = Figure(figsize=(11, 8), layout="constrained")
        grid = figure.subplots(2, len(series), squeeze=False, sharey="row")
        for column, name in enumerate(series):
            for look, way in enumerate(WAYS):
                chosen = sorted(
                    (row for row in rows if (row.series, row.way) == (name, way)), key=lambda row: row.configurations
                )
                for axes, value in (
                    (grid[0][column], [row.most_bits for row in chosen]),
                    (grid[1][column], [max(1, row.work) for row in chosen]),
                ):
                    sizes = [row.configurations for row in chosen]
                    axes.plot(sizes, value, color=COLOURS[look], linewidth=1.4)
                    for size, height, row in zip(sizes, value, chosen, strict=True):
                        face = "none" if row.answer is None else COLOURS[look]
                        axes.plot([size], [height], MARKERS[look], markeredgecolor=COLOURS[look], markerfacecolor=face)
            grid[0][column].set_title(f"{name}: bits held", loc="left", fontsize=10)
            grid[1][column].set_title(f"{name}: calls, or steps looked at", loc="left", fontsize=10)
            for axes in (grid[0][column], grid[1][column]):
                axes.set(xscale="log", yscale="log", xlabel="configurations")
                plain_ticks(axes.xaxis, (1, 2, 5))
                plain_ticks(axes.yaxis, (1,))
        handles = [
            Line2D([], [], color=COLOURS[look], marker=MARKERS[look], label=way) for look, way in enumerate(WAYS)
        ]
        hollow = Line2D([], [], color="grey", marker="o", markerfacecolor="none", linestyle="", label="not finished")
        figure.legend(handles=[*handles, hollow], loc="outside lower center", ncols=3)
        save(figure, path)


def tree_picture() -> str:
    """Return the recursion tree of the procedure on a tiny level, as SVG."""
    system = Sokoban(Level.parse(TREE_LEVEL))
    goal = require_verdict(decide(system)).goal
    assert goal is not None, "the level has a solution"
    tree = recursion_tree(system, system.start, goal, TREE_HORIZON)
    return tree_svg(tree, level_symbol(system), f"Savitch(start, solved, {TREE_HORIZON}): {tree.calls} calls")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the experiment and return its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    parser = argparse.ArgumentParser(description="Time against space: Savitch's procedure beside other ways to search.")
    parser.add_argument("--time-limit", type=float, default=20.0, metavar="S", help="CPU seconds for each search (20)")
    parser.add_argument("--most", type=int, default=None, metavar="N", help="only levels of at most N configurations")
    parser.add_argument("--into", type=Path, metavar="FILE", help="the document whose table is to be replaced")
    parser.add_argument("--tree", type=Path, metavar="FILE", help="draw a recursion tree, and nothing else")
    runs.add_options(parser)
    options = parser.parse_args(given)
    started = time.monotonic()
    if options.tree is not None:
        options.tree.write_text(tree_picture(), encoding="utf-8")
        return 0
    rows: list[Row] = []
    if options.record is not None:
        rows = [Row(**row) for row in runs.recorded(parser, options.record, NAME)["rows"]]
    else:
        with runs.until_interrupted():
            measure(options, rows)
    print(table(rows))
    if options.into is not None:
        documents.replace(options.into, "table", table(rows, SHOWN))
    if options.out is not None:
        runs.save(options.out, NAME, given, {"time_limit": options.time_limit, "most": options.most}, rows, started)
    if options.plot is not None and rows:
        draw(rows, options.plot)
    for fault in (wrong := faults(rows)):
        runs.told(f"FAULT {fault}")
    return int(bool(wrong))


def measure(options: argparse.Namespace, rows: list[Row]) -> None:
    """Search the levels, and append a row for each search."""
    for case in cases():
        if options.most is not None and Sokoban(case.level).count() > options.most:
            continue
        for way in WAYS:
            if way == "Savitch, horizon that suffices" and case.horizon is None:
                continue  # the horizon suffices as it is
            hopeless = way == "Savitch, horizon that suffices"  # but on the smallest; its bound is what counts
            limits = Limits(cpu=min(options.time_limit, 2.0) if hopeless else options.time_limit)
            row = measured(case, way, limits)
            rows.append(row)
            runs.told(f"{row.level} {way}: {row.answer}, {row.peak_bits:,} bits, {row.work:,}, {row.cpu_seconds:.1f} s")


if __name__ == "__main__":
    sys.exit(main())
