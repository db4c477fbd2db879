"""The position at hand, and the values of its features."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sokosolve.fess.macro_moves import MacroMoves
from sokosolve.kernel import kernel, step
from sokosolve.level.arrays import INT32, INT32_2D, UINT8, UINT8_2D, UINT32, UINT64, UINT64_2D
from sokosolve.level.floor import Floor
from sokosolve.level.packed_boxes import ones
from sokosolve.level.reach import divides, first_reachable
from sokosolve.level.world import Scratch, World

PACKING, OUT_OF_PLAN, CONNECTIVITY, ROOMS, HOTSPOTS, FARNESS, OPENED, NEXT = range(8)
"""The features: plan steps left, boxes out of plan, components of the floor, passages blocked, boxes in the way of
others, how far the moved box is from the goals, whether the player can make a new push of another box, and the pushes
that some box, were it alone, needs to the square of the next step."""
ADVISORS = 8
"""The bit of the first advisor in `Variant.without`, where feature i has bit i."""

NO_WAY = 255
NO_CEILING = 1 << 30
ANYWHERE = -1


class Variant(NamedTuple):
    """How a search goes about it, for strategies that differ.

    `seed` decides among moves that are otherwise alike, and among plans; 0 takes them as they come. With `weighted` 1
    moves that no advisor proposes count 1, and with 0 all moves are ordered by their features alone. With `any_start` 1
    the plan's boxes may vanish wherever one stands at first, and with 0 in the largest basin. Every `best_turn`-th
    turn is the best cell's. `without` has bits for the features that count for nothing, and for the advisors that say
    nothing, to find out what each is worth. With a `ceiling`, positions through which each solution needs more pushes
    than that have no moves.
    """

    seed: int
    weighted: int
    any_start: int
    best_turn: int = 2
    without: int = 0
    ceiling: int = NO_CEILING


class Knowledge(NamedTuple):
    """What the features of a level go by; sets of boxes are rows of words.

    Row i of `plan` is what stands where after i steps of the packing plan, and `cut_off` the squares from which nothing
    gets where a later step needs it once the plan next closes a part of the board. `from_next` and `from_cut_off` are
    the moves from the square of the next step, and from those that are cut off. `passages` are those between rooms.
    `blocks[p, q]` is 1 where a box on q keeps a box on p from some goal. `leads[p, q]` is 1 where a box alone gets from
    p to q. `farness` is the pushes to the nearest goal. `home` is the first square of the component in which the player
    must be when all is done, or ANYWHERE.

    In a search backwards the same holds of pulls to where the boxes stand at first.
    """

    plan: UINT64_2D
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
    """Room to look at a position: the components of the floor by `label`, those before the move, `was`, and
    how many boxes each box keeps from some goal."""

    label: UINT32
    was: UINT32
    queue: INT32
    blocked: INT32


class Context(NamedTuple):
    """What a search over features works with: the level, what is known of it, and room for the position at hand and
    its moves."""

    world: World
    scratch: Scratch
    knowledge: Knowledge
    view: View
    moves: MacroMoves


def new_view(n: int) -> View:
    """Return room for a level of n squares."""
    label, was = np.zeros((2, n + 1), dtype=np.uint32)
    queue, blocked = np.zeros((2, n + 1), dtype=np.int32)
    return View(label, was, queue, blocked)


@step
def noise(variant: Variant, square: int) -> int:
    """Return a number below 64 that the seed and a square decide; 0 for the seed 0."""
    if variant.seed == 0:
        return 0
    mixed = (int(square) + 1) * (2654435761 + 40503 * variant.seed) & 0xFFFFFFFF
    return int((mixed ^ (mixed >> 15)) & 63)


@kernel
def connectivity(floor: Floor, scratch: Scratch, view: View) -> int:
    """Label the components into which boxes divide the floor, from 1, and return their number."""
    view.label[:] = 0
    number = 0
    for start in range(floor.n):
        if scratch.occupied[start] == 0 and view.label[start] == 0:
            number += 1
            first_reachable(start, floor, scratch.occupied, view.label, number, view.queue)
    return number


@kernel
def steps_left(plan: UINT64_2D, packed: UINT64) -> int:
    """Return how many steps of the packing plan are not done: those after the last one with all of whose boxes."""
    last = int(plan.shape[0]) - 1
    for done in range(last, 0, -1):
        holds = True
        for j in range(packed.size):
            if plan[done, j] & ~packed[j] != np.uint64(0):
                holds = False
                break
        if holds:
            return last - done
    return last


@kernel
def out_of_plan(knowledge: Knowledge, packed: UINT64, left: int) -> int:
    """Return how many boxes that are not in their places stand where the next step cuts them off."""
    done = knowledge.plan.shape[0] - 1 - left
    count = 0
    for j in range(packed.size):
        count += ones(packed[j] & knowledge.cut_off[done, j] & ~knowledge.plan[done, j])
    return count


@kernel
def way_to_next(knowledge: Knowledge, scratch: Scratch, left: int, size: int) -> int:
    """Return the fewest pushes that a box, were it alone with those in their places, needs to the square of the next
    step."""
    done = knowledge.plan.shape[0] - 1 - left
    least = NO_WAY
    for i in range(size):
        least = min(least, int(knowledge.to_next[done, scratch.boxes[i]]))
    return least


@kernel
def blocked_passages(passages: UINT64_2D, packed: UINT64) -> int:
    """Return how many passages have a box in them."""
    count = 0
    for row in range(passages.shape[0]):
        for j in range(packed.size):
            if passages[row, j] & packed[j] != np.uint64(0):
                count += 1
                break
    return count


@kernel
def opens_push(world: World, scratch: Scratch, view: View, here: int, before: int, size: int) -> bool:
    """Say whether the player, in component `here` of `label`, can push (or pull) a box from a square that he did not
    reach in component `before` of `was`, and on which no box stood."""
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
    """Return how many boxes keep another one from some goal; `blocked` says how many each does."""
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
    """Return what `hotspots` does after a move of one box, from `box` to where it is now; O(boxes)."""
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
def changes_nothing(
    floor: Floor, occupied: UINT8, was: UINT32, before: int, box: int, landing: int, player: int
) -> bool:
    """Say whether, after a move, the floor has the same components but for the two squares, and the player, then on
    `player`, is in his old one, `before` of `was`; False where only a flood tells. O(1)."""
    around = 0
    for direction in range(4):
        near = floor.beyond[box * 4 + direction]
        if occupied[near] == 0:
            if around != 0 and was[near] != around:
                return False
            around = was[near]
    if around == 0 or (player != box and was[player] != before) or (player == box and around != before):
        return False
    beside = False
    for direction in range(4):
        near = floor.beyond[landing * 4 + direction]
        if occupied[near] == 0 and near != box:
            beside = True
    return beside and not divides(floor, occupied, landing)


@kernel
def measure(world: World, scratch: Scratch, view: View, knowledge: Knowledge, size: int, values: INT32) -> None:
    """Write the values of the features of the position at hand, whose boxes are `packed` too."""
    measure_boxes(scratch, knowledge, size, values)
    values[CONNECTIVITY] = connectivity(world.floor, scratch, view)
    values[HOTSPOTS] = hotspots(scratch, view, knowledge.blocks, size)


@step
def leave_out(variant: Variant, values: INT32) -> None:
    """Let the features that are to count for nothing be 0."""
    for feature in range(values.size):
        if variant.without >> feature & 1 == 1:
            values[feature] = 0


@step
def measure_boxes(scratch: Scratch, knowledge: Knowledge, size: int, values: INT32) -> None:
    """Write the values of those features that need the boxes alone."""
    values[PACKING] = steps_left(knowledge.plan, scratch.packed)
    values[OUT_OF_PLAN] = out_of_plan(knowledge, scratch.packed, values[PACKING])
    values[NEXT] = way_to_next(knowledge, scratch, values[PACKING], size)
    values[ROOMS] = blocked_passages(knowledge.passages, scratch.packed)
