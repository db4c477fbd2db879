"""Squares from which a box can get to no goal, wherever the player is: static dead squares."""

from __future__ import annotations

from sokodead.context import Context
from sokospec.board import Level
from sokospec.certificates import Evidence


def dead_squares(level: Level) -> Evidence | None:
    """Return evidence when a box stands on a square that reverse pushes from the goals do not come to.

    The reverse pushes ask only for floor behind the box, not for a player who can get there; `no_goal_reachable` asks
    for both. The squares are found once for a board, then O(boxes).

    >>> [fact] = dead_squares(Level.parse("######\\n# $  #\\n#@   #\\n#  .##\\n######"))
    >>> fact.prices
    (0,)
    """
    context = Context.of(level.board)
    boxes, _ = context.masks(level)
    return (context.dead_squares(),) if boxes & ~context.field.live else None
