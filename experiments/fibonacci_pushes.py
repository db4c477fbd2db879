"""The fewest pushes of the Fibonacci family, by exhaustive search backwards with 8 bytes a state.

    python experiments/fibonacci_pushes.py --sizes 4-12

A state is the set of boxes and the first square that the player can reach, in one 64-bit word; the search pulls boxes
from all solved states, breadth first, until it has made the start. All states made so far stand in one hash table, and
nothing else is kept but the layer before. It shares the level, and nothing else, with the engines.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from common.levels import numbers
from sokogen.families.fibonacci import fibonacci_level, fibonacci_pushes
from sokospec.board import Level, Square, State
from sokospec.rules import reachable

Words = NDArray[np.uint64]
PLAYER = 58
"""Boxes take the bits below this, the player's first square those from here on."""


class Found(NamedTuple):
    """The fewest pushes, the states made, and whether the search came to its end: without pushes, no solution."""

    pushes: int | None
    states: int
    complete: bool


@njit(cache=True)
def first_reachable(
    boxes: int | np.int64, player: int | np.int64, beside: NDArray[np.int64]
) -> tuple[int | np.int64, int]:  # pragma: no cover
    """Return the squares that the player reaches, as bits, and the first of them."""
    seen = fresh = 1 << player
    while fresh:
        reached = 0
        while fresh:
            low = fresh & -fresh
            square = 0
            for step in (32, 16, 8, 4, 2, 1):
                if low >> (square + step):
                    square += step
            reached |= beside[square]
            fresh ^= low
        fresh = reached & ~(seen | boxes)
        seen |= fresh
    low, square = seen & -seen, 0
    for step in (32, 16, 8, 4, 2, 1):
        if low >> (square + step):
            square += step
    return seen, square


@njit(cache=True)
def added(table: Words, state: np.uint64) -> bool:  # pragma: no cover
    """Put a state into the table, unless it is there; whether it is new."""
    mask = np.uint64(len(table) - 1)
    place = ((state ^ (state >> np.uint64(29))) * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(20)
    place = (place ^ (place >> np.uint64(15))) & mask
    while table[place] != np.uint64(0):
        if table[place] == state:
            return False
        place = (place + np.uint64(1)) & mask
    table[place] = state
    return True


@njit(cache=True)
def layer_before(
    layer: Words, before: Words, table: Words, next_to: NDArray[np.int64], beside: NDArray[np.int64]
) -> int:  # pragma: no cover
    """Write the new states one pull away from a layer's; return how many, or -1 if there is no room for them."""
    made = 0
    squares = len(next_to)
    for state in layer:
        boxes = np.int64(state) & ((1 << PLAYER) - 1)
        seen, _ = first_reachable(boxes, np.int64(state >> np.uint64(PLAYER)), beside)
        for box in range(squares):
            if not boxes >> box & 1:
                continue
            for way in range(4):
                player, beyond = next_to[box, way], -1
                if player >= 0 and seen >> player & 1:
                    beyond = next_to[player, way]
                if beyond < 0 or boxes >> beyond & 1:
                    continue
                pulled = boxes ^ (1 << box) | (1 << player)
                _, first = first_reachable(pulled, beyond, beside)
                word = np.uint64(pulled) | np.uint64(first) << np.uint64(PLAYER)
                if added(table, word):
                    if made == len(before):
                        return -1
                    before[made] = word
                    made += 1
    return made


def fewest_pushes(level: Level, bits: int) -> Found:
    """Return the fewest pushes of a level with at most 58 floor squares; the table has 2^bits places.

    >>> fewest_pushes(fibonacci_level(4), 10)
    Found(pushes=18, states=186, complete=True)
    """
    floor = sorted(reachable(level.board, State(frozenset(), level.player)))
    if len(floor) > PLAYER:
        raise ValueError(f"the level has {len(floor)} floor squares; at most {PLAYER} fit")
    number = {square: i for i, square in enumerate(floor)}
    ways = ((-1, 0), (1, 0), (0, -1), (0, 1))
    next_to = np.array(
        [[number.get(Square(s.row + down, s.column + right), -1) for down, right in ways] for s in floor],
        dtype=np.int64,
    )
    beside = np.array([sum(1 << int(s) for s in row if s >= 0) for row in next_to], dtype=np.int64)
    goals = sum(1 << number[s] for s in level.board.goals)
    start_boxes = sum(1 << number[s] for s in level.boxes)
    start = _word(start_boxes, number[level.player], beside)
    table = np.zeros(1 << bits, dtype=np.uint64)
    layer = np.array(
        sorted({_word(goals, i, beside) for i in range(len(floor)) if not goals >> i & 1}), dtype=np.uint64
    )
    for state in layer:
        added(table, state)
    before = np.zeros(max(64, len(table) // 8), dtype=np.uint64)
    states, pushes = len(layer), 0
    while len(layer) and not (layer == start).any():
        made = layer_before(layer, before, table, next_to, beside)
        states += made
        if made < 0 or states > 0.9 * len(table):
            return Found(None, states, complete=False)
        layer, pushes = before[:made].copy(), pushes + 1
    return Found(pushes if len(layer) else None, states, complete=True)


def _word(boxes: int, player: int, beside: NDArray[np.int64]) -> np.uint64:
    return np.uint64(boxes | first_reachable(boxes, player, beside)[1] << PLAYER)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a row for each size; exit code 1 when an optimum differs from the prediction."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=numbers, default=numbers("4-12"), help="numbers of boxes, as 4-12")
    parser.add_argument("--bits", type=int, default=26, help="the table has 2^BITS places of 8 bytes")
    given = parser.parse_args(arguments)
    wrong = False
    print("| boxes | predicted | fewest pushes | states | seconds |\n|--:|--:|--:|--:|--:|")
    for n in sorted(given.sizes):
        start = time.perf_counter()
        found = fewest_pushes(fibonacci_level(n), given.bits)
        seconds = time.perf_counter() - start
        answer = f"{found.pushes:,}" if found.pushes is not None else "none" if found.complete else "table full"
        print(f"| {n} | {fibonacci_pushes(n):,} | {answer} | {found.states:,} | {seconds:.1f} |", flush=True)
        wrong |= found.complete and found.pushes != fibonacci_pushes(n)
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())
