"""Macro moves: a box moves to any square that pushes (or pulls) of it alone can reach."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sokosolve.kernel import entry, kernel, step
from sokosolve.level.arrays import INT32, INT32_2D, INT64, UINT8, UINT32, ints
from sokosolve.level.floor import Floor
from sokosolve.level.reach import Flood, divides, first_reachable, next_stamp, reach_after
from sokosolve.level.world import Scratch, World

_VALUES = 9


class FloorWithout(NamedTuple):
    """Floor without one box, and what it becomes with the box on a square.

    Component i of the floor has `first[i]` and `second[i]` as its first squares in row order. With the box on a square,
    there are `components`. The neighbour in direction d is then in the one with first square `beside[4 * square + d]`.
    Both are right where `known` has the stamp in use.
    """

    component: UINT32
    first: INT32
    second: INT32
    known: UINT32
    components: INT32
    beside: INT32


class MacroMoves(NamedTuple):
    """Macro moves of the current position: box `box` goes to square `to` by `pushes` pushes.

    The player ends in the component with first square `player`, one of `components`. `before` is the move of the same
    box that is a prefix of this one, or 0. `without` is the floor without the box that moves.
    """

    box: INT32
    to: INT32
    player: INT32
    pushes: INT32
    components: INT32
    before: INT32
    values: INT32_2D
    key: INT64
    order: INT32
    seen: UINT32
    first: INT32
    stamp: INT64
    without: FloorWithout


def new_macro_moves(n: int, k: int, live: int) -> MacroMoves:
    most = 4 * k * live + 1
    return MacroMoves(
        box=ints(most),
        to=ints(most),
        player=ints(most),
        pushes=ints(most),
        components=ints(most),
        before=ints(most),
        values=ints(most, _VALUES),
        key=np.zeros(most, dtype=np.int64),
        order=ints(most),
        seen=np.zeros(4 * (n + 1), dtype=np.uint32),
        first=ints(4 * (n + 1)),
        stamp=np.zeros(1, dtype=np.int64),
        without=FloorWithout(
            component=np.zeros(n + 1, dtype=np.uint32),
            first=ints(n + 1),
            second=ints(n + 1),
            known=np.zeros(n + 1, dtype=np.uint32),
            components=ints(n + 1),
            beside=ints(4 * (n + 1)),
        ),
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


@kernel
def _find_components(floor: Floor, occupied: UINT8, without: FloorWithout, queue: INT32) -> int:
    """Number the components of the free squares from 1 on; return how many there are."""
    component, first, second = without.component, without.first, without.second
    component[:] = 0
    number = 0
    for square in range(floor.n):
        if occupied[square] == 1:
            continue
        own = component[square]
        if own == 0:
            number += 1
            first_reachable(square, floor, occupied, component, number, queue)
            first[number] = square
            second[number] = floor.n
        elif second[own] == floor.n:
            second[own] = square
    return number


@kernel
def _place_box(floor: Floor, occupied: UINT8, without: FloorWithout, number: int, square: int, flood: Flood) -> None:
    """Find the components beside a free square with the box there. Only a square that may divide one takes floods."""
    beyond, beside, parts = floor.beyond, without.beside, 0
    if divides(floor, occupied, square):
        occupied[square] = 1
        for direction in range(4):
            beside[square * 4 + direction] = -1
        for direction in range(4):
            near = beyond[square * 4 + direction]
            if occupied[near] == 1 or beside[square * 4 + direction] >= 0:
                continue
            parts += 1
            first = reach_after(near, floor, occupied, flood)
            for other in range(direction, 4):
                if flood.mark_after[beyond[square * 4 + other]] == flood.stamp_after[0]:
                    beside[square * 4 + other] = first
        occupied[square] = 0
    else:
        own = without.component[square]
        first = without.second[own] if without.first[own] == square else without.first[own]
        for direction in range(4):
            if occupied[beyond[square * 4 + direction]] == 0:
                beside[square * 4 + direction] = first
                parts = 1
            else:
                beside[square * 4 + direction] = -1
    without.components[square] = number - 1 + parts


@step
def _has_room(world: World, occupied: UINT8, box: int) -> bool:
    """Tell whether a box has a move wherever the player is."""
    floor, has_room = world.floor, False
    for direction in range(4):
        ahead = floor.beyond[box * 4 + direction]
        if occupied[ahead] == 0 and floor.live[ahead] == 1:
            near = (
                floor.beyond[ahead * 4 + direction] if world.backwards == 1 else floor.beyond[box * 4 + (direction ^ 1)]
            )
            if occupied[near] == 0:
                has_room = True
    return has_room


@entry
def moves_of(world: World, scratch: Scratch, moves: MacroMoves, index: int, player: int, found: int) -> int:
    """Append the macro moves of one box, fewest pushes first; return the new count.

    `player` is the first square of his component.
    """
    floor, occupied, without = world.floor, scratch.occupied, moves.without
    start = scratch.boxes[index]
    if not _has_room(world, occupied, start):
        return found
    seen = next_stamp(moves.stamp, moves.seen)
    if seen == 1:
        without.known[:] = 0
    moves.to[found] = start
    moves.player[found] = player
    moves.pushes[found] = 0
    _is_new(moves, seen, start, player)
    occupied[start] = 0
    number = _find_components(floor, occupied, without, scratch.flood.queue)
    _place_box(floor, occupied, without, number, start, scratch.flood)
    without.known[start] = seen
    head = found
    tail = found + 1
    while head < tail:
        box = moves.to[head]
        for direction in range(4):
            ahead = floor.beyond[box * 4 + direction]
            if occupied[ahead] == 1 or floor.live[ahead] == 0:
                continue
            side = direction if world.backwards == 1 else direction ^ 1  # of the player, before and after
            if without.beside[box * 4 + side] != moves.player[head]:
                continue
            if world.backwards == 1 and occupied[floor.beyond[ahead * 4 + direction]] == 1:
                continue
            if without.known[ahead] != seen:
                _place_box(floor, occupied, without, number, ahead, scratch.flood)
                without.known[ahead] = seen
            first = int(without.beside[ahead * 4 + side])
            if _is_new(moves, seen, ahead, first):
                moves.to[tail] = ahead
                moves.player[tail] = first
                moves.pushes[tail] = moves.pushes[head] + 1
                moves.components[tail] = without.components[ahead]
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
        moves.components[found] = moves.components[tail]
        moves.before[found] = moves.before[tail]
        moves.box[found] = index
    return tail
