"""Yang Chao's search for the pushes of one box, and his walk that finds the squares that cut the floor."""

from __future__ import annotations

from sokospec import Board, Direction, Level, Square, State, reachable

Node = tuple[Square, Direction]
"""The square of the box, and the side of it on which the player stands."""


def box_distances(level: Level, box: Square) -> dict[Square, int]:
    """Return the fewest pushes of one box to each square that it can get to, the other boxes being walls."""
    board = Board(level.board.width, level.board.height, level.walls | (level.boxes - {box}), level.goals - level.boxes)

    def sides(square: Square, player: Square) -> list[Direction]:
        region = reachable(board, State(frozenset({square}), player))
        return [side for side in Direction if board.beyond[square][side] in region]

    distances = {box: 0}
    layer: list[Node] = [(box, side) for side in sides(box, level.player)]
    seen = set(layer)
    pushes_made = 0
    while layer:
        following: list[Node] = []
        pushes_made += 1
        for square, side in layer:
            landing = board.beyond[square][side.opposite]
            if landing is None:
                continue
            distances.setdefault(landing, pushes_made)
            nodes = [(landing, other) for other in sides(landing, square)]
            following += [node for node in nodes if node not in seen]
            seen.update(nodes)
        layer = following
    return distances


def cut_squares(board: Board, root: Square) -> set[Square]:
    """Return the squares without which the floor around `root` falls apart, by depth and low point."""
    depth, low, cuts = {root: 0}, {root: 0}, set[Square]()

    def visit(square: Square, parent: Square | None) -> None:
        children = 0
        for ahead in board.beyond[square]:
            if ahead is None or ahead == parent:
                continue
            if ahead in depth:
                low[square] = min(low[square], depth[ahead])
                continue
            children += 1
            depth[ahead] = low[ahead] = depth[square] + 1
            visit(ahead, square)
            low[square] = min(low[square], low[ahead])
            if parent is not None and low[ahead] >= depth[square]:
                cuts.add(square)
        if parent is None and children > 1:
            cuts.add(square)

    visit(root, None)
    return cuts
