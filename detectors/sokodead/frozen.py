"""Deadlocks on the board with frozen boxes as walls."""

from __future__ import annotations

from sokodead.bipartite import hall_evidence
from sokodead.closed_sets import Budget, dead_by_closed_set
from sokodead.context import make_frozen_context, unmovable
from sokospec.board import Level
from sokospec.certificates import Evidence
from sokospec.certificates.grid import bits

_LIMIT = 1000
"""How many states may be looked at to leave out boxes that an unmovable group does not need."""


def frozen_walls(level: Level) -> Evidence | None:
    r"""Return evidence if some box, with boxes frozen on goals as walls, reaches no free goal.

    >>> evidence = frozen_walls(Level.parse("#######\n#* $ .#\n#  @###\n#######"))
    >>> evidence is None
    True
    >>> *_, fact = frozen_walls(Level.parse("#######\n#  $ *#\n#@    #\n#    .#\n#######"))
    >>> fact.prices, fact.within
    ((0,), 1)
    """
    context = make_frozen_context(level)
    if context.within is None:
        return None
    if all(context.field.goals_of(box, context.player) for box in bits(context.boxes)):
        return None
    return (*context.facts, context.dead_squares())


def frozen_bipartite(level: Level) -> Evidence | None:
    """Return evidence if the boxes, with frozen ones as walls, cannot reach distinct goals."""
    context = make_frozen_context(level)
    return None if context.within is None else hall_evidence(context)


def immobile(level: Level) -> Evidence | None:
    """Return evidence if a box off the goals is among those that can never be pushed profitably.

    Stronger than `freeze`: it considers the player's region and the goals that a box alone reaches.
    """
    context = make_frozen_context(level)
    held, _ = unmovable(context, context.boxes)
    return dead_by_closed_set(context, held, Budget(_LIMIT)) if held & ~context.field.goals else None
