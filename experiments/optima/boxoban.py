"""The optima of Boxoban's levels for all four objectives, each proved by a certificate that is checked at once.

    python experiments/optima/boxoban.py FOLDER --out RUN

FOLDER is a checkout of https://github.com/google-deepmind/boxoban-levels. The sets are done one after the other, those
that are wanted by `--set`. RUN/portions.jsonl keeps what is done, 25 levels a line; a run that was ended goes on when
the same command is given again. At the end, or after Ctrl-C, RUN gets a table of each set, such as hard.tsv.xz, with
the files that are done, and RUN/summary.json what they came to. `docs/records/boxoban.md` says what the tables hold.

    python experiments/optima/boxoban.py --tables FOLDER --plot PICTURE

prints what the tables in a folder hold, and draws it.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import fmean, median

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

if __name__ == "__main__":  # run as a script: make the folder `experiments` importable
    sys.path[0] = str(Path(__file__).resolve().parents[1])

from common import runs
from common.pictures import COLOURS, plain_ticks, save, style
from optima.portions import Portion, Sums, TableRun, lines_of, portions
from optima.proved_rows import Wish, pack, table_text
from sokocheck.application.guard import Guard
from sokocheck.application.outputs import open_draft, write_text
from sokocheck.batch.pool import Lost, Workers
from sokocheck.batch.results_file import Record, ResultsFile
from sokocheck.batch.whole_run import open_workers
from sokocheck.checkers.all_checkers import ALL, FAST, PROVED, REFERENCE, checker
from sokocheck.optima.certified import LEXICOGRAPHIC
from sokocheck.optima.table import Optimum, read_lines
from sokospec.board import Level
from sokospec.errors import SokobanError
from sokospec.formats import read, read_collection
from sokospec.limits import Limits

THOROUGH = Wish(each=True, backward=True)
SETS = {
    "hard": THOROUGH,
    "unfiltered/test": THOROUGH,
    "medium/valid": Wish(),
    "unfiltered/valid": Wish(),
    "medium/train": Wish(),
    "unfiltered/train": Wish(),
}
"""The sets, and what is done with each of their levels besides the two certificates that show all four optima."""

CHECKERS = (FAST, REFERENCE, PROVED, ALL)
PUBLISHED = ("hard", "unfiltered/test", "medium/valid", "unfiltered/valid")
SECONDS, MIB = 60.0, 2048.0


def files_of(folder: Path, name: str) -> list[Path]:
    """Return the files of a set; raises `SokobanError` if there are none."""
    files = sorted((folder / name).glob("*.txt"))
    if not files:
        raise SokobanError(f"{folder / name}: there are no levels; FOLDER must be a checkout of boxoban-levels")
    return files


def levels_of(folder: Path, name: str) -> Iterator[tuple[str, Iterable[Level]]]:
    """Yield the files of a set: their names and levels."""
    for path in files_of(folder, name):
        yield f"{name}/{path.name}", read(path)


def sample_of(folder: Path, name: str, count: int, seed: int) -> Iterator[tuple[str, Iterable[Level]]]:
    """Yield random levels of a set, as one file that has the set's name."""
    rng = Random(seed)
    files = files_of(folder, name)
    drawn = []
    for path in sorted(rng.choices(files, k=count)):
        collection = read_collection(path)  # levels are read when they are asked for
        drawn.append(collection[rng.randrange(len(collection))].level)
    yield f"{name} (sample)", drawn


def whole_files(folder: Path, name: str, run: TableRun) -> dict[str, list[Record]]:
    """Return the records of the files of a set of which every level is done."""
    found: dict[str, list[Record]] = {f"{name}/{path.name}": [] for path in files_of(folder, name)}
    for place, record in run.done.items():
        if place.file in found:
            found[place.file].append(record)
    return {
        file: records
        for file, records in found.items()
        if sum(len(record["rows"]) + len(record["wrong"]) for record in records)
        == (folder / file).read_text(encoding="utf-8").count(";")  # before each level stands its number
    }


def kept(folder: Path, name: str, run: TableRun, out: Path) -> dict[str, object]:
    """Write the table of a set, with the files that are done; returns what they come to."""
    whole = whole_files(folder, name, run)
    records = [record for file in whole.values() for record in file]
    with open_draft(out / f"{name.replace('/', '_')}.tsv.xz") as draft:
        draft.file.write(pack(table_text(lines_of(records), SETS[name].columns)))
    return {"files": len(whole), "of_files": len(files_of(folder, name)), **summary(records)}


