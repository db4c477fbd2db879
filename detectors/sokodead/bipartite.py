"""Bipartite deadlock: more boxes than goals that they can reach."""

from __future__ import annotations

from collections.abc import Sequence

from sokodead.context import Context, next_number
from sokospec.board import Level
from sokospec.certificates import Counting, Evidence
from sokospec.certificates.grid import bits
from sokospec.certificates.short import find_hall_violator


def _hall_violator(options: Sequence[int]) -> int | None:
    """Return a Hall violator: goals G such that more than |G| boxes can reach only goals in G, or None.

    `options` has each box's goals as a mask.

    >>> _hall_violator([0b011, 0b001, 0b001])
    1
    >>> _hall_violator([0b011, 0b001]) is None
    True
    """
    goals = find_hall_violator({box: list(bits(option)) for box, option in enumerate(options)})
    return None if goals is None else sum(goals)


def hall_evidence(context: Context) -> Evidence | None:
    """Return evidence if the boxes of a context cannot reach distinct goals."""
    field = context.field
    goals = _hall_violator([field.goals_of(box, context.player) for box in bits(context.boxes)])
    if goals is None:
        return None
    fact = Counting(next_number(context.facts), frozenset(field.squares(goals)), context.within)
    return (*context.facts, fact)


def bipartite(level: Level) -> Evidence | None:
    r"""Return evidence if the boxes, each alone on the board, cannot reach distinct goals.

    >>> [fact] = bipartite(Level.parse("#####\n#.  #\n#$ .#\n#$ @#\n#   #\n#####"))
    >>> sorted(fact.goals)
    [Square(row=1, column=1)]
    """
    return hall_evidence(Context.of(level))
