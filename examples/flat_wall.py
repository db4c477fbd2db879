"""A detector that is wrong: it takes a box at any wall for dead.

`sokospec audit examples.flat_wall:at_a_wall` shows why.
"""

from sokospec import Level


def at_a_wall(level: Level) -> bool:
    """Say whether a box off the goals touches a wall."""
    return any(None in level.board.beyond[box] for box in level.boxes - level.goals)
