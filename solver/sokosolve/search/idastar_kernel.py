"""Kernel of IDA*: depth-first search below a growing threshold of cost.

A state visited in this iteration at no more cost is skipped. The bounded table of these may forget states on the stack,
so the stack is searched too; otherwise the search might not end. After Korf (1985), Reinefeld and Marsland (1994).

Costs are pairs in one number: first * PAIR + second. An iteration with a solution is completed for the least second
cost.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sokosolve.kernel import entry, kernel, step
from sokosolve.level.arrays import INFINITE, INT32, INT32_2D, INT64, INT64_2D, UINT64
from sokosolve.level.packed_boxes import copy_pushed, lift_boxes, place_boxes
from sokosolve.level.world import Scratch, World
from sokosolve.search.cost import first_cost, is_lexicographic, second_cost
from sokosolve.search.evaluate import count_misplaced, evaluate, last_landing, successor_bound, walk_about
from sokosolve.search.expand import expand

NEED_DEPTH, BUDGET_USED, ITERATION_DONE = range(3)
DEPTH, THRESHOLD, FOLLOWING, BEST, ITERATION, EXPANDED, LENGTH = range(7)
PAIR = 1 << 32
NOT_EVALUATED = -1


class Path(NamedTuple):
    """States on the stack, by depth, with the move and pushes that led there.

    Of the `number` successors of a state, the one at `turn` is next.
    """

    words: UINT64
    player: INT32
    cost: INT64
    came_by: INT32
    pushed: INT32
    number: INT32
    turn: INT32


class Choices(NamedTuple):
    """Successors of each state on the stack, least bound first."""

    move: INT32_2D
    landing: INT32_2D
    player: INT32_2D
    pushes: INT32_2D
    cost: INT64_2D
    bound: INT32_2D


class BestWay(NamedTuple):
    """Moves and pushes of the best way so far, by depth."""

    came_by: INT32
    pushed: INT32


class Visited(NamedTuple):
    """Table of visited states, with the iteration and the cost."""

    words: UINT64
    player: INT32
    iteration: INT32
    cost: INT64


class Stack(NamedTuple):
    """Arrays of a search; `control` has depth, thresholds, best cost and length, iteration, and expansions."""

    path: Path
    choices: Choices
    best: BestWay
    visited: Visited
    control: INT64


@step
def _is_detour(world: World, path: Path, depth: int) -> bool:
    w = world.floor.words
    for above in range(depth):
        if path.player[above] == path.player[depth]:
            same = True
            for i in range(w):
                if path.words[above * w + i] != path.words[depth * w + i]:
                    same = False
            if same:
                return True
    return False


@step
def _is_duplicate(world: World, stack: Stack, depth: int) -> bool:
    """Tell whether the state was visited at no more cost; otherwise store it."""
    path, visited = stack.path, stack.visited
    w = world.floor.words
    key = np.int64(path.player[depth]) * 40503
    for i in range(w):
        word = path.words[depth * w + i]
        for shift in range(0, 64, 16):
            key = ((key ^ np.int64((word >> np.uint64(shift)) & np.uint64(0xFFFF))) * 40503 + 12345) & 0x3FFFFFFF
    place = (key ^ (key >> 13)) % visited.player.size
    if visited.iteration[place] == stack.control[ITERATION] and visited.player[place] == path.player[depth]:
        same = True
        for i in range(w):
            if visited.words[place * w + i] != path.words[depth * w + i]:
                same = False
        if same and visited.cost[place] <= path.cost[depth]:
            return True
    if _is_detour(world, path, depth):
        return True
    visited.iteration[place] = stack.control[ITERATION]
    visited.player[place] = path.player[depth]
    visited.cost[place] = path.cost[depth]
    for i in range(w):
        visited.words[place * w + i] = path.words[depth * w + i]
    return False


@step
def _place_for(choices: Choices, depth: int, count: int, bound: int) -> int:
    place = count
    while place > 0 and choices.bound[depth, place - 1] > bound:
        choices.move[depth, place] = choices.move[depth, place - 1]
        choices.landing[depth, place] = choices.landing[depth, place - 1]
        choices.player[depth, place] = choices.player[depth, place - 1]
        choices.pushes[depth, place] = choices.pushes[depth, place - 1]
        choices.cost[depth, place] = choices.cost[depth, place - 1]
        choices.bound[depth, place] = choices.bound[depth, place - 1]
        place -= 1
    choices.bound[depth, place] = bound
    return place


@kernel
def _fill_choices(objective: int, world: World, scratch: Scratch, stack: Stack, depth: int) -> None:
    control, choices, found = stack.control, stack.choices, scratch.successors
    count = 0
    for c in range(expand(world, scratch, int(stack.path.player[depth]))):
        bound = successor_bound(world, scratch, c)
        if bound >= INFINITE:
            continue
        pushes = int(found.pushes[c])
        moves = int(found.walk[c]) + pushes
        cost = int(stack.path.cost[depth])
        cost += first_cost(objective, pushes, moves) * PAIR + second_cost(objective, pushes, moves)
        first = cost // PAIR + bound
        if first > control[THRESHOLD]:
            control[FOLLOWING] = min(control[FOLLOWING], first)
            continue
        place = _place_for(choices, depth, count, bound)
        choices.move[depth, place] = found.move[c]
        choices.landing[depth, place] = found.landing[c]
        choices.player[depth, place] = found.player[c]
        choices.pushes[depth, place] = pushes
        choices.cost[depth, place] = cost
        count += 1
    stack.path.number[depth] = count


@step
def _keep_best(stack: Stack, depth: int) -> None:
    control = stack.control
    if stack.path.cost[depth] < control[BEST]:
        control[BEST] = stack.path.cost[depth]
        control[LENGTH] = depth
        for i in range(1, depth + 1):
            stack.best.came_by[i] = stack.path.came_by[i]
            stack.best.pushed[i] = stack.path.pushed[i]


@kernel
def _visit_state(objective: int, world: World, scratch: Scratch, stack: Stack, depth: int) -> None:
    control, path = stack.control, stack.path
    path.number[depth] = 0
    path.turn[depth] = 0
    place_boxes(world.floor, scratch, path.words, depth)
    if count_misplaced(world, scratch) == 0:
        _keep_best(stack, depth)
        lift_boxes(scratch)
        return
    walk_about(world.floor, scratch, path.player[depth])
    landing = last_landing(world, path.words, max(0, depth - 1), depth)
    bound = evaluate(world, scratch, path.player[depth], landing)
    if bound < INFINITE:
        first = bound + path.cost[depth] // PAIR
        total = path.cost[depth] + bound * PAIR
        if is_lexicographic(objective):
            total += bound // world.potential.most_a_push
        if first > control[THRESHOLD]:
            control[FOLLOWING] = min(control[FOLLOWING], first)
        elif total < control[BEST] and not _is_duplicate(world, stack, depth):
            control[EXPANDED] += 1
            _fill_choices(objective, world, scratch, stack, depth)
    lift_boxes(scratch)


@step
def _go_down(world: World, stack: Stack, depth: int) -> None:
    path, choices = stack.path, stack.choices
    turn = path.turn[depth]
    path.turn[depth] = turn + 1
    below = depth + 1
    box = choices.move[depth, turn] >> 2
    copy_pushed(world.floor, path.words, depth, path.words, below, box, choices.landing[depth, turn])
    path.player[below] = choices.player[depth, turn]
    path.cost[below] = choices.cost[depth, turn]
    path.came_by[below] = choices.move[depth, turn]
    path.pushed[below] = choices.pushes[depth, turn]
    path.turn[below] = NOT_EVALUATED
    stack.control[DEPTH] = below


@entry
def deepen(budget: int, objective: int, world: World, scratch: Scratch, stack: Stack) -> int:
    """Continue an iteration for up to `budget` states, and return why it stopped."""
    control, path = stack.control, stack.path
    while budget > 0:
        depth = control[DEPTH]
        if depth < 0:
            return ITERATION_DONE
        if path.turn[depth] == NOT_EVALUATED:
            budget -= 1
            _visit_state(objective, world, scratch, stack, depth)
        elif path.turn[depth] == path.number[depth]:
            control[DEPTH] = depth - 1
        elif depth + 1 == path.player.size:
            return NEED_DEPTH
        else:
            _go_down(world, stack, depth)
    return BUDGET_USED