def summary(records: Sequence[Record]) -> dict[str, object]:
    """Return what some portions come to."""
    sums = Sums()
    for record in records:
        sums.add(record)
    checked = Counter[str]()
    for record in records:
        checked[Wish(*record["wish"]).checker] += len(record["rows"])
    rows = lines_of(records)
    still_open = [f"{row[0]}:{row[1]} {row[3]} {row[4]}" for row in rows if set(row[3] + row[4]) & set("?>")]
    unsolvable = sum(row[3] == "-" for row in rows)
    return {
        "levels": sums.levels,
        "optimal": sums.levels - len(still_open) - unsolvable,
        "unsolvable": unsolvable,
        "open": still_open,
        "certificates": sums.certificates,
        "certificate_bytes": sums.bytes,
        "levels_by_checker": dict(checked),
        "wrong": sums.wrong,
        "failed": sums.failed,
        "cpu_seconds": round(sums.cpu_seconds, 1),
        "cpu_seconds_a_level": round(sums.cpu_seconds / max(1, sums.levels), 4),
    }


@dataclass(frozen=True, slots=True)
class Figures:
    """The levels of a table that have a solution: the optima of the lexicographic objectives, and states expanded."""

    name: str
    pushes_first: list[tuple[int, int]]
    moves_first: list[tuple[int, int]]
    states: list[int]

    @classmethod
    def of(cls, path: Path) -> Figures:
        """Return those of a table; what is open or has no solution is left out."""
        _, columns, *lines = read_lines(path)
        names = columns.split("\t")
        counted = [names.index(f"states:{objective}") for objective in LEXICOGRAPHIC]
        found = cls(path.name.partition(".")[0].replace("_", "/"), [], [], [])
        for line in lines:
            cells = line.split("\t")
            optima = [Optimum.read(cells[names.index(objective)]) for objective in LEXICOGRAPHIC]
            costs = [optimum.cost(objective) for optimum, objective in zip(optima, LEXICOGRAPHIC, strict=True)]
            if costs[0] is None or costs[1] is None:
                continue
            found.pushes_first.append((costs[0][0], costs[0][1]))
            found.moves_first.append((costs[1][0], costs[1][1]))
            found.states.append(sum(int(cells[place]) for place in counted))
        return found

    @property
    def line(self) -> str:
        """A line of a Markdown table."""
        pushes, moves = ([first for first, _ in costs] for costs in (self.pushes_first, self.moves_first))
        both = sum(costs == (moves, pushes) for costs, (pushes, moves) in self._pairs())
        more_moves = fmean(
            costs[1] - least[0] for costs, least in zip(self.pushes_first, self.moves_first, strict=True)
        )
        more_pushes = fmean(
            least[1] - costs[0] for costs, least in zip(self.pushes_first, self.moves_first, strict=True)
        )
        spans = (f"{min(each)} to {max(each)}, {median(each):g}, {fmean(each):.1f}" for each in (pushes, moves))
        states = f"{median(self.states):,g}, {fmean(self.states):,.0f}, {max(self.states):,}"
        cells = (self.name, f"{len(pushes):,}", *spans, f"{both / len(pushes):.1%}")
        return f"| {' | '.join(cells)} | {more_moves:.2f} | {more_pushes:.2f} | {states} |"

    def _pairs(self) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
        return zip(self.moves_first, self.pushes_first, strict=True)


def show(tables: Sequence[Path], plot: Path | None) -> None:
    """Print what tables hold, and draw it."""
    found = [Figures.of(path) for path in tables]
    heads = (
        *("set", "levels", "pushes: range, median, mean", "moves: range, median, mean"),
        *("one solution is least for both", "more moves where pushes come first", "more pushes where moves do"),
        "states: median, mean, most",
    )
    print(f"| {' | '.join(heads)} |")
    print("|---|--:|---|---|--:|--:|--:|---|")
    for each in found:
        print(each.line)
    if plot is not None:
        with style():
            save(drawn(found), plot)


def drawn(found: Sequence[Figures]) -> Figure:
    """Return the distributions: the share of each set's levels by optimal pushes, by optimal moves, and by states."""
    figure = Figure(figsize=(11, 3.6), layout="constrained")
    all_axes = figure.subplots(1, 3)
    for colour, each in zip(COLOURS, found, strict=False):
        label = f"{each.name} ({len(each.states):,})"
        _steps(all_axes[0], [pushes for pushes, _ in each.pushes_first], np.arange(0, 62, 2), colour, label)
        _steps(all_axes[1], [moves for moves, _ in each.moves_first], np.arange(0, 185, 5), colour, label)
        _steps(all_axes[2], each.states, np.geomspace(10, 10**5.5, 37), colour, label)
    for axes, name in zip(
        all_axes, ("optimal pushes", "optimal moves", "states expanded for both proofs"), strict=True
    ):
        axes.set_xlabel(name)
        axes.set_ylim(bottom=0)
    all_axes[0].set_ylabel("share of the levels, %")
    all_axes[2].set_xscale("log")
    plain_ticks(all_axes[2].xaxis, (1,))
    all_axes[2].tick_params(axis="x", labelsize=8)
    all_axes[0].legend(fontsize=8)
    return figure


