"""Backward search from all solved states of a board, layer by layer."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from sokogen.draws import below, sample
from sokospec.board import Board, Level, State
from sokospec.certificates.grid import Grid, bits, shift
from sokospec.limits import Limits, Meter

_Node = tuple[int, int]
"""Box mask and player mask: his region, or his single square if moves count."""

_LEAST_CUT = 20  # the least number of layers that share the second half of the states


class Layers(NamedTuple):
    """States of a board by distance to a solution.

    States of `layers[d]` have a solution of d pushes (or moves), a shortest one if d < `whole`. `complete`: no other
    state is solvable.
    """

    grid: Grid
    layers: tuple[tuple[_Node, ...], ...]
    whole: int
    complete: bool

    @property
    def farthest(self) -> int:
        """Last layer's distance."""
        return len(self.layers) - 1

    def beyond(self, distance: int) -> int:
        """Return how many states are this far."""
        return sum(len(layer) for layer in self.layers[distance:])

    def draw_level(self, rng: Random, distance: int) -> tuple[Level, int | None]:
        """Return a random level this far, and its exact distance or None."""
        number = below(rng, self.beyond(distance))
        while number >= len(self.layers[distance]):
            number -= len(self.layers[distance])
            distance += 1
        boxes, player = self.layers[distance][number]
        squares = self.grid.squares(player)
        state = State(frozenset(self.grid.squares(boxes)), squares[below(rng, len(squares))])
        return Level(self.grid.board, state), distance if distance < self.whole else None


def layers(
    board: Board,
    rng: Random,
    *,
    by_moves: bool = False,
    states: int = 20_000,
    depth: int = 0,
    meter: Meter | None = None,
) -> Layers:
    r"""Return the layers of a board, up to about `states` states.

    Half of them go to whole layers; later layers keep the states with the most distant boxes. Raises `LimitReached`.

    >>> found = layers(Level.parse("########\n#@  $ .#\n########").board, Random(1))
    >>> found.farthest, found.complete
    (4, True)
    >>> print(found.draw_level(Random(1), 4)[0])
    ########
    #@$   .#
    ########
    """
    grid = Grid(board)
    meter = meter or Meter(Limits())
    width = max(1, states // 2 // max(_LEAST_CUT, 2 * depth))
    earlier = _steps_back if by_moves else _pulls_back
    regions = bits(grid.floor & ~grid.goals) if by_moves else grid.parts(grid.goals)
    layer = [(grid.goals, region) for region in regions]
    seen = set(layer)
    near = pushes_alone(grid)
    found, whole = [tuple(layer)], 1
    cutting = False
    while layer and len(seen) < states:
        reached: dict[_Node, None] = {}  # in the order in which they are found
        for node in layer:
            meter.expand(len(found))
            for before in earlier(grid, *node):
                if before not in seen:
                    reached[before] = None
        layer = list(reached)
        if len(seen) + len(layer) > states // 2 and len(layer) > width:
            cutting = True
            layer = sample(rng, layer, len(layer))
            layer = sorted(layer, key=lambda node: -sum(near[box] for box in bits(node[0])))[:width]
        seen.update(layer)
        if layer:
            found.append(tuple(layer))
            whole += not cutting
    return Layers(grid, tuple(found), whole, not (layer or cutting))


def _pulls_back(grid: Grid, boxes: int, region: int) -> Iterator[_Node]:
    for box, before, player in grid.pulls(boxes, region):
        earlier = boxes ^ box ^ before
        yield earlier, grid.reachable(player, earlier)


def _steps_back(grid: Grid, boxes: int, player: int) -> Iterator[_Node]:
    for step in grid.steps:
        before = shift(player, -step)
        if before & grid.floor & ~boxes:
            yield boxes, before
            pushed = shift(player, step)
            if pushed & boxes:
                yield boxes ^ pushed ^ player, before


def pushes_alone(grid: Grid) -> dict[int, int]:
    r"""Return a single box's fewest pushes to a goal, by square mask.

    >>> grid = Grid(Level.parse("#####\n#@$.#\n#   #\n#####").board)
    >>> {grid.squares(square)[0]: pushes for square, pushes in pushes_alone(grid).items()}
    {Square(row=1, column=3): 0, Square(row=1, column=2): 1}
    """
    layer = [(goal, part) for goal in bits(grid.goals) for part in grid.parts(goal)]
    seen, found, distance = set(layer), dict.fromkeys(bits(grid.goals), 0), 0
    while layer:
        reached = dict.fromkeys(before for node in layer for before in _pulls_back(grid, *node) if before not in seen)
        layer, distance = list(reached), distance + 1
        seen.update(layer)
        for box, _ in layer:
            found.setdefault(box, distance)
    return found
