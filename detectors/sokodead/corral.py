"""Corrals: floor that boxes shut off from the player, whose boxes are played alone."""

from __future__ import annotations

from sokodead.closed_sets import Budget, dead_by_closed_set
from sokodead.context import Context
from sokospec.board import Level
from sokospec.certificates import Evidence
from sokospec.certificates.grid import bits, shift

_LIMIT = 1000
_PI_LIMIT = 5000
"""How many states the game with the boxes of one corral may have before it is given up."""


def corrals(context: Context) -> list[int]:
    """Return the regions out of the player's reach with a box beside them."""
    parts = context.field.parts(context.boxes)
    return [part for part in parts if not part & context.player and context.field.around(part) & context.boxes]


def corral(level: Level) -> Evidence | None:
    r"""Return evidence if the boxes around a corral are dead before any push lets the player in.

    Only these boxes are played while the player is out, at most `_LIMIT` states for each corral.

    >>> evidence = corral(Level.parse("#######\n#  $  #\n# $ $ #\n#  $@ #\n# ....#\n#######"))
    >>> evidence is None
    True
    """
    context = Context.of(level)
    for inside in corrals(context):
        beside = context.field.around(inside) & context.boxes

        def enters(_: int, region: int, inside: int = inside) -> bool:
            return bool(region & inside)

        evidence = dead_by_closed_set(context, beside, Budget(_LIMIT), enters)
        if evidence is not None:
            return evidence
    return None


def _pi_corral_boxes(context: Context, inside: int) -> int | None:
    """Return the boxes of the PI-corral grown from a region, or None.

    Each push of its boxes onto a live square leads inwards (I) and is possible now (P). A push from or to another
    unreachable region adds this region; a hindering box joins the corral. After Brian Damgaard's YASS.
    """
    field, boxes = context.field, context.boxes
    reach = field.reachable(context.player, boxes)
    parts = field.parts(boxes)
    beside = field.around(inside) & boxes
    while True:
        grown, more = inside, beside
        for box in bits(beside):
            for step in field.steps:
                landing, behind = shift(box, step), shift(box, -step)
                if not landing & field.live or not behind & field.floor:
                    continue
                if behind & (inside | beside) or landing & beside:
                    continue  # no first push: the player is not there before one is made, or another comes before
                if landing & reach:
                    return None
                for end in (landing, behind):
                    more |= end & boxes
                    grown |= next((part for part in parts if part & end and not part & reach), 0)
        more |= field.around(grown) & boxes
        if (grown, more) == (inside, beside):
            return beside
        inside, beside = grown, more


def pi_corral(level: Level) -> Evidence | None:
    """Return evidence if the boxes of a PI-corral are dead: one of its pushes must be made, and none helps.

    At most `_PI_LIMIT` states for each corral.
    """
    context = Context.of(level)
    tried = set()
    for inside in corrals(context):
        group = _pi_corral_boxes(context, inside)
        if group is not None and group not in tried:
            tried.add(group)
            evidence = dead_by_closed_set(context, group, Budget(_PI_LIMIT))
            if evidence is not None:
                return evidence
    return None
