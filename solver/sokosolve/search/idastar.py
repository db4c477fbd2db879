"""IDA*, forwards: the same answers as A* in little memory, a stack and a table of fixed size."""

from __future__ import annotations

import numpy as np

from sokosolve.level import build
from sokosolve.level.level_tables import Tables
from sokosolve.level.world import World
from sokosolve.search import idastar_kernel as idastar
from sokosolve.search.budget import Budget
from sokosolve.search.expand import GENERATED
from sokosolve.search.idastar_kernel import (
    BEST,
    DEPTH,
    EXPANDED,
    FOLLOWING,
    ITERATION,
    LENGTH,
    NOT_LOOKED_AT,
    THRESHOLD,
    Stack,
)
from sokosolve.search.solution import Run
from sokospec.board import Direction

FIRST_DEPTH = 64
TABLE_ROOM = 1 << 20  # states that the table of visited ones holds, unless the memory is limited
NONE_YET = 1 << 60


class Deepening:
    """IDA* over a level's states; see `idastar`."""

    def __init__(self, tables: Tables, world: World, code: int, budget: Budget) -> None:
        """Put the first state on the stack."""
        self.tables = tables
        self.world = world
        self.code = code
        self.budget = budget
        if build.wants_pairs(world) and budget.room_for(build.pair_bytes(world)) == build.pair_bytes(world):
            self.world = build.with_pairs(world, compiled=budget.compiled, pause=lambda: budget.look(0, 0, 0))
        self.scratch = build.new_scratch(world)
        each = 8 * world.words + 16
        room = TABLE_ROOM if budget.compiled else 1 << 10
        room = int(budget.room_for(2 * room * each, least=2 * each) / (2 * each))  # as much again for the stack
        self.stack = _new_stack(world, FIRST_DEPTH, max(1, room))
        self._start()

    @property
    def expanded(self) -> int:
        """States expanded so far, again in each iteration."""
        return int(self.stack.control[EXPANDED])

    @property
    def generated(self) -> int:
        """Pushes tried so far."""
        return int(self.scratch.stamp[GENERATED])

    @property
    def bound(self) -> int:
        """The threshold: no solution costs less."""
        return int(self.stack.control[THRESHOLD])

    def run(self) -> list[Run] | None:
        """Return the pushes of a solution of least cost, None when there is none; raises `LimitReached`."""
        control = self.stack.control
        while True:
            self.budget.look(self.expanded, self.generated, self.bound)
            outcome = idastar.run_deeper.of(self.budget.compiled)(
                self.budget.steps, self.code, self.world, self.scratch, self.stack
            )
            if outcome == idastar.NEED_DEPTH:
                self.stack = _deeper(self.stack, self.world, self.budget)
                control = self.stack.control
            elif outcome == idastar.ITERATION_DONE:
                if control[BEST] < NONE_YET:
                    return self._runs()
                if control[FOLLOWING] == NONE_YET:
                    return None
                control[THRESHOLD] = control[FOLLOWING]
                self._start()

    def _start(self) -> None:
        """Begin an iteration at the first state."""
        stack, world = self.stack, self.world
        boxes = [int(box) for box in self.tables.boxes]
        stack.words[: world.words] = 0
        for box in boxes:
            bit = int(world.bit_of[box])
            stack.words[bit >> 6] |= np.uint64(1) << np.uint64(bit & 63)
        player = self.tables.player
        stack.player[0] = player if world.exact_player else build.region(world, boxes, player)
        stack.cost[0] = 0
        stack.turn[0] = NOT_LOOKED_AT
        control = stack.control
        control[DEPTH], control[FOLLOWING], control[BEST] = 0, NONE_YET, NONE_YET
        control[ITERATION] += 1

    def _runs(self) -> list[Run]:
        stack = self.stack
        return [
            Run(
                self.tables.squares[int(stack.best_came_by[depth]) >> 2],
                Direction(int(stack.best_came_by[depth]) & 3),
                int(stack.best_pushed[depth]),
            )
            for depth in range(1, int(stack.control[LENGTH]) + 1)
        ]


def _new_stack(world: World, depth: int, room: int) -> Stack:
    children = 4 * world.k

    def ints(*shape: int) -> np.ndarray[tuple[int, ...], np.dtype[np.int32]]:
        return np.zeros(shape, dtype=np.int32)

    return Stack(
        words=np.zeros(depth * world.words, dtype=np.uint64),
        player=ints(depth),
        cost=np.zeros(depth, dtype=np.int64),
        number=ints(depth),
        turn=ints(depth),
        came_by=ints(depth),
        pushed=ints(depth),
        child_move=ints(depth, children),
        child_landing=ints(depth, children),
        child_player=ints(depth, children),
        child_pushes=ints(depth, children),
        child_cost=np.zeros((depth, children), dtype=np.int64),
        child_bound=ints(depth, children),
        best_came_by=ints(depth),
        best_pushed=ints(depth),
        seen_words=np.zeros(room * world.words, dtype=np.uint64),
        seen_player=ints(room),
        seen_iteration=ints(room),
        seen_cost=np.zeros(room, dtype=np.int64),
        control=np.zeros(7, dtype=np.int64),
    )


def _deeper(stack: Stack, world: World, budget: Budget) -> Stack:
    """Return the same stack with room for twice the depth; raises `LimitReached` when the memory does not allow it."""
    growing = {
        name: array for name, array in stack._asdict().items() if not name.startswith("seen_") and name != "control"
    }
    budget.room_for(0, least=2 * sum(array.nbytes for array in growing.values()))
    larger = _new_stack(world, 2 * len(stack.player), 1)
    for name, array in growing.items():
        getattr(larger, name)[: len(array)] = array
    return stack._replace(**{name: getattr(larger, name) for name in growing})
