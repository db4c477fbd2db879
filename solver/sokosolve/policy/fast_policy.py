"""Optimal policy of a level by kernels; equals `sokospec.oracle.optimal_policy`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sokosolve.level.arrays import INT32_2D, UINT8_2D, UINT32, UINT64
from sokosolve.level.level_tables import can_fill_goals_outside, number_floor, walkable_squares
from sokosolve.level.packed_boxes import pack, unpack_rows
from sokosolve.policy.policy_kernel import (
    ABSENT,
    DEAD,
    SECOND_BITS,
    Costs,
    costs_bytes,
    double_room,
    enter_first,
    lacks_room,
    mark_cells,
    new_costs,
    new_ground,
    reach_states,
    settle_cells,
)
from sokosolve.search.budget import Budget
from sokosolve.search.columns import EMPTY, Column, Count
from sokosolve.search.state_space import growth_bytes, new_space
from sokosolve.search.store import MOST_STATES, slot_of
from sokospec.answer import Objective, Verdict
from sokospec.board import Level, State
from sokospec.limits import LimitReached, Limits
from sokospec.rules import normalise


class PolicyBlock(NamedTuple):
    """Columns of some states; squares are numbered `row * width + column`, and the costs of dead states are -1."""

    boxes: UINT32
    player: UINT32
    costs: INT32_2D
    dead: NDArray[np.bool_]
    actions: UINT8_2D


class FastPolicy:
    r"""All reachable states of a level with their costs-to-go, for any objective but `any`. Raises `LimitReached`.

    >>> policy = FastPolicy(Level.parse("#######\n# @$. #\n#######"), Objective.PUSHES)
    >>> for block in policy.blocks(100):
    ...     print(block.boxes.tolist(), block.costs.tolist(), block.actions.tolist())
    [[10], [11], [12]] [[1], [0], [-1]] [[8], [0], [0]]
    """

    def __init__(self, level: Level, objective: Objective, limits: Limits | None = None) -> None:
        self._level, self._objective = level, objective
        self._has_two, self._by_moves = len(objective.counts) > 1, "moves" in objective.counts
        self._budget = Budget(limits or Limits())
        walkable = walkable_squares(level)
        squares = sorted(walkable)
        self._square = {square: index for index, square in enumerate(squares)}
        self._number, self._outside = (
            np.array([row * level.board.width + column for row, column in some], dtype=np.uint32)
            for some in (squares, sorted(level.boxes - walkable))
        )
        floor = number_floor(squares, np.ones(len(squares), dtype=np.bool_))
        goals = np.zeros(floor.words, dtype=np.uint64)
        pack(floor, [self._square[goal] for goal in level.goals & walkable], goals)
        solvable = can_fill_goals_outside(level, walkable)
        self._ground = new_ground(floor, goals, len(level.boxes & walkable), solvable=solvable)
        self._space = new_space(floor.words)
        self._budget.compile_for(floor.n)
        self._reach()
        self._costs = self._settle()

    def cost(self, state: State) -> tuple[int, ...] | None:
        """Return the cost of a reachable state, None if it is dead."""
        boxes, player = self._pack(state), self._square[state.player]
        slot = slot_of(self._space, boxes, self._normal(state))
        if self._space.slots[slot] == EMPTY:
            raise KeyError(f"{state} cannot be reached")
        span = self._costs.span
        cost = int(self._costs.cost[int(self._space.slots[slot]) * span + (player if self._by_moves else 0)])
        return None if cost == DEAD else self._counts(cost)

    def blocks(self, rows: int) -> Iterator[PolicyBlock]:
        """Yield all states, the level's own first, in blocks of about `rows`. Raises `LimitReached`."""
        states, span = int(self._space.counts[Count.STATES]), self._costs.span
        own = self._square[self._level.player] if self._by_moves else 0
        at_once = max(1, -(-rows // span))
        for begin in range(0, states, at_once):
            self._check_limits()
            cells = begin * span + np.flatnonzero(self._costs.cost[begin * span : (begin + at_once) * span] != ABSENT)
            yield self._block(cells if begin else np.concatenate(([own], cells[cells != own])))

    def _reach(self) -> None:
        ground, level = self._ground, self._level
        while lacks_room(self._space, ground.boxes.size):
            self._grow()
        self._space.words[: self._space.width] = self._pack(level.state)
        enter_first(self._space, self._normal(level.state))
        self._check_limits()
        while not reach_states.of(self._budget.compiled)(ground, self._space, self._budget.steps):
            self._check_limits()
            if lacks_room(self._space, ground.boxes.size):
                self._grow()

    def _grow(self) -> None:
        if len(self._space.of) >= MOST_STATES:
            raise LimitReached(Verdict.LIMIT_MEMORY)
        needed = growth_bytes(self._space)
        self._budget.room_for(needed, needed)
        self._space = double_room(self._space, compiled=self._budget.compiled)

    def _settle(self) -> Costs:
        states = int(self._space.counts[Count.STATES])
        span = self._ground.floor.n if self._by_moves else 1
        acting = 1 if self._by_moves else len(self._ground.boxes)
        needed = costs_bytes(states, span, acting)
        self._budget.room_for(needed, needed)
        walk, push = (_pack_cost(self._objective.cost(1, pushes)) for pushes in (0, 1))
        costs = new_costs(states, span, acting, walk, push)
        for kernel in (mark_cells, settle_cells):
            while not kernel.of(self._budget.compiled)(self._ground, self._space, costs, self._budget.steps):
                self._check_limits()
        return costs

    def _check_limits(self) -> None:
        self._budget.check_limits(int(self._space.counts[Count.STATES]), 0, 0)

    def _pack(self, state: State) -> UINT64:
        packed = np.zeros(self._space.width, dtype=np.uint64)
        pack(self._ground.floor, [self._square[box] for box in state.boxes if box in self._square], packed)
        return packed

    def _normal(self, state: State) -> int:
        """Return the first square of the player's region."""
        return self._square[normalise(self._level.board, state).player]

    def _counts(self, cost: int) -> tuple[int, ...]:
        return (cost >> SECOND_BITS, cost & _SECOND_MASK) if self._has_two else (cost,)

    def _block(self, cells: NDArray[np.int64]) -> PolicyBlock:
        costs = self._costs
        states, squares = np.divmod(cells, costs.span)
        if not self._by_moves:
            squares = self._space.of[states, Column.PLAYER]
        cost = costs.cost[cells]
        dead = cost == DEAD
        counts = np.stack((cost >> SECOND_BITS, cost & _SECOND_MASK), axis=1) if self._has_two else cost[:, None]
        columns = np.where(dead[:, None], DEAD, counts).astype(np.int32)
        boxes = self._boxes_of(int(states[0]), int(states[-1]) + 1)[states - states[0]]
        actions = costs.actions.reshape(len(costs.cost), costs.acting)[cells]
        if len(self._outside):
            boxes = np.hstack((boxes, np.broadcast_to(self._outside, (len(cells), len(self._outside)))))
            order = np.argsort(boxes, axis=1)
            boxes = np.take_along_axis(boxes, order, axis=1)
            if not self._by_moves:
                without = np.zeros((len(cells), len(self._outside)), dtype=np.uint8)
                actions = np.take_along_axis(np.hstack((actions, without)), order, axis=1)
        return PolicyBlock(boxes, self._number[squares], columns, dead, actions)

    def _boxes_of(self, begin: int, end: int) -> UINT32:
        """Return the numbered squares of the boxes of some states, a row for each."""
        width = self._space.width
        marks = unpack_rows(self._ground.floor, self._space.words[begin * width : end * width])
        return self._number[np.nonzero(marks.view(np.bool_))[1].reshape(end - begin, len(self._ground.boxes))]


_SECOND_MASK = (1 << SECOND_BITS) - 1


def _pack_cost(cost: tuple[int, ...]) -> int:
    """Return a cost as one number.

    >>> _pack_cost((3,)), _pack_cost((1, 2)) == (1 << SECOND_BITS) + 2
    (3, True)
    """
    first, *second = cost
    return (first << SECOND_BITS) + second[0] if second else first
