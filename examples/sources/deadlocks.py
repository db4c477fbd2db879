"""The two deadlock recursions of ShenMian's tutorial ("Deadlock"), step by step as printed.

`sokospec audit examples.sources.deadlocks:frozen` finds that the second is unsound.
"""

from __future__ import annotations

from sokospec import Direction, Level, Square

UP, DOWN, LEFT, RIGHT = Direction
CLOCKWISE = (UP, RIGHT, DOWN, LEFT)


def static(level: Level) -> bool:
    """Say whether a box off the goals is in a static deadlock. As printed it raises `IndexError` at the first box."""
    return any(_static(level, box, set()) for box in sorted(level.boxes - level.goals))


def _static(level: Level, box: Square, visited: set[Square]) -> bool:
    if box in visited:
        return True
    visited.add(box)
    for window in (CLOCKWISE[:3], CLOCKWISE[1:]):
        for direction in (window[0], window[1], list(window)[3]):  # a window has three directions
            ahead = level.board.beyond[box][direction]
            if ahead is None or (ahead in level.boxes and _static(level, ahead, visited)):
                continue
            return False
    return True


def frozen(level: Level) -> bool:
    """Say whether the recursion, begun at a box off the goals, calls it frozen; visited boxes count for good."""
    return any(_frozen(level, box, set()) for box in sorted(level.boxes - level.goals))


def _frozen(level: Level, box: Square, visited: set[Square]) -> bool:
    if box in visited:
        return True
    visited.add(box)
    for axis in ((UP, DOWN), (LEFT, RIGHT)):
        ends = [level.board.beyond[box][direction] for direction in axis]
        if None in ends:
            continue
        if any(end in level.boxes and _frozen(level, end, visited) for end in ends if end is not None):
            continue
        return False
    return True
