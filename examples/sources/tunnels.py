"""The tunnels of ShenMian's tutorial ("Tunnels"): where a push may go on without asking for other pushes."""

from __future__ import annotations

from sokospec import Board, Direction, Square
from sokospec.board import neighbour

SIDES = {
    Direction.UP: (Direction.LEFT, Direction.RIGHT),
    Direction.RIGHT: (Direction.UP, Direction.DOWN),
    Direction.DOWN: (Direction.RIGHT, Direction.LEFT),
    Direction.LEFT: (Direction.DOWN, Direction.UP),
}


def tunnels(board: Board) -> set[tuple[Square, Direction]]:
    """Return the player's squares and directions after which a push goes on: walls beside him, and beside the box on
    both sides, or on one with floor on the other. The box is on no goal, and the square ahead of it is floor.
    """
    marked = set()
    for box in board.floor:
        for direction, (left, right) in SIDES.items():
            player = board.beyond[box][direction.opposite]
            ahead = board.beyond[box][direction]
            if player is None or ahead is None or box in board.goals:
                continue
            beside_player = [board.is_wall(neighbour(player, side)) for side in (left, right)]
            beside_box = [board.is_wall(neighbour(box, side)) for side in (left, right)]
            if all(beside_player) and any(beside_box):
                marked.add((player, direction))
    return marked
