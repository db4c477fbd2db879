"""IDA*, forwards: a stack and a table of fixed size."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sokosolve.bounds import group_tables
from sokosolve.level.arrays import INT32, INT64, UINT64
from sokosolve.level.level_tables import LevelTables
from sokosolve.level.packed_boxes import pack
from sokosolve.level.world import GENERATED, World
from sokosolve.search import build, idastar_kernel
from sokosolve.search.budget import Budget
from sokosolve.search.cost import counts_pushes_first, with_parity
from sokosolve.search.idastar_kernel import (
    BEST,
    DEPTH,
    EXPANDED,
    FOLLOWING,
    ITERATION,
    LENGTH,
    NOT_EVALUATED,
    PAIR,
    THRESHOLD,
    BestWay,
    Choices,
    Path,
    Stack,
    Visited,
)
from sokosolve.search.solution import Run
from sokospec.board import Direction

FIRST_DEPTH = 64
TABLE_ROOM = 1 << 20  # states that the table of visited ones holds, unless the memory is limited
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
            self.known = first * PAIR + second
        if group_tables.next_size(world) == 2:
            room = group_tables.group_bytes(world, 2)
            if budget.room_for(room) == room:
                compiled, pause = budget.compiled, self._check_limits
                self.world = group_tables.with_groups(world, tables, 2, compiled=compiled, pause=pause)
        self.scratch = build.new_scratch(world)
        each = 8 * world.floor.words + 16
        states = TABLE_ROOM if budget.compiled else min(TABLE_ROOM, 1 << 10)
        states = int(budget.room_for(2 * states * each, least=2 * each) / (2 * each))  # as much again for the stack
        self.stack = _new_stack(world, FIRST_DEPTH, max(1, states))
        self._start()

    @property
    def expanded(self) -> int:
        return int(self.stack.control[EXPANDED])

    @property
    def generated(self) -> int:
        return int(self.scratch.counters[GENERATED])

    @property
    def bound(self) -> int:
        """Threshold: no solution costs less."""
        return int(self.stack.control[THRESHOLD])

    def run(self) -> list[Run] | None:
        """Return the pushes of a best solution, None if none is better than the known one.

        Raises `LimitReached`.
        """
        control = self.stack.control
        while True:
            self.budget.check_limits(self.expanded, self.generated, self.bound)
            outcome = idastar_kernel.deepen.of(self.budget.compiled)(
                self.budget.steps, self.code, self.world, self.scratch, self.stack
            )
            if outcome == idastar_kernel.NEED_DEPTH:
                self.stack = _deeper(self.stack, self.world, self.budget)
            elif outcome == idastar_kernel.ITERATION_DONE:
                if control[BEST] < self.known:
                    return self._runs()
                following = int(control[FOLLOWING])
                if self.known < _NONE_YET and counts_pushes_first(self.code):
                    following = with_parity(following, self.known // PAIR)
                if following * PAIR >= self.known:
                    control[THRESHOLD] = min(following, self.known // PAIR)
                    return None
                control[THRESHOLD] = following
                self._start()

    def _check_limits(self) -> None:
        self.budget.check_limits(0, 0, 0)

    def _start(self) -> None:
        path, control, world = self.stack.path, self.stack.control, self.world
        boxes = [int(box) for box in self.tables.boxes]
        pack(world.floor, boxes, path.words[: world.floor.words])
        player = self.tables.player
        path.player[0] = player if world.exact_player else build.first_square(world, boxes, player)
        path.cost[0] = 0
        path.turn[0] = NOT_EVALUATED
        control[DEPTH], control[FOLLOWING], control[BEST] = 0, _NONE_YET, self.known
        control[ITERATION] += 1

    def _runs(self) -> list[Run]:
        best = self.stack.best
        return [
            Run(
                self.tables.squares[int(best.came_by[depth]) >> 2],
                Direction(int(best.came_by[depth]) & 3),
                int(best.pushed[depth]),
            )
            for depth in range(1, int(self.stack.control[LENGTH]) + 1)
        ]


def _ints(*shape: int) -> INT32:
    return np.zeros(shape, dtype=np.int32)


def _new_path(world: World, depth: int) -> Path:
    words = np.zeros(depth * world.floor.words, dtype=np.uint64)
    return Path(words, _ints(depth), np.zeros(depth, dtype=np.int64), *(_ints(depth) for _ in range(4)))


def _new_choices(world: World, depth: int) -> Choices:
    shape = depth, 4 * world.k
    return Choices(
        move=_ints(*shape),
        landing=_ints(*shape),
        player=_ints(*shape),
        pushes=_ints(*shape),
        cost=np.zeros(shape, dtype=np.int64),
        bound=_ints(*shape),
    )


def _new_stack(world: World, depth: int, room: int) -> Stack:
    return Stack(
        path=_new_path(world, depth),
        choices=_new_choices(world, depth),
        best=BestWay(_ints(depth), _ints(depth)),
        visited=Visited(
            words=np.zeros(room * world.floor.words, dtype=np.uint64),
            player=_ints(room),
            iteration=_ints(room),
            cost=np.zeros(room, dtype=np.int64),
        ),
        control=np.zeros(7, dtype=np.int64),
    )


def _deeper(stack: Stack, world: World, budget: Budget) -> Stack:
    depth = 2 * len(stack.path.player)
    growing: list[INT32 | INT64 | UINT64] = [*stack.path, *stack.choices, *stack.best]
    budget.room_for(0, least=2 * sum(array.nbytes for array in growing))
    path, choices = _new_path(world, depth), _new_choices(world, depth)
    best = BestWay(_ints(depth), _ints(depth))
    larger: list[INT32 | INT64 | UINT64] = [*path, *choices, *best]
    for array, successor in zip(growing, larger, strict=True):
        successor[: len(array)] = array
    return stack._replace(path=path, choices=choices, best=best)
