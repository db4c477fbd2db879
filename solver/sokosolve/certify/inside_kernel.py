"""States of the boxes in an area, by the pushes that are wasted inside until they are reached.

Boxes outside have no squares: one may enter at any time, by any push. So these states are few, and what they need holds
wherever the others are. Boxes outside of a goal area that only count: the goal macros of Junghanns and Schaeffer 2001.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from sokosolve.certify.conflict_kernel import Ending
from sokosolve.certify.conflict_way import waste_of
from sokosolve.kernel import entry, kernel
from sokosolve.level.arrays import INT32, INT32_2D, INT64, UINT8
from sokosolve.level.packed_boxes import copy_pushed, flip, place_boxes
from sokosolve.level.reach import reach, reach_after
from sokosolve.level.world import Scratch, World
from sokosolve.policy.policy_kernel import enter_packed, lacks_room
from sokosolve.search.columns import EMPTY, NOBODY, Count
from sokosolve.search.state_space import StateSpace
from sokosolve.search.store import slot_of


class InsideColumn(IntEnum):
    """Columns of a state."""

    PLAYER = 0
    WASTE = 1  # the least known until it is reached
    NEXT = 2  # in the list of states with this waste, not yet expanded
    BEFORE = 3


class Entrance(IntEnum):
    """Columns of a push from outside into the area."""

    BOX = 0
    LANDING = 1
    BEHIND = 2


class InsideCount(IntEnum):
    """Counts of a search."""

    WASTE = 0  # states with less are expanded
    GOALS = 1


class Inside(NamedTuple):
    """Search: its states, marks of the area, the pushes into it, and the first state of the list of each waste."""

    space: StateSpace
    area: UINT8
    entrances: INT32_2D
    heads: INT32
    counts: INT64


@kernel
def _unlink(inside: Inside, state: int) -> None:
    of = inside.space.of
    before, after = of[state, InsideColumn.BEFORE], of[state, InsideColumn.NEXT]
    if before == NOBODY:
        inside.heads[of[state, InsideColumn.WASTE]] = after
    else:
        of[before, InsideColumn.NEXT] = after
    if after != NOBODY:
        of[after, InsideColumn.BEFORE] = before


@kernel
def _link(inside: Inside, state: int, waste: int) -> None:
    of, head = inside.space.of, inside.heads[waste]
    of[state, InsideColumn.WASTE] = waste
    of[state, InsideColumn.BEFORE] = NOBODY
    of[state, InsideColumn.NEXT] = head
    if head != NOBODY:
        of[head, InsideColumn.BEFORE] = state
    inside.heads[waste] = state


@kernel
def _reach_packed(world: World, scratch: Scratch, inside: Inside, player: int, waste: int) -> None:
    """Enter `scratch.packed`, whose boxes `scratch.occupied` marks, unless it is known with as little waste."""
    space = inside.space
    first = reach_after(player, world.floor, scratch.occupied, scratch.flood)
    slot = slot_of(space, scratch.packed, first)
    if space.slots[slot] == EMPTY:
        state = int(space.counts[Count.STATES])
        enter_packed(space, scratch.packed, first)
        _link(inside, state, waste)
    else:
        state = int(space.slots[slot])
        if space.of[state, InsideColumn.WASTE] > waste:
            _unlink(inside, state)
            _link(inside, state, waste)


@kernel
def _expand(world: World, scratch: Scratch, inside: Inside, state: int) -> bool:
    """Reach the states after each push inside; return whether the state is solved."""
    floor, flood, occupied, space = world.floor, scratch.flood, scratch.occupied, inside.space
    size = place_boxes(floor, scratch, space.words, state)
    on_goals = 0
    for place in range(size):
        on_goals += world.is_target[scratch.boxes[place]]
    is_solved = bool(on_goals == inside.counts[InsideCount.GOALS])
    player, waste = int(space.of[state, InsideColumn.PLAYER]), int(space.of[state, InsideColumn.WASTE])
    reach(player, floor, occupied, flood)
    stamp = flood.stamp[0]
    for candidate in range(0 if is_solved else 4 * size):
        box, direction = int(scratch.boxes[candidate >> 2]), candidate & 3
        landing, behind = int(floor.beyond[box * 4 + direction]), int(floor.beyond[box * 4 + (direction ^ 1)])
        if occupied[landing] == 1 or floor.bit_of[landing] < 0 or flood.mark[behind] != stamp:
            continue
        after = waste + waste_of(world, box, landing, behind)
        if after < inside.heads.size:
            occupied[box] = 0
            copy_pushed(floor, space.words, state, scratch.packed, 0, box, landing)
            if inside.area[landing] == 1:
                occupied[landing] = 1
            else:
                flip(floor, scratch.packed, 0, landing)
            _reach_packed(world, scratch, inside, box, after)
            occupied[landing] = 0
            occupied[box] = 1
    for entrance in range(0 if is_solved or size == inside.counts[InsideCount.GOALS] else inside.entrances.shape[0]):
        box, landing = int(inside.entrances[entrance, Entrance.BOX]), int(inside.entrances[entrance, Entrance.LANDING])
        behind = int(inside.entrances[entrance, Entrance.BEHIND])
        if occupied[landing] == 1 or flood.mark[behind] != stamp:
            continue
        after = waste + waste_of(world, box, landing, behind)
        if after < inside.heads.size:
            for word in range(floor.words):
                scratch.packed[word] = space.words[state * floor.words + word]
            flip(floor, scratch.packed, 0, landing)
            occupied[landing] = 1
            _reach_packed(world, scratch, inside, box, after)
            occupied[landing] = 0
    for place in range(size):
        occupied[scratch.boxes[place]] = 0
    return is_solved


@entry
def expand_inside(world: World, scratch: Scratch, inside: Inside, steps: int) -> int:
    """Expand some states, least waste first; return why it ends.

    SOLVED if one is solved, CROWDED without room, REFUTED if none with less waste than lists are left.
    """
    for _ in range(steps):
        waste = int(inside.counts[InsideCount.WASTE])
        if waste == inside.heads.size:
            return Ending.REFUTED
        state = int(inside.heads[waste])
        if state == NOBODY:
            inside.counts[InsideCount.WASTE] += 1
            continue
        if lacks_room(inside.space, world.k + inside.entrances.shape[0]):
            return Ending.CROWDED
        _unlink(inside, state)
        if _expand(world, scratch, inside, state):
            return Ending.SOLVED
    return Ending.UNFINISHED
