"""Any few boxes that are dead by themselves: exhaustive search of the game with these boxes alone."""

from __future__ import annotations

from itertools import combinations, islice

from sokodead.closed_sets import dead_by_closed_set
from sokodead.context import Context
from sokodead.field import each
from sokospec.board import Level
from sokospec.certificates import Evidence

MOST_BOXES = 3
MOST_SUBSETS = 1000
MOST_STATES = 3000


def subsets(
    level: Level, *, boxes: int = MOST_BOXES, subsets: int = MOST_SUBSETS, states: int = MOST_STATES
) -> Evidence | None:
    """Return evidence when at most `boxes` of the boxes, with the others taken away, can be brought to goals in no way.

    Smaller subsets first, so the boxes of the evidence are as few as can be; the first `subsets` of them are tried,
    each until its game has more than `states` states.

    >>> [fact] = subsets(Level.parse("######\\n#.$$ #\\n#@   #\\n#   .#\\n######"))
    >>> sorted(len(pattern.boxes) for pattern in fact.patterns)
    [2]
    """
    context = Context.of(level.board)
    all_boxes, player = context.masks(level)
    single = list(each(all_boxes))
    groups = (group for size in range(1, boxes + 1) for group in combinations(single, size))
    for group in islice(groups, subsets):
        evidence = dead_by_closed_set(context, sum(group), player, states)
        if evidence is not None:
            return evidence
    return None
