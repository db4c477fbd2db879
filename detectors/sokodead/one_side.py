"""Boxes along a wall without goals, which they cannot leave."""

from __future__ import annotations

from sokodead.closed_sets import evidence_of
from sokodead.context import Context
from sokodead.dead_alley import way_through
from sokodead.field import Field, Node
from sokospec.board import Direction, Level
from sokospec.certificates import Evidence
from sokospec.certificates.grid import bits


def _slide(field: Field, box: int, player: int, side: Direction) -> list[Node] | None:
    """Return all positions of a box on its line along the wall at `side`, with the player's side, or None.

    A gap in the wall is allowed if the box is stuck in it. None if the line has a goal, the box gets through a gap, or
    the player can push it off the wall from a gap.
    """
    along = {1, -1} if side in (Direction.UP, Direction.DOWN) else {field.row, -field.row}
    towards = field.steps[side]
    found = [(box, field.side(box, player))]
    ways: list[Node] = []
    for place, region in found:  # the list grows while it is read
        if place & field.goals:
            return None
        for _, landing in field.pushes(place, region):
            step = landing.bit_length() - place.bit_length()
            if step in along:
                node = (landing, field.side(landing, place))
                if node not in found:
                    found.append(node)
                continue
            way = way_through(field, landing, place) if step == towards else None
            if way is None:
                return None
            ways += way
    return found + ways


def one_side(level: Level) -> Evidence | None:
    r"""Return evidence if a box beside a wall can neither leave it nor reach a goal along it.

    >>> evidence = one_side(Level.parse("######\n# $  #\n#@   #\n#  . #\n######"))
    >>> sum(len(fact.patterns) for fact in evidence)
    4
    >>> one_side(Level.parse("######\n# $  #\n#@   #\n#  . #\n##  ##\n######")) == evidence
    True
    """
    context = Context.of(level)
    field = context.field
    for box in bits(context.boxes & ~field.goals):
        [square] = field.squares(box)
        for side in Direction:
            if level.board.beyond[square][side] is None:
                found = _slide(field, box, context.player, side)
                if found is not None:
                    return evidence_of(context, dict.fromkeys(found))
    return None
