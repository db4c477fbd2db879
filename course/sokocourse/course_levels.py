"""Levels as answers: read within limits, so that a check takes no longer for a large one."""

from __future__ import annotations

from sokocourse.exercise import Wrong, check_size, wrong_if
from sokospec import Level, SokobanError
from sokospec.formats import Reading, parse_level

_MOST_SQUARES = 2_500
"""The squares, walls included, of the largest level that is read."""


def small_level(answer: str, floor: int) -> Level:
    r"""Return the level in an answer; raises `Wrong` if it has more than `floor` floor squares.

    Raises `NotChecked` for a text or level that is too large to be read.

    >>> len(small_level("#####\n#@$.#\n#####", 3).boxes)
    1
    """
    check_size(len(answer), 4 * _MOST_SQUARES, "characters")
    with wrong_if(SokobanError):
        level = parse_level(answer, Reading(limit=_MOST_SQUARES))
    inside = floor_inside(level)
    if inside > floor:
        raise Wrong(f"the level has {inside} floor squares; at most {floor} are allowed")
    return level


def floor_inside(level: Level) -> int:
    r"""Return the number of floor squares inside a level's walls.

    >>> floor_inside(Level.parse("  #####\n###   #\n#@$. ##\n######"))
    7
    """
    board = level.board
    outside = [
        square for square in board.floor if square.row in (0, board.height - 1) or square.column in (0, board.width - 1)
    ]
    met = set(outside)
    for square in outside:  # the list grows while it is read
        for ahead in board.beyond[square]:
            if ahead is not None and ahead not in met:
                met.add(ahead)
                outside.append(ahead)
    return len(board.floor) - len(met)
