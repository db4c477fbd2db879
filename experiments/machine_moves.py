"""How long the solutions of a machine's levels are: the binary counter on more and more cells.

    python experiments/machine_moves.py --out RECORD.json --plot PLOT.svg

draws the level of the counter on each number of cells (`examples/machines/counter.txt`, the machine directly), and
counts the moves of its run played out, without writing them. Beside it stand M(n), the moves of the Fibonacci family
with n boxes, and how many boxes that family needs for as many moves. Times are CPU seconds.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from common import markdown, runs
from common.level_sizes import Rows, Size, logarithmic_panels, run
from sokogen.families.fibonacci import LEAST, fibonacci_moves
from sokogen.reductions.machines.machine_play import network_of, play_run
from sokogen.reductions.machines.machine_text import parse_machine
from sokogen.reductions.network_level import network_level
from sokogen.reductions.walks import moves

NAME = "machine_moves"
COUNTER = Path(__file__).parents[1] / "examples" / "machines" / "counter.txt"


@dataclass(frozen=True, slots=True, kw_only=True)
class Row(Size):
    """The counter on some cells: the steps of its run, the gadgets of its network, its level, and what it took."""

    cells: int
    steps: int
    tiles: int
    moves: int


def measured(cells: Iterable[int]) -> Iterator[Row]:
    """Yield a row for each number of cells."""
    machine = parse_machine(COUNTER.read_text(encoding="utf-8"))
    for length in cells:
        started = time.process_time()
        word = f"a{'0' * (length - 2)}c"
        made, rules = network_of(machine, word), machine.find_accepting_run(word)
        assert rules is not None, "the counter overflows at last"
        level = network_level(made.network)
        found = moves(level, play_run(made, rules))
        seconds = round(time.process_time() - started, 1)
        row = Row(
            cells=length,
            steps=len(rules),
            tiles=len(made.network.tiles),
            **level.figures,
            seconds=seconds,
            moves=found,
        )
        runs.told(f"{length} cells: {row.squares:,} squares, {row.moves:,} moves, {seconds} s")
        yield row


def table(rows: Rows) -> str:
    """Return the rows as a table."""
    cells = []
    for row in rows:
        fibonacci = f"{fibonacci_moves(row['cells']):,}" if row["cells"] >= LEAST else "-"
        as_many = next(n for n in count(LEAST) if fibonacci_moves(n) >= row["moves"])
        made = [row["cells"], row["steps"], f"{row['height']} x {row['width']}"]
        made += [f"{row[name]:,}" for name in ("boxes", "crossings", "moves")]
        cells.append([*made, fibonacci, as_many, row["seconds"]])
    heads = "cells n | steps | height x width | boxes | crossings | moves | M(n) | n with M(n) as large | CPU s"
    return markdown.table(heads, cells)


def plot(rows: Rows, path: Path) -> None:
    """Draw the moves against cells beside M(n), and against squares; all axes logarithmic."""
    cells = [row["cells"] for row in rows]
    sizes = range(LEAST, max(cells) + 1)
    with logarithmic_panels(NAME, 2, path) as (first, second):
        first.plot(cells, [row["moves"] for row in rows], "o-", label="counter on n cells")
        first.plot(sizes, [fibonacci_moves(n) for n in sizes], "s-", label="Fibonacci, n boxes")
        first.set(xscale="linear", xlabel="n", title="moves")
        second.plot([row["squares"] for row in rows], [row["moves"] for row in rows], "o-")
        second.set(xlabel="squares of the counter's level", title="moves")


def main(given: Sequence[str] | None = None) -> int:
    """Measure, or read a record; print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cells", default="2,3,4,5,6,7,8", metavar="N,...", help="numbers of cells (%(default)s)")
    return run(parser, given, NAME, lambda options: measured(map(int, options.cells.split(","))), table, plot)


if __name__ == "__main__":
    sys.exit(main())
