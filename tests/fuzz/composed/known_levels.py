"""Small random levels with a known solution, drawn from a seed and solved by the reference engine."""

from __future__ import annotations

import random
from functools import cache
from typing import NamedTuple

import sokospec
from sokospec.board import Level
from sokospec.errors import InvalidLevel

SEED = 1982
COUNT = 60


class KnownLevel(NamedTuple):
    """The rows of a board, drawn with spaces for floor, and a solution in LURD."""

    rows: tuple[str, ...]
    lurd: str


@cache
def known_levels() -> tuple[KnownLevel, ...]:
    """Return the levels, all different, each with a solution of at least one push."""
    random_ = random.Random(SEED)
    levels: dict[tuple[str, ...], KnownLevel] = {}
    while len(levels) < COUNT:
        rows = draw_board(random_)
        try:
            answer = sokospec.solve(Level.parse("\n".join(rows)))
        except InvalidLevel:
            continue
        if answer.lurd:
            levels[rows] = KnownLevel(rows, answer.lurd)
    return tuple(levels.values())


def draw_board(random_: random.Random) -> tuple[str, ...]:
    """Return the rows of a walled board with one or two boxes; it may have no solution."""
    height, width = random_.randint(1, 4), random_.randint(3, 7)
    inside = [["#" if random_.random() < 0.15 else " " for _ in range(width)] for _ in range(height)]
    squares = [(row, column) for row in range(height) for column in range(width) if inside[row][column] == " "]
    boxes = random_.randint(1, 2)
    pieces = "@" + "$" * boxes + "." * boxes
    if len(squares) < len(pieces):
        return ("#####", "#@$.#", "#####")
    for (row, column), piece in zip(random_.sample(squares, len(pieces)), pieces, strict=True):
        inside[row][column] = piece
    wall = "#" * (width + 2)
    return (wall, *("#" + "".join(row) + "#" for row in inside), wall)
