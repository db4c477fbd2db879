"""Plots of results."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

import matplotlib as mpl

mpl.use("Agg")
import matplotlib.pyplot as plt
from matplotlib.figure import Figure

from sokocheck.reports.rows import ResultRow
from sokocheck.reports.score import Score
from sokocheck.reports.summary import by_run, is_settled

_LEAST = 1e-4  # seconds: what took less is drawn there, as the axis has no zero


def draw(rows: Sequence[ResultRow], file: BinaryIO, kind: str) -> None:
    """Write the plot of runs as svg, png or pdf; two runs get a second panel."""
    runs = by_run(rows)
    pair = list(runs.values()) if len(runs) == 2 else None
    figure, panels = plt.subplots(1, 2 if pair else 1, figsize=(11 if pair else 7, 4.6), squeeze=False)
    left = panels[0][0]
    every = [max(row.seconds, _LEAST) for row in rows if is_settled(row) and row.seconds is not None]
    start = 0.7 * min(every, default=1.0)
    for (run, objective), mine in runs.items():
        times = sorted(max(row.seconds, _LEAST) for row in mine if is_settled(row) and row.seconds is not None)
        label = f"{_short(run)}, {objective} ({len(times)} of {len(mine)})"
        left.step([start, *times], range(len(times) + 1), where="post", label=label)
    left.set(xscale="log", xlabel="seconds for the level", ylabel="levels settled within that")
    left.legend(loc="upper left", fontsize="small")
    left.grid(alpha=0.3)
    if pair:
        one, other = ({row.place: row for row in mine if is_settled(row)} for mine in pair)
        both = [(one[place].seconds, other[place].seconds) for place in one if place in other]
        points = [(max(x, _LEAST), max(y, _LEAST)) for x, y in both if x is not None and y is not None]
        right = panels[0][1]
        right.scatter([x for x, _ in points], [y for _, y in points], s=12, alpha=0.6)
        ends = [start, max(every, default=1.0)]
        right.plot(ends, ends, color="grey", linewidth=0.8)
        names = [_short(run) for run, _ in runs]
        right.set(xscale="log", yscale="log", xlabel=f"seconds, {names[0]}", ylabel=f"seconds, {names[1]}")
        right.set_aspect("equal")
        right.grid(alpha=0.3)
    _write(figure, file, kind)


def draw_scores(found: Sequence[Score], file: BinaryIO, kind: str) -> None:
    """Write the plot of shares solved, by group and run."""
    groups = list(dict.fromkeys(score.group for score in found))
    runs = list(dict.fromkeys(score.run for score in found))
    figure, panel = plt.subplots(figsize=(max(7.0, 0.6 * len(groups)), 4.6))
    width = 0.8 / len(runs)
    for place, run in enumerate(runs):
        mine = {score.group: score for score in found if score.run == run}
        across = [at + place * width for at in range(len(groups))]
        solved, best = (
            [getattr(mine[group], name) / mine[group].levels for group in groups] for name in ("solved", "best")
        )
        bars = panel.bar(across, solved, width, align="edge", alpha=0.4, label=f"{_short(run)}: solved")
        panel.bar(across, best, width, align="edge", color=bars[0].get_facecolor()[:3], label=f"{_short(run)}: best")
    panel.set_xticks([at + 0.4 for at in range(len(groups))], groups, rotation=30, ha="right")
    panel.set(ylabel="share of the levels", ylim=(0, 1.05))
    panel.legend(fontsize="small", loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2, frameon=False)
    panel.grid(axis="y", alpha=0.3)
    _write(figure, file, kind)


def _write(figure: Figure, file: BinaryIO, kind: str) -> None:
    figure.tight_layout()
    metadata = {"Date": None} if kind == "svg" else None
    with mpl.rc_context({"svg.hashsalt": "sokospec"}):
        picture = BytesIO()  # Pillow, which writes the PNG, loses the rest of a write to a file that is cut short
        figure.savefig(picture, format=kind, dpi=130, metadata=metadata)
    plt.close(figure)
    file.write(picture.getbuffer())


def _short(run: str) -> str:
    name, comma, solver = run.partition(", ")
    return Path(name).name + comma + solver
