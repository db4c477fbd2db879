"""Deadlocks on the board on which frozen boxes have become walls."""

from __future__ import annotations

from sokodead.bipartite import crowded
from sokodead.closed_sets import Budget, dead_by_closed_set
from sokodead.context import frozen_context, unmovable
from sokospec.board import Level
from sokospec.certificates import Evidence
from sokospec.certificates.grid import bits

LIMIT = 1000
"""How many states may be looked at to leave out boxes that an unmovable group does not need."""


def frozen_walls(level: Level) -> Evidence | None:
    """Return evidence when boxes on goals are frozen and another box, with these as walls, can get to no free goal.

    The dynamic form of dead squares.

    >>> evidence = frozen_walls(Level.parse("#######\\n#* $ .#\\n#  @###\\n#######"))
    >>> evidence is None
    True
    >>> *_, fact = frozen_walls(Level.parse("#######\\n#  $ *#\\n#@    #\\n#    .#\\n#######"))
    >>> fact.prices, fact.within
    ((0,), 1)
    """
    context = frozen_context(level)
    if context.within is None:
        return None
    boxes, player = context.masks(level)
    if all(context.field.goals_of(box, player) for box in bits(boxes)):
        return None
    return (*context.facts, context.dead_squares())


def frozen_bipartite(level: Level) -> Evidence | None:
    """Return evidence when boxes on goals are frozen and the others, with these as walls, cannot each get to a goal."""
    context = frozen_context(level)
    return None if context.within is None else crowded(context, level)


def immobile(level: Level) -> Evidence | None:
    """Return evidence when a box off the goals is among those that can never be pushed with profit, whatever others do.

    More than `freeze`: what counts is where the player can get, and where a box, were it alone, could get to a goal,
    with the frozen boxes as walls.
    """
    context = frozen_context(level)
    boxes, player = context.masks(level)
    held, _ = unmovable(context.field, boxes, player)
    return dead_by_closed_set(context, held, player, Budget(LIMIT)) if held & ~context.field.goals else None
