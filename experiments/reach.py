"""How far each engine gets with levels that are hard by construction, within so many CPU seconds for each level.

    python experiments/reach.py --family fibonacci --budget 10 --out RECORD.json --plot PLOT.svg

solves the levels of a family, the smallest first, for pushes and for moves, with each engine until it fails for the
first time. CPU seconds are of one process with everything compiled before. Exit code 1 when an optimum differs from the
family's prediction.
"""

from __future__ import annotations

import argparse
import gc
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from benchmark import positive
from common import runs
from common.family_search import Search
from sokogen.families.catalogue import FAMILIES
from sokosolve.features import Algorithm, Direction
from sokosolve.machine_code import library_of
from sokosolve.solver import solve
from sokospec import Level
from sokospec.answer import Answer, Objective
from sokospec.limits import Limits
from sokospec.oracle import search_exhaustively

NAME = "reach"
OBJECTIVES = (Objective.PUSHES, Objective.MOVES)

ENGINES: dict[str, Callable[[Level, Objective, Limits], Answer]] = {
    "oracle": search_exhaustively,
    "breadth first": partial(solve, algorithm=Algorithm.BFS, direction=Direction.FORWARD),
    "IDA*": partial(solve, algorithm=Algorithm.IDASTAR),
    "A* forwards": partial(solve, direction=Direction.FORWARD),
    "A* backwards": partial(solve, direction=Direction.BACKWARD),
    "A* from both ends": partial(solve, direction=Direction.BOTH),
}
"""The engines by name; all but the oracle are the fast one."""


@dataclass(frozen=True, slots=True)
class Row(Search):
    """One search, and the least that a solution can cost as far as it got."""

    lower_bound: int | None

    @property
    def differs(self) -> bool:
        """Whether the search settled the level with another length than was predicted, or refutes the prediction."""
        if self.settled:
            return self.found != self.predicted
        return self.lower_bound is not None and self.lower_bound > self.predicted


def searched(engine: str, family: str, objective: Objective, size: int, budget: float) -> Row:
    """Search one level with one engine."""
    member = FAMILIES[family].member(size)
    gc.collect()  # so that no search pays for what the one before it left
    before = time.process_time()
    answer = ENGINES[engine](member.level, objective, Limits(mib=4096, cpu=budget))
    seconds = time.process_time() - before
    predicted, found = (member.moves, answer.moves) if objective is Objective.MOVES else (member.pushes, answer.pushes)
    return Row(
        engine, objective, size, len(member.level.board.floor), predicted, found, answer.verdict, answer.expanded,
        round(seconds, 3), answer.lower_bound,
    )  # fmt: skip


def searches(family: str, engines: Sequence[str], budget: float, most: int) -> Iterator[Row]:
    """Yield the searches of each engine up to the first that does not settle its level, or the largest size."""
    for objective in OBJECTIVES:
        for engine in engines:
            for size in range(FAMILIES[family].least, most + 1):
                row = searched(engine, family, objective, size, budget)
                yield row
                if row.found is None:
                    break


def table(rows: Sequence[Row]) -> str:
    """Return as a Markdown table how far each engine gets."""
    lines = ["| objective | engine | solved up to | its length | states expanded | CPU s | the next one: at least |"]
    lines.append("|---|---|--:|--:|--:|--:|---|")
    for objective, engine in dict.fromkeys((row.objective, row.engine) for row in rows):
        mine = [row for row in rows if (row.objective, row.engine) == (objective, engine)]
        solved = [row for row in mine if row.found is not None]
        if solved:
            last = solved[-1]
            cells = f"{last.size} | {last.found:,} | {last.expanded:,} | {last.cpu_seconds:.2f}"
        else:
            cells = "- | | | "
        rest = [f"{row.lower_bound or 0:,} of {row.predicted:,} ({row.verdict})" for row in mine if row.found is None]
        lines.append(f"| {objective} | {engine} | {cells} | {' '.join(rest)} |")
    return "\n".join(lines)


