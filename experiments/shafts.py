"""Shafts that repeat a few rows over a room: how fast the longest shortest solution grows with the floor.

    python experiments/shafts.py --rows 2 --room fibonacci --out RECORD.json --plot PLOT.svg

tries every unit of so many rows, three squares wide, of walls, floor and goals, repeats it, and finds by exhaustion the
start from which most pushes are needed. The table has the units whose pushes still grow, by the growth of the last
differences to a floor square. What does not grow by a factor falls behind as the shaft gets longer.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from common import markdown, runs
from common.farthest import farthest_start
from sokospec import Level
from sokospec.board import State
from sokospec.rules import reachable

NAME = "shafts"

ROOMS = {
    "fibonacci": ("##-.--#", "#--.--#", "#---.-#", "##--###"),
    "classical": ("#--.-##", "#--.--#", "#--.--#", "###--##"),
}
"""What lies under the shaft: the room of the Fibonacci family, and that of its classical variant, not reflected."""


@dataclass(frozen=True, slots=True)
class Row:
    """A unit of a shaft, from above, and what was found for 1, 2, 3 of them and so on."""

    unit: str
    squares: int
    boxes: int
    pushes: list[int]
    states: int

    @property
    def base(self) -> float:
        """How the pushes grow to a floor square: the smaller one of the last ratios, of pushes and of differences."""
        *_, before, last, now = self.pushes
        return float(min(now / last, (now - last) / max(1, last - before)) ** (1 / self.squares))


def units(rows: int) -> Iterator[tuple[str, ...]]:
    """Yield every unit whose goals are at most half of its floor and through which there is a way, as drawn."""
    for drawn in product(product("-.#", repeat=3), repeat=rows):
        unit = tuple("".join(row) for row in drawn)
        text = "".join(unit)
        floor = len(text) - text.count("#")
        if 0 < text.count(".") * 2 <= floor and all(row != "###" for row in unit):
            yield unit


def level(unit: Sequence[str], times: int, room: Sequence[str]) -> Level | None:
    """Return the shaft over the room, all boxes on their goals; None when the floor is not in one piece."""
    rows = ["#" * 7, *[f"##{row}##" for row in list(unit) * times], *room, "#" * 7]
    drawn = "\n".join(rows).replace(".", "*")
    found = Level.parse(drawn[::-1].replace("-", "@", 1)[::-1])
    whole = reachable(found.board, State(frozenset(), found.player))
    return found if len(whole) == sum(character != "#" for row in rows for character in row) else None


def measured(unit: Sequence[str], room: Sequence[str], limit: int) -> Row | None:
    """Return what was found for a unit, or None when its shaft does not grow harder."""
    pushes: list[int] = []
    states = 0
    for times in range(1, 100):
        shaft = level(unit, times, room)
        if shaft is None:
            return None
        try:
            found = farthest_start(shaft, limit)
        except ValueError:
            break
        if found is None:
            break
        pushes.append(found.pushes)
        states = found.states
        if times > 1 and pushes[-1] <= pushes[-2]:
            return None
    if len(pushes) < 3:
        return None
    text = "".join(unit)
    return Row("/".join(unit), len(text) - text.count("#"), text.count("."), pushes, states)


def table(rows: Sequence[Row]) -> str:
    """Return the rows as a Markdown table."""
    cells = (
        (f"`{row.unit}`", row.squares, row.boxes, ", ".join(map(str, row.pushes)), f"{row.states:,}", f"{row.base:.4f}")
        for row in rows
    )
    return markdown.table("unit | squares | boxes | pushes | states | base", cells, left=["unit", "pushes"])


def draw(rows: Sequence[Row], path: Path) -> None:
    """Plot the pushes against the floor of the units shown, on a logarithmic scale."""
    from matplotlib.figure import Figure

    from common.pictures import COLOURS, MARKERS, plain_ticks, save, style

    with style():
        figure = Figure(figsize=(6.4, 4.4), layout="constrained")
        axes = figure.subplots()
        for look, row in enumerate(rows[: len(COLOURS)]):
            added = [row.squares * times for times in range(len(row.pushes))]
            axes.plot(added, row.pushes, MARKERS[look % len(MARKERS)] + "-", color=COLOURS[look], label=row.unit)
        axes.set_yscale("log")
        plain_ticks(axes.yaxis, (1, 2, 5))
        axes.set_xlabel("floor squares added")
        axes.set_ylabel("pushes from the farthest start")
        axes.legend()
        save(figure, path)


def main(given: Sequence[str] | None = None) -> int:
    """Search, and show what grows fastest."""
    given = sys.argv[1:] if given is None else given
    parser = argparse.ArgumentParser(description="How fast the lengths of solutions grow with a shaft.")
    parser.add_argument("--rows", type=int, default=1, choices=(1, 2, 3), help="rows of a unit (%(default)s)")
    parser.add_argument("--room", choices=list(ROOMS), default="fibonacci", help="what is below (%(default)s)")
    parser.add_argument("--limit", type=int, default=60_000, metavar="N", help="most sets of boxes (%(default)s)")
    parser.add_argument("--show", type=int, default=8, metavar="N", help="how many units to show (%(default)s)")
    runs.add_options(parser)
    options = parser.parse_args(given)
    started = time.monotonic()
    rows: list[Row] = []
    if options.record is not None:
        rows = [Row(**row) for row in runs.recorded(parser, options.record, NAME)["rows"]]
    else:
        tried = 0
        with runs.until_interrupted():
            for unit in units(options.rows):
                tried += 1
                row = measured(unit, ROOMS[options.room], options.limit)
                if row is not None:
                    rows.append(row)
                    runs.told(f"{row.unit}: {row.pushes}")
        runs.told(f"{tried} units tried, {len(rows)} grow")
    rows.sort(key=lambda row: (-row.base, row.unit))
    print(table(rows[: options.show]))
    if options.out is not None:
        parameters = {"rows": options.rows, "room": options.room, "limit": options.limit}
        runs.save(options.out, NAME, given, parameters, rows, started)
    if options.plot is not None and rows:
        draw(rows[: options.show], options.plot)
    return 0


if __name__ == "__main__":
    sys.exit(main())
