"""Squares to which one box can be pushed while all others stay, by plain search."""

from __future__ import annotations

from sokospec.board import Board, Square, State
from sokospec.rules import normalise, pushes


def box_distances(board: Board, state: State, box: Square) -> dict[Square, int]:
    r"""Return the fewest pushes of one box to each square. O(floor squared). Raises `ValueError` without a box there.

    >>> from sokospec import Level
    >>> level = Level.parse("#######\n#  $ .#\n#@    #\n#######")
    >>> box_distances(level.board, level.state, Square(1, 3))[Square(1, 5)]
    2
    """
    if box not in state.boxes:
        raise ValueError(f"there is no box on {tuple(box)}")
    others = state.boxes - {box}
    alone = Board(board.width, board.height, board.walls | others, board.goals - others)
    start = normalise(alone, State(frozenset({box}), state.player))
    distances = {box: 0}
    seen = {start}
    layer = [start]
    depth = 0
    while layer:
        depth += 1
        following = []
        for before in layer:
            for _, after in pushes(alone, before):
                reached = normalise(alone, after)
                if reached not in seen:
                    seen.add(reached)
                    following.append(reached)
                    (square,) = reached.boxes
                    distances.setdefault(square, depth)
        layer = following
    return distances
