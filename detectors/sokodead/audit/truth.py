"""What is true of every state of a small board: dead or not, and why, by retrograde analysis from the solved states.

It rests on the masks of the trusted base and shares no code with the detectors that it is to judge.
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache, cached_property
from itertools import combinations
from math import comb

from sokospec.board import Board, Level
from sokospec.certificates.grid import Grid, bits

Node = tuple[int, int]
"""Boxes, and the part of the rest of the floor where the player is: a normalised state as masks."""

MOST_PLACEMENTS = 200_000
"""A board with more ways to place its boxes gets no table."""


class Cause(StrEnum):
    """Why a state is dead, the plainest reason that holds; sections of the recall.

    `ONE_BOX`: one of its boxes, were it alone on the board, could be pushed to no goal. `COUNTING`: each box could,
    but there is no way to give every box a goal of its own among those. `TWO_BOXES`, `THREE_BOXES`, `MORE_BOXES`: there
    is, and so many boxes are the fewest that, were they alone on the board, could not all be pushed to goals.

    >>> [str(cause) for cause in Cause]
    ['one box', 'counting', 'two boxes', 'three boxes', 'more boxes']
    """

    ONE_BOX = "one box"
    COUNTING = "counting"
    TWO_BOXES = "two boxes"
    THREE_BOXES = "three boxes"
    MORE_BOXES = "more boxes"


BY_NUMBER = (Cause.ONE_BOX, Cause.TWO_BOXES, Cause.THREE_BOXES, Cause.MORE_BOXES)


class Truth:
    """Labels every state of a board with as many boxes as goals or fewer, as they are asked for.

    A table is made once for each number of boxes: the states from which all of them can be pushed to goals, found
    breadth first from the solved states against the direction of play. Time and space grow with these states.

    >>> level = Level.parse("#######\\n# @$. #\\n#######")
    >>> truth = Truth(level.board)
    >>> [truth.cause(Level(level.board, level.state._replace(boxes=frozenset({(1, column)})))) for column in (3, 5)]
    [None, <Cause.ONE_BOX: 'one box'>]
    """

    def __init__(self, board: Board) -> None:
        """Begin without tables. Raises `ValueError` for a board that is too large for them."""
        self.grid = Grid(board)
        if placements(board) > MOST_PLACEMENTS:
            raise ValueError(f"the board has {placements(board)} ways to place its boxes, too many for a table")
        self._solvable: dict[int, frozenset[Node]] = {}
        self._fewest = cache(self._count_fewest)

    def is_dead(self, level: Level) -> bool:
        """Say whether a level on this board has no solution.

        >>> level = Level.parse("#######\\n# @$. #\\n#######")
        >>> Truth(level.board).is_dead(level)
        False
        """
        return self._node(level) not in self.solvable(len(level.boxes))

    def cause(self, level: Level) -> Cause | None:
        """Return why a level on this board has no solution; None when it has one."""
        if not self.is_dead(level):
            return None
        boxes, region = self._node(level)
        fewest = self._fewest(boxes, region)
        if fewest > 1 and not self._assignable(boxes, region):
            return Cause.COUNTING
        return BY_NUMBER[min(fewest, len(BY_NUMBER)) - 1]

    def solvable(self, boxes: int) -> frozenset[Node]:
        """Return the states with so many boxes from which all of them can be pushed to goals."""
        if boxes not in self._solvable:
            self._solvable[boxes] = _solvable(self.grid, self.grid.goals, boxes)
        return self._solvable[boxes]

    def _node(self, level: Level) -> Node:
        boxes = self.grid.mask(level.boxes)
        return boxes, self.grid.reachable(self.grid.mask([level.player]), boxes)

    def _count_fewest(self, boxes: int, region: int) -> int:
        """Return how many boxes of a dead state are dead without the others, at least."""
        fewest = boxes.bit_count()
        for box in bits(boxes):
            rest = boxes & ~box
            part = self.grid.reachable(region, rest)
            if rest and (rest, part) not in self.solvable(rest.bit_count()):
                fewest = min(fewest, self._fewest(rest, part))
        return fewest

    @cached_property
    def _goals_of(self) -> dict[Node, list[int]]:
        """For each box alone on the board, with the player's side of it, the goals to which it can be pushed."""
        found: dict[Node, list[int]] = {}
        for goal in bits(self.grid.goals):
            for node in _solvable(self.grid, goal, 1):
                found.setdefault(node, []).append(goal)
        return found

    def _assignable(self, boxes: int, region: int) -> bool:
        """Say whether every box can be given a goal of its own that it could get to, were it alone."""
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
    """Return in how many ways as many boxes as there are goals, or fewer, can stand on a board.

    >>> placements(Level.parse("#######\\n# @$. #\\n#######").board)
    5
    """
    return sum(comb(len(board.floor), count) for count in range(1, len(board.goals) + 1))


def _solvable(grid: Grid, goals: int, count: int) -> frozenset[Node]:
    """Return the states with `count` boxes from which all of them can be pushed to these goals."""
    found: set[Node] = set()
    for chosen in combinations(bits(goals), count):
        boxes = sum(chosen)
        rest = grid.floor & ~boxes
        while rest:
            part = grid.reachable(rest & -rest, boxes)
            found.add((boxes, part))
            rest &= ~part
    waiting = list(found)
    while waiting:
        boxes, region = waiting.pop()
        for box, before, player in grid.pulls(boxes, region):
            earlier = boxes ^ box ^ before
            node = (earlier, grid.reachable(player, earlier))
            if node not in found:
                found.add(node)
                waiting.append(node)
    return frozenset(found)
