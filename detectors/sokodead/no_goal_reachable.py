"""Boxes that alone can reach no goal."""

from __future__ import annotations

from sokodead.closed_sets import Budget, evidence_of, find_closed_set
from sokodead.context import Context
from sokospec.board import Level
from sokospec.certificates import Evidence
from sokospec.certificates.grid import bits


def no_goal_reachable(level: Level) -> Evidence | None:
    r"""Return evidence if some box, alone with the player where he is, can be pushed to no goal.

    The evidence has at most 4 patterns for each square.

    >>> evidence = no_goal_reachable(Level.parse("#######\n#  @$.#\n# ##$##\n#.    #\n#######"))
    >>> evidence is None
    True
    >>> no_goal_reachable(Level.parse("######\n#.@$ #\n######"))[-1].patterns[0].player
    Square(row=1, column=1)
    """
    context = Context.of(level)
    for box in bits(context.boxes):
        if not context.field.goals_of(box, context.player):
            found = find_closed_set(context, box, Budget(4 * len(level.board.floor)), prune=False)
            assert found is not None, "the search backwards from the goals found none of these states"
            return evidence_of(context, *found)
    return None
