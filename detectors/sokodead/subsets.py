"""Small subsets of boxes that are dead by themselves, by exhaustive search."""

from __future__ import annotations

from itertools import combinations

from sokodead.closed_sets import Budget, dead_by_closed_set
from sokodead.context import Context
from sokospec.board import Level
from sokospec.certificates import Evidence
from sokospec.certificates.grid import bits

_MOST_BOXES = 3
_MOST_STATES = 3000
_ALL_STATES = 20_000


def subsets(
    level: Level, *, boxes: int = _MOST_BOXES, states: int = _MOST_STATES, all_states: int = _ALL_STATES
) -> Evidence | None:
    r"""Return evidence if at most `boxes` of the boxes, alone on the board, cannot all reach goals.

    Each search is limited to `states`, all together to `all_states`.

    >>> [fact] = subsets(Level.parse("######\n#.$$ #\n#@   #\n#   .#\n######"))
    >>> sorted(len(pattern.boxes) for pattern in fact.patterns)
    [2]
    """
    context = Context.of(level)
    groups = (group for size in range(1, boxes + 1) for group in combinations(bits(context.boxes), size))
    for group in groups:
        budget = Budget(min(states, all_states))
        before = budget.left
        evidence = dead_by_closed_set(context, sum(group), budget)
        all_states -= before - budget.left
        if evidence is not None:
            return evidence
        if all_states <= 0:
            break
    return None
