"""Tunnels: straight corridors one square wide, and pushes in them that need no states of their own.

A *tunnel* is a maximal row of squares along one axis with walls on both sides; a box in it moves only along it.

A push takes a box from p to the next square b, not a goal. It is *of no influence* if p has walls on both sides, b on
at least one:

    #@#     #@      @#      the player on p, the box on b, after a push downwards; likewise in other directions
    #$#     #$#    #$#

**Claim.** From every solvable state some solution with the fewest pushes pushes the box on at once after each push of
no influence. So does every solution with the fewest moves, and every best one for moves and pushes in either order.

Proof. Take a push p -> b of no influence in a solution with the fewest pushes. As b is no goal, the box is pushed
again, not across; let X be the pushes in between, all of other boxes. During X only the player enters p: a box on p
would stand between walls beside our box, and neither could be pushed again. So X can be played with our box still on p,
which frees b and takes away only p, a dead end. If the next push of the box goes on, both pushes can be made after X:
the player reaches p through the square behind it. This saves him at least two moves unless X is empty. If it goes back,
both can be left out, which saves pushes and moves: a contradiction. Postponing the last such push first yields the
solution claimed. No pushes are added, so where moves count X is empty.

A second box from the other end makes a deadlock (see `find_tunnel_pair`). With a goal on b the claim fails.
"""

from __future__ import annotations

from functools import lru_cache

from sokospec.board import Board, Direction, Square

_Tunnel = tuple[Square, ...]
"""The squares of a tunnel, from the first one in row order to the last."""

_ACROSS = {
    Direction.UP: (Direction.LEFT, Direction.RIGHT),
    Direction.DOWN: (Direction.LEFT, Direction.RIGHT),
    Direction.LEFT: (Direction.UP, Direction.DOWN),
    Direction.RIGHT: (Direction.UP, Direction.DOWN),
}


def _walls_beside(board: Board, square: Square, direction: Direction) -> int:
    return sum(board.beyond[square][side] is None for side in _ACROSS[direction])


@lru_cache(maxsize=64)
def tunnels(board: Board) -> tuple[_Tunnel, ...]:
    r"""Return all tunnels, cached. O(floor).

    >>> from sokospec import Level
    >>> level = Level.parse("#######\n#  #  #\n#@$  .#\n#  #  #\n#######")
    >>> [[tuple(square) for square in tunnel] for tunnel in tunnels(level.board)]
    [[(2, 3)]]
    """
    found = []
    for direction in (Direction.DOWN, Direction.RIGHT):
        for square in board.floor:
            before = board.beyond[square][direction.opposite]
            if before is not None and _walls_beside(board, before, direction) == 2:
                continue
            tunnel = []
            here: Square | None = square
            while here is not None and _walls_beside(board, here, direction) == 2:
                tunnel.append(here)
                here = board.beyond[here][direction]
            if tunnel:
                found.append(tuple(tunnel))
    return tuple(found)
