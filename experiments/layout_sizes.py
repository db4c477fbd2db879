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
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from common import markdown, runs
from common.level_sizes import Rows, Size, logarithmic_panels, run
from sokogen.draws import choice, sample
from sokogen.reductions.formula_network import network_of
from sokogen.reductions.formula_play import play_strategy
from sokogen.reductions.formulas.expansion import MOST_UNIVERSALS, Expansion
from sokogen.reductions.formulas.qbf import Formula, Quantifier
from sokogen.reductions.network_level import by_channels
from sokogen.reductions.walks import moves
from sokospec.limits import peak_rss_mib

NAME = "layout_sizes"
SIZES = "3x4,4x6,6x8,8x15,10x30,16x60"


@dataclass(frozen=True, slots=True, kw_only=True)
class Row(Size):
    """One formula, its network, its level, and what it took; `value` is None where it is not decided.

    `moves` is None but for a true formula. With many universal variables a formula is drawn, and not decided.
    """

    variables: int
    clauses: int
    seed: int
    universals: int
    value: bool | None
    tiles: int
    ports: int
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


def measured(sizes: str, seeds: int) -> Iterator[Row]:
    """Yield a row for each formula; raises `ValueError` where the sizes are not written as in `SIZES`."""
    for variables, clauses in (map(int, size.split("x")) for size in sizes.split(",")):
        for seed in range(seeds):
            formula = random_formula(variables, clauses, seed)
            network = network_of(formula)
            started = time.process_time()
            level = by_channels(network)
            seconds = round(time.process_time() - started, 1)
            decided = len(formula.universals) <= MOST_UNIVERSALS
            strategy = Expansion(formula).strategy() if decided else None
            count = None if strategy is None else moves(level, play_strategy(formula, network, strategy))
            row = Row(
                variables=variables,
                clauses=clauses,
                seed=seed,
                universals=len(formula.universals),
                value=strategy is not None if decided else None,
                tiles=len(network.tiles),
                ports=len(network.net_of),
                **level.figures,
                seconds=seconds,
                mib=round(peak_rss_mib()),
                moves=count,
            )
            runs.told(f"{variables} x {clauses}: {row.squares:,} squares, {row.crossings:,} crossings, {seconds} s")
            yield row


def table(rows: Rows) -> str:
    """Return the rows as a table."""
    return markdown.table(
        "variables | clauses | gadgets without crossovers | ports | height x width | squares | crossings | "
        "squares / ports² | CPU s | MiB | moves",
        (
            (
                *(row[name] for name in ("variables", "clauses", "tiles", "ports")),
                f"{row['height']} x {row['width']}",
                *(f"{row[name]:,}" for name in ("squares", "crossings")),
                f"{row['squares'] / row['ports'] ** 2:.1f}",
                row["seconds"],
                f"{row['mib']:.0f}",
                f"{row['moves']:,}" if row["value"] else "false" if row["value"] is False else "not decided",
            )
            for row in rows
        ),
    )


def plot(rows: Rows, path: Path) -> None:
    """Draw squares, crossings and seconds against the ports, both axes logarithmic, beside a quadratic."""
    ports = [row["ports"] for row in rows]
    ends = [min(ports), max(ports)]
    with logarithmic_panels(NAME, 3, path) as panels:
        for axes, measure in zip(panels, ("squares", "crossings", "seconds"), strict=True):
            values = [row[measure] for row in rows]
            axes.plot(ports, values, "o", label="measured")
            factor = max(value / count**2 for value, count in zip(values, ports, strict=True))
            axes.plot(ends, [factor * end**2 for end in ends], "--", label="a quadratic")
            axes.set(xlabel="ports", title=measure)


def main(given: Sequence[str] | None = None) -> int:
    """Measure, or read a record; print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default=SIZES, metavar="VxC,...", help=f"variables and clauses ({SIZES})")
    parser.add_argument("--seeds", type=int, default=1, metavar="N", help="formulas of each size (1)")
    return run(parser, given, NAME, lambda options: measured(options.sizes, options.seeds), table, plot)


if __name__ == "__main__":
    sys.exit(main())
