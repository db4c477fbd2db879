"""Wrong heuristics for the fewest pushes, each with a mistake of textbooks, forums or solvers; and right ones."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable
from itertools import permutations
from math import hypot, inf
from typing import NamedTuple

from sokospec import Direction, Level, Objective, Square
from sokospec.board import neighbour

Value = Callable[[Level], float]


class Heuristic(NamedTuple):
    """A heuristic, what it computes, and what it estimates."""

    what: str
    value: Value
    objective: Objective = Objective.PUSHES


WRONG: dict[str, Heuristic] = {}
"""The wrong heuristics by name."""
RIGHT: dict[str, Heuristic] = {}
"""The admissible ones."""


def heuristic(
    group: dict[str, Heuristic], what: str, objective: Objective = Objective.PUSHES
) -> Callable[[Value], Value]:
    """Put a function into a group."""

    def add(function: Value) -> Value:
        group[function.__name__.replace("_", "-")] = Heuristic(what, function, objective)
        return function

    return add


def manhattan(one: Square, other: Square) -> int:
    """Return the distance without walls."""
    return abs(one.row - other.row) + abs(one.column - other.column)


def push_distances(level: Level, goal: Square, obstacles: Collection[Square] = ()) -> dict[Square, int]:
    """Return the pushes to a goal from each square, the player anywhere."""
    distances = {goal: 0}
    waiting = deque([goal])
    while waiting:
        square = waiting.popleft()
        for side in Direction:
            before, player = neighbour(square, side), neighbour(neighbour(square, side), side)
            if any(level.board.is_wall(at) or at in obstacles for at in (before, player)) or before in distances:
                continue
            distances[before] = distances[square] + 1
            waiting.append(before)
    return distances


def walks(level: Level) -> dict[Square, int]:
    """Return the moves to each square that the player reaches."""
    distances = {level.player: 0}
    waiting = deque([level.player])
    while waiting:
        at = waiting.popleft()
        for side in Direction:
            to = neighbour(at, side)
            if not level.board.is_wall(to) and to not in level.boxes and to not in distances:
                distances[to] = distances[at] + 1
                waiting.append(to)
    return distances


def minimal(rows: list[list[float]]) -> float:
    """Return the least sum of one entry in each row, all in different columns (dynamic programming over sets)."""
    best = {0: 0.0}
    for row in rows:
        following: dict[int, float] = {}
        for used, total in best.items():
            for column, cost in enumerate(row):
                if not used >> column & 1 and total + cost < following.get(used | 1 << column, inf):
                    following[used | 1 << column] = total + cost
        best = following
    return min(best.values(), default=inf)


def table(level: Level, boxes: Iterable[Square] | None = None, obstacles: Collection[Square] = ()) -> list[list[float]]:
    """Return the push distances of boxes to all goals."""
    distances = [push_distances(level, goal, obstacles) for goal in sorted(level.goals)]
    return [[each.get(box, inf) for each in distances] for box in sorted(level.boxes if boxes is None else boxes)]


def few(level: Level) -> bool:
    """Say whether the exact matching is quick."""
    return len(level.boxes) <= 8


@heuristic(RIGHT, "0")
def zero(level: Level) -> float:
    return 0


@heuristic(RIGHT, "boxes off the goals")
def boxes_off_goals(level: Level) -> float:
    return len(level.boxes - level.goals)


@heuristic(RIGHT, "Manhattan distance of each box to its nearest goal")
def nearest_goal(level: Level) -> float:
    return sum(min(manhattan(box, goal) for goal in level.goals) for box in level.boxes)


@heuristic(RIGHT, "the same with Euclidean distances")
def euclidean(level: Level) -> float:
    return sum(min(hypot(box.row - goal.row, box.column - goal.column) for goal in level.goals) for box in level.boxes)


@heuristic(RIGHT, "push distances around walls, each box to its nearest goal")
def push_distances_through_walls(level: Level) -> float:
    return sum(min(row) for row in table(level))


@heuristic(RIGHT, "minimal matching of boxes and goals by Manhattan distance")
def minimal_matching(level: Level) -> float:
    if not few(level):
        return nearest_goal(level)
    return minimal([[manhattan(box, goal) for goal in sorted(level.goals)] for box in sorted(level.boxes)])


@heuristic(RIGHT, "minimal matching by push distances, infinite if no matching exists")
def minimal_push_matching(level: Level) -> float:
    return minimal(table(level)) if few(level) else push_distances_through_walls(level)


@heuristic(RIGHT, "of moves: nearest goals, and the player's way to the nearest box", Objective.MOVES)
def with_the_walk_in_moves(level: Level) -> float:
    away = level.boxes - level.goals
    return nearest_goal(level) + min((manhattan(level.player, box) - 1 for box in away), default=0)


@heuristic(WRONG, "the nearest goal counted twice")
def nearest_goal_twice(level: Level) -> float:
    return 2 * nearest_goal(level)


@heuristic(WRONG, "squared Manhattan distances")
def squared_manhattan(level: Level) -> float:
    return sum(min(manhattan(box, goal) for goal in level.goals) ** 2 for box in level.boxes)


@heuristic(WRONG, "a greedy matching, the nearest pair first, taken for the minimal one")
def greedy_matching(level: Level) -> float:
    boxes, goals, total = set(level.boxes), set(level.goals), 0
    while boxes:
        cost, box, goal = min((manhattan(box, goal), box, goal) for box in boxes for goal in goals)
        boxes.remove(box)
        goals.remove(goal)
        total += cost
    return total


@heuristic(WRONG, "each box in turn takes the nearest goal that is left")
def first_come_matching(level: Level) -> float:
    goals, total = set(level.goals), 0
    for box in sorted(level.boxes):
        goal = min(goals, key=lambda goal: (manhattan(box, goal), goal))
        goals.remove(goal)
        total += manhattan(box, goal)
    return total


@heuristic(WRONG, "the player's way to the nearest box added, for pushes")
def players_walk_added(level: Level) -> float:
    return with_the_walk_in_moves(level)


@heuristic(WRONG, "two more pushes for each of two boxes that block each other at a wall: counted for both")
def linear_conflict_twice(level: Level) -> float:
    conflicts = 0
    for box in level.boxes - level.goals:
        for side in Direction:
            ahead = neighbour(box, side)
            flank = neighbour(box, Direction.UP if side in (Direction.LEFT, Direction.RIGHT) else Direction.LEFT)
            if ahead in level.boxes - level.goals and level.board.is_wall(flank):
                conflicts += 2
    return minimal_matching(level) + conflicts


@heuristic(WRONG, "the farthest goal")
def farthest_goal(level: Level) -> float:
    return sum(max(manhattan(box, goal) for goal in level.goals) for box in level.boxes - level.goals)


@heuristic(WRONG, "the mean distance to the goals")
def mean_distance(level: Level) -> float:
    goals = level.goals
    return sum(sum(manhattan(box, goal) for goal in goals) / len(goals) for box in level.boxes - goals)


@heuristic(WRONG, "boxes and goals paired in reading order")
def paired_in_reading_order(level: Level) -> float:
    return sum(manhattan(box, goal) for box, goal in zip(sorted(level.boxes), sorted(level.goals), strict=True))


@heuristic(RIGHT, "boxes on goals stay, the others share the other goals: minimal by the triangle inequality")
def boxes_on_goals_stay(level: Level) -> float:
    boxes, goals = sorted(level.boxes - level.goals), sorted(level.goals - level.boxes)
    if not few(level):
        return 0
    return minimal([[manhattan(box, goal) for goal in goals] for box in boxes])


@heuristic(WRONG, "push distances with the other boxes as walls")
def other_boxes_as_walls(level: Level) -> float:
    total = 0.0
    for box in level.boxes:
        [row] = table(level, [box], level.boxes - {box})
        total += min(row)
    return total


@heuristic(WRONG, "push distances, one more for a change of direction")
def turns_cost(level: Level) -> float:
    total = 0
    for box in level.boxes:
        goal = min(level.goals, key=lambda goal: manhattan(box, goal))
        total += manhattan(box, goal) + (box.row != goal.row and box.column != goal.column)
    return total


@heuristic(WRONG, "minimal matching, a tenth more, rounded down")
def tenth_more(level: Level) -> float:
    return minimal_matching(level) * 11 // 10


@heuristic(WRONG, "minimal matching, two more if the player reaches no square beside some box")
def unreachable_box(level: Level) -> float:
    reached = walks(level)
    shut_off = any(not any(neighbour(box, side) in reached for side in Direction) for box in level.boxes - level.goals)
    return minimal_matching(level) + 2 * shut_off


@heuristic(WRONG, "infinite for a box in a corner, goal or not")
def infinite_in_corners(level: Level) -> float:
    for box in level.boxes:
        walls = [level.board.is_wall(neighbour(box, side)) for side in Direction]
        if (walls[0] or walls[1]) and (walls[2] or walls[3]):
            return inf
    return nearest_goal(level)


@heuristic(WRONG, "infinite if a row has fewer goals than boxes, and a wall above each of its boxes")
def infinite_by_rows(level: Level) -> float:
    for row in {box.row for box in level.boxes}:
        boxes = [box for box in level.boxes if box.row == row]
        goals = [goal for goal in level.goals if goal.row == row]
        if len(boxes) > len(goals) and all(level.board.is_wall(neighbour(box, Direction.UP)) for box in boxes):
            return inf
    return nearest_goal(level)


@heuristic(WRONG, "the goal's own square counted")
def goals_own_square(level: Level) -> float:
    return sum(min(manhattan(box, goal) for goal in level.goals) + 1 for box in level.boxes)


@heuristic(WRONG, "the player's walk to the nearest goal, for each box off the goals")
def walking_distances(level: Level) -> float:
    reached = walks(level)
    total = 0
    for _ in level.boxes - level.goals:
        total += min((reached[goal] for goal in level.goals if goal in reached), default=0)
    return total


@heuristic(WRONG, "minimal matching of the boxes off the goals, one more if there are two")
def a_goal_too_many(level: Level) -> float:
    away, goals = sorted(level.boxes - level.goals), sorted(level.goals - level.boxes)
    if not away or len(away) > 4:
        return 0
    best = min(sum(map(manhattan, away, order)) for order in permutations(goals))
    return best + (best > 0 and len(away) > 1)


@heuristic(WRONG, "the nearest goal, one more if that is above 14")
def one_more_from_15(level: Level) -> float:
    value = nearest_goal(level)
    return value + (value >= 15)
