"""The hardest levels by their number of floor squares: a table, a plot, and the levels, from records of the search.

    python experiments/hardest_levels.py --records docs/records/hardest --squares 3-10 --levels --plot PLOT.svg

reads what `sokospec hardest --squares N --metric METRIC --out FILE` left in a folder, and computes what is missing for
the sizes that are named. Beside each record it keeps a certificate that no solution of the level is shorter: `sokospec
verify FOLDER` checks them all again. Exit code 1 when one is not accepted. With `--growth` it prints instead how the
lengths grow, and what bounds are proved.
"""

from __future__ import annotations

import argparse
import io
import sys
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import comb, exp, log
from pathlib import Path

import numpy as np

from common import runs
from common.levels import numbers
from sokocheck.application.outputs import write_text
from sokogen.families.fibonacci import LEAST, MOST, fibonacci_moves, fibonacci_pushes
from sokogen.hardest.all_floors import Record, load, search
from sokosolve.certify.certificate import solve_with_certificate
from sokospec.answer import Objective, Verdict
from sokospec.certificates.verify import verify
from sokospec.errors import SokobanError
from sokospec.limits import Limits

NAME = "hardest levels"
METRICS = ("moves", "pushes")
SECONDS = 600.0
PUBLISHED = (1, 2, 3, 5, 9, 14, 17, 22, 27, 35, 40, 48, 59, 77, 88, 108, 124, 146)
"""The most moves with 3 to 20 squares, by <https://oeis.org/A195667>, which gives no proofs."""
FITTED = 6
"""Bases are fitted to so many of the largest sizes."""


@dataclass(frozen=True, slots=True)
class Row:
    """The hardest level of a size, or the hardest so far, and whether a certificate confirms its length."""

    squares: int
    metric: str
    boards: int
    floors: int
    done: int
    length: int
    boxes: int
    confirmed: bool
    xsb: str

    @property
    def whole(self) -> bool:
        """Whether all floors were searched."""
        return self.done == self.floors


def row_of(path: Path) -> Row | None:
    """Return what a record says, and keep a certificate of its level beside it; None as long as it has no level."""
    record = load(path)
    if record.best is None:
        return None
    level, text = record.best.level, list[bytes]()
    answer = solve_with_certificate(level, Objective(record.metric), text.append, Limits(SECONDS))
    found = answer.moves if record.metric == "moves" else answer.pushes
    confirmed = answer.verdict is Verdict.OPTIMAL and found == record.best.length
    if confirmed:
        certificate = b"".join(text)
        confirmed = verify(io.BytesIO(certificate), level).accepted
        write_text(path.with_suffix(".cert"), certificate.decode())
    return Row(
        record.squares, record.metric, record.boards, record.floors, record.done, record.best.length,
        len(level.boxes), confirmed, str(level),
    )  # fmt: skip


def gathered(folder: Path, sizes: Collection[int], jobs: int) -> list[Row]:
    """Return a row for each record of a folder, after computing those that are missing."""
    for squares in sorted(sizes):
        for metric in METRICS:
            path = folder / f"{squares}-{metric}.json"
            if not path.exists():
                folder.mkdir(parents=True, exist_ok=True)

                def keep(record: Record, path: Path = path) -> None:
                    write_text(path, record.text)

                search(squares, by_moves=metric == "moves", jobs=jobs, keep=keep)
                runs.told(f"{squares} squares, {metric}: done")
    found = [row_of(path) for path in sorted(folder.glob("*.json"))]
    return sorted((row for row in found if row is not None), key=lambda row: (row.squares, row.metric))


def table(rows: Sequence[Row]) -> str:
    """Return the lengths as a Markdown table."""
    lines = ["| squares | shapes | moves | boxes | pushes | boxes |", "|--:|--:|--:|--:|--:|--:|"]
    by_place = {(row.squares, row.metric): row for row in rows}
    for squares in sorted({row.squares for row in rows}):
        cells = []
        for metric in METRICS:
            row = by_place.get((squares, metric))
            far = "" if row is None or row.whole else f" so far ({row.done:,} of {row.floors:,} floors)"
            wrong = "" if row is None or row.confirmed else " NOT CONFIRMED"
            cells.append(" | " if row is None else f"{row.length}{far}{wrong} | {row.boxes}")
        boards = max(row.boards for row in rows if row.squares == squares)
        lines.append(f"| {squares} | {boards:,} | {' | '.join(cells)} |")
    return "\n".join(lines)


def proved(squares: int, metric: str) -> int:
    """Return what the largest level of the Fibonacci family that fits takes, which is proved of every such level.

    >>> proved(18, "pushes"), proved(19, "pushes"), proved(24, "pushes"), proved(24, "moves")
    (0, 18, 34, 106)
    """
    n, least = (squares - 7) // 3, fibonacci_moves if metric == "moves" else fibonacci_pushes
    return least(min(n, MOST)) if n >= LEAST else 0


def fitted(rows: Sequence[Row], metric: str) -> str:
    """Return what base, and what power of the squares, fit the largest sizes best, and how well."""
    last = sorted((row.squares, row.length) for row in rows if row.metric == metric and row.whole)[-FITTED:]
    logs = [log(length) for _, length in last]
    found = []
    for along in ([float(squares) for squares, _ in last], [log(squares) for squares, _ in last]):
        slope, start = np.polyfit(along, logs, 1)
        off = max(abs(slope * x + start - y) for x, y in zip(along, logs, strict=True))
        found.append((float(slope), exp(off) - 1))
    (base, off_base), (power, off_power) = found
    return (
        f"{metric}, {last[0][0]} to {last[-1][0]} squares: base {exp(base):.3f} a square, off by at most "
        f"{off_base:.1%}; or the power {power:.2f} of the squares, off by at most {off_power:.1%}"
    )


