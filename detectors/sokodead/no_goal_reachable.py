"""A box that can get to no goal: exhaustive search of the game with this box alone."""

from __future__ import annotations

from sokodead.closed_sets import Budget, closed_set, evidence_of
from sokodead.context import Context
from sokospec.board import Level
from sokospec.certificates import Evidence
from sokospec.certificates.grid import bits


def no_goal_reachable(level: Level) -> Evidence | None:
    """Return evidence when some box could be pushed to no goal if it were alone, with the player where he is.

    The evidence is the closed set of all that play with this box alone can lead to: for each square at most four sides
    for the player, so at most 4 patterns a square. The searches are made once for a board, then O(boxes).

    >>> evidence = no_goal_reachable(Level.parse("#######\\n#  @$.#\\n# ##$##\\n#.    #\\n#######"))
    >>> evidence is None
    True
    >>> no_goal_reachable(Level.parse("######\\n#.@$ #\\n######"))[-1].patterns[0].player
    Square(row=1, column=1)
    """
    context = Context.of(level.board)
    boxes, player = context.masks(level)
    for box in bits(boxes):
        if not context.field.goals_of(box, player):
            found = closed_set(context, box, player, Budget(4 * len(level.board.floor)), prune=False)
            assert found is not None, "the search backwards from the goals found none of these states"
            return evidence_of(context, found)
    return None
