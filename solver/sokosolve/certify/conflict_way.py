"""States on the way of a search for conflicts: their boxes, and what they need after a push."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from sokosolve.certify.pattern_kernel import NEVER, Choice, ChoiceCount, Patterns, bit, find_excess
from sokosolve.kernel import kernel, step
from sokosolve.level.arrays import INFINITE, INT32, INT32_2D, INT64, UINT8, UINT64, UINT64_2D
from sokosolve.level.reach import reach_after
from sokosolve.level.world import Scratch, World
from sokosolve.search.columns import NOBODY

NO_PRICE = 1 << 28
"""In place of a price, on a square without a goal."""


class Frame(IntEnum):
    """Columns of a state on the way from the first one."""

    PLAYER = 0
    SLACK = 1
    ACTIVE = 2  # how many boxes are active
    GROUPS = 3  # how many disjoint groups are known in this state
    CANDIDATE = 4  # the push at hand, first those that are possible without the other boxes only
    LEAST = 5  # what the pushes before it need at least


class Progress(IntEnum):
    """Counts of a search."""

    DEPTH = 0  # of the state at hand
    PHASE = 1
    LEFT = 2  # states that it may still look at
    SEED = 3  # the first active box of the first state
    REASONS = 4  # how many sets of boxes refute the last state
    EXCESS = 5  # what the last refuted state needs at least
    TIME = 6  # of the last conflict


class Way(NamedTuple):
    """States on the way from the first one, a row each.

    `squares` has the square of each box, NOBODY of those that left, `order` the active boxes, `active` their set.
    `groups` has disjoint sets of boxes, and `paid` the excess that each needs. Sets have a bit for each box.
    """

    of: INT32_2D
    squares: INT32_2D
    order: INT32_2D
    active: UINT64
    groups: UINT64_2D
    paid: INT32_2D


class Conflicts(NamedTuple):
    """Search of a level.

    `area` marks squares where boxes leave the search, without slack. `price` has a price for each square, or NO_PRICE.
    `reasons` are disjoint sets of boxes that refute the last state. `last` has the time of each box's last conflict.
    The others are working memory: the box at each place of `scratch.boxes`, and squares of the player's walk.
    """

    patterns: Patterns
    fitting: Choice
    way: Way
    area: UINT8
    price: INT32
    reasons: UINT64
    last: INT64
    counts: INT64
    box_at: INT32
    crossed: INT32
    before: INT32
    queue: INT32_2D


@kernel
def place_set(scratch: Scratch, search: Conflicts, depth: int, boxes: np.uint64, moved: int, landing: int) -> int:
    """Place a set of boxes in row order, one of them moved, without those that left; return their number."""
    size = 0
    for box in range(search.way.squares.shape[1]):
        if boxes & bit(box) == np.uint64(0):
            continue
        square = landing if box == moved else search.way.squares[depth, box]
        if square == NOBODY:
            continue
        place = size
        while place > 0 and scratch.boxes[place - 1] > square:
            scratch.boxes[place] = scratch.boxes[place - 1]
            search.box_at[place] = search.box_at[place - 1]
            place -= 1
        scratch.boxes[place] = square
        search.box_at[place] = box
        size += 1
    return size


@step
def mark_set(search: Conflicts, depth: int, boxes: np.uint64, marks: UINT8, value: int) -> None:
    for box in range(search.way.squares.shape[1]):
        if boxes & bit(box) != np.uint64(0) and search.way.squares[depth, box] != NOBODY:
            marks[search.way.squares[depth, box]] = value


@kernel
def flood_active(world: World, scratch: Scratch, search: Conflicts, depth: int) -> int:
    """Mark the active boxes in `scratch.walls`; stamp the player's region among them in `flood.mark_after`."""
    flood, way = scratch.flood, search.way
    mark_set(search, depth, way.active[depth], scratch.walls, 1)
    reach_after(int(way.of[depth, Frame.PLAYER]), world.floor, scratch.walls, flood)
    return int(flood.stamp_after[0])


@step
def waste_of(world: World, box: int, landing: int, player: int) -> int:
    """Return the pushes that a push wastes by the prices, or INFINITE if the box has no way afterwards."""
    least, component = world.groups.least, world.distances.component
    after = least[landing, component[0, landing, box]]
    return INFINITE if after >= INFINITE // 2 else int(1 + after - least[box, component[0, box, player]])


@step
def slack_for(world: World, search: Conflicts, box: int, landing: int, player: int) -> int:
    """Return the slack that a push spends, or INFINITE if the box has no way afterwards."""
    waste = waste_of(world, box, landing, player)
    return 0 if search.area[landing] == 1 and waste < INFINITE else waste


@step
def square_after(search: Conflicts, landing: int) -> int:
    """Return where a box is after a push, NOBODY if it left."""
    return NOBODY if search.area[landing] == 1 else landing


@kernel
def need_with(world: World, scratch: Scratch, search: Conflicts, depth: int, box: int, landing: int, slack: int) -> int:
    """Return what the active boxes need if a push comes first, or something above the slack; sets what is chosen.

    It is NEVER if they have no solution then.
    """
    square = int(search.way.squares[depth, box])
    spent = slack_for(world, search, square, landing, int(search.way.of[depth, Frame.PLAYER]))
    search.fitting.counts[ChoiceCount.CHOSEN] = 0
    if spent == INFINITE:
        return NEVER
    if spent > slack:
        return spent
    size = place_set(scratch, search, depth, search.way.active[depth], box, square_after(search, landing))
    excess = find_excess(world, scratch, search.patterns, search.fitting, size, square, slack - spent)
    return NEVER if excess == NEVER else spent + excess