def _steps(axes: Axes, values: Sequence[int], edges: np.ndarray, colour: str, label: str) -> None:
    counts, _ = np.histogram(values, bins=edges)
    axes.stairs(100 * counts / max(1, len(values)), edges, color=colour, label=label, linewidth=1.6)


def parser() -> argparse.ArgumentParser:
    """Return the reader of the command line."""
    made = argparse.ArgumentParser(description="The optima of Boxoban's levels, proved.")
    made.add_argument("folder", nargs="?", type=Path, metavar="FOLDER", help="a checkout of boxoban-levels")
    made.add_argument("--out", type=Path, metavar="RUN", help="the folder for what is done")
    made.add_argument("--set", action="append", choices=SETS, help="one of the sets; the four published ones otherwise")
    made.add_argument("--sample", type=int, metavar="N", help="only so many levels of each set, drawn at random")
    made.add_argument("--seed", type=int, default=1, metavar="S", help="seed for --sample (1)")
    made.add_argument("--jobs", type=int, default=1, metavar="N", help="worker processes (1)")
    made.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        help="let this Dask scheduler's workers do it; they need PYTHONPATH=experiments",
    )
    made.add_argument("--cpu-limit", type=float, default=SECONDS, metavar="S", help="CPU seconds for a search (60)")
    made.add_argument("--memory-limit", type=float, default=MIB, metavar="MIB", help="memory of a search (2048)")
    made.add_argument("--checker", choices=CHECKERS, default=FAST, help="who checks the certificates (fast)")
    made.add_argument(
        "--checker-each",
        type=int,
        default=1,
        metavar="N",
        help="only in every N-th portion; the fast checker elsewhere",
    )
    made.add_argument("--tables", type=Path, metavar="FOLDER", help="prove nothing; say what the tables there hold")
    made.add_argument("--plot", type=Path, metavar="FILE", help="with --tables: draw it, as SVG or PNG")
    return made


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the experiment and return its exit code: 1 where something is wrong, 3 where something stays open."""
    reader = parser()
    options = reader.parse_args(arguments)
    names = options.set or PUBLISHED
    try:
        if options.tables is not None:
            paths = [options.tables / f"{name.replace('/', '_')}.tsv.xz" for name in names]
            show([path for path in paths if path.exists()], options.plot)
            return 0
        if options.folder is None or options.out is None:
            reader.error("name the folder of the levels, and one for what is done with --out; or --tables")
        if options.checker_each < 1:
            reader.error("--checker-each: a number of portions, at least 1")
        return made(options, names)
    except SokobanError as error:
        reader.error(str(error))


def made(options: argparse.Namespace, names: Sequence[str]) -> int:
    """Do the sets, or samples of them; keep tables and summary, and return the exit code."""
    checker(options.checker, Guard(Limits()))  # the proved one may be missing
    limits = Limits(cpu=options.cpu_limit, mib=options.memory_limit)
    options.out.mkdir(parents=True, exist_ok=True)
    found: dict[str, dict[str, object]] = {}
    interrupted = ""
    with (
        ResultsFile(options.out / "portions.jsonl") as results,
        closing[Workers[Portion]](open_workers(options.jobs, options.scheduler)) as crew,
    ):
        results.repair()
        run = TableRun(results, crew, lambda record: runs.told(f"{record['file']}:{record['first']}"))
        for name in names:
            try:
                if not interrupted:
                    run.through(_wanted(options, name, limits))
            except (KeyboardInterrupt, Lost) as ended:
                interrupted = str(ended) or "interrupted"
            if options.sample is not None:
                found[name] = summary([run.done[place] for place in run.done if place.file == f"{name} (sample)"])
            else:
                found[name] = kept(options.folder, name, run, options.out)
    text = json.dumps(found, indent=1) + "\n"
    write_text(options.out / "summary.json", text)
    print(text, end="")
    if interrupted:
        print(f"{interrupted}: what is done is kept; the same command goes on", file=sys.stderr)
        return 3
    if any(each["wrong"] or each["failed"] for each in found.values()):
        return 1
    return 3 if any(each["open"] for each in found.values()) else 0


def _wanted(options: argparse.Namespace, name: str, limits: Limits) -> Iterator[Portion]:
    """Yield the portions of a set, or of a sample of it."""
    if options.sample is not None:
        files = sample_of(options.folder, name, options.sample, options.seed)
    else:
        files = levels_of(options.folder, name)
    who = {"checker": options.checker, "checker_each": options.checker_each}
    for file, levels in files:
        yield from portions(file, levels, SETS[name], limits, **who)


if __name__ == "__main__":
    sys.exit(main())
