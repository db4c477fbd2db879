"""Numbered squares of a level for kernels, and floods of the player."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sokosolve.kernel import kernel
from sokospec.board import Level
from sokoverify.kernel_arrays import BITS, INT32, INT64, UINT8


class Squares(NamedTuple):
    """Floor squares 0 to n - 1 in row order; n stands for every wall.

    A set of squares has `words` words: square s is bit `bit[s]` of word `word[s]`. `floor_of` maps numbers of the
    format to squares, n for walls. `first` marks the initial boxes. `random` has hash keys for a box on each square,
    and from n on for the player.
    """

    n: int
    words: int
    player: int
    word: INT32
    bit: INT64
    floor_of: INT32
    goal: UINT8
    first: UINT8
    black: UINT8
    random: INT64


class Room(NamedTuple):
    """Working memory of kernels.

    `mark` and `other_mark` hold stamps of floods, the latest in `stamps`; `moves` and `other_moves` are distances in
    floods that measure them. `key` is a set of boxes.
    """

    mark: INT64
    other_mark: INT64
    stamps: INT64
    queue: INT32
    moves: INT32
    other_moves: INT32
    occupied: UINT8
    fenced: UINT8
    boxes: INT32
    after: INT32
    closing: INT32
    key: INT64


def squares_of(level: Level) -> Squares:
    board = level.board
    floor = [*board.floor]
    n, words = len(floor), (len(floor) + BITS - 1) // BITS
    number = {square: i for i, square in enumerate(floor)}

    def marks(chosen: list[bool]) -> UINT8:
        return np.array([*chosen, False], dtype=np.uint8)

    floor_of = np.full(board.height * board.width, n, dtype=np.int32)
    floor_of[[row * board.width + column for row, column in floor]] = np.arange(n)
    return Squares(
        n=n,
        words=words,
        player=number[level.player],
        word=np.arange(n + 1, dtype=np.int32) // BITS,
        bit=np.int64(1) << np.arange(n + 1, dtype=np.int64) % BITS,
        floor_of=floor_of,
        goal=marks([square in level.goals for square in floor]),
        first=marks([square in level.boxes for square in floor]),
        black=marks([(row + column) % 2 == 1 for row, column in floor]),
        random=np.random.default_rng(7).integers(0, 1 << 62, 2 * n, dtype=np.int64),
    )


def new_room(n: int, words: int) -> Room:
    def ints() -> INT32:
        return np.zeros(n + 1, dtype=np.int32)

    walls = np.zeros(n + 1, dtype=np.uint8)
    walls[n] = 1
    return Room(
        mark=np.zeros(n + 1, dtype=np.int64),
        other_mark=np.zeros(n + 1, dtype=np.int64),
        stamps=np.zeros(2, dtype=np.int64),
        queue=ints(),
        moves=ints(),
        other_moves=ints(),
        occupied=walls.copy(),
        fenced=walls.copy(),
        boxes=ints(),
        after=ints(),
        closing=ints(),
        key=np.zeros(words + 1, dtype=np.int64),
    )


@kernel
def measure_flood(
    start: int, beyond: INT32, blocked: UINT8, mark: INT64, stamp: int, moves: INT32, queue: INT32
) -> None:
    """Stamp the squares of the board that the player can walk to, and write the moves to each. O(squares)."""
    mark[start] = stamp
    moves[start] = 0
    queue[0] = start
    head, tail = 0, 1
    while head < tail:
        square = queue[head]
        head += 1
        for direction in range(4):
            ahead = beyond[square * 4 + direction]
            if blocked[ahead] == 0 and mark[ahead] != stamp:
                mark[ahead] = stamp
                moves[ahead] = moves[square] + 1
                queue[tail] = ahead
                tail += 1


@kernel
def flood(start: int, beyond: INT32, base: int, blocked: UINT8, mark: INT64, stamp: int, queue: INT32) -> int:
    """Stamp the squares that the player can walk to; return the first of them.

    `beyond` has the four neighbours of square s of a ground from (base + s) * 4 on. O(squares).
    """
    mark[start] = stamp
    queue[0] = start
    least = start
    head, tail = 0, 1
    while head < tail:
        square = queue[head]
        head += 1
        if square < least:
            least = square
        place = (base + square) * 4
        for direction in range(4):
            ahead = beyond[place + direction]
            if blocked[ahead] == 0 and mark[ahead] != stamp:
                mark[ahead] = stamp
                queue[tail] = ahead
                tail += 1
    return least