def draw(rows: Sequence[Row], family: str, budget: float, path: Path) -> None:
    """Plot CPU seconds against the size, on a logarithmic scale; a hollow mark is a search that did not end in time."""
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D

    from common.pictures import COLOURS, MARKERS, plain_ticks, save, style

    with style():
        figure = Figure(figsize=(10, 5), layout="constrained")
        panels = figure.subplots(1, len(OBJECTIVES), sharey=True, squeeze=False)[0]
        names = list(dict.fromkeys(row.engine for row in rows))
        for axes, objective in zip(panels, OBJECTIVES, strict=True):
            for colour, marker, name in zip(COLOURS, MARKERS, names, strict=False):
                mine = [row for row in rows if (row.objective, row.engine) == (objective, name)]
                axes.plot([row.size for row in mine], [max(row.cpu_seconds, 1e-3) for row in mine], color=colour)
                for solved, face in ((True, colour), (False, "white")):
                    chosen = [row for row in mine if (row.found is not None) == solved]
                    axes.plot(
                        [row.size for row in chosen], [max(row.cpu_seconds, 1e-3) for row in chosen],
                        color=colour, marker=marker, linestyle="", markerfacecolor=face, zorder=3,
                    )  # fmt: skip
            axes.axhline(budget, color="grey", linewidth=0.8)
            axes.set_yscale("log")
            axes.set_title(f"fewest {objective}", loc="left", fontsize=10)
            axes.set_xlabel(f"size ({FAMILIES[family].parameter})")
            sizes = [row.size for row in rows if row.objective == objective]
            axes.set_xticks(range(min(sizes), max(sizes) + 1))
            plain_ticks(axes.yaxis, (1,))
        panels[0].set_ylabel("CPU seconds")
        panels[0].set_ylim(top=3 * budget)
        panels[0].annotate(
            f"budget: {budget:g} s", (0, budget), (4, 8), ("axes fraction", "data"), "offset points", color="grey"
        )
        marks = [
            Line2D([], [], color=colour, marker=marker, label=name)
            for colour, marker, name in zip(COLOURS, MARKERS, names, strict=False)
        ]
        marks.append(
            Line2D([], [], color="grey", marker="o", markerfacecolor="white", linestyle="", label="not solved")
        )
        figure.legend(handles=marks, loc="outside lower center", ncols=4)
        figure.suptitle(f"The {family} family: how far each engine gets", x=0.01, ha="left", fontsize=11)
        save(figure, path)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the experiment and return its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    parser = argparse.ArgumentParser(description="How far each engine gets with levels that are hard by construction.")
    parser.add_argument("--family", choices=list(FAMILIES), default="fibonacci", help="which family (%(default)s)")
    parser.add_argument("--budget", type=positive, default=10.0, metavar="S", help="CPU seconds for each level (10)")
    parser.add_argument("--engines", nargs="+", choices=list(ENGINES), default=list(ENGINES), help="which (all)")
    parser.add_argument("--most", type=int, default=20, metavar="N", help="the largest size (20)")
    runs.add_options(parser)
    options = parser.parse_args(given)
    started = time.monotonic()
    family, budget = options.family, options.budget
    rows: list[Row] = []
    if options.record is not None:
        found = runs.recorded(parser, options.record, NAME)
        family, budget = found["parameters"]["family"], found["parameters"]["budget"]
        rows = [Row(**row) for row in found["rows"]]
    else:
        library_of("sokosolve").load()
        with runs.until_interrupted():
            for row in searches(family, options.engines, budget, min(options.most, FAMILIES[family].most)):
                rows.append(row)
                runs.told(f"{row.objective} {row.size}, {row.engine}: {row.verdict}, {row.cpu_seconds:.2f} s")
    print(table(rows))
    if options.out is not None:
        runs.save(options.out, NAME, given, {"family": family, "budget": budget}, rows, started)
    if options.plot is not None and rows:
        draw(rows, family, budget, options.plot)
    return int(any(row.differs for row in rows))


if __name__ == "__main__":
    sys.exit(main())
