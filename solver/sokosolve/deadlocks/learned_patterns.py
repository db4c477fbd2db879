"""Learned dead patterns: boxes B, and a part R of the floor without them in which the player is.

A state *matches* when it has boxes on all of B and its player is in R. Each pattern was proved dead by a search with B
alone on the board (`deadlocks.pattern_search`), so every state that matches is dead: other boxes only hinder. It is
asked for each successor, so a pattern is listed with each of its squares, and beside it another of its squares, which
nearly always settles that it does not match.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sokosolve.kernel import kernel, step
from sokosolve.level.arrays import INT32, INT32_2D, INT64, UINT8, UINT32, UINT64
from sokosolve.level.floor import Floor

MOST_BOXES = 12
(COUNT,) = range(1)


class Patterns(NamedTuple):
    """The patterns, numbered in the order in which they were learned; `counters[COUNT]` says how many there are.

    `boxes` (patterns, MOST_BOXES) has the squares of each, the first `size` of them. `region` has R as words with a bit
    a square, and `player` its first square. The proof searched `states` states.
    `listed[square]` are the patterns with a box on a square, the first `listed_size[square]` of them, in order, and
    `other` beside them is another square of theirs, or the same if there is none.
    """

    boxes: INT32_2D
    size: INT32
    region: UINT64
    player: INT32
    states: INT32
    listed: INT32_2D
    listed_size: INT32
    other: INT32_2D
    counters: INT64


def new_patterns(n: int, k: int, most: int) -> Patterns:
    """Return room for so many patterns in a level of n squares and k boxes."""

    def ints(*shape: int) -> INT32:
        return np.zeros(shape, dtype=np.int32)

    return Patterns(
        boxes=ints(most, min(k, MOST_BOXES)),
        size=ints(most),
        region=np.zeros(most * region_words(n), dtype=np.uint64),
        player=ints(most),
        states=ints(most),
        listed=ints(n, most),
        listed_size=ints(n),
        other=ints(n, most),
        counters=np.zeros(1, dtype=np.int64),
    )


@kernel
def region_words(n: int) -> int:
    """Return how many words have a bit for each of n squares."""
    return (n + 63) // 64


@step
def is_in_region(patterns: Patterns, pattern: int, player: int) -> bool:
    """Say whether a square is in the region of a pattern."""
    words = patterns.region.size // patterns.size.size
    word = patterns.region[pattern * words + (player >> 6)]
    return bool((word >> np.uint64(player & 63)) & np.uint64(1) == np.uint64(1))


@kernel
def fits(patterns: Patterns, pattern: int, occupied: UINT8, player: int) -> bool:
    """Say whether a state matches a pattern; `occupied` marks its boxes."""
    for i in range(patterns.size[pattern]):
        if occupied[patterns.boxes[pattern, i]] == 0:
            return False
    return is_in_region(patterns, pattern, player)


@kernel
def first_match(patterns: Patterns, known: int, occupied: UINT8, landing: int, player: int) -> int:
    """Return the first of the patterns 0 to known - 1 with a box on `landing` that a state matches, -1 if none."""
    for i in range(patterns.listed_size[landing]):
        if occupied[patterns.other[landing, i]] == 1:
            pattern = patterns.listed[landing, i]
            if pattern >= known:
                return -1
            if fits(patterns, pattern, occupied, player):
                return int(pattern)
    return -1


@kernel
def matches(patterns: Patterns, occupied: UINT8, landing: int, player: int) -> bool:
    """Say whether a state matches a pattern with a box on `landing`; `player` is any square that he can walk to.

    It says all there is to say of a state after a push to `landing`, if the state before matches none: a pattern
    without that box has its boxes before the push too, and the player is in the same region, as he walks from there
    over squares without boxes of it.
    """
    return first_match(patterns, patterns.size.size, occupied, landing, player) >= 0


@kernel
def matches_any(patterns: Patterns, occupied: UINT8, player: int) -> bool:
    """Say whether a state matches any pattern."""
    for pattern in range(patterns.counters[COUNT]):
        if fits(patterns, pattern, occupied, player):
            return True
    return False


@kernel
def is_full(patterns: Patterns) -> bool:
    """Say whether there is no room for another pattern."""
    return bool(patterns.counters[COUNT] == patterns.size.size)


@kernel
def keep(patterns: Patterns, floor: Floor, boxes: INT32, size: int, mark: UINT32, stamp: int, states: int) -> int:
    """Keep a pattern of the first `size` of some boxes and the region that carries a stamp, proved by so many states.

    Returns its number; it must not be full.
    """
    pattern = int(patterns.counters[COUNT])
    patterns.counters[COUNT] += 1
    patterns.size[pattern] = size
    for i in range(size):
        box = boxes[i]
        patterns.boxes[pattern, i] = box
        place = patterns.listed_size[box]
        patterns.listed[box, place] = pattern
        other = -1
        for j in range(size):
            if j != i and (other < 0 or patterns.listed_size[boxes[j]] < patterns.listed_size[other]):
                other = int(boxes[j])
        patterns.other[box, place] = box if other < 0 else other
        patterns.listed_size[box] += 1
    words = patterns.region.size // patterns.size.size
    for square in range(floor.n - 1, -1, -1):
        if mark[square] == stamp:
            patterns.region[pattern * words + (square >> 6)] |= np.uint64(1) << np.uint64(square & 63)
            patterns.player[pattern] = square
    patterns.states[pattern] = states
    return pattern
