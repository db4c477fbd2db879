"""IDA*, forwards: depth-first search below a growing threshold of cost, with a stack and a table of fixed size.

A state visited in this iteration at no more cost is skipped. The bounded table of these may forget states on the stack,
so the stack is searched too; otherwise the search might not end. After Korf (1985), Reinefeld and Marsland (1994).

Costs are pairs in one number: first * PAIR + second. An iteration with a solution is completed for the least second
cost.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from sokosolve.bounds import group_tables
from sokosolve.kernel import entry, kernel, step
from sokosolve.level.arrays import INFINITE, INT32, INT32_2D, INT64, INT64_2D, UINT64, ints
from sokosolve.level.level_tables import LevelTables
from sokosolve.level.packed_boxes import are_same, copy_pushed, lift_boxes, pack, place_boxes
from sokosolve.level.reach import measure_walks
from sokosolve.level.world import Scratch, ScratchCounter, World
from sokosolve.search import build
from sokosolve.search.budget import Budget
from sokosolve.search.cost import counts_pushes_first, first_cost, is_lexicographic, second_cost, with_parity
from sokosolve.search.evaluate import count_misplaced, evaluate, last_landing, successor_bound
from sokosolve.search.expand import expand
from sokosolve.search.solution import Run
from sokospec.board import Direction

_NEED_DEPTH, _BUDGET_USED, _ITERATION_DONE = range(3)
_DEPTH, _THRESHOLD, _FOLLOWING, _BEST, _ITERATION, _EXPANDED, _LENGTH = range(7)
_PAIR = 1 << 32
_NOT_EVALUATED = -1


class _Path(NamedTuple):
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


class _Choices(NamedTuple):
    """Successors of each state on the stack, least bound first."""

    move: INT32_2D
    landing: INT32_2D
    player: INT32_2D
    pushes: INT32_2D
    cost: INT64_2D
    bound: INT32_2D


class _BestWay(NamedTuple):
    """Moves and pushes of the best way so far, by depth."""

    came_by: INT32
    pushed: INT32


class _Visited(NamedTuple):
    """Table of visited states, with the iteration and the cost."""

    words: UINT64
    player: INT32
    iteration: INT32
    cost: INT64


class Stack(NamedTuple):
    """Arrays of a search; `control` has depth, thresholds, best cost and length, iteration, and expansions."""

    path: _Path
    choices: _Choices
    best: _BestWay
    visited: _Visited
    control: INT64


@step
def _is_detour(world: World, path: _Path, depth: int) -> bool:
    w = world.floor.words
    for above in range(depth):
        if path.player[above] == path.player[depth] and are_same(w, path.words, above, path.words, depth):
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
    if visited.iteration[place] == stack.control[_ITERATION] and visited.player[place] == path.player[depth]:
        same = are_same(w, visited.words, int(place), path.words, depth)
        if same and visited.cost[place] <= path.cost[depth]:
            return True
    if _is_detour(world, path, depth):
        return True
    visited.iteration[place] = stack.control[_ITERATION]
    visited.player[place] = path.player[depth]
    visited.cost[place] = path.cost[depth]
    for i in range(w):
        visited.words[place * w + i] = path.words[depth * w + i]
    return False


@step
def _place_for(choices: _Choices, depth: int, count: int, bound: int) -> int:
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
        cost += first_cost(objective, pushes, moves) * _PAIR + second_cost(objective, pushes, moves)
        first = cost // _PAIR + bound
        if first > control[_THRESHOLD]:
            control[_FOLLOWING] = min(control[_FOLLOWING], first)
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
    if stack.path.cost[depth] < control[_BEST]:
        control[_BEST] = stack.path.cost[depth]
        control[_LENGTH] = depth
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
    measure_walks(path.player[depth], world.floor, scratch.occupied, scratch.flood)
    landing = last_landing(world, path.words, max(0, depth - 1), depth)
    bound = evaluate(world, scratch, path.player[depth], landing)
    if bound < INFINITE:
        first = bound + path.cost[depth] // _PAIR
        total = path.cost[depth] + bound * _PAIR
        if is_lexicographic(objective):
            total += bound // world.potential.most_a_push
        if first > control[_THRESHOLD]:
            control[_FOLLOWING] = min(control[_FOLLOWING], first)
        elif total < control[_BEST] and not _is_duplicate(world, stack, depth):
            control[_EXPANDED] += 1
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
    path.turn[below] = _NOT_EVALUATED
    stack.control[_DEPTH] = below


@entry
def _deepen(budget: int, objective: int, world: World, scratch: Scratch, stack: Stack) -> int:
    """Continue an iteration for up to `budget` states, and return why it stopped."""
    control, path = stack.control, stack.path
    while budget > 0:
        depth = control[_DEPTH]
        if depth < 0:
            return _ITERATION_DONE
        if path.turn[depth] == _NOT_EVALUATED:
            budget -= 1
            _visit_state(objective, world, scratch, stack, depth)
        elif path.turn[depth] == path.number[depth]:
            control[_DEPTH] = depth - 1
        elif depth + 1 == path.player.size:
            return _NEED_DEPTH
        else:
            _go_down(world, stack, depth)
    return _BUDGET_USED


_FIRST_DEPTH = 64
_TABLE_ROOM = 1 << 20  # states that the table of visited ones holds, unless the memory is limited
_NONE_YET = 1 << 60


class IterativeDeepening:
    """IDA* over a level's states."""

    def __init__(
        self, tables: LevelTables, world: World, code: int, budget: Budget, *, known: Sequence[int] = ()
    ) -> None:
        self.tables = tables
        self.world = world
        self.code = code
        self.budget = budget
        self.known = _NONE_YET
        """The cost of the known solution, as one number."""
        if known:
            first, second = [*known, 0][:2]
            self.known = first * _PAIR + second
        if group_tables.next_size(world) == 2:
            room = group_tables.group_bytes(world, 2)
            if budget.room_for(room) == room:
                compiled, pause = budget.compiled, self._check_limits
                self.world = group_tables.with_groups(world, tables, 2, compiled=compiled, pause=pause)
        self.scratch = build.new_scratch(world)
        each = 8 * world.floor.words + 16
        states = _TABLE_ROOM if budget.compiled else min(_TABLE_ROOM, 1 << 10)
        states = int(budget.room_for(2 * states * each, least=2 * each) / (2 * each))  # as much again for the stack
        self.stack = _new_stack(world, _FIRST_DEPTH, max(1, states))
        self._start()

    @property
    def expanded(self) -> int:
        return int(self.stack.control[_EXPANDED])

    @property
    def generated(self) -> int:
        return int(self.scratch.counters[ScratchCounter.GENERATED])

    @property
    def bound(self) -> int:
        """Threshold: no solution costs less."""
        return int(self.stack.control[_THRESHOLD])

    def run(self) -> list[Run] | None:
        """Return the pushes of a best solution, None if none is better than the known one.

        Raises `LimitReached`.
        """
        control = self.stack.control
        while True:
            self.budget.check_limits(self.expanded, self.generated, self.bound)
            outcome = _deepen.of(self.budget.compiled)(
                self.budget.steps, self.code, self.world, self.scratch, self.stack
            )
            if outcome == _NEED_DEPTH:
                self.stack = _deeper(self.stack, self.world, self.budget)
            elif outcome == _ITERATION_DONE:
                if control[_BEST] < self.known:
                    return self._runs()
                following = int(control[_FOLLOWING])
                if self.known < _NONE_YET and counts_pushes_first(self.code):
                    following = with_parity(following, self.known // _PAIR)
                if following * _PAIR >= self.known:
                    control[_THRESHOLD] = min(following, self.known // _PAIR)
                    return None
                control[_THRESHOLD] = following
                self._start()

    def _check_limits(self) -> None:
        self.budget.check_limits(0, 0, 0)

    def _start(self) -> None:
        path, control, world = self.stack.path, self.stack.control, self.world
        pack(world.floor, self.tables.boxes.tolist(), path.words[: world.floor.words])
        path.player[0] = build.first_player(world, self.tables)
        path.cost[0] = 0
        path.turn[0] = _NOT_EVALUATED
        control[_DEPTH], control[_FOLLOWING], control[_BEST] = 0, _NONE_YET, self.known
        control[_ITERATION] += 1

    def _runs(self) -> list[Run]:
        best = self.stack.best
        return [
            Run(
                self.tables.squares[int(best.came_by[depth]) >> 2],
                Direction(int(best.came_by[depth]) & 3),
                int(best.pushed[depth]),
            )
            for depth in range(1, int(self.stack.control[_LENGTH]) + 1)
        ]


def _new_path(world: World, depth: int) -> _Path:
    words = np.zeros(depth * world.floor.words, dtype=np.uint64)
    return _Path(words, ints(depth), np.zeros(depth, dtype=np.int64), *(ints(depth) for _ in range(4)))


def _new_choices(world: World, depth: int) -> _Choices:
    shape = depth, 4 * world.k
    return _Choices(
        move=ints(*shape),
        landing=ints(*shape),
        player=ints(*shape),
        pushes=ints(*shape),
        cost=np.zeros(shape, dtype=np.int64),
        bound=ints(*shape),
    )


def _new_stack(world: World, depth: int, room: int) -> Stack:
    return Stack(
        path=_new_path(world, depth),
        choices=_new_choices(world, depth),
        best=_BestWay(ints(depth), ints(depth)),
        visited=_Visited(
            words=np.zeros(room * world.floor.words, dtype=np.uint64),
            player=ints(room),
            iteration=ints(room),
            cost=np.zeros(room, dtype=np.int64),
        ),
        control=np.zeros(7, dtype=np.int64),
    )


def _deeper(stack: Stack, world: World, budget: Budget) -> Stack:
    depth = 2 * len(stack.path.player)
    growing: list[INT32 | INT64 | UINT64] = [*stack.path, *stack.choices, *stack.best]
    budget.room_for(0, least=2 * sum(array.nbytes for array in growing))
    path, choices = _new_path(world, depth), _new_choices(world, depth)
    best = _BestWay(ints(depth), ints(depth))
    larger: list[INT32 | INT64 | UINT64] = [*path, *choices, *best]
    for array, successor in zip(growing, larger, strict=True):
        successor[: len(array)] = array
    return stack._replace(path=path, choices=choices, best=best)
