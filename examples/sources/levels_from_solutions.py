"""A level from a solution, as ShenMian's tutorial ("Construct") prints it: neither the size nor the check is enough."""

from __future__ import annotations

from sokospec import Square
from sokospec.board import neighbour
from sokospec.replay import DIRECTION_OF


def construct(lurd: str) -> list[str]:
    """Return the rows of the level; raises `ValueError` without a push, or for a letter or step that is not possible.

    The grid is the player's range and one square around it. A square outside is lost, where the source would write to
    another row. Letters are checked by their direction alone, so that a capital may stand for a walk.
    """
    if unknown := set(lurd.lower()) - set(DIRECTION_OF):
        raise ValueError(f"no steps: {' '.join(sorted(unknown))}")
    path, boxes, goals = [Square(0, 0)], set[Square](), set[Square]()
    for letter in lurd:
        direction = DIRECTION_OF[letter.lower()]
        path.append(neighbour(path[-1], direction))
        if letter.isupper():
            if path[-1] not in goals:
                boxes.add(path[-1])
            goals.discard(path[-1])
            goals.add(neighbour(path[-1], direction))
    if not boxes:
        raise ValueError("the play pushes no box")
    _check_directions(lurd, set(path) | boxes | goals, set(boxes))
    rows, columns = [square.row for square in path], [square.column for square in path]
    grid = [
        (row, column)
        for row in range(min(rows) - 1, max(rows) + 2)
        for column in range(min(columns) - 1, max(columns) + 2)
    ]
    width = max(columns) - min(columns) + 3
    drawn = "".join(_symbol(Square(*place), set(path), boxes, goals) for place in grid)
    return [drawn[at : at + width] for at in range(0, len(drawn), width)]


def _symbol(square: Square, floor: set[Square], boxes: set[Square], goals: set[Square]) -> str:
    if square == (0, 0):
        return "+" if square in goals else "@"
    if square in boxes:
        return "*" if square in goals else "$"
    return "." if square in goals else " " if square in floor else "#"


def _check_directions(lurd: str, floor: set[Square], boxes: set[Square]) -> None:
    player = Square(0, 0)
    for letter in lurd:
        direction = DIRECTION_OF[letter.lower()]
        player = neighbour(player, direction)
        if player in boxes:
            landing = neighbour(player, direction)
            if landing in boxes or landing not in floor:
                raise ValueError("the play is wrong")
            boxes.remove(player)
            boxes.add(landing)
        if player not in floor:
            raise ValueError("the play is wrong")
