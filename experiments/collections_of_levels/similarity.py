"""Similarity of different levels, and of levels with one small change: the figures behind `--threshold`.

    python experiments/collections_of_levels/similarity.py FILES...

takes the levels of FILES, of equal normal forms one. It prints how many pairs of levels have each similarity, then
quantiles of the similarity of a level to itself after one change: a box moved to a neighbouring square, a wall taken
away, a floor square walled up, the level mirrored. The changes are drawn with `--seed`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from random import Random

if __name__ == "__main__":  # run as a script: make the folder `experiments` importable
    sys.path[0] = str(Path(__file__).resolve().parents[1])

from common import markdown
from sokospec.board import Direction, Level, Square, State, neighbour
from sokospec.formats import read_collection
from sokospec.transform.normal_form import normal_form
from sokospec.transform.similarity import LevelMarks, similarity, similarity_of_marks
from sokospec.transform.symmetry import SYMMETRIES

THRESHOLDS = (0.6, 0.7, 0.75, 0.8, 0.85, 0.9)
QUANTILES = (0.01, 0.05, 0.25, 0.5)


def inside(level: Level) -> list[Square]:
    """Return the squares that are not at the edge of the grid, in row order."""
    return [Square(row, column) for row in range(1, level.height - 1) for column in range(1, level.width - 1)]


def move_box(level: Level, random: Random) -> Level | None:
    """Return the level with one box moved to a free neighbouring square, None if no box has one."""
    free = set(inside(level)) - level.walls - level.boxes - {level.player}
    pairs = ((box, neighbour(box, direction)) for box in sorted(level.boxes) for direction in Direction)
    moves = [(box, side) for box, side in pairs if side in free]
    if not moves:
        return None
    box, side = random.choice(moves)
    return replace(level, state=State(level.boxes - {box} | {side}, level.player))


def take_wall(level: Level, random: Random) -> Level | None:
    """Return the level with one wall fewer that is beside floor; None if all walls are at the edge."""
    floor = set(inside(level)) - level.walls
    walls = [wall for wall in inside(level) if wall in level.walls and not floor.isdisjoint(_beside(wall))]
    return _with_walls(level, level.walls - {random.choice(walls)}) if walls else None


def add_wall(level: Level, random: Random) -> Level | None:
    """Return the level with a wall on an empty floor square, None if all squares are in use."""
    pieces = level.boxes | level.goals | {level.player}
    empty = [square for square in inside(level) if square not in level.walls | pieces]
    return _with_walls(level, level.walls | {random.choice(empty)}) if empty else None


def turn(level: Level, random: Random) -> Level | None:
    """Return the level mirrored or turned."""
    return random.choice(SYMMETRIES).level(level)


CHANGES: dict[str, Callable[[Level, Random], Level | None]] = {
    "box moved": move_box,
    "wall taken away": take_wall,
    "floor walled up": add_wall,
    "mirrored or turned": turn,
}


def _beside(square: Square) -> list[Square]:
    return [neighbour(square, direction) for direction in Direction]


def _with_walls(level: Level, walls: frozenset[Square]) -> Level:
    return replace(level, board=replace(level.board, walls=walls))


def different_levels(files: Iterable[str]) -> list[Level]:
    """Return the normal forms of the levels of all files, each once."""
    levels = (entry.drawn.level for file in files for entry in read_collection(file))
    return list(dict.fromkeys(normal_form(level).level for level in levels if level is not None))


def pair_rows(levels: Sequence[Level]) -> list[tuple[object, ...]]:
    """Return for each threshold the pairs of levels that are at least as similar, and the levels in them."""
    marks = [LevelMarks.of(level) for level in levels]
    similar = [
        (one, other, share)
        for one, other in combinations(range(len(marks)), 2)
        if (share := similarity_of_marks(marks[one], marks[other], THRESHOLDS[0]))
    ]
    rows: list[tuple[object, ...]] = []
    for threshold in THRESHOLDS:
        pairs = [(one, other) for one, other, share in similar if share >= threshold]
        rows.append((threshold, f"{len(pairs):,}", f"{len({level for pair in pairs for level in pair}):,}"))
    return rows


def change_rows(levels: Sequence[Level], seed: int) -> list[tuple[object, ...]]:
    """Return for each change the quantiles of similarity, and the share of levels that stay above each threshold."""
    rows: list[tuple[object, ...]] = []
    for name, change in CHANGES.items():
        random = Random(seed)
        changed = ((level, change(level, random)) for level in levels)
        shares = sorted(similarity(level, other) for level, other in changed if other is not None)
        quantiles = [f"{shares[int(share * len(shares))]:.2f}" for share in QUANTILES]
        above = [f"{sum(share >= each for share in shares) / len(shares):.1%}" for each in (0.75, 0.8, 0.85, 0.9)]
        rows.append((name, len(shares), *quantiles, *above))
    return rows


def main(arguments: Sequence[str] | None = None) -> int:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(arguments)
    levels = different_levels(options.files)
    count = len(levels) * (len(levels) - 1) // 2
    print(f"{len(levels):,} different levels, {count:,} pairs\n")
    print(markdown.table("similarity at least | pairs | levels in them", pair_rows(levels)))
    print()
    heads = "change | levels | 1 % below | 5 % | 25 % | 50 % | at least 0.75 | 0.8 | 0.85 | 0.9"
    print(markdown.table(heads, change_rows(levels, options.seed), left=["change"]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
