"""Learned dead patterns: boxes B, and a component R of the floor without them that holds the player.

Patterns are listed by each of their squares, with another square that usually refutes a match at once.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sokosolve.kernel import kernel, step
from sokosolve.level.arrays import INT32, INT32_2D, INT64, UINT8, UINT64, ints
from sokosolve.level.floor import Floor
from sokosolve.level.reach import Flood

_MOST_BOXES = 12


class Patterns(NamedTuple):
    """Patterns in the order of learning; `number[0]` is how many there are.

    `region` is R in words and `player` its first square; the proof took `states` states. `listed[square]` are the
    patterns with a box there, and `other` another square of each, or the same.
    """

    boxes: INT32_2D
    size: INT32
    region: UINT64
    player: INT32
    states: INT32
    listed: INT32_2D
    listed_size: INT32
    other: INT32_2D
    number: INT64


def new_patterns(n: int, k: int, most: int) -> Patterns:
    return Patterns(
        boxes=ints(most, min(k, _MOST_BOXES)),
        size=ints(most),
        region=np.zeros(most * _region_words(n), dtype=np.uint64),
        player=ints(most),
        states=ints(most),
        listed=ints(n, most),
        listed_size=ints(n),
        other=ints(n, most),
        number=np.zeros(1, dtype=np.int64),
    )


@kernel
def _region_words(n: int) -> int:
    return (n + 63) // 64


@step
def is_in_region(patterns: Patterns, pattern: int, player: int) -> bool:
    words = patterns.region.size // patterns.size.size
    word = patterns.region[pattern * words + (player >> 6)]
    return bool((word >> np.uint64(player & 63)) & np.uint64(1) == np.uint64(1))


@kernel
def fits(patterns: Patterns, pattern: int, occupied: UINT8, player: int) -> bool:
    for i in range(patterns.size[pattern]):
        if occupied[patterns.boxes[pattern, i]] == 0:
            return False
    return is_in_region(patterns, pattern, player)


@kernel
def first_match(patterns: Patterns, known: int, occupied: UINT8, landing: int, player: int) -> int:
    """Return the first pattern below `known` with a box on `landing` that matches, or -1."""
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
    """Tell whether a state matches a pattern with a box on `landing`; `player` is any reachable square.

    If the state before the push matches none, no other pattern can match: its boxes and the player's region are
    unchanged.
    """
    return first_match(patterns, patterns.size.size, occupied, landing, player) >= 0


@kernel
def matches_any(patterns: Patterns, occupied: UINT8, player: int) -> bool:
    for pattern in range(patterns.number[0]):
        if fits(patterns, pattern, occupied, player):
            return True
    return False


@kernel
def is_full(patterns: Patterns) -> bool:
    return bool(patterns.number[0] == patterns.size.size)


@kernel
def keep(patterns: Patterns, floor: Floor, boxes: INT32, size: int, flood: Flood, states: int) -> int:
    """Store a pattern of the first `size` boxes and the region marked in `flood`; return its number."""
    pattern = int(patterns.number[0])
    patterns.number[0] += 1
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
        if flood.mark[square] == flood.stamp[0]:
            patterns.region[pattern * words + (square >> 6)] |= np.uint64(1) << np.uint64(square & 63)
            patterns.player[pattern] = square
    patterns.states[pattern] = states
    return pattern
