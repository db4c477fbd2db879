"""Exact labels for all states of a small board, by retrograde analysis without code of the detectors."""

from __future__ import annotations

from enum import StrEnum
from functools import cache, cached_property
from itertools import combinations
from math import comb

from sokospec.board import Board, Level
from sokospec.certificates.grid import Grid, bits
from sokospec.limits import Limits, Meter

_Node = tuple[int, int]
"""Boxes, and the part of the rest of the floor where the player is: a normalised state as masks."""

MOST_PLACEMENTS = 200_000
"""A board with more ways to place its boxes gets no table."""


class Cause(StrEnum):
    """Simplest cause of a dead state.

    `ONE_BOX`: a box alone can reach no goal. `COUNTING`: they cannot have distinct goals. Otherwise the least number
    of boxes that, alone on the board, cannot all reach goals.
    """

    ONE_BOX = "one box"
    COUNTING = "counting"
    TWO_BOXES = "two boxes"
    THREE_BOXES = "three boxes"
    MORE_BOXES = "more boxes"


_BY_NUMBER = (Cause.ONE_BOX, Cause.TWO_BOXES, Cause.THREE_BOXES, Cause.MORE_BOXES)


class Truth:
    r"""Labels of all states of a board with at most as many boxes as goals.

    Raises `ValueError` if it is too large, and `LimitReached`.

    >>> level = Level.parse("#######\n# @$. #\n#######")
    >>> truth = Truth(level.board)
    >>> [truth.cause(Level(level.board, level.state._replace(boxes=frozenset({(1, column)})))) for column in (3, 5)]
    [None, <Cause.ONE_BOX: 'one box'>]
    """

    def __init__(self, board: Board, meter: Meter | None = None) -> None:
        self.grid = Grid(board)
        self._meter = meter or Meter(Limits())
        if placements(board) > MOST_PLACEMENTS:
            raise ValueError(f"the board has {placements(board)} ways to place its boxes, too many for a table")
        self._solvable: dict[int, frozenset[_Node]] = {}
        self._fewest = cache(self._count_fewest)

    def is_dead(self, level: Level) -> bool:
        """Say whether a level on this board has no solution."""
        return self._node(level) not in self.solvable(len(level.boxes))

    def cause(self, level: Level) -> Cause | None:
        """Return the cause of a dead level, or None."""
        if not self.is_dead(level):
            return None
        boxes, region = self._node(level)
        fewest = self._fewest(boxes, region)
        if fewest > 1 and not self._assignable(boxes, region):
            return Cause.COUNTING
        return _BY_NUMBER[min(fewest, len(_BY_NUMBER)) - 1]

    def solvable(self, boxes: int) -> frozenset[_Node]:
        """Return the states of `boxes` boxes that have a solution."""
        if boxes not in self._solvable:
            self._solvable[boxes] = _solvable(self.grid, self.grid.goals, boxes, self._meter)
        return self._solvable[boxes]

    def _node(self, level: Level) -> _Node:
        boxes = self.grid.mask(level.boxes)
        return boxes, self.grid.reachable(self.grid.mask([level.player]), boxes)

    def _count_fewest(self, boxes: int, region: int) -> int:
        fewest = boxes.bit_count()
        for box in bits(boxes):
            rest = boxes & ~box
            part = self.grid.reachable(region, rest)
            if rest and (rest, part) not in self.solvable(rest.bit_count()):
                fewest = min(fewest, self._fewest(rest, part))
        return fewest

    @cached_property
    def _goals_of(self) -> dict[_Node, list[int]]:
        found: dict[_Node, list[int]] = {}
        for goal in bits(self.grid.goals):
            for node in _solvable(self.grid, goal, 1, self._meter):
                found.setdefault(node, []).append(goal)
        return found

    def _assignable(self, boxes: int, region: int) -> bool:
        given: dict[int, int] = {}

        def give(box: int, tried: set[int]) -> bool:
            for goal in self._goals_of.get((box, self.grid.reachable(region, box)), ()):
                if goal not in tried:
                    tried.add(goal)
                    if goal not in given or give(given[goal], tried):
                        given[goal] = box
                        return True
            return False

        return all(give(box, set()) for box in bits(boxes))


def placements(board: Board) -> int:
    r"""Return the number of placements of at most as many boxes as goals.

    >>> placements(Level.parse("#######\n# @$. #\n#######").board)
    5
    """
    return sum(comb(len(board.floor), count) for count in range(1, len(board.goals) + 1))


def _solvable(grid: Grid, goals: int, count: int, meter: Meter) -> frozenset[_Node]:
    found: set[_Node] = set()
    for chosen in combinations(bits(goals), count):
        meter.expand(0)
        boxes = sum(chosen)
        found.update((boxes, part) for part in grid.parts(boxes))
    waiting = list(found)
    while waiting:
        meter.expand(0)
        boxes, region = waiting.pop()
        for box, before, player in grid.pulls(boxes, region):
            earlier = boxes ^ box ^ before
            node = (earlier, grid.reachable(player, earlier))
            if node not in found:
                found.add(node)
                waiting.append(node)
    return frozenset(found)
