"""Kernel of the search for a packing plan: boxes are pulled from the goals into a sink, where they vanish, or aside.

Taking off a box hinders nothing later, as the player can walk back. So a box that can get to the sink goes there at
once.
"""

from __future__ import annotations

import numpy as np

from sokosolve.deadlocks.pattern_learning import learn_near
from sokosolve.fess.advisors import NOTHING, explores, follow, improves
from sokosolve.fess.fess_kernel import (
    ADVISED,
    NEAR_STATES,
    Learner,
    choose_boxes,
    find_moves,
    is_dead,
    keep_moves,
    learn_above,
    make_move,
)
from sokosolve.fess.macro_moves import MacroMoves, moves_of
from sokosolve.fess.position import NO_CEILING, Context, Knowledge, Value, measure, noise
from sokosolve.fess.positions import (
    NONE,
    Node,
    Tree,
    TreeCount,
    cell_of,
    enter_position,
    insert,
    lacks_room,
    next_cell,
    pop,
)
from sokosolve.kernel import entry, kernel, step
from sokosolve.level.arrays import INT32, UINT8
from sokosolve.level.floor import Floor
from sokosolve.level.packed_boxes import flip, lift_boxes, place_boxes
from sokosolve.level.reach import reach
from sokosolve.level.world import Scratch, World
from sokosolve.search.columns import EMPTY, Stop
from sokosolve.search.store import slot_of

LEAST = TreeCount.GOAL
"""Index in `counts` of the position with the fewest boxes."""
FLOODS_AT_ONCE = 30_000_000
"""Approximate number of squares looked at between checks of the limits while boxes are taken off."""
CELLS_IN_TURN = 16
"""Every such turn is the best cell's; the other cells take the rest."""


@step
def _is_taken(floor: Floor, tree: Tree, position: int, square: int) -> bool:
    bit = floor.bit_of[square]
    word = tree.taken[position * tree.width + (bit >> 6)]
    return bool((word >> np.uint64(bit & 63)) & np.uint64(1) == np.uint64(1))


@kernel
def _have_starts(
    world: World, scratch: Scratch, knowledge: Knowledge, tree: Tree, position: int, size: int, gone: int, start: int
) -> bool:
    """Tell whether all other boxes can still come from distinct starts if one vanishes on `start`."""
    match, waiting, way = scratch.matching.row_of, scratch.matching.column_of, scratch.matching.way
    k = world.k
    for j in range(k):
        match[j] = -1
    for i in range(size):
        if i == gone:
            continue
        for j in range(k):
            way[j] = -1
        waiting[0] = i
        head = 0
        tail = 1
        free = -1
        while head < tail and free < 0:
            box = waiting[head]
            head += 1
            for j in range(k):
                square = world.targets[j]
                if way[j] >= 0 or square == start or _is_taken(world.floor, tree, position, square):
                    continue
                if knowledge.leads[square, scratch.boxes[box]] == 0:
                    continue
                way[j] = box
                if match[j] < 0:
                    free = j
                    break
                waiting[tail] = match[j]
                tail += 1
        if free < 0:
            return False
        while True:  # each box on the way takes the start that it leads to, and leaves its own
            box = way[free]
            before = -1
            for j in range(k):
                if match[j] == box:
                    before = j
            match[free] = box
            if before < 0 or box == i:
                break
            free = before
    return True


@kernel
def _way_to_sink(context: Context, tree: Tree, position: int, sink: UINT8) -> int:
    """Return the shortest move of a box to the sink, stored as move 0, or NOTHING.

    Where each square of the sink is for one box, the others must keep squares of their own.
    """
    world, scratch, knowledge, _, moves = context
    player = int(tree.of[position, Node.PLAYER])
    size = int(tree.of[position, Node.BOXES])
    apart = knowledge.variant.any_start == 1
    best = NOTHING
    fewest = 1 << 30
    index = 0
    to = 0
    after = 0
    for i in range(size):
        for move in range(moves_of(world, scratch, moves, i, player, 0)):
            square = int(moves.to[move])
            cost = moves.pushes[move] + noise(knowledge.variant, int(scratch.boxes[i])) // 8
            if sink[square] == 0 or cost >= fewest:
                continue
            if apart and (
                _is_taken(world.floor, tree, position, square)
                or not _have_starts(world, scratch, knowledge, tree, position, size, i, square)
            ):
                continue
            fewest = cost
            index = i
            to = square
            after = moves.player[move]
            best = 0
    moves.box[0] = index
    moves.to[0] = to
    moves.player[0] = after
    return best


@kernel
def _take_off(world: World, scratch: Scratch, moves: MacroMoves, tree: Tree, position: int) -> int:
    floor, packed = world.floor, scratch.packed
    one = np.uint64(1)
    box = int(scratch.boxes[moves.box[0]])
    scratch.occupied[box] = 0
    player = reach(int(moves.player[0]), floor, scratch.occupied, scratch.flood)
    scratch.occupied[box] = 1
    for j in range(tree.width):
        packed[j] = tree.words[position * tree.width + j]
    flip(floor, packed, 0, box)
    slot = slot_of(tree, packed, player)
    if tree.slots[slot] != EMPTY:
        return NONE
    child = enter_position(tree, slot, packed, player, position)
    tree.of[child, Node.BOX] = box
    tree.of[child, Node.LANDING] = floor.n
    bit = floor.bit_of[moves.to[0]]
    tree.taken[child * tree.width + (bit >> 6)] |= one << np.uint64(bit & 63)
    return child