def growth(rows: Sequence[Row]) -> str:
    """Return the lengths with what is published, proved for all levels, and possible at all, as a Markdown table."""
    lines = [
        "| squares | moves | grows by | fibonacci | published | pushes | grows by | fibonacci | states |",
        "|--:" * 9 + "|",
    ]
    length = {(row.squares, row.metric): row.length for row in rows if row.whole}
    most = max(len(PUBLISHED) + 2, *(row.squares for row in rows))
    for squares in range(3, most + 1):
        cells = []
        for metric in METRICS:
            here, before = length.get((squares, metric)), length.get((squares - 1, metric))
            cells += ["" if here is None else str(here), "" if not here or not before else f"{here / before:.3f}"]
            cells.append(str(proved(squares, metric) or ""))
        cells.insert(3, str(PUBLISHED[squares - 3]) if squares < len(PUBLISHED) + 3 else "")
        most_states = squares * comb(squares - 1, (squares - 1) // 2)
        lines.append(f"| {squares} | {' | '.join(cells)} | {most_states:,} |")
    return "\n".join([*lines, "", *(fitted(rows, metric) for metric in METRICS)])


def pictures(rows: Sequence[Row], across: int = 6) -> str:
    """Return the levels as text, some of them side by side.

    >>> print(pictures([Row(3, "moves", 2, 1, 1, 1, 1, True, "#####\\n#@$.#\\n#####")]))
    3 squares, 1 moves
    #####
    #@$.#
    #####
    """
    blocks = []
    for metric in METRICS:
        chosen = [row for row in rows if row.metric == metric]
        for start in range(0, len(chosen), across):
            columns = [
                [f"{row.squares} squares, {row.length} {metric}", *row.xsb.split("\n")]
                for row in chosen[start : start + across]
            ]
            widths = [max(map(len, column)) for column in columns]
            blocks.append(
                "\n".join(
                    "   ".join(
                        (column[line] if line < len(column) else "").ljust(width)
                        for column, width in zip(columns, widths, strict=True)
                    ).rstrip()
                    for line in range(max(map(len, columns)))
                )
            )
    return "\n\n".join(blocks)


def draw(rows: Sequence[Row], path: Path) -> None:
    """Plot the lengths against the squares, on a logarithmic scale; a hollow mark is the longest so far."""
    from matplotlib.figure import Figure

    from common.pictures import COLOURS, MARKERS, plain_ticks, save, style

    with style():
        figure = Figure(figsize=(7, 4.8), layout="constrained")
        axes = figure.add_subplot()
        for colour, marker, metric in zip(COLOURS, MARKERS, METRICS, strict=False):
            mine = [row for row in rows if row.metric == metric]
            axes.plot([row.squares for row in mine], [row.length for row in mine], color=colour)
            for whole, face in ((True, colour), (False, "white")):
                chosen = [row for row in mine if row.whole == whole]
                axes.plot(
                    [row.squares for row in chosen], [row.length for row in chosen], marker, color=colour,
                    markerfacecolor=face, label=metric if whole else f"{metric}, not all floors searched",
                ) if chosen else None  # fmt: skip
            for row in mine:
                axes.annotate(
                    str(row.length), (row.squares, row.length), (0, 7 if metric == "moves" else -14), fontsize=8,
                    textcoords="offset points", ha="center", color=colour,
                )  # fmt: skip
        axes.set(yscale="log", xlabel="floor squares", ylabel="longest shortest solution")
        axes.set_xticks(sorted({row.squares for row in rows}))
        plain_ticks(axes.yaxis, (1, 2, 5))
        axes.margins(y=0.1)
        axes.set_title("The hardest levels of a size", loc="left", fontsize=10)
        axes.legend()
        save(figure, path)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the experiment and return its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    parser = argparse.ArgumentParser(description="The hardest levels by their number of floor squares.")
    parser.add_argument("--records", type=Path, metavar="FOLDER", help="records of `sokospec hardest --out`")
    parser.add_argument("--squares", type=numbers, default=frozenset(), metavar="LIST", help="sizes to compute: 3-10")
    parser.add_argument("--jobs", type=int, default=1, metavar="J", help="processes (1)")
    parser.add_argument("--growth", action="store_true", help="print how the lengths grow, instead of the table")
    parser.add_argument("--levels", action="store_true", help="print the levels too")
    runs.add_options(parser)
    options = parser.parse_args(given)
    if (options.records is None) == (options.record is None):
        parser.error("name a folder with --records, or a record with --record")
    if any(not 3 <= squares <= 16 for squares in options.squares):
        parser.error("--squares are 3 to 16")
    started = time.monotonic()
    try:
        if options.record is not None:
            rows = [Row(**row) for row in runs.load(options.record, NAME)["rows"]]
        else:
            rows = gathered(options.records, options.squares, options.jobs)
    except (SokobanError, OSError) as error:
        parser.error(str(error))
    except KeyboardInterrupt:
        runs.told("interrupted: the same command goes on")
        return 3
    if not rows:
        parser.error(f"{options.records} holds no records yet; compute some with --squares")
    print(growth(rows) if options.growth else table(rows))
    if options.levels:
        print(f"\n{pictures(rows)}")
    if options.out is not None:
        runs.save(options.out, NAME, given, {"seconds": SECONDS}, rows, started)
    if options.plot is not None:
        draw(rows, options.plot)
    return int(not all(row.confirmed for row in rows))


if __name__ == "__main__":
    sys.exit(main())
