"""Iterative deepening A*: depth first below a threshold of cost, then below the next one; little memory, exact.

The states on the way down are on a stack, so nothing recurses. A table of limited size remembers states of this
iteration and what they cost, and forgets old ones for new. A state that was visited in the same iteration at no more
cost has been searched below the threshold already, or is on the stack, which would be a detour. After Korf (1985) and
Reinefeld and Marsland (1994).

Costs are pairs in one number: first * PAIR + second. The threshold is one of the first cost; of an iteration that finds
solutions, the one of least second cost counts, so it is searched to its end, below the best so far.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sokosolve.children import children
from sokosolve.expand import child_bound, lift_boxes, look, misplaced, place_boxes, walk_about
from sokosolve.kernel import kernel
from sokosolve.strategy import MOVES, MOVES_PUSHES, PUSHES, PUSHES_MOVES
from sokosolve.tables import FAR, INT32, INT64, UINT64
from sokosolve.visits import visits
from sokosolve.world import Scratch, World

NEED_DEPTH, BUDGET_USED, ITERATION_DONE = range(3)
DEPTH, THRESHOLD, FOLLOWING, BEST, ITERATION, EXPANDED, LENGTH = range(7)
PAIR = 1 << 32
NOT_LOOKED_AT = -1


class Stack(NamedTuple):
    """The way down, and the table of states visited.

    At each depth: the state's `words`, `player` and `cost`; its children, `number` of them, of which the one at `turn`
    is next, as moves, landings, players and costs; `came_by` and `pushed` are the move that led here and its pushes.
    `best_*` is the best way so far. `seen_*` is the table. `control` holds depth, threshold, the next threshold, the
    best cost, the iteration, and counters.
    """

    words: UINT64
    player: INT32
    cost: INT64
    number: INT32
    turn: INT32
    came_by: INT32
    pushed: INT32
    child_move: INT32
    child_landing: INT32
    child_player: INT32
    child_pushes: INT32
    child_cost: INT64
    child_bound: INT32
    best_came_by: INT32
    best_pushed: INT32
    seen_words: UINT64
    seen_player: INT32
    seen_iteration: INT32
    seen_cost: INT64
    control: INT64


@kernel
def seen_before(world: World, stack: Stack, depth: int) -> bool:
    """Say whether the state at a depth was visited in this iteration at no more cost; remember it otherwise."""
    w = world.words
    size = stack.seen_player.size
    key = np.int64(stack.player[depth]) * 40503
    for i in range(w):
        word = stack.words[depth * w + i]
        for shift in range(0, 64, 16):
            key = ((key ^ np.int64((word >> np.uint64(shift)) & np.uint64(0xFFFF))) * 40503 + 12345) & 0x3FFFFFFF
    place = (key ^ (key >> 13)) % size
    if stack.seen_iteration[place] == stack.control[ITERATION] and stack.seen_player[place] == stack.player[depth]:
        same = True
        for i in range(w):
            if stack.seen_words[place * w + i] != stack.words[depth * w + i]:
                same = False
        if same and stack.seen_cost[place] <= stack.cost[depth]:
            return True
    stack.seen_iteration[place] = stack.control[ITERATION]
    stack.seen_player[place] = stack.player[depth]
    stack.seen_cost[place] = stack.cost[depth]
    for i in range(w):
        stack.seen_words[place * w + i] = stack.words[depth * w + i]
    return False


@kernel
def fill_children(objective: int, world: World, scratch: Scratch, stack: Stack, depth: int) -> None:
    """Put the children of the state at hand that the threshold allows on the stack, the most promising first."""
    control = stack.control
    number = children(world, scratch, int(stack.player[depth]))
    count = 0
    for c in range(number):
        bound = child_bound(world, scratch, c)
        if bound >= FAR:
            continue
        pushes = int(scratch.found_pushes[c])
        steps = int(scratch.found_walk[c]) + pushes
        cost = int(stack.cost[depth])
        if objective == PUSHES:
            cost += pushes * PAIR
        elif objective == MOVES:
            cost += steps * PAIR
        elif objective == PUSHES_MOVES:
            cost += pushes * PAIR + steps
        else:
            cost += steps * PAIR + pushes
        first = cost // PAIR + bound
        if first > control[THRESHOLD]:
            control[FOLLOWING] = min(control[FOLLOWING], first)
            continue
        place = count
        while place > 0 and stack.child_bound[depth, place - 1] > bound:
            stack.child_move[depth, place] = stack.child_move[depth, place - 1]
            stack.child_landing[depth, place] = stack.child_landing[depth, place - 1]
            stack.child_player[depth, place] = stack.child_player[depth, place - 1]
            stack.child_pushes[depth, place] = stack.child_pushes[depth, place - 1]
            stack.child_cost[depth, place] = stack.child_cost[depth, place - 1]
            stack.child_bound[depth, place] = stack.child_bound[depth, place - 1]
            place -= 1
        stack.child_move[depth, place] = scratch.found_move[c]
        stack.child_landing[depth, place] = scratch.found_landing[c]
        stack.child_player[depth, place] = scratch.found_player[c]
        stack.child_pushes[depth, place] = pushes
        stack.child_cost[depth, place] = cost
        stack.child_bound[depth, place] = bound
        count += 1
    stack.number[depth] = count


@kernel
def enter_state(objective: int, world: World, scratch: Scratch, stack: Stack, depth: int) -> None:
    """Look at the state at a depth, and leave its children on the stack; none where it ends."""
    control = stack.control
    lexicographic = objective in (PUSHES_MOVES, MOVES_PUSHES)
    stack.number[depth] = 0
    stack.turn[depth] = 0
    place_boxes(world, scratch, stack.words, depth)
    if misplaced(world, scratch) == 0:
        if stack.cost[depth] < control[BEST]:
            control[BEST] = stack.cost[depth]
            control[LENGTH] = depth
            for i in range(1, depth + 1):
                stack.best_came_by[i] = stack.came_by[i]
                stack.best_pushed[i] = stack.pushed[i]
        lift_boxes(world, scratch)
        return
    walk_about(world, scratch, stack.player[depth])
    bound = look(world, scratch, stack.player[depth])
    if bound < FAR:
        first = bound
        if world.way_to.size > 0:
            boxes, player = scratch.boxes, stack.player[depth]
            way = visits(world.k, boxes, world.is_target, player, world.way_to, scratch.best, scratch.cluster)
            first = max(first, way)
        first += stack.cost[depth] // PAIR
        total = stack.cost[depth] + bound * PAIR
        if lexicographic:
            total += bound // world.most_a_push
        if first > control[THRESHOLD]:
            control[FOLLOWING] = min(control[FOLLOWING], first)
        elif total < control[BEST] and not seen_before(world, stack, depth):
            control[EXPANDED] += 1
            fill_children(objective, world, scratch, stack, depth)
    lift_boxes(world, scratch)


@kernel
def run_deeper(budget: int, objective: int, world: World, scratch: Scratch, stack: Stack) -> int:
    """Search an iteration on, for up to `budget` states, and say why it stopped; resumable."""
    w = world.words
    one = np.uint64(1)
    control = stack.control
    while budget > 0:
        depth = control[DEPTH]
        if depth < 0:
            return ITERATION_DONE
        if stack.turn[depth] == NOT_LOOKED_AT:
            budget -= 1
            enter_state(objective, world, scratch, stack, depth)
            continue
        turn = stack.turn[depth]
        if turn == stack.number[depth]:
            control[DEPTH] = depth - 1
            continue
        below = depth + 1
        if below == stack.player.size:
            return NEED_DEPTH
        stack.turn[depth] = turn + 1
        for i in range(w):
            stack.words[below * w + i] = stack.words[depth * w + i]
        from_bit = world.bit_of[stack.child_move[depth, turn] >> 2]
        to_bit = world.bit_of[stack.child_landing[depth, turn]]
        stack.words[below * w + (from_bit >> 6)] ^= one << np.uint64(from_bit & 63)
        stack.words[below * w + (to_bit >> 6)] ^= one << np.uint64(to_bit & 63)
        stack.player[below] = stack.child_player[depth, turn]
        stack.cost[below] = stack.child_cost[depth, turn]
        stack.came_by[below] = stack.child_move[depth, turn]
        stack.pushed[below] = stack.child_pushes[depth, turn]
        stack.turn[below] = NOT_LOOKED_AT
        control[DEPTH] = below
    return BUDGET_USED
