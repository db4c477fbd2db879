"""Two boxes in one tunnel."""

from __future__ import annotations

from itertools import pairwise

from sokodead.closed_sets import Budget, dead_by_closed_set
from sokodead.context import Context
from sokodead.tunnels import tunnels
from sokospec.board import Level
from sokospec.certificates import Evidence

_LIMIT = 10_000
"""How many states the games with the two boxes, and with each of them, may have before they are given up."""


def find_tunnel_pair(level: Level) -> Evidence | None:
    r"""Return evidence if two boxes stand in one tunnel, the player not between them, with fewer than two goals there.

    The player can only push them towards each other.

    >>> evidence = find_tunnel_pair(Level.parse("#########\n#  ###  #\n# $  $.@#\n#. ###  #\n#########"))
    >>> evidence is None
    True
    >>> level = Level.parse("##########\n#@ #### .#\n#  $ $  .#\n#  ####  #\n##########")
    >>> [len(fact.patterns) for fact in find_tunnel_pair(level)]
    [2]
    """
    context = Context.of(level)
    field = context.field
    for tunnel in tunnels(level.board):
        parked = [place for place, square in enumerate(tunnel) if square in level.boxes]
        for first, second in pairwise(parked):
            between = tunnel[first : second + 1]
            pair = field.mask((tunnel[first], tunnel[second]))
            player_between = field.reachable(context.player, pair) & field.mask(between)
            if len(level.goals.intersection(between)) < 2 and not player_between:
                return dead_by_closed_set(context, pair, Budget(_LIMIT))
    return None
