"""Optimal policy of a level: cost-to-go and optimal actions of every reachable state."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sokospec.answer import Objective
from sokospec.board import Level, State
from sokospec.certificates.grid import Grid, bits
from sokospec.limits import Limits, Meter
from sokospec.oracle.costs_to_go import Cost, CostsToGo, reachable_positions


class PolicyState(NamedTuple):
    """A state with its cost-to-go and its optimal actions; squares are numbered `row * width + column`.

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
        self._positions = reachable_positions(self._grid, boxes, player, self._meter)
        self._costs = CostsToGo(level.board, objective, self._meter, self._positions)
        self._first = self._grid.reachable(player, boxes) if self._costs.walking_is_free else player
        self._number = {
            self._grid.mask([square]): square.row * level.board.width + square.column for square in level.board.floor
        }

    def cost(self, state: State) -> Cost | None:
        """Return the cost of a reachable state, None if it is dead."""
        return self._costs.cost_at(self._grid.mask(state.boxes), self._grid.mask([state.player]))

    def optimal_steps(self, state: State) -> tuple[bool, ...]:
        """Say for up, down, left and right whether the step is optimal. Needs an objective that counts moves."""
        assert not self._costs.walking_is_free, "steps of a walk cost nothing"
        boxes, player = self._grid.mask(state.boxes), self._grid.mask([state.player])
        cost = self._costs.cost_at(boxes, player)
        if cost is None:
            return (False,) * len(self._grid.steps)
        return tuple(bool(mask) for mask in self._costs.optimal(boxes, player, cost))

    def __iter__(self) -> Iterator[PolicyState]:
        """Yield all states, the level's own first. Raises `LimitReached`."""
        (boxes, players), *others = self._positions.items()
        yield from self._at(boxes, self._first)
        yield from self._at(boxes, players & ~self._first)
        for boxes, players in others:
            yield from self._at(boxes, players)

    def _at(self, boxes: int, players: int) -> Iterator[PolicyState]:
        self._meter.expand(0)
        squares = tuple(self._number[box] for box in bits(boxes))
        dead = players
        for cost, solvable in self._costs.costs(boxes).items():
            dead &= ~solvable
            yield from self._states(boxes, squares, solvable & players, cost)
        yield from self._states(boxes, squares, dead, None)

    def _states(self, boxes: int, squares: tuple[int, ...], players: int, cost: Cost | None) -> Iterator[PolicyState]:
        grid, costs = self._grid, self._costs
        if not costs.walking_is_free:
            masks = (0, 0, 0, 0) if cost is None else costs.optimal(boxes, players, cost)
            for player in bits(players):
                yield PolicyState(squares, self._number[player], cost, (_directions(masks, player),))
            return
        while players:
            first = players & -players
            region = grid.reachable(first, boxes)
            players &= ~region
            masks = (0, 0, 0, 0) if cost is None else costs.optimal(boxes, region, cost)
            actions = tuple(_directions(masks, box) for box in bits(boxes))
            yield PolicyState(squares, self._number[first], cost, actions)


def _directions(masks: tuple[int, ...], square: int) -> int:
    return sum(1 << direction for direction, mask in enumerate(masks) if mask & square)
