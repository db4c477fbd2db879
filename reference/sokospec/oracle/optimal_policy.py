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
        number, has_free_walks = self._number, self._costs.has_free_walks
        for boxes, players in self._groups():
            self._meter.expand(0)
            squares = tuple(number[box] for box in bits(boxes))
            for cost, some in self._by_cost(boxes, players):
                optimal = (0, 0, 0, 0) if cost is None else self._costs.optimal(boxes, some, cost)
                for player in (some & -some,) if has_free_walks else bits(some):
                    acting = bits(boxes) if has_free_walks else (player,)
                    actions = tuple(_directions(optimal, each) for each in acting)
                    yield PolicyState(squares, number[player], cost, actions)

    def _groups(self) -> Iterator[tuple[int, int]]:
        """Yield states as masks of boxes and players: one region if walking is free, else all regions.

        The first group has the level's own state; if walking is not free, that state alone.
        """
        if self._costs.has_free_walks:
            yield from ((boxes, region) for boxes, regions in self._regions.items() for region in regions)
            return
        first = self._first
        for boxes, regions in self._regions.items():
            if first:
                yield boxes, first
            yield boxes, sum(regions) & ~first
            first = 0

    def _by_cost(self, boxes: int, players: int) -> Iterator[tuple[Cost | None, int]]:
        dead = players
        for cost, solvable in self._costs.costs(boxes).items():
            dead &= ~solvable
            if some := solvable & players:
                yield cost, some
        if dead:
            yield None, dead


def _directions(masks: tuple[int, ...], square: int) -> int:
    return sum(1 << direction for direction, mask in enumerate(masks) if mask & square)
