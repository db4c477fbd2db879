"""Exact cost-to-go of all states of a board, by search backwards from solved states on bit masks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from heapq import heappop, heappush

from sokospec.answer import Objective
from sokospec.board import Board, Level
from sokospec.certificates.grid import Grid, bits, shift
from sokospec.limits import Limits, Meter

Cost = tuple[int, ...]
"""The counts that an objective compares, in order."""

_Positions = Mapping[int, int]
"""Sets of states: for each mask of boxes, the mask of the player's squares."""


class CostsToGo:
    r"""Costs of all solvable states, for any objective but `any` (Dijkstra's algorithm on sets of states).

    `within` holds the states to search, by default all; no push or step may lead out of it. Raises `LimitReached`.

    >>> level = Level.parse("#######\n#@ $ .#\n#######")
    >>> CostsToGo(level.board, Objective.PUSHES).cost(level), CostsToGo(level.board, Objective.MOVES).cost(level)
    (2, 3)
    """

    def __init__(
        self,
        board: Board,
        objective: Objective,
        meter: Meter | None = None,
        within: _Positions | None = None,
    ) -> None:
        self.grid = Grid(board)
        self.walk, self.push = objective.cost(1, 0), objective.cost(1, 1)
        self._players: dict[int, dict[Cost, int]] = {}
        self._search(within, meter or Meter(Limits()))

    @property
    def has_free_walks(self) -> bool:
        """Whether states that differ by a walk have the same cost."""
        return not any(self.walk)

    def cost(self, level: Level) -> float:
        """Return the first count of an optimal solution, infinite for a dead state."""
        cost = self.cost_at(self.grid.mask(level.boxes), self.grid.mask([level.player]))
        return float("inf") if cost is None else cost[0]

    def cost_at(self, boxes: int, player: int) -> Cost | None:
        """Return the cost of a state, None if it is dead."""
        return next((cost for cost, players in self.costs(boxes).items() if players & player), None)

    def costs(self, boxes: int) -> Mapping[Cost, int]:
        """Return the player's squares by cost; squares of dead states are absent."""
        return self._players.get(boxes, {})

    def optimal(self, boxes: int, players: int, cost: Cost) -> tuple[int, ...]:
        """Return the optimal actions of states with this cost, as a mask for each direction.

        If walking is free, `players` is one region, and the masks hold the boxes to push. Otherwise they hold the
        player's squares from which the step is optimal. Solved states have no actions.
        """
        if not any(cost):
            return (0,) * len(self.grid.steps)
        grid, has_free_walks = self.grid, self.has_free_walks
        free = grid.floor & ~boxes
        after_push = subtract_costs(cost, self.push)
        walked_to = 0 if has_free_walks else self.costs(boxes).get(subtract_costs(cost, self.walk), 0)
        masks = []
        for step in grid.steps:
            optimal = 0
            for box in bits(shift(players, step) & boxes & shift(free, -step)):
                if self.costs(boxes ^ box ^ shift(box, step)).get(after_push, 0) & box:
                    optimal |= box
            masks.append(optimal if has_free_walks else shift(optimal, -step) | players & shift(walked_to, -step))
        return tuple(masks)

    def _search(self, within: _Positions | None, meter: Meter) -> None:
        grid = self.grid
        start = tuple(0 for _ in self.walk)
        layers: dict[Cost, dict[int, int]] = {start: {grid.goals: grid.floor & ~grid.goals}}
        queue = [start]
        seen: dict[int, int] = {}

        def layer_at(cost: Cost) -> dict[int, int]:
            if cost not in layers:
                layers[cost] = defaultdict(int)
                heappush(queue, cost)
            return layers[cost]

        while queue:
            cost = heappop(queue)
            walked, pulled = add_costs(cost, self.walk), add_costs(cost, self.push)
            for boxes, some in layers[cost].items():
                meter.expand(cost[0])
                players = grid.reachable(some, boxes) if self.has_free_walks else some
                players &= ~seen.get(boxes, 0)
                if within is not None:
                    players &= within.get(boxes, 0)
                if not players:
                    continue
                seen[boxes] = seen.get(boxes, 0) | players
                self._players.setdefault(boxes, {})[cost] = players
                if not self.has_free_walks and (earlier := _beside(grid, boxes, players) & ~seen[boxes]):
                    layer_at(walked)[boxes] |= earlier
                before = layer_at(pulled)
                for box, box_before, player in grid.pulls(boxes, players):
                    before[boxes ^ box ^ box_before] |= player
            del layers[cost]


def reachable_regions(grid: Grid, boxes: int, player: int, meter: Meter) -> dict[int, list[int]]:
    r"""Return the player's regions for each reachable mask of boxes, the given state's first. Raises `LimitReached`.

    >>> grid = Grid(Level.parse("######\n#@$ .#\n######").board)
    >>> regions = reachable_regions(grid, grid.mask([(1, 2)]), grid.mask([(1, 1)]), Meter(Limits()))
    >>> [[len(grid.squares(region)) for region in each] for each in regions.values()]
    [[1], [2], [3]]
    """
    first = grid.reachable(player, boxes)
    regions = {boxes: [first]}
    queue = [(boxes, first)]
    for before, region in queue:  # the list grows while it is read
        meter.expand(0)
        for box, landing in grid.pushes(before, region):
            after = before ^ box ^ landing
            others = regions.get(after)
            if others is None:
                others = regions[after] = []
            for other in others:
                if other & box:
                    break
            else:
                reached = grid.reachable(box, after)
                others.append(reached)
                queue.append((after, reached))
    return regions


def add_costs(cost: Cost, more: Cost) -> Cost:
    """Return the sum of two costs, count by count.

    >>> add_costs((2, 9), (0, 1))
    (2, 10)
    """
    return tuple(a + b for a, b in zip(cost, more, strict=True))


def subtract_costs(cost: Cost, less: Cost) -> Cost:
    """Return the difference of two costs, count by count.

    >>> subtract_costs((2, 10), (0, 1))
    (2, 9)
    """
    return tuple(a - b for a, b in zip(cost, less, strict=True))


def _beside(grid: Grid, boxes: int, players: int) -> int:
    beside = 0
    for step in grid.steps:
        beside |= shift(players, step)
    return beside & grid.floor & ~boxes
