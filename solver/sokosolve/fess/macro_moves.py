"""Macro moves: a box moves to any square that pushes (or pulls) of it alone can reach."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sokosolve.kernel import entry, step
from sokosolve.level.arrays import INT32, INT32_2D, INT64, UINT32
from sokosolve.level.reach import first_after_push, first_reachable, next_stamp
from sokosolve.level.world import Scratch, ScratchCounter, World

_VALUES = 8


class MacroMoves(NamedTuple):
    """Macro moves of the current position: box `box` goes to square `to` by `pushes` pushes.

    The player ends in the component with first square `player`. `before` is the move of the same box that is a prefix
    of this one, or 0.
    """

    box: INT32
    to: INT32
    player: INT32
    pushes: INT32
    before: INT32
    values: INT32_2D
    key: INT64
    order: INT32
    seen: UINT32
    first: INT32
    stamps: INT64


def new_macro_moves(n: int, k: int, live: int) -> MacroMoves:
    most = 4 * k * live + 1

    def ints(*shape: int) -> INT32:
        return np.zeros(shape, dtype=np.int32)

    return MacroMoves(
        ints(most),
        ints(most),
        ints(most),
        ints(most),
        ints(most),
        ints(most, _VALUES),
        np.zeros(most, dtype=np.int64),
        ints(most),
        np.zeros(4 * (n + 1), dtype=np.uint32),
        ints(4 * (n + 1)),
        np.zeros(1, dtype=np.int64),
    )


@step
def _is_new(moves: MacroMoves, stamp: int, square: int, first: int) -> bool:
    """Mark a square with a component; return False if it was marked."""
    for place in range(square * 4, square * 4 + 4):
        if moves.seen[place] != stamp:
            moves.seen[place] = stamp
            moves.first[place] = first
            return True
        if moves.first[place] == first:
            return False
    return False


@entry
def moves_of(world: World, scratch: Scratch, moves: MacroMoves, index: int, player: int, found: int) -> int:
    """Append the macro moves of one box, fewest pushes first; return the new count.

    `player` is the first square of his component.
    """
    floor, occupied, flood = world.floor, scratch.occupied, scratch.flood
    start = scratch.boxes[index]
    seen = next_stamp(moves.stamps, 0, moves.seen)
    moves.to[found] = start
    moves.player[found] = player
    moves.pushes[found] = 0
    _is_new(moves, seen, start, player)
    head = found
    tail = found + 1
    while head < tail:
        box = moves.to[head]
        stamp = next_stamp(scratch.counters, ScratchCounter.REACHED, flood.mark)
        occupied[start] = 0
        occupied[box] = 1
        first_reachable(moves.player[head], floor, occupied, flood.mark, stamp, flood.queue)
        occupied[box] = 0
        for direction in range(4):
            ahead = floor.beyond[box * 4 + direction]
            if occupied[ahead] == 1 or floor.live[ahead] == 0:
                continue
            if world.backwards == 1:
                near = floor.beyond[ahead * 4 + direction]
                if flood.mark[ahead] != stamp or occupied[near] == 1:
                    continue
                first = -1
            else:
                near = box
                if flood.mark[floor.beyond[box * 4 + (direction ^ 1)]] != stamp:
                    continue
                occupied[ahead] = 1
                first = first_after_push(moves.player[head], box, ahead, floor, occupied, flood.mark, stamp)
            occupied[ahead] = 1
            if first < 0:
                after = next_stamp(scratch.counters, ScratchCounter.REACHED_AFTER, flood.mark_after)
                first = first_reachable(near, floor, occupied, flood.mark_after, after, flood.queue)
            occupied[ahead] = 0
            if _is_new(moves, seen, ahead, first):
                moves.to[tail] = ahead
                moves.player[tail] = first
                moves.pushes[tail] = moves.pushes[head] + 1
                moves.box[tail] = index
                moves.before[tail] = head - found
                tail += 1
        head += 1
    occupied[start] = 1
    tail -= 1
    if tail > found:
        moves.to[found] = moves.to[tail]
        moves.player[found] = moves.player[tail]
        moves.pushes[found] = moves.pushes[tail]
        moves.before[found] = moves.before[tail]
        moves.box[found] = index
    return tail
