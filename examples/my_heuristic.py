"""Two heuristics for the fewest pushes as a solver's author may write them: one is admissible, the other is not.

`sokospec audit --heuristic examples.my_heuristic:greedy_matching` shows why; `pytest examples/my_heuristic.py` runs the
test.
"""

from sokodead.testing import assert_admissible
from sokogen.strategies import levels
from sokospec import Level


def distance(one: tuple[int, int], other: tuple[int, int]) -> int:
    """Return the pushes between two squares, without walls."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def nearest_goals(level: Level) -> int:
    """Return the sum of the distances from each box to its nearest goal."""
    return sum(min(distance(box, goal) for goal in level.goals) for box in level.boxes)


def greedy_matching(level: Level) -> int:
    """Return the sum of the distances if the nearest pair of a box and a goal is matched first."""
    boxes, goals, total = set(level.boxes), set(level.goals), 0
    while boxes:
        pushes, box, goal = min((distance(box, goal), box, goal) for box in boxes for goal in goals)
        boxes.remove(box)
        goals.remove(goal)
        total += pushes
    return total


def test_nearest_goals_are_a_lower_bound() -> None:
    """The lines that a heuristic needs to be tested: these, and the imports."""
    assert_admissible(nearest_goals, levels(max_boxes=2))