@step
def _plan_score(values: INT32) -> int:
    """Return the order of pulls of one weight: open floor, then boxes on goals, then distance."""
    key = min(int(values[Value.CONNECTIVITY]), 63)
    key = key << 8 | min(int(values[Value.OUT_OF_PLAN]), 255)
    key = key << 4 | min(int(values[Value.ROOMS]), 15)
    return key << 8 | max(0, 255 - int(values[Value.FARNESS]))


@kernel
def _open_plan_position(context: Context, sink: UINT8, learner: Learner, tree: Tree, position: int) -> int:
    """Take off the boxes that can go from a position, then find its moves unless it is dead.

    Returns SOLVED without boxes, PAUSED to be called again, otherwise BUDGET_USED.
    """
    world, scratch, knowledge, view, moves = context
    landing = int(tree.of[position, Node.LANDING])
    if tree.counts[TreeCount.OPENING] > 0:
        position = int(tree.counts[TreeCount.OPENING]) - 1
        tree.counts[TreeCount.OPENING] = 0
    else:
        tree.counts[TreeCount.OPENED_FROM] = position
    looked_at = 0
    while True:
        player = int(tree.of[position, Node.PLAYER])
        size = place_boxes(world.floor, scratch, tree.words, position)
        tree.of[position, Node.BOXES] = size
        if size < tree.of[tree.counts[LEAST], Node.BOXES]:
            tree.counts[LEAST] = position
        if size == 0:
            return Stop.SOLVED
        if _way_to_sink(context, tree, position, sink) == NOTHING:
            break
        child = _take_off(world, scratch, moves, tree, position)
        lift_boxes(scratch)
        if child == NONE:
            return Stop.BUDGET_USED
        position = child
        looked_at += size * world.floor.n * world.floor.n
        if looked_at >= FLOODS_AT_ONCE:
            tree.counts[TreeCount.OPENING] = position + 1
            return Stop.PAUSED
    patterns, search, boxes = learner.patterns, learner.search, scratch.boxes[:size]
    if (position != 0 and learn_near(world, patterns, search, boxes, player, landing, NEAR_STATES) > 0) or (
        not choose_boxes(world, scratch, player, size)
    ):
        lift_boxes(scratch)
        return Stop.BUDGET_USED
    for j in range(tree.width):
        scratch.packed[j] = tree.words[position * tree.width + j]
    before = moves.values[moves.values.shape[0] - 1]
    measure(world, scratch, view, knowledge, size, before)
    tree.counts[TreeCount.EXPANDED] += 1
    found = find_moves(context, patterns, player, size)
    for move in range(found):
        moves.key[move] = ADVISED | _plan_score(moves.values[move])
    follow(moves, improves(moves, found, before, Value.CONNECTIVITY), ADVISED)
    follow(moves, improves(moves, found, before, Value.ROOMS), ADVISED)
    follow(moves, explores(knowledge.leads, moves, found, before, scratch.boxes), ADVISED)
    keep_moves(scratch, moves, found, tree, position)
    lift_boxes(scratch)
    features = (size * 64 + int(before[Value.CONNECTIVITY])) * 64 + int(before[Value.OUT_OF_PLAN])
    tree.of[position, Node.CELL] = cell_of(tree, features)
    if found > 0:
        insert(tree, position)
    return Stop.BUDGET_USED


@entry
def run_plan(budget: int, context: Context, sink: UINT8, learner: Learner, tree: Tree) -> int:
    """Try up to `budget` pulls into a sink of marked squares, and return why it stopped. Resumable.

    A budget of 0 opens position 0.
    """
    world = context.world
    tree.counts[TreeCount.LEFT] = budget
    if tree.counts[TreeCount.OPENING] > 0 or budget == 0:
        child = int(tree.counts[TreeCount.OPENED_FROM]) if tree.counts[TreeCount.OPENING] > 0 else 0
        outcome = _open_plan_position(context, sink, learner, tree, child)
        if outcome != Stop.BUDGET_USED:
            return outcome
        if child != 0:
            learn_above(world, context.scratch, learner, tree, child)
    while budget > 0:
        if lacks_room(tree, world.k + 1, context.moves.to.size):
            return Stop.NEED_ROOM
        cell = next_cell(tree, CELLS_IN_TURN)
        if cell == NONE:
            return Stop.EXHAUSTED
        budget -= 1
        position = pop(tree, cell)
        if is_dead(world, context.scratch, learner, tree, position):
            continue
        child = make_move(world.floor, context.scratch, tree, position, NO_CEILING)
        if child == NONE:
            continue
        tree.counts[TreeCount.LEFT] = budget
        outcome = _open_plan_position(context, sink, learner, tree, child)
        if outcome != Stop.BUDGET_USED:
            return outcome
        learn_above(world, context.scratch, learner, tree, child)
    return Stop.BUDGET_USED
