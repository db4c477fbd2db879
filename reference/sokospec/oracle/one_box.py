"""Squares to which one box can be pushed while all others stay: by plain search, and in linear time.

The latter uses blocks (biconnected components), after Hopcroft and Tarjan, "Algorithm 447" (1973).
"""

from __future__ import annotations

from collections.abc import Iterator

from sokospec.board import Board, Direction, Square, State
from sokospec.oracle.search import walk
from sokospec.rules import normalise, pushes


def _alone(board: Board, state: State, box: Square) -> Board:
    if box not in state.boxes:
        raise ValueError(f"there is no box on {tuple(box)}")
    others = state.boxes - {box}
    return Board(board.width, board.height, board.walls | others, board.goals - others)


def box_distances(board: Board, state: State, box: Square) -> dict[Square, int]:
    r"""Return the fewest pushes of one box to each square. O(floor squared). Raises `ValueError` without a box there.

    >>> from sokospec import Level
    >>> level = Level.parse("#######\n#  $ .#\n#@    #\n#######")
    >>> box_distances(level.board, level.state, Square(1, 3))[Square(1, 5)]
    2
    """
    alone = _alone(board, state, box)
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


def box_distances_by_blocks(board: Board, state: State, box: Square) -> dict[Square, int]:
    r"""Return the result of `box_distances` in time linear in the floor.

    A node is the box's square b and the player's side. He can walk from side p to side q exactly if one block of the
    graph of free squares has the edges b-p and b-q.

    >>> from sokospec import Level
    >>> level = Level.parse("#######\n#  $ .#\n#@    #\n#######")
    >>> ways = (box_distances, box_distances_by_blocks)
    >>> len({tuple(sorted(way(level.board, level.state, Square(1, 3)).items())) for way in ways})
    1
    """
    return {square: depth for square, depth, _ in _search_by_blocks(board, state, box)[0]}


def box_route(board: Board, state: State, box: Square, target: Square) -> str | None:
    r"""Return a LURD that pushes one box to a square with the fewest pushes and shortest walks, or None.

    >>> from sokospec import Level
    >>> level = Level.parse("#######\n#  $ .#\n#@    #\n#######")
    >>> box_route(level.board, level.state, Square(1, 3), Square(1, 5))
    'urRR'
    """
    found, came_by = _search_by_blocks(board, state, box)
    if target == box:
        return ""
    node = next((node for square, _, node in found if square == target), None)
    if node is None:
        return None
    directions: list[Direction] = []
    while node is not None:
        node, direction = came_by[node]
        directions.append(direction)
    alone = _alone(board, state, box)
    parts = []
    player = state.player
    for direction in reversed(directions):
        behind = alone.beyond[box][direction.opposite]
        landing = alone.beyond[box][direction]
        assert behind is not None and landing is not None, "the search makes legal pushes only"
        parts.append(walk(alone, State(frozenset({box}), player), behind) + direction.letter.upper())
        box, player = landing, box
    return "".join(parts)


_Node = tuple[Square, Direction]  # the box's square, and the direction from it to the player beside it


def _search_by_blocks(
    board: Board, state: State, box: Square
) -> tuple[list[tuple[Square, int, _Node | None]], dict[_Node, tuple[_Node | None, Direction]]]:
    alone = _alone(board, state, box)
    block_of = _blocks(alone, state.player)
    region = _component(alone, state.player, without=box)
    found: list[tuple[Square, int, _Node | None]] = [(box, 0, None)]
    squares = {box}
    came_by: dict[_Node, tuple[_Node | None, Direction]] = {}
    layer: list[tuple[_Node | None, Square, list[Direction]]] = [
        (None, box, [side for side in Direction if alone.beyond[box][side] in region])
    ]
    depth = 0
    while layer:
        depth += 1
        following: list[tuple[_Node | None, Square, list[Direction]]] = []
        for node, square, sides in layer:
            for side in sides:
                direction = side.opposite
                landing = alone.beyond[square][direction]
                if landing is None or (landing, side) in came_by:
                    continue
                reached: _Node = (landing, side)
                came_by[reached] = (node, direction)
                if landing not in squares:
                    squares.add(landing)
                    found.append((landing, depth, reached))
                block = block_of[landing, side]
                around = [other for other in Direction if block_of.get((landing, other)) == block]
                following.append((reached, landing, around))
        layer = following
    return found, came_by


def _component(board: Board, start: Square, *, without: Square) -> set[Square]:
    seen = {start}
    frontier = [start]
    while frontier:
        for ahead in board.beyond[frontier.pop()]:
            if ahead is not None and ahead != without and ahead not in seen:
                seen.add(ahead)
                frontier.append(ahead)
    return seen


def _blocks(board: Board, root: Square) -> dict[_Node, int]:
    """Return the block of every edge of the component of `root`, keyed by both ends."""
    met_at = {root: 0}
    lowest = {root: 0}
    block_of: dict[_Node, int] = {}
    edges: list[_Node] = []
    blocks = 0
    path: list[tuple[Square, Direction | None, Iterator[Direction]]] = [(root, None, iter(Direction))]
    while True:
        square, entered, directions = path[-1]
        direction = next(directions, None)
        if direction is None:
            path.pop()
            if not path:
                return block_of
            parent = path[-1][0]
            lowest[parent] = min(lowest[parent], lowest[square])
            assert entered is not None, "only the root was entered by no edge"
            if lowest[square] >= met_at[parent]:
                last = None
                while last != (parent, entered):
                    last = edges.pop()
                    ahead = board.beyond[last[0]][last[1]]
                    assert ahead is not None, "an edge joins two floor squares"
                    block_of[last] = block_of[ahead, last[1].opposite] = blocks
                blocks += 1
            continue
        ahead = board.beyond[square][direction]
        if ahead is None or (entered is not None and direction == entered.opposite):
            continue
        if ahead not in met_at:
            met_at[ahead] = lowest[ahead] = len(met_at)
            edges.append((square, direction))
            path.append((ahead, direction, iter(Direction)))
        elif met_at[ahead] < met_at[square]:
            edges.append((square, direction))
            lowest[square] = min(lowest[square], met_at[ahead])
