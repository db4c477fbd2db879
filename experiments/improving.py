"""What `sokosolve.improve` makes of solutions in so many CPU seconds, beside the best that is known.

    python experiments/improving.py SOLUTIONS.jsonl --seconds 10 60 --known RECORD.json --out IMPROVED.json

SOLUTIONS.jsonl is what `sokospec solve LEVELS --objective any --json` has printed; a record of `benchmark.py` with the
same objective tells the optima and bounds that are known.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from common import markdown, runs
from sokocheck.claims.judging import OBJECTIVES
from sokosolve.improve import improve
from sokospec.answer import Objective
from sokospec.errors import SokobanError
from sokospec.formats import read
from sokospec.limits import Limits

NAME = "improving"


@dataclass(frozen=True, slots=True)
class Task:
    """A level of a file, a solution of it, what is to get less, the CPU seconds to try, and what is known already."""

    file: str
    level: int
    title: str
    lurd: str
    objective: str
    seconds: tuple[float, ...]
    bound: int
    optimum: int | None


@dataclass(frozen=True, slots=True)
class Row:
    """The first count of the objective, as found and after so many seconds, `bound` and `optimum` as far as known."""

    level: int
    title: str
    found: int
    improved: list[int]
    bound: int
    optimum: int | None


def improved(task: Task) -> Row:
    """Return what becomes of a solution; each time limit begins anew, unless the optimum is reached already."""
    level, objective = read(task.file)[task.level - 1], Objective(task.objective)
    costs: list[int] = []
    found, bound, optimum = 0, task.bound, task.optimum
    for seconds in task.seconds:
        if costs and costs[-1] == optimum:
            costs.append(costs[-1])
            continue
        result = improve(level, task.lurd, objective, Limits(cpu=seconds))
        found, cost = (objective.cost(each.moves, each.pushes)[0] for each in (result.before, result.after))
        costs.append(cost)
        bound = max(bound, result.lower_bound)
        optimum = cost if result.optimal else optimum
    return Row(task.level, task.title, found, costs, max(bound, optimum or 0), optimum)


def known_of(path: Path) -> dict[int, tuple[int, int | None]]:
    """Return the bound and the optimum of each level in a record of a benchmark."""
    record = json.loads(path.read_text(encoding="utf-8"))
    first = "moves" if record["parameters"]["objective"].startswith("moves") else "pushes"
    return {row["level"]: (row["lower_bound"] or 0, row[first]) for row in record["rows"]}


def table(rows: Sequence[Row], seconds: Sequence[float]) -> str:
    """Return the rows as a Markdown table, with the sums over the levels whose optimum is known."""
    names = ["level", "found", *(f"{each:g} s" for each in seconds), "at least", "optimum"]
    cells: list[list[object]] = []
    for row in rows:
        best = "" if row.optimum is None else row.optimum
        cells.append([f"{row.level} {row.title}".strip(), row.found, *row.improved, row.bound, best])
    settled = [row for row in rows if row.optimum is not None]
    sums = [sum(row.found for row in settled)]
    sums += [sum(row.improved[place] for row in settled) for place in range(len(seconds))]
    sums += [sum(row.bound for row in settled), sum(row.optimum or 0 for row in settled)]
    cells.append([f"sum of the {len(settled)} with an optimum", *sums])
    return markdown.table(" | ".join(names), cells, left=["level"])


def main(given: Sequence[str] | None = None) -> int:
    """Improve the solutions, and show what came of it."""
    given = sys.argv[1:] if given is None else given
    parser = argparse.ArgumentParser(description="What improving makes of solutions.")
    parser.add_argument("solutions", type=Path, help="records of `sokospec solve --json`")
    parser.add_argument("--objective", choices=OBJECTIVES, default="pushes", help="what is to get less (%(default)s)")
    parser.add_argument("--seconds", type=float, nargs="+", default=[10.0], help="CPU seconds (10)")
    parser.add_argument("--known", type=Path, nargs="*", default=[], help="records of benchmark.py")
    parser.add_argument("--jobs", type=int, default=1, help="processes (%(default)s)")
    runs.add_out(parser)
    options = parser.parse_args(given)
    started = time.monotonic()
    try:
        records = [json.loads(line) for line in options.solutions.read_text(encoding="utf-8").splitlines()]
        known: dict[int, tuple[int, int | None]] = {}
        for path in options.known:
            for level, (bound, optimum) in known_of(path).items():
                before = known.get(level, (0, None))
                known[level] = max(bound, before[0]), before[1] if optimum is None else optimum
        seconds = tuple(options.seconds)
        tasks = []
        for each in records:
            file, level, title, lurd = (each[key] for key in ("file", "level", "title", "lurd"))
            if lurd:
                bound, optimum = known.get(level, (0, None))
                tasks.append(Task(file, level, title, lurd, options.objective, seconds, bound, optimum))
    except (SokobanError, OSError, ValueError, LookupError) as error:
        parser.error(str(error))
    rows: list[Row] = []
    with ProcessPoolExecutor(options.jobs) as pool:
        for row in pool.map(improved, tasks):
            rows.append(row)
            runs.told(f"{row.level}: {row.found} -> {row.improved}")
    print(table(rows, options.seconds))
    if options.out is not None:
        parameters = {"objective": options.objective, "seconds": options.seconds}
        runs.save(options.out, NAME, given, parameters, rows, started)
    return 0


if __name__ == "__main__":
    sys.exit(main())
