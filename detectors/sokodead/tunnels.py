"""Tunnels: straight corridors one square wide, and pushes in them that need no states of their own.

A *tunnel* is a maximal row of squares along one axis with walls on both sides; a box in it moves only along it.

A push of a box from p to the next square b is *of no influence* if p has walls on both sides, b has a wall on at least
one side, and b is no goal ("sides" are those across the push):

    #@#     #@      @#      the player on p, the box on b, after a push downwards; likewise in other directions
    #$#     #$#    #$#

**Claim.** In every solvable state some solution with the fewest pushes follows each push of no influence at once by
the next push of the same box in the same direction. Every solution with the fewest moves does so, and every best one
for moves and pushes in either order.

Proof. Take a solution with the fewest pushes, or a best one of the others, and a push of no influence p -> b in it. As
b is no goal, the box is pushed again; let X be the pushes in between, all of other boxes. The next push is not across,
since b has a wall on one side. During X only the player enters p: p leads from the square behind it to b alone, and a
box pushed to p would stand between walls beside our box. It could not be pushed back before our box moves, and our box
could neither be pushed on (the player would have to stand on p) nor back. So X can be played with our box still on p,
which frees b and takes away only p, a dead end. If the box's next push goes on to the square after b, the player
reaches p before it through the square behind p, so he can make both pushes then, one after the other. If it goes back
to p, both pushes can be left out, which contradicts the fewest pushes. Postponing pushes in this way, the last ones
first, yields a solution as claimed. In the first case the player saves the way out of the tunnel and back, two moves
at least unless X is empty; in the second he saves the first push and the step back, and walks where he pushed. No
pushes are added. So where moves count and the pushes are no more, X is empty and the push goes on, or the solution was
not a best one.

A second box from the other end makes a deadlock (see `find_tunnel_pair`). With a goal on b the claim fails.
Pushes are postponed here, never made earlier: pushing a box on at once keeps at best the fewest pushes (`tunnel` in
`sokosolve.features`, in one-way tunnels), not the fewest moves.
"""

from __future__ import annotations

from functools import lru_cache

from sokospec.board import Board, Direction, Square

Tunnel = tuple[Square, ...]
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
def tunnels(board: Board) -> tuple[Tunnel, ...]:
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
