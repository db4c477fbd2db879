"""Current position and the values of its features."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from sokosolve.fess.macro_moves import MacroMoves
from sokosolve.kernel import kernel, step
from sokosolve.level.arrays import INT32, INT32_2D, UINT8, UINT8_2D, UINT32, UINT64, UINT64_2D
from sokosolve.level.floor import Floor
from sokosolve.level.packed_boxes import ones
from sokosolve.level.reach import first_reachable
from sokosolve.level.world import Scratch, World


class Value(IntEnum):
    """The features, by which moves are chosen."""

    PACKING = 0  # plan steps left
    OUT_OF_PLAN = 1  # boxes out of plan
    CONNECTIVITY = 2  # components of the floor
    ROOMS = 3  # passages blocked
    HOTSPOTS = 4  # boxes in the way of others
    FARNESS = 5  # how far the moved box is from the goals
    OPENED = 6  # whether the player can make a new push of another box
    NEXT = 7  # the pushes that some box, were it alone, needs to the square of the next step
    IN_ORDER = 8  # the steps done before the next one


class Early(IntEnum):
    """When a step of a plan counts.

    A step that moves a box on always waits for all before it, and all after it for that step.
    """

    IN_TURN = 0  # after all before it
    UNHINDERED = 1  # where none before it loses its way
    AT_ANY_TIME = 2


ADVISORS = 8
"""First bit of the advisors in `Variant.without`; feature i has bit i."""

NO_WAY = 255
NO_CEILING = 1 << 30
ANYWHERE = -1


class Variant(NamedTuple):
    """Parameters by which strategies differ.

    `seed` decides between equal moves and between plans; 0 keeps their order. With `weighted` 1, moves that no advisor
    proposes have weight 1. With `any_start` 1, boxes of the plan may vanish on any initial square, else in the largest
    basin. `early` tells when steps count. Every `best_turn`-th turn is the best cell's. With `opens` 1, a search by
    pulls has no plan: OUT_OF_PLAN counts boxes that no push can have brought, HOTSPOTS those on `cut_off`. Under a
    `ceiling`, positions that need more pushes have no moves.
    """

    seed: int = 0
    weighted: int = 1
    any_start: int = 0
    early: int = Early.IN_TURN
    best_turn: int = 2
    opens: int = 0
    without: int = 0
    ceiling: int = NO_CEILING


class Knowledge(NamedTuple):
    """Data behind the features of a level; sets of boxes are rows of words, and backwards all is about pulls.

    Row i of `plan` holds the occupied places after i steps, row i of `needed` those without which step i does not
    count. The next step is the first in the plan's order that is not done. `cut_off` are the squares that the next
    closing step separates from where boxes are needed. `from_next` and `from_cut_off` are walks from the next step's
    square and from those cut off. `blocks[p, q]` is 1 if a box on q keeps a box on p from some goal. `leads[p, q]` is 1
    if a box alone gets from p to q. `home` is the first square of the player's final component, or ANYWHERE.
    """

    plan: UINT64_2D
    needed: UINT64_2D
    cut_off: UINT64_2D
    from_next: INT32_2D
    to_next: INT32_2D
    from_cut_off: INT32_2D
    passages: UINT64_2D
    blocks: UINT8_2D
    leads: UINT8_2D
    farness: INT32
    home: int
    variant: Variant


class View(NamedTuple):
    """Working memory of a position: components `label`, `was` before the move, and blocked boxes."""

    label: UINT32
    was: UINT32
    queue: INT32
    blocked: INT32


class Context(NamedTuple):
    """Level, knowledge, and working memory of a search over features."""

    world: World
    scratch: Scratch
    knowledge: Knowledge
    view: View
    moves: MacroMoves


def new_view(n: int) -> View:
    label, was = np.zeros((2, n + 1), dtype=np.uint32)
    queue, blocked = np.zeros((2, n + 1), dtype=np.int32)
    return View(label, was, queue, blocked)


@step
def noise(variant: Variant, square: int) -> int:
    """Return a number below 64, 0 for seed 0."""
    if variant.seed == 0:
        return 0
    mixed = (int(square) + 1) * (2654435761 + 40503 * variant.seed) & 0xFFFFFFFF
    return int((mixed ^ (mixed >> 15)) & 63)


@kernel
def connectivity(floor: Floor, scratch: Scratch, view: View) -> int:
    """Label the components into which boxes divide the floor; return their number."""
    view.label[:] = 0
    number = 0
    for start in range(floor.n):
        if scratch.occupied[start] == 0 and view.label[start] == 0:
            number += 1
            first_reachable(start, floor, scratch.occupied, view.label, number, view.queue)
    return number


@step
def _stand(places: UINT64_2D, row: int, packed: UINT64) -> bool:
    for j in range(packed.size):
        if places[row, j] & ~packed[j] != np.uint64(0):
            return False
    return True


@kernel
def _count_steps(knowledge: Knowledge, packed: UINT64, values: INT32) -> None:
    """Write how many steps are left, and how many are done before the next one."""
    last = int(knowledge.plan.shape[0]) - 1
    in_order = last
    while in_order > 0 and not _stand(knowledge.plan, in_order, packed):
        in_order -= 1
    left = last - in_order
    for row in range(in_order + 1, last + 1):
        if _stand(knowledge.needed, row, packed):
            left -= 1
    values[Value.PACKING] = left
    values[Value.IN_ORDER] = in_order


@kernel
def _out_of_plan(knowledge: Knowledge, packed: UINT64, done: int) -> int:
    """Return the number of boxes that the next step would cut off."""
    count = 0
    for j in range(packed.size):
        count += ones(packed[j] & knowledge.cut_off[done, j] & ~knowledge.plan[done, j])
    return count


@kernel
def _way_to_next(knowledge: Knowledge, scratch: Scratch, done: int, size: int) -> int:
    least = NO_WAY
    for i in range(size):
        least = min(least, int(knowledge.to_next[done, scratch.boxes[i]]))
    return least


@kernel
def _count_blocked_passages(passages: UINT64_2D, packed: UINT64) -> int:
    count = 0
    for row in range(passages.shape[0]):
        for j in range(packed.size):
            if passages[row, j] & packed[j] != np.uint64(0):
                count += 1
                break
    return count


@kernel
def opens_push(world: World, scratch: Scratch, view: View, here: int, before: int, size: int) -> bool:
    """Tell whether the player can push (or pull) from a square that he did not reach before."""
    floor, occupied = world.floor, scratch.occupied
    for i in range(size):
        box = scratch.boxes[i]
        if view.was[box] != 0:  # the box that moved
            continue
        for direction in range(4):
            near = floor.beyond[box * 4 + direction]
            if view.label[near] != here or view.was[near] == before or view.was[near] == 0:
                continue
            landing = (
                floor.beyond[near * 4 + direction] if world.backwards == 1 else floor.beyond[box * 4 + (direction ^ 1)]
            )
            if occupied[landing] == 0 and floor.live[near if world.backwards == 1 else landing] == 1:
                return True
    return False


@kernel
def hotspots(scratch: Scratch, view: View, blocks: UINT8_2D, size: int) -> int:
    """Return the number of boxes that keep another from some goal."""
    count = 0
    for i in range(size):
        view.blocked[i] = 0
        for j in range(size):
            view.blocked[i] += blocks[scratch.boxes[j], scratch.boxes[i]]
        if view.blocked[i] > 0:
            count += 1
    return count


@kernel
def hotspots_after(scratch: Scratch, view: View, blocks: UINT8_2D, size: int, moved: int, box: int) -> int:
    landing = scratch.boxes[moved]
    count = 0
    own = 0
    for i in range(size):
        if i != moved:
            square = scratch.boxes[i]
            if view.blocked[i] - blocks[box, square] + blocks[landing, square] > 0:
                count += 1
            own += blocks[square, landing]
    return count + 1 if own > 0 else count


@kernel
def opens_nothing(floor: Floor, occupied: UINT8, was: UINT32, before: int, box: int, player: int) -> bool:
    """Tell whether a move left the player where he was, with at most the square `box` that it freed."""
    if player != box and was[player] != before:
        return False
    for direction in range(4):
        near = floor.beyond[box * 4 + direction]
        if occupied[near] == 0 and was[near] != before:
            return False
    return True


@kernel
def measure(world: World, scratch: Scratch, view: View, knowledge: Knowledge, size: int, values: INT32) -> None:
    """Write the features of the current position; also needs `packed`."""
    measure_boxes(scratch, knowledge, size, values)
    values[Value.CONNECTIVITY] = connectivity(world.floor, scratch, view)
    values[Value.HOTSPOTS] = hotspots(scratch, view, knowledge.blocks, size)
    measure_open_floor(world.floor, scratch, knowledge.variant, size, values)


@kernel
def measure_open_floor(floor: Floor, scratch: Scratch, variant: Variant, size: int, values: INT32) -> None:
    """With `opens`, overwrite HOTSPOTS and OUT_OF_PLAN as `Variant` says, the latter by at most 63."""
    if variant.opens == 0:
        return
    beyond, occupied = floor.beyond, scratch.occupied
    shut_in = size
    for i in range(size):
        box = scratch.boxes[i]
        for direction in range(4):
            near = beyond[box * 4 + direction]
            if occupied[near] == 0 and occupied[beyond[near * 4 + direction]] == 0:
                shut_in -= 1
                break
    values[Value.HOTSPOTS] = values[Value.OUT_OF_PLAN]
    values[Value.OUT_OF_PLAN] = min(shut_in, 63)


@step
def leave_out(variant: Variant, values: INT32) -> None:
    for feature in range(ADVISORS):
        if variant.without >> feature & 1 == 1:
            values[feature] = 0


@step
def measure_boxes(scratch: Scratch, knowledge: Knowledge, size: int, values: INT32) -> None:
    _count_steps(knowledge, scratch.packed, values)
    values[Value.OUT_OF_PLAN] = _out_of_plan(knowledge, scratch.packed, values[Value.IN_ORDER])
    values[Value.NEXT] = _way_to_next(knowledge, scratch, values[Value.IN_ORDER], size)
    values[Value.ROOMS] = _count_blocked_passages(knowledge.passages, scratch.packed)
