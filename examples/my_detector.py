"""A deadlock detector as a solver's author may write it, and the test that says whether it is sound.

`pytest examples/my_detector.py` runs the test; `sokospec audit examples.my_detector:in_a_corner` tries more levels.
"""

from sokodead.testing import assert_sound
from sokogen.strategies import levels
from sokospec import Level


def in_a_corner(level: Level) -> bool:
    """Say whether a box off the goals has walls above or below it, and to its left or right."""
    walls = level.walls
    return any(
        {(row - 1, column), (row + 1, column)} & walls and {(row, column - 1), (row, column + 1)} & walls
        for row, column in level.boxes - level.goals
    )


def test_a_box_in_a_corner_is_dead() -> None:
    """The five lines that a detector needs to be tested: these, and the imports."""
    assert_sound(in_a_corner, levels(max_boxes=2))
