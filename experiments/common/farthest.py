"""The farthest start of a level: of all positions of boxes and player, the one with the longest way, in pushes.

Breadth first and backwards from all solved states, for one set of goals. A state is a set of squares with boxes, one
bit each, and a square of the player's region; per set of boxes one more word remembers where the player has been.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from sokospec.board import Level, State
from sokospec.rules import reachable

UINT64 = NDArray[np.uint64]
INT64 = NDArray[np.int64]

ONE = np.uint64(1)
BITS = 63
"""The rows of the floor, with a wall after each, must fit in this many bits."""


class Farthest(NamedTuple):
    """The least pushes from the farthest start, that start, and how many pairs of boxes and region there are."""

    pushes: int
    level: Level
    states: int


def farthest_start(level: Level, limit: int = 1_000_000) -> Farthest | None:
    """Return the farthest start for the goals of a level, on the floor that its player could walk without boxes.

    None when there are more than `limit` sets of boxes. Raises `ValueError` for a floor that is too large.

    >>> found = farthest_start(Level.parse("#######\\n#@$  .#\\n#     #\\n#######"))
    >>> found.pushes
    3
    >>> print(found.level)
    #######
    #@$  .#
    #     #
    #######
    """
    squares = reachable(level.board, State(frozenset(), level.player))
    top, left = (min(square[axis] for square in squares) for axis in (0, 1))
    stride = max(square.column for square in squares) - left + 2
    bit = {square: (square.row - top) * stride + square.column - left for square in squares}
    if max(bit.values()) >= BITS:
        raise ValueError(f"the floor is too large: its rows, with a wall after each, take more than {BITS} squares")
    floor, goals = (sum(1 << bit[square] for square in some) for some in (squares, squares & level.goals))
    found = np.zeros(4, dtype=np.int64)
    last = int(_search(np.uint64(floor), np.uint64(goals), np.uint64(stride), limit, found))
    if found[0] < 0:
        return None
    boxes = frozenset(square for square in squares if last >> bit[square] & 1) | (level.goals - squares)
    [player] = (square for square in squares if bit[square] == found[1])
    return Farthest(int(found[0]), Level(level.board, State(boxes, player)), int(found[2]))


@njit(cache=True)
def _flooded(seed: np.uint64, free: np.uint64, stride: np.uint64) -> np.uint64:
    """Return all squares that can be reached from some through free ones."""
    while True:
        more = (seed | seed << ONE | seed >> ONE | seed << stride | seed >> stride) & free
        if more == seed:
            return seed
        seed = more


@njit(cache=True)
def _index(lone: np.uint64) -> int:
    """Return which bit is set."""
    index = 0
    while lone > ONE:
        lone >>= ONE
        index += 1
    return index


@njit(cache=True)
def _slot(keys: UINT64, boxes: np.uint64) -> int:
    """Return where a set of boxes is in the table, or is to be."""
    mask = np.uint64(len(keys) - 1)
    place = (boxes * np.uint64(0x9E3779B97F4A7C15) >> np.uint64(20)) & mask
    while keys[place] != 0 and keys[place] != boxes:
        place = (place + ONE) & mask
    return int(place)


@njit(cache=True)
def _search(floor: np.uint64, goals: np.uint64, stride: np.uint64, limit: int, found: INT64) -> np.uint64:
    """Return the boxes of the farthest start; `found` receives its pushes (-1 beyond the limit), player and states."""
    size = 1
    while size < 2 * limit + 2:
        size *= 2
    keys = np.zeros(size, dtype=np.uint64)
    been = np.zeros(size, dtype=np.uint64)
    now_boxes, now_players = [goals], [np.uint64(0)]
    now_boxes.clear()
    now_players.clear()
    place = _slot(keys, goals)
    keys[place] = goals
    used = 1
    rest = floor & ~goals
    been[place] = rest
    while rest:
        seed = rest & (~rest + ONE)
        now_boxes.append(goals)
        now_players.append(seed)
        rest &= ~_flooded(seed, rest, stride)
    states = len(now_boxes)
    depth = 0
    while True:
        next_boxes, next_players = [goals], [goals]
        next_boxes.clear()
        next_players.clear()
        for i in range(len(now_boxes)):
            boxes = now_boxes[i]
            region = _flooded(now_players[i], floor & ~boxes, stride)
            for direction in range(4):
                shift = ONE if direction < 2 else stride
                if direction % 2:  # the box is behind the player, who pulls it along and steps away from it
                    players = region & boxes << shift & region >> shift
                else:
                    players = region & boxes >> shift & region << shift
                while players:
                    player = players & (~players + ONE)
                    players ^= player
                    box = player >> shift if direction % 2 else player << shift
                    stand = player << shift if direction % 2 else player >> shift
                    pulled = boxes ^ player ^ box
                    place = _slot(keys, pulled)
                    if keys[place] == 0:
                        if used == limit:
                            found[0] = -1
                            return goals
                        keys[place] = pulled
                        used += 1
                    if been[place] & stand == 0:
                        been[place] |= _flooded(stand, floor & ~pulled, stride)
                        next_boxes.append(pulled)
                        next_players.append(stand)
        if len(next_boxes) == 0:
            break
        states += len(next_boxes)
        depth += 1
        now_boxes, now_players = next_boxes, next_players
    found[0] = depth
    found[1] = _index(now_players[0])
    found[2] = states
    return now_boxes[0]
