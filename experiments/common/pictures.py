"""How our plots look, and how they are kept: the same record gives the same bytes."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path

import matplotlib as mpl
from matplotlib.axis import Axis
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#999933")
"""Told apart by colour-blind people too."""

MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")


def style() -> AbstractContextManager[None]:
    """Return the context in which figures are to be made and saved."""
    return mpl.rc_context(
        {
            "svg.hashsalt": "sokospec",  # the same record gives the same bytes
            "font.family": "DejaVu Sans",  # comes with matplotlib
            "font.size": 10,
            "axes.spines.top": False,
            "axes.spines.right": False,
            "axes.grid": True,
            "grid.alpha": 0.3,
            "legend.frameon": False,
            "text.parse_math": False,  # a name may hold any character
        }
    )


def save(figure: Figure, path: Path) -> None:
    """Write a figure to a file of the kind that its name says, without a date."""
    figure.savefig(path, dpi=110, metadata={"Date": None} if path.suffix == ".svg" else None)


def plain_ticks(axis: Axis, steps: Sequence[float]) -> None:
    """Write the numbers of a logarithmic axis as numbers, at these steps of each power of ten."""
    axis.set_major_locator(LogLocator(subs=steps))
    axis.set_minor_locator(NullLocator())
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.10g}"))
