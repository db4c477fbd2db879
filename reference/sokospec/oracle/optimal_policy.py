"""Optimal policy of a level: cost-to-go and optimal actions of every reachable state."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sokospec.answer import Objective
from sokospec.board import Level, State
from sokospec.certificates.grid import Grid, bits, shift
from sokospec.limits import Limits, Meter
from sokospec.oracle.costs_to_go import Cost, CostsToGo, reachable_regions


class PolicyState(NamedTuple):
    """State with its cost-to-go and its optimal actions; squares are numbered `row * width + column`.

    `cost` is None for a dead state. An element of `actions` is a sum of 1 (up), 2 (down), 4 (left) and 8 (right). For
    the objective `pushes` there is one for each box, its optimal pushes, and `player` is the first reachable square.
    Otherwise there is one, the optimal steps.
    """

    boxes: tuple[int, ...]
    player: int
    cost: Cost | None
    actions: tuple[int, ...]


class _StateSet(NamedTuple):
    """States with the same boxes and cost, and their optimal actions, as bit masks of a `Grid`.

    `players` holds the player's square of each state. `optimal` has a mask for each direction: the players whose step
    is optimal. For the objective `pushes` it has the boxes to push in the one state of the set.
    """

    boxes: int
    players: int
    cost: Cost | None
    optimal: tuple[int, ...]


class Policy:
    r"""All reachable states of a level with their costs-to-go, for any objective but `any`. Raises `LimitReached`.

    >>> policy = Policy(Level.parse("#######\n# @$. #\n#######"), Objective.PUSHES)
    >>> for state in policy:
    ...     print(*state)
    (10,) 8 (1,) (8,)
    (11,) 8 (0,) (0,)
    (12,) 8 None (0,)
    """

    def __init__(self, level: Level, objective: Objective, limits: Limits | None = None) -> None:
        self._meter = Meter(limits or Limits())
        self._grid = Grid(level.board)
        boxes, player = self._grid.mask(level.boxes), self._grid.mask([level.player])
        self._first = player
        self._regions = reachable_regions(self._grid, boxes, player, self._meter)
        within = {boxes: sum(regions) for boxes, regions in self._regions.items()}  # regions have no common square
        self._costs = CostsToGo(level.board, objective, self._meter, within)
        self._number = {
            self._grid.mask([square]): square.row * level.board.width + square.column for square in level.board.floor
        }

    def cost(self, state: State) -> Cost | None:
        """Return the cost of a reachable state, None if it is dead."""
        return self._costs.cost_at(self._grid.mask(state.boxes), self._grid.mask([state.player]))

    def optimal_steps(self, state: State) -> tuple[bool, ...]:
        """Say for up, down, left and right whether the step is optimal.

        For the objective `pushes` that is each walk, as it costs nothing, and each optimal push.
        """
        boxes, player = self._grid.mask(state.boxes), self._grid.mask([state.player])
        cost = self._costs.cost_at(boxes, player)
        if cost is None or not any(cost):
            return (False,) * len(self._grid.steps)
        free = self._grid.floor & ~boxes if self._costs.has_free_walks else 0
        masks = self._costs.optimal(boxes, player, cost)
        return tuple(
            bool(mask | shift(player, step) & free) for step, mask in zip(self._grid.steps, masks, strict=True)
        )

    def __iter__(self) -> Iterator[PolicyState]:
        """Yield all states, the level's own first. Raises `LimitReached`."""
        number = self._number
        for boxes, players, cost, optimal in self._state_sets():
            squares = tuple(number[box] for box in bits(boxes))
            for player in bits(players):
                acting = bits(boxes) if self._costs.has_free_walks else (player,)
                yield PolicyState(squares, number[player], cost, tuple(_directions(optimal, each) for each in acting))

    def _state_sets(self) -> Iterator[_StateSet]:
        """Yield all states in sets, the first of which has the level's own state alone. Raises `LimitReached`."""
        if self._costs.has_free_walks:
            yield from self._normal_states()
            return
        before = self._first
        for boxes, regions in self._regions.items():
            if before:
                yield from self._sets(boxes, before)
            yield from self._sets(boxes, sum(regions) & ~before)
            before = 0

    def _normal_states(self) -> Iterator[_StateSet]:
        for boxes, regions in self._regions.items():
            self._meter.expand(0)
            costs = self._costs.costs(boxes).items()
            for region in regions:
                cost = next((cost for cost, solvable in costs if solvable & region), None) if costs else None
                yield _StateSet(boxes, region & -region, cost, self._optimal(boxes, region, cost))

    def _sets(self, boxes: int, players: int) -> Iterator[_StateSet]:
        self._meter.expand(0)
        dead = players
        for cost, solvable in self._costs.costs(boxes).items():
            dead &= ~solvable
            if some := solvable & players:
                yield _StateSet(boxes, some, cost, self._optimal(boxes, some, cost))
        if dead:
            yield _StateSet(boxes, dead, None, _NO_ACTIONS)

    def _optimal(self, boxes: int, players: int, cost: Cost | None) -> tuple[int, ...]:
        return _NO_ACTIONS if cost is None else self._costs.optimal(boxes, players, cost)


_NO_ACTIONS = (0, 0, 0, 0)


def _directions(masks: tuple[int, ...], square: int) -> int:
    return sum(1 << direction for direction, mask in enumerate(masks) if mask & square)
