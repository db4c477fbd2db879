"""Proofs that consist of one fact."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import TypeVar

from sokospec.board import Level
from sokospec.certificates.facts import Counting, Evidence, Prices
from sokospec.certificates.grid import Grid, bits
from sokospec.certificates.ground import Ground

_Box = TypeVar("_Box", bound=Hashable)


def short_proof(level: Level) -> Evidence | None:
    r"""Return evidence that a box can reach no goal or that boxes share too few goals; None if neither holds.

    >>> from sokospec import Level
    >>> short_proof(Level.parse("#####\n#@ .#\n#$  #\n#####"))
    (Prices(number=1, prices=(0,), within=None, backwards=False),)
    """
    grid = Grid(level.board)
    ground = Ground(grid)
    player = grid.mask([level.player])
    nodes = [ground.node(box, player) for box in bits(grid.mask(level.boxes))]
    goals_of = {node: [goal for goal, found in ground.to_goals.items() if node in found] for node in nodes}
    if not all(goals_of.values()):
        return (Prices(1, (0,) * len(level.goals)),)
    few = find_hall_violator(goals_of)
    return None if few is None else (Counting(1, frozenset(grid.squares(sum(few)))),)


def find_hall_violator(goals_of: Mapping[_Box, Iterable[int]]) -> set[int] | None:
    """Return goals that are fewer than the boxes that can reach no others; None if a perfect matching exists.

    They are those that a failed search for a matching has visited, after König. O(boxes squared * goals).

    >>> find_hall_violator({"a": [1], "b": [1, 2], "c": [1, 2]}), find_hall_violator({"a": [1, 2], "b": [1]})
    ({1, 2}, None)
    """
    owner: dict[int, _Box] = {}
    goal_of: dict[_Box, int] = {}
    for box in goals_of:
        came_from, goal = _search_free_goal(box, goals_of, owner)
        if goal is None:
            return set(came_from)
        while goal is not None:
            each = owner[goal] = came_from[goal]
            goal_of[each], goal = goal, goal_of.get(each)
    return None


def _search_free_goal(
    box: _Box, goals_of: Mapping[_Box, Iterable[int]], owner: Mapping[int, _Box]
) -> tuple[dict[int, _Box], int | None]:
    came_from: dict[int, _Box] = {}
    for each in (queue := [box]):
        for goal in goals_of[each]:
            if goal not in came_from:
                came_from[goal] = each
                if goal not in owner:
                    return came_from, goal
                queue.append(owner[goal])
    return came_from, None
