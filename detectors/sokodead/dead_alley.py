"""Boxes in an alley that can only be pushed on until they are stuck."""

from __future__ import annotations

from sokodead.closed_sets import evidence_of
from sokodead.context import Context
from sokodead.field import Field, Node
from sokospec.board import Level
from sokospec.certificates import Evidence
from sokospec.certificates.grid import bits


def _in_alley(field: Field, square: int) -> bool:
    return any(not field.around(square) & (square << step | square >> step) for step in (1, field.row))


def way_through(field: Field, box: int, player: int) -> list[Node] | None:
    """Return the forced positions of a single box with the player's side, or None.

    None at a goal or when two pushes are possible: then the player got round the box, or the box can leave the alley.
    """
    found: list[Node] = []
    node = (box, field.side(box, player))
    while node not in found:
        box, region = node
        pushes = [landing for _, landing in field.pushes(box, region)]
        if box & field.goals or len(pushes) > 1:
            return None
        found.append(node)
        if not pushes:
            break
        [landing] = pushes
        node = (landing, field.side(landing, box))
    return found


def dead_alley(level: Level) -> Evidence | None:
    r"""Return evidence if a box in an alley has only a forced way without goals to where it is stuck.

    >>> evidence = dead_alley(Level.parse("#######\n#.@$  #\n#######"))
    >>> [len(fact.patterns) for fact in evidence]
    [3]
    """
    context = Context.of(level)
    for box in bits(context.boxes & ~context.field.goals):
        if _in_alley(context.field, box):
            way = way_through(context.field, box, context.player)
            if way is not None:
                return evidence_of(context, way)
    return None
