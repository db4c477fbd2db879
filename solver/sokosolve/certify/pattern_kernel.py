"""Excess of a state by the opened states of large groups that are proved, its patterns, and by the tables together.

It takes disjoint ones, largest excess first, and compares limits on their size. Checkers do so for a state of a search;
after a push from a group they compare in another way (`sokospec.certificates.groups`).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sokosolve.bounds.box_groups import LARGEST
from sokosolve.kernel import kernel, step
from sokosolve.level.arrays import INT32, UINT8, UINT64
from sokosolve.level.reach import first_reachable, next_stamp
from sokosolve.level.world import NO_GROUP, GroupChoice, Scratch, ScratchCounter, World
from sokosolve.search.columns import NOBODY


class Patterns(NamedTuple):
    """Opened states in lexicographic order, `width` squares each, NOBODY after the last.

    `following` has, for each square, the next pattern that does not begin with the squares up to this one. `first` is
    the player's first square, `source` the number of the large group. `used` marks sources of patterns that abandoned
    states need. The last four are of patterns that fit a state, largest excess first; `mask` has a bit for each box.
    """

    width: int
    squares: INT32
    following: INT32
    first: INT32
    excess: INT32
    source: INT32
    used: UINT8
    rows: INT32
    size: INT32
    mask: UINT64
    taken: UINT8


@step
def _count_fitting(scratch: Scratch, patterns: Patterns, row: int) -> int:
    """Return how many squares of a pattern have boxes, up to the first that has none."""
    place = 0
    while place < patterns.width:
        square = patterns.squares[row * patterns.width + place]
        if square < 0 or scratch.occupied[square] == 0:
            break
        place += 1
    return place


@kernel
def _has_player(world: World, scratch: Scratch, patterns: Patterns, row: int, size: int, player: int) -> bool:
    flood, walls, n = scratch.flood, scratch.walls, world.floor.n
    walls[n] = 1
    for place in range(size):
        walls[patterns.squares[row * patterns.width + place]] = 1
    stamp = next_stamp(scratch.counters, ScratchCounter.REACHED_AFTER, flood.mark_after)
    first = first_reachable(player, world.floor, walls, flood.mark_after, stamp, flood.queue)
    for place in range(size):
        walls[patterns.squares[row * patterns.width + place]] = 0
    walls[n] = 0
    return bool(first == patterns.first[row])


@kernel
def _insert(scratch: Scratch, patterns: Patterns, count: int, row: int, size: int) -> int:
    """Insert a pattern that fits; return the new number."""
    rows, sizes, mask, excess = patterns.rows, patterns.size, patterns.mask, patterns.excess
    place = min(count, rows.size - 1)
    if count == rows.size and excess[rows[place]] >= excess[row]:
        return count
    while place > 0:
        before = excess[rows[place - 1]]
        if before > excess[row] or (before == excess[row] and sizes[place - 1] <= size):
            break
        rows[place] = rows[place - 1]
        sizes[place] = sizes[place - 1]
        mask[place] = mask[place - 1]
        place -= 1
    rows[place] = row
    sizes[place] = size
    mask[place] = np.uint64(0)
    box = 0
    for which in range(size):
        while scratch.boxes[box] != patterns.squares[row * patterns.width + which]:
            box += 1
        mask[place] |= np.uint64(1) << np.uint64(box)
    return min(count + 1, rows.size)


@kernel
def find_patterns(world: World, scratch: Scratch, patterns: Patterns, player: int) -> int:
    """Find the patterns that fit the current state; return their number."""
    row, count = 0, 0
    while row < patterns.first.size:
        size = _count_fitting(scratch, patterns, row)
        if size < patterns.width and patterns.squares[row * patterns.width + size] != NOBODY:
            row = int(patterns.following[row * patterns.width + size])
            continue
        if _has_player(world, scratch, patterns, row, size, player):
            count = _insert(scratch, patterns, count, row, size)
        row += 1
    return count


@step
def _mask_of(choice: GroupChoice, group: int) -> np.uint64:
    mask = np.uint64(0)
    for which in range(LARGEST * group, LARGEST * group + choice.size[group]):
        mask |= np.uint64(1) << np.uint64(choice.members[which])
    return mask


@kernel
def _take_disjoint(choice: GroupChoice, patterns: Patterns, found: int, fitting: int, largest: int) -> int:
    """Return the greedy sum with patterns of at most `largest` boxes; sets `chosen` and `taken`."""
    choice.chosen[:] = NO_GROUP
    patterns.taken[:] = 0
    boxes = np.uint64(0)
    total, group, place = 0, 0, 0
    while group < found or place < fitting:
        excess = int(patterns.excess[patterns.rows[place]]) if place < fitting else -1
        if group < found and choice.excess[group] >= excess:
            mask = _mask_of(choice, group)
            if boxes & mask == np.uint64(0):
                boxes |= mask
                total += int(choice.excess[group])
                for which in range(LARGEST * group, LARGEST * group + choice.size[group]):
                    choice.chosen[choice.members[which]] = group
            group += 1
        else:
            if patterns.size[place] <= largest and boxes & patterns.mask[place] == np.uint64(0):
                boxes |= patterns.mask[place]
                total += excess
                patterns.taken[place] = 1
            place += 1
    return total


@kernel
def choose_with_patterns(choice: GroupChoice, patterns: Patterns, found: int, fitting: int) -> int:
    """Return the largest greedy excess over all limits on size; sets `chosen` and `taken`."""
    best, largest = -1, 0
    for place in range(fitting):
        excess = _take_disjoint(choice, patterns, found, fitting, int(patterns.size[place]))
        if excess > best:
            best = excess
            largest = int(patterns.size[place])
    return _take_disjoint(choice, patterns, found, fitting, largest)


@step
def use_taken(patterns: Patterns, fitting: int) -> None:
    for place in range(fitting):
        if patterns.taken[place] == 1:
            patterns.used[patterns.source[patterns.rows[place]]] = 1
