"""How large the levels of formulas are: squares, boxes, gadgets and crossings against the size of the formula.

    python experiments/reduction_sizes.py --largest 4 --out RECORD.json --plot PLOT.svg

compiles a chain of clauses (x1 or not x2)(not x1 or x2)(x2 or not x3)... over 1 to N variables, with quantifiers of one
kind and with both in turn. Exit code 1 when a level does not show the network of its formula (the compiler refuses it).
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from common import markdown, runs
from common.level_sizes import Rows, Size, logarithmic_panels, run
from sokogen.reductions.formula_level import compile_formula
from sokogen.reductions.formula_network import size
from sokogen.reductions.formulas.qbf import Clause, Formula, Quantifier

NAME = "reduction_sizes"
PREFIXES: Mapping[str, Sequence[Quantifier]] = {
    "exists": (Quantifier.EXISTS,),
    "forall": (Quantifier.FORALL,),
    "forall exists": (Quantifier.FORALL, Quantifier.EXISTS),
}
MEASURES = ("squares", "boxes", "gadgets", "crossings")


@dataclass(frozen=True, slots=True, kw_only=True)
class Row(Size):
    """One formula, and how large its network and its level are."""

    prefix: str
    variables: int
    literals: int
    tiles: int


def chain(prefix: Sequence[Quantifier], variables: int) -> Formula:
    """Return the formula that says that all variables are equal.

    >>> print(chain(PREFIXES["forall exists"], 2))
    forall x1 exists x2. (x1 or not x2)(not x1 or x2)
    >>> print(chain(PREFIXES["exists"], 1))
    exists x1. (x1)
    """
    clauses: list[Clause] = [clause for i in range(1, variables) for clause in ((i, -i - 1), (-i, i + 1))]
    return Formula(tuple(prefix[i % len(prefix)] for i in range(variables)), tuple(clauses or [(1,)]))


def measured(largest: int) -> Iterator[Row]:
    """Yield a row for each formula."""
    for name, prefix in PREFIXES.items():
        for variables in range(1, largest + 1):
            formula = chain(prefix, variables)
            started = time.process_time()
            figures = compile_formula(formula).figures
            seconds = round(time.process_time() - started, 1)
            literals = sum(map(len, formula.clauses))
            tiles = sum(size(formula).values())
            row = Row(prefix=name, variables=variables, literals=literals, tiles=tiles, **figures, seconds=seconds)
            runs.told(f"{formula}: {row.squares} squares, {row.crossings} crossings, {seconds} s")
            yield row


def table(rows: Rows) -> str:
    """Return the rows as a table."""
    formula, level = ("prefix", "variables", "literals", "tiles"), ("boxes", "crossings")
    heads = "prefix | variables | literals | gadgets without crossovers | height x width"
    cells = ([*map(row.get, formula), f"{row['height']} x {row['width']}", *map(row.get, level)] for row in rows)
    return markdown.table(" | ".join([heads, *level]), cells, left=["prefix"])


def plot(rows: Rows, path: Path) -> None:
    """Draw all measures against the number of tiles, both axes logarithmic."""
    with logarithmic_panels(NAME, len(MEASURES), path) as panels:
        from matplotlib.ticker import NullFormatter

        for axes, measure in zip(panels, MEASURES, strict=True):
            for prefix, marker in zip(PREFIXES, "os^", strict=True):
                points = [(row["tiles"], row[measure]) for row in rows if row["prefix"] == prefix and row[measure]]
                axes.plot([x for x, _ in points], [y for _, y in points], marker=marker, label=prefix)
            axes.set(xlabel="gadgets without crossovers", title=measure)
            axes.set_xticks([2, 5, 10, 20, 30], labels=["2", "5", "10", "20", "30"])
            axes.xaxis.set_minor_formatter(NullFormatter())
            axes.yaxis.set_minor_formatter(NullFormatter())


def main(given: Sequence[str] | None = None) -> int:
    """Measure, or read a record; print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--largest", type=int, default=3, metavar="N", help="most variables (3)")
    return run(parser, given, NAME, lambda options: measured(options.largest), table, plot)


if __name__ == "__main__":
    sys.exit(main())
