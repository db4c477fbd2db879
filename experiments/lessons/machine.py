"""The configuration graph of a machine on a word, as a picture: what can be reached, in columns by the number of steps.

    python experiments/lessons/machine.py --word 0110 --out docs/pictures/course_machine.svg

draws the machine of lesson 5 of the course; `--machine FILE` draws another one.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from matplotlib.figure import Figure
from matplotlib.patches import FancyArrowPatch

if __name__ == "__main__":  # run as a script: make the folder `experiments` importable
    sys.path[0] = str(Path(__file__).resolve().parents[1])

from common.pictures import COLOURS, save, style
from sokocourse.lesson_5 import guess
from sokogen.reductions.machines.lba import Computation, Configuration
from sokogen.reductions.machines.machine_text import parse_machine
from sokospec.errors import SokobanError

MOST = 60
"""More configurations than that would be too small to read."""


def layers(system: Computation) -> list[list[Configuration]]:
    """Return the configurations that can be reached, by the least number of steps.

    >>> [len(layer) for layer in layers(Computation(guess(), "0110"))]
    [1, 1, 2, 3]
    """
    found, met = [[system.start]], {system.start}
    while found[-1]:
        after = dict.fromkeys(new for one in found[-1] for new in system.successors(one) if new not in met)
        met.update(after)
        found.append(list(after))
    return found[:-1]


def label(configuration: Configuration) -> str:
    """Return the state, and the tape with the head's square in brackets.

    >>> print(label(Configuration("look", 1, "011")))
    look
    0[1]1
    """
    state, head, tape = configuration
    return f"{state}\n{tape[:head]}[{tape[head]}]{tape[head + 1 :]}"


def arrow(start: tuple[float, float], end: tuple[float, float]) -> FancyArrowPatch:
    """Return the arrow of a step; one that changes nothing is a loop below."""
    (x, y), (to_x, to_y) = start, end
    ends = ((x - 0.35, y + 0.2), (x + 0.35, y + 0.2)) if start == end else ((x + 0.38, y), (to_x - 0.38, to_y))
    bend = f"arc3,rad={0.9 if start == end else 0}"
    return FancyArrowPatch(*ends, arrowstyle="-|>", mutation_scale=11, color="grey", connectionstyle=bend, zorder=1)


def drawn(system: Computation) -> Figure:
    """Return the graph; accepting configurations are green, those where the machine halts without accepting red."""
    columns = layers(system)
    tallest = max(map(len, columns))
    place = {
        one: (2.0 * step, (tallest - len(layer)) / 2 + row)
        for step, layer in enumerate(columns)
        for row, one in enumerate(layer)
    }
    figure = Figure(figsize=(1.5 * len(columns) + 0.6, 0.8 * tallest + 0.3), layout="constrained")
    axes = figure.add_subplot()
    axes.axis("off")
    axes.set(xlim=(-0.8, 2 * len(columns) - 1.2), ylim=(tallest - 0.5, -0.8))
    for one, (x, y) in place.items():
        after = list(dict.fromkeys(system.successors(one)))
        colour = COLOURS[2] if system.is_goal(one) else COLOURS[0] if after else COLOURS[1]
        box = {"boxstyle": "round", "facecolor": "white", "edgecolor": colour, "linewidth": 1.8}
        axes.text(x, y, label(one), ha="center", va="center", family="DejaVu Sans Mono", fontsize=9, bbox=box, zorder=2)
        for other in after:
            axes.add_patch(arrow(place[one], place[other]))
    for step in range(len(columns)):
        axes.text(2.0 * step, -0.65, f"{step} step{'' if step == 1 else 's'}", ha="center", color="grey", fontsize=9)
    return figure


def main(arguments: Sequence[str] | None = None) -> int:
    """Draw and return the exit code."""
    parser = argparse.ArgumentParser(description="Draw the configurations of a machine on a word.")
    parser.add_argument("--machine", type=Path, metavar="FILE", help="a machine as text (that of lesson 5)")
    parser.add_argument("--word", default="0110", help="what stands on the tape (0110)")
    parser.add_argument("--out", type=Path, required=True, metavar="PICTURE", help="an SVG or PNG file")
    options = parser.parse_args(arguments)
    try:
        machine = guess() if options.machine is None else parse_machine(options.machine.read_text(encoding="utf-8"))
        system = Computation(machine, options.word)
    except (SokobanError, OSError) as error:
        parser.error(str(error))
    if sum(map(len, layers(system))) > MOST:
        parser.error(f"more than {MOST} configurations can be reached; give a shorter word")
    with style():
        save(drawn(system), options.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
