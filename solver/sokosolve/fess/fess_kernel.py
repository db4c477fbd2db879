"""Kernel of the search over feature cells."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sokosolve.deadlocks.freeze import is_frozen
from sokosolve.deadlocks.learned_patterns import Patterns, fits, matches
from sokosolve.deadlocks.pattern_learning import learn, learn_corral, learn_near
from sokosolve.deadlocks.pattern_search import PatternSearch
from sokosolve.deadlocks.pi_corral import find_pi_corral
from sokosolve.features import FeatureBit
from sokosolve.fess.advisors import advise
from sokosolve.fess.macro_moves import MacroMoves, moves_of
from sokosolve.fess.position import (
    ANYWHERE,
    NO_CEILING,
    Context,
    Value,
    connectivity,
    hotspots,
    hotspots_after,
    leave_out,
    measure,
    measure_boxes,
    measure_open_floor,
    noise,
    opens_nothing,
    opens_push,
)
from sokosolve.fess.positions import (
    NONE,
    WEIGHT_BITS,
    Cell,
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
from sokosolve.level.arrays import INFINITE, INT32, INT64
from sokosolve.level.floor import Floor
from sokosolve.level.packed_boxes import copy_pushed, flip, lift_boxes, place_boxes
from sokosolve.level.reach import first_reachable, measure_walks, reach
from sokosolve.level.world import Scratch, World
from sokosolve.search.columns import EMPTY, Stop
from sokosolve.search.evaluate import evaluate, last_landing
from sokosolve.search.store import slot_of

DEAD = -1
NEAR_STATES, _CORRAL_STATES, _DEAD_STATES = 64, 64, 128
_STATES_ABOVE = 500
ADVISED = 1 << WEIGHT_BITS
_FIELD = (1 << 20) - 1


class Learner(NamedTuple):
    """Dead patterns, and working memory for their proofs."""

    patterns: Patterns
    search: PatternSearch


@kernel
def _score(values: INT32) -> int:
    """Return the order of moves of one weight: features in lexicographic order, then the distance of the box."""
    key = min(int(values[Value.PACKING]), 255)
    key = key << 6 | min(int(values[Value.CONNECTIVITY]), 63)
    key = key << 4 | min(int(values[Value.ROOMS]), 15)
    key = key << 5 | min(int(values[Value.OUT_OF_PLAN]), 31)
    key = key << 5 | min(int(values[Value.HOTSPOTS]), 31)
    key = key << 6 | min(int(values[Value.NEXT]), 63)
    return key << 6 | max(0, 63 - int(values[Value.FARNESS]))


@kernel
def cell_features(values: INT32) -> int:
    first = int(values[Value.PACKING]) * 1024 + int(values[Value.CONNECTIVITY])
    return (first * 64 + int(values[Value.ROOMS])) * 64 + int(values[Value.OUT_OF_PLAN])


@kernel
def find_moves(context: Context, patterns: Patterns, player: int, size: int) -> int:
    """Find the moves of the boxes in `fence.of`; return their number."""
    world, scratch, knowledge, view, moves = context
    floor, occupied, packed, boxes = world.floor, scratch.occupied, scratch.packed, scratch.boxes
    connectivity(floor, scratch, view)
    hotspots(scratch, view, knowledge.blocks, size)
    for square in range(floor.n + 1):
        view.was[square] = view.label[square]
    before = view.was[player]
    found = 0
    for index in range(size):
        if scratch.fence.of[index] == 1:
            found = moves_of(world, scratch, moves, index, player, found)
    kept = 0
    for move in range(found):
        index = moves.box[move]
        to = moves.to[move]
        box = boxes[index]
        occupied[box] = 0
        occupied[to] = 1
        if not (
            (
                world.features & FeatureBit.FREEZE != 0
                and is_frozen(to, floor, occupied, world.is_target, scratch.freeze)
            )
            or matches(patterns, occupied, to, int(moves.player[move]))
        ):
            boxes[index] = to
            flip(floor, packed, 0, box)
            flip(floor, packed, 0, to)
            values = moves.values[kept]
            after = int(moves.player[move])
            measure_boxes(scratch, knowledge, size, values)
            values[Value.HOTSPOTS] = hotspots_after(scratch, view, knowledge.blocks, size, index, box)
            measure_open_floor(floor, scratch, knowledge.variant, size, values)
            values[Value.CONNECTIVITY] = moves.components[move]
            values[Value.OPENED] = 0
            if not opens_nothing(floor, occupied, view.was, before, box, after):
                view.label[:] = 0
                first_reachable(after, floor, occupied, view.label, 1, view.queue)
                values[Value.OPENED] = 1 if opens_push(world, scratch, view, 1, before, size) else 0
            variant = knowledge.variant
            values[Value.FARNESS] = knowledge.farness[to] if variant.seed == 0 else noise(variant, to)
            leave_out(knowledge.variant, values)
            flip(floor, packed, 0, to)
            flip(floor, packed, 0, box)
            boxes[index] = box
            moves.box[kept] = index
            moves.to[kept] = to
            moves.player[kept] = moves.player[move]
            moves.pushes[kept] = moves.pushes[move]
            moves.key[kept] = ADVISED | _score(values)
            kept += 1
        occupied[to] = 0
        occupied[box] = 1
    return kept


@kernel
def _sort(key: INT64, order: INT32, size: int) -> None:
    """Write the numbers below `size` in stable order of their keys."""
    for i in range(size):
        order[i] = i
    for i in range(size // 2 - 1, -1, -1):
        _sift(key, order, i, size)
    for end in range(size - 1, 0, -1):
        order[0], order[end] = order[end], order[0]
        _sift(key, order, 0, end)


@kernel
def _sift(key: INT64, order: INT32, start: int, end: int) -> None:
    place = start
    item = order[place]
    while 2 * place + 1 < end:
        child = 2 * place + 1
        if child + 1 < end and _is_before(key, order[child], order[child + 1]):
            child += 1
        if not _is_before(key, item, order[child]):
            break
        order[place] = order[child]
        place = child
    order[place] = item


@step
def _is_before(key: INT64, one: int, other: int) -> bool:
    return bool(key[one] < key[other] or (key[one] == key[other] and one < other))


@kernel
def keep_moves(scratch: Scratch, moves: MacroMoves, found: int, tree: Tree, position: int) -> None:
    """Store the moves of a position in order, with weights summed along its path."""
    _sort(moves.key, moves.order, found)
    weight = np.int64(tree.of[position, Node.WEIGHT]) << WEIGHT_BITS
    place = tree.counts[TreeCount.MOVES]
    tree.of[position, Node.FIRST_MOVE] = tree.of[position, Node.NEXT_MOVE] = place
    for i in range(found):
        move = moves.order[i]
        box = np.int64(scratch.boxes[moves.box[move]])
        tree.move_what[place + i] = (box << 40) | (np.int64(moves.to[move]) << 20) | np.int64(moves.player[move])
        tree.move_pushes[place + i] = moves.pushes[move]
        tree.move_key[place + i] = weight + moves.key[move]
    tree.counts[TreeCount.MOVES] += found
    tree.of[position, Node.LAST_MOVE] = tree.counts[TreeCount.MOVES]


@step
def _is_shown_dead(
    world: World, scratch: Scratch, learner: Learner, tree: Tree, position: int, player: int, bound: int
) -> bool:
    """Tell whether a position is dead by its bound or near the moved box; learn from it."""
    patterns, search, boxes = learner.patterns, learner.search, scratch.boxes
    if bound >= INFINITE:
        if learn_corral(world, patterns, search, boxes, player, _CORRAL_STATES) == 0:
            learn(world, patterns, search, boxes, player, _DEAD_STATES)
        return True
    if tree.of[position, Node.PARENT] == position:
        return False
    landing = int(tree.of[position, Node.LANDING])
    return learn_near(world, patterns, search, boxes, player, landing, NEAR_STATES) > 0


@kernel
def choose_boxes(world: World, scratch: Scratch, player: int, size: int) -> bool:
    """Mark the boxes to move in `fence.of`; return False without any."""
    fence, floor, occupied, flood = scratch.fence, world.floor, scratch.occupied, scratch.flood
    if world.features & FeatureBit.PI_CORRAL != 0:
        reach(player, floor, occupied, flood)
        pushes = find_pi_corral(fence, scratch.boxes[:size], floor, world.is_target, occupied, flood)
        if pushes >= 0:
            return pushes > 0
    fence.of[:] = 1
    return True


@entry
def open_position(context: Context, learner: Learner, tree: Tree, position: int) -> bool:
    """Find the cell and moves of a position; return True if it is solved."""
    world, scratch, knowledge, view, moves = context
    player = int(tree.of[position, Node.PLAYER])
    size = place_boxes(world.floor, scratch, tree.words, position)
    for j in range(tree.width):
        scratch.packed[j] = tree.words[position * tree.width + j]
    before = moves.values[moves.values.shape[0] - 1]
    measure(world, scratch, view, knowledge, size, before)
    packed = before[Value.PACKING] == 0
    leave_out(knowledge.variant, before)
    parent = tree.of[position, Node.PARENT]
    features = cell_features(before)
    if parent != position:
        features = min(features, int(tree.cells[tree.of[parent, Node.CELL], Cell.FEATURES]))
    tree.of[position, Node.CELL] = cell_of(tree, features)
    ceiling = knowledge.variant.ceiling
    if packed and (knowledge.home == ANYWHERE or knowledge.home == player):
        lift_boxes(scratch)
        return bool(tree.of[position, Node.COST] <= ceiling)
    measure_walks(player, world.floor, scratch.occupied, scratch.flood)
    bound = evaluate(world, scratch, player, last_landing(world, tree.words, int(parent), position))
    if bound < INFINITE and tree.of[position, Node.COST] + bound > ceiling:
        lift_boxes(scratch)
        return False
    if _is_shown_dead(world, scratch, learner, tree, position, player, bound) or not choose_boxes(
        world, scratch, player, size
    ):
        tree.of[position, Node.CHECKED] = DEAD
    else:
        tree.of[position, Node.CHECKED] = learner.patterns.number[0]
        found = find_moves(context, learner.patterns, player, size)
        tree.counts[TreeCount.GENERATED] += found
        advise(knowledge, moves, found, before, scratch.boxes, ADVISED)
        if knowledge.variant.weighted == 0:
            for move in range(found):
                moves.key[move] &= ADVISED - 1
        keep_moves(scratch, moves, found, tree, position)
        if found > 0:
            insert(tree, position)
        tree.counts[TreeCount.EXPANDED] += 1
    lift_boxes(scratch)
    return False


@kernel
def make_move(floor: Floor, scratch: Scratch, tree: Tree, position: int, ceiling: int) -> int:
    """Make the next move of a position; return the new position, NONE if it exists.

    Under a ceiling, a position reached by fewer pushes is returned again or restarts its moves.
    """
    place = tree.of[position, Node.NEXT_MOVE]
    cost = tree.of[position, Node.COST] + tree.move_pushes[place]
    what = tree.move_what[place]
    box = int(what >> 40)
    landing = int((what >> 20) & _FIELD)
    player = int(what & _FIELD)
    weight = tree.move_key[place] >> WEIGHT_BITS
    tree.of[position, Node.NEXT_MOVE] = place + 1
    if place + 1 < tree.of[position, Node.LAST_MOVE]:
        insert(tree, position)
    packed = scratch.packed
    copy_pushed(floor, tree.words, position, packed, 0, box, landing)
    slot = slot_of(tree, packed, player)
    if tree.slots[slot] == EMPTY:
        child = enter_position(tree, slot, packed, player, position)
    else:
        child = int(tree.slots[slot])
        if ceiling == NO_CEILING or tree.of[child, Node.CHECKED] == DEAD or tree.of[child, Node.COST] <= cost:
            return NONE
    row = tree.of[child]
    row[Node.PARENT] = position
    row[Node.BOX] = box
    row[Node.LANDING] = landing
    row[Node.WEIGHT] = weight
    row[Node.COST] = cost
    if row[Node.FIRST_MOVE] == row[Node.LAST_MOVE]:
        return child
    is_in_heap = row[Node.NEXT_MOVE] < row[Node.LAST_MOVE]
    row[Node.NEXT_MOVE] = row[Node.FIRST_MOVE]
    if not is_in_heap:
        insert(tree, child)
    return NONE


@kernel
def is_dead(world: World, scratch: Scratch, learner: Learner, tree: Tree, position: int) -> bool:
    """Tell whether a position matches a new pattern, or follows from a dead one."""
    patterns, known = learner.patterns, learner.patterns.number[0]
    row = tree.of[position]
    if row[Node.CHECKED] != DEAD and row[Node.CHECKED] < known:
        place_boxes(world.floor, scratch, tree.words, position)
        for pattern in range(row[Node.CHECKED], known):
            if fits(patterns, pattern, scratch.occupied, int(row[Node.PLAYER])):
                row[Node.CHECKED] = DEAD
                break
        lift_boxes(scratch)
        if row[Node.CHECKED] != DEAD:
            row[Node.CHECKED] = known
    above = position
    while tree.of[above, Node.CHECKED] != DEAD and tree.of[above, Node.PARENT] != above:
        above = tree.of[above, Node.PARENT]
    if tree.of[above, Node.CHECKED] == DEAD:
        row[Node.CHECKED] = DEAD
    return bool(row[Node.CHECKED] == DEAD)


@kernel
def learn_above(world: World, scratch: Scratch, learner: Learner, tree: Tree, position: int) -> None:
    """Count a position with its ancestors; learn from the first with many dead descendants."""
    chosen = NONE
    above = int(tree.of[position, Node.PARENT])
    while tree.of[above, Node.PARENT] != above:
        tree.of[above, Node.BELOW] += 1
        below = tree.of[above, Node.BELOW]
        if chosen == NONE and (below == 32 or below == 128 or below == 512 or below == 2048):
            chosen = above
        above = int(tree.of[above, Node.PARENT])
    if chosen != NONE and tree.of[chosen, Node.CHECKED] != DEAD:
        boxes = scratch.boxes[: place_boxes(world.floor, scratch, tree.words, chosen)]
        states = _STATES_ABOVE * (1 + (tree.of[chosen, Node.BELOW] >> 6))
        number = learn(world, learner.patterns, learner.search, boxes, int(tree.of[chosen, Node.PLAYER]), int(states))
        lift_boxes(scratch)
        if number > 0:
            tree.of[chosen, Node.CHECKED] = DEAD


@entry
def run(budget: int, context: Context, learner: Learner, tree: Tree) -> int:
    """Try up to `budget` moves and return why it stopped. Resumable."""
    world, scratch = context.world, context.scratch
    while budget > 0:
        if lacks_room(tree, 1, context.moves.to.size):
            return Stop.NEED_ROOM
        cell = next_cell(tree, context.knowledge.variant.best_turn)
        if cell == NONE:
            return Stop.EXHAUSTED
        budget -= 1
        position = pop(tree, cell)
        if is_dead(world, scratch, learner, tree, position):
            continue
        child = make_move(world.floor, scratch, tree, position, context.knowledge.variant.ceiling)
        if child == NONE:
            continue
        if open_position(context, learner, tree, child):
            tree.counts[TreeCount.GOAL] = child
            return Stop.SOLVED
        learn_above(world, scratch, learner, tree, child)
    return Stop.BUDGET_USED
