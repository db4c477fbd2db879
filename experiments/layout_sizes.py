"""How large the levels of random formulas are, and how long they take: the layout by channels against its bounds.

    python experiments/layout_sizes.py --out RECORD.json --plot PLOT.svg

draws the network of a random formula (three different variables a clause, quantifiers of either kind) for each of the
sizes, reads it off the squares again, and decides the formula; for a true one it counts the moves of a solution.
`--sizes 6x8,10x30` names other numbers of variables and clauses. Times are CPU seconds, memory the peak so far.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from common import runs
from sokogen.random.draws import choice, sample
from sokogen.reductions.formula_network import network_of
from sokogen.reductions.formula_play import winning_play
from sokogen.reductions.formulas.expansion import Expansion
from sokogen.reductions.formulas.qbf import Formula, Quantifier
from sokogen.reductions.network_level import by_channels
from sokogen.reductions.walks import moves
from sokospec.errors import SokobanError
from sokospec.limits import peak_rss_mib

NAME = "layout_sizes"
SIZES = "3x4,4x6,6x8,8x15,10x30,16x60"


@dataclass(frozen=True, slots=True)
class Row:
    """One formula, its network, its level, and what it took; `moves` is None for a false formula."""

    variables: int
    clauses: int
    seed: int
    universals: int
    value: bool
    tiles: int
    ports: int
    width: int
    height: int
    squares: int
    floor: int
    boxes: int
    gadgets: int
    crossings: int
    seconds: float
    mib: float
    moves: int | None


def random_formula(variables: int, clauses: int, seed: int) -> Formula:
    """Return a random formula.

    >>> print(random_formula(3, 2, 1))
    exists x1 x2 x3. (x1 or x2 or not x3)(x1 or x3 or x2)
    """
    rng = Random(f"{variables} {clauses} {seed}")
    quantifiers = tuple(choice(rng, tuple(Quantifier)) for _ in range(variables))
    chosen = (sample(rng, range(1, variables + 1), 3) for _ in range(clauses))
    return Formula(quantifiers, tuple(tuple(one * choice(rng, (1, -1)) for one in some) for some in chosen))


def measured(sizes: Sequence[tuple[int, int]], seeds: int) -> Iterator[Row]:
    """Yield a row for each formula."""
    for variables, clauses in sizes:
        for seed in range(seeds):
            formula = random_formula(variables, clauses, seed)
            network = network_of(formula)
            started = time.process_time()
            level = by_channels(network)
            seconds = round(time.process_time() - started, 1)
            strategy = Expansion(formula).strategy()
            count = None if strategy is None else moves(level, winning_play(formula, network, strategy))
            row = Row(
                variables,
                clauses,
                seed,
                len(formula.universals),
                strategy is not None,
                len(network.tiles),
                len(network.net_of),
                **level.figures,
                seconds=seconds,
                mib=round(peak_rss_mib()),
                moves=count,
            )
            runs.told(f"{variables} x {clauses}: {row.squares:,} squares, {row.crossings:,} crossings, {seconds} s")
            yield row


def table(rows: Sequence[Mapping[str, Any]]) -> str:  # Any: numbers and names
    """Return the rows as a table."""
    lines = [
        "| variables | clauses | gadgets without crossovers | ports | height x width | squares | crossings | "
        "squares / ports² | CPU s | MiB | moves |",
        "|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for row in rows:
        moves_text = "false" if row["moves"] is None else f"{row['moves']:,}"
        lines.append(
            f"| {row['variables']} | {row['clauses']} | {row['tiles']} | {row['ports']} | "
            f"{row['height']} x {row['width']} | {row['squares']:,} | {row['crossings']:,} | "
            f"{row['squares'] / row['ports'] ** 2:.1f} | {row['seconds']} | {row['mib']:.0f} | {moves_text} |"
        )
    return "\n".join(lines)


def plot(rows: Sequence[Mapping[str, Any]], path: Path) -> None:  # Any: numbers and names
    """Draw squares, crossings and seconds against the ports, both axes logarithmic, beside a quadratic."""
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = NAME
    from matplotlib import pyplot

    figure, all_axes = pyplot.subplots(1, 3, figsize=(12, 3.6), layout="constrained")
    ports = [row["ports"] for row in rows]
    for axes, measure in zip(all_axes, ("squares", "crossings", "seconds"), strict=True):
        values = [row[measure] for row in rows]
        axes.plot(ports, values, "o", label="measured")
        factor = max(value / count**2 for value, count in zip(values, ports, strict=True))
        ends = [min(ports), max(ports)]
        axes.plot(ends, [factor * end**2 for end in ends], "--", label="a quadratic")
        axes.set(xscale="log", yscale="log", xlabel="ports", title=measure)
        axes.grid(visible=True, which="both", alpha=0.3)
    all_axes[0].legend()
    figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else {})
    pyplot.close(figure)


def main(given: Sequence[str] | None = None) -> int:
    """Measure, or read a record; print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default=SIZES, metavar="VxC,...", help=f"variables and clauses ({SIZES})")
    parser.add_argument("--seeds", type=int, default=1, metavar="N", help="formulas of each size (1)")
    runs.add_options(parser)
    options = parser.parse_args(given)
    started = time.monotonic()
    try:
        if options.record is not None:
            rows = runs.load(options.record, NAME)["rows"]
        else:
            sizes = [(int(one), int(other)) for one, other in (size.split("x") for size in options.sizes.split(","))]
            made = list(measured(sizes, options.seeds))
            rows = [{field: getattr(row, field) for field in Row.__dataclass_fields__} for row in made]
            if options.out is not None:
                settings = {"sizes": options.sizes, "seeds": options.seeds}
                runs.save(options.out, NAME, given or sys.argv[1:], settings, made, started)
        print(table(rows))
        if options.plot is not None:
            plot(rows, options.plot)
    except SokobanError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
