"""Static dead squares: no push leads from them to a goal."""

from __future__ import annotations

from sokodead.context import Context
from sokospec.board import Level
from sokospec.certificates import Evidence


def dead_squares(level: Level) -> Evidence | None:
    r"""Return evidence if a box stands on a square that reverse pushes from the goals do not reach.

    Reverse pushes ignore whether the player can get there, unlike `no_goal_reachable`.

    >>> [fact] = dead_squares(Level.parse("######\n# $  #\n#@   #\n#  .##\n######"))
    >>> fact.prices
    (0,)
    """
    context = Context.of(level)
    return (context.dead_squares(),) if context.boxes & ~context.field.live else None
