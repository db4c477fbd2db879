"""Grover's search on the strings of moves of a small level, and what a square root does for a family of levels.

    python experiments/lessons/grover.py --out docs/pictures/course_grover.svg

On the left the chance to find a string that solves the level after each round, by simulation of the state vector; on
the right, for the Fibonacci family, the logarithms of how many strings of moves there are as long as a shortest
solution, of the rounds of Grover's search among them, and of a bound on the states where an ordinary search looks.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from itertools import product
from math import comb, log2
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import NDArray

if __name__ == "__main__":  # run as a script: make the folder `experiments` importable
    sys.path[0] = str(Path(__file__).resolve().parents[1])

from common.pictures import COLOURS, plain_ticks, save, style
from sokogen.families.fibonacci import fibonacci_level, fibonacci_moves
from sokospec import Level, replay

ROOM, MOVES = "#####\n#@  #\n# $ #\n#  .#\n#####", 5
ROUNDS = 60
SIZES = range(4, 13)


def marked(level: Level, moves: int) -> NDArray[np.bool_]:
    """Return which strings of so many moves solve a level, in the order of the letters d, l, r, u."""
    return np.array([replay(level, "".join(string), lenient=True).valid for string in product("dlru", repeat=moves)])


def chances(solves: NDArray[np.bool_], rounds: int) -> list[float]:
    """Return the chance to measure a marked candidate after 0, 1, ... rounds of Grover's search.

    >>> [round(chance, 2) for chance in chances(np.arange(4) == 2, 2)]
    [0.25, 1.0, 0.25]
    """
    vector = np.full(len(solves), 1 / np.sqrt(len(solves)))
    found = [float((vector[solves] ** 2).sum())]
    for _ in range(rounds):
        vector[solves] *= -1
        vector = 2 * vector.mean() - vector
        found.append(float((vector[solves] ** 2).sum()))
    return found


def drawn() -> Figure:
    """Return both plots."""
    figure = Figure(figsize=(9, 3.6), layout="constrained")
    left, right = figure.subplots(1, 2)
    _chances(left)
    _square_roots(right)
    return figure


def _chances(axes: Axes) -> None:
    solves = marked(Level.parse(ROOM), MOVES)
    axes.plot(chances(solves, ROUNDS), color=COLOURS[0], marker="o", markersize=3)
    axes.set(xlabel="rounds", ylabel="chance to measure a solution", ylim=(0, 1.02))
    axes.set_title(f"{solves.sum()} of {len(solves):,} strings of {MOVES} moves", fontsize=10)


def _square_roots(axes: Axes) -> None:
    moves = [fibonacci_moves(size) for size in SIZES]
    levels = [fibonacci_level(size) for size in SIZES]
    floor = [len(level.board.floor) for level in levels]
    states = [log2(comb(squares, size) * squares) for size, squares in zip(SIZES, floor, strict=True)]
    lines = (
        ("strings of moves", [2.0 * count for count in moves], "--"),
        ("rounds among them", [float(count) for count in moves], "-"),
        ("states, at most", states, ":"),
    )
    for (name, values, dash), colour in zip(lines, COLOURS, strict=False):
        axes.plot(SIZES, values, dash, color=colour, marker="o", markersize=3, label=name)
    axes.set(xlabel="boxes", ylabel="logarithm to the base 2", yscale="log")
    plain_ticks(axes.yaxis, (1, 2, 5))
    axes.set_title("the Fibonacci family", fontsize=10)
    axes.legend()


def main(arguments: Sequence[str] | None = None) -> int:
    """Draw and return the exit code."""
    parser = argparse.ArgumentParser(description="Draw Grover's search on the numbers of our levels.")
    parser.add_argument("--out", type=Path, required=True, metavar="PICTURE", help="an SVG or PNG file")
    options = parser.parse_args(arguments)
    with style():
        save(drawn(), options.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
