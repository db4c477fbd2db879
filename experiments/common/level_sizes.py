"""How large the levels of formulas and machines are: what the experiments about that have in common."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from common import runs
from sokospec.errors import SokobanError

Rows = Sequence[Mapping[str, Any]]
"""The rows of a record: numbers and names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """A level of a formula or a machine: its squares, what is on them, and the CPU seconds that it took."""

    width: int
    height: int
    squares: int
    floor: int
    boxes: int
    gadgets: int
    crossings: int
    seconds: float


@contextmanager
def logarithmic_panels(name: str, count: int, path: Path) -> Iterator[list[Any]]:  # Any: Matplotlib's own types
    """Give so many axes side by side to draw on, both ways logarithmic, and write the picture."""
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = name
    from matplotlib import pyplot

    figure, panels = pyplot.subplots(1, count, figsize=(4 * count, 3.6), layout="constrained")
    for axes in panels:
        axes.set(xscale="log", yscale="log")
    yield list(panels)
    for axes in panels:
        axes.grid(visible=True, which="both", alpha=0.3)
    panels[0].legend()
    figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else {})
    pyplot.close(figure)


def run(
    parser: argparse.ArgumentParser,
    given: Sequence[str] | None,
    name: str,
    measured: Callable[[argparse.Namespace], Iterable[Any]],
    table: Callable[[Rows], str],
    plot: Callable[[Rows, Path], None],
) -> int:
    """Measure, or read a record; print the table, and draw; returns the exit code.

    The options that the parser has so far are what the record says of the run.
    """
    settings = list(vars(parser.parse_args([])))
    runs.add_options(parser)
    options = parser.parse_args(given)
    started = time.monotonic()
    try:
        if options.record is not None:
            rows = runs.load(options.record, name)["rows"]
        else:
            made = list(measured(options))
            rows = [asdict(row) for row in made]
            if options.out is not None:
                parameters = {setting: getattr(options, setting) for setting in settings}
                runs.save(options.out, name, given or sys.argv[1:], parameters, made, started)
        print(table(rows))
        if options.plot is not None:
            plot(rows, options.plot)
    except SokobanError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0
