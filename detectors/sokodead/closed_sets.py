"""Closed sets of patterns from exhaustive play of a few boxes alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from sokodead.context import Context, next_number
from sokodead.field import Node
from sokospec.certificates import Evidence, Patterns
from sokospec.certificates.grid import bits

_Hopeful = Callable[[int, int], bool]
"""Says of boxes and the player's region that the search may give up, because the boxes are set free."""


@dataclass(slots=True)
class Budget:
    """Remaining number of states for searches."""

    left: int


def _never(boxes: int, region: int) -> bool:
    return False


def find_closed_set(
    context: Context, boxes: int, budget: Budget, hopeful: _Hopeful = _never, *, prune: bool = True
) -> tuple[list[Node], bool] | None:
    """Return all states of the game with these boxes alone, and whether play leaves them for dead squares.

    None if a state is solved or hopeful, or the budget is spent. With `prune`, states with a box that alone reaches no
    goal are not expanded.
    """
    field = context.field
    start = (boxes, field.reachable(context.player, boxes))
    seen = {start}
    waiting = [start]
    rests = False
    while waiting:
        boxes, region = waiting.pop()
        budget.left -= 1
        if not boxes & ~field.goals or budget.left < 0 or hopeful(boxes, region):
            return None
        for box, landing in field.pushes(boxes, region):
            if prune and not field.goals_of(landing, box):
                rests = True
                continue
            after = boxes ^ box ^ landing
            node = (after, field.reachable(box, after))
            if node not in seen:
                seen.add(node)
                waiting.append(node)
    return sorted(seen), rests


def evidence_of(context: Context, nodes: Iterable[Node], rests_on_dead_squares: bool = False) -> Evidence:
    """Return as evidence states that play cannot leave, except perhaps to states with a box on a dead square."""
    facts, by = context.with_dead_squares() if rests_on_dead_squares else (context.facts, ())
    patterns = tuple(context.field.pattern(boxes, region) for boxes, region in nodes)
    return (*facts, Patterns(next_number(facts), patterns, by, context.within))


def dead_by_closed_set(context: Context, boxes: int, budget: Budget, hopeful: _Hopeful = _never) -> Evidence | None:
    r"""Return evidence that some of these boxes are dead by themselves, none of which can be left out.

    >>> from sokospec import Level
    >>> context = Context.of(Level.parse("######\n#@   #\n# $$ #\n# $$ #\n#....#\n######"))
    >>> [fact] = dead_by_closed_set(context, context.boxes, Budget(100))
    >>> len(fact.patterns), len(fact.patterns[0].boxes)
    (1, 4)
    """
    found = find_closed_set(context, boxes, budget, hopeful)
    if found is None:
        return None
    for box in bits(boxes):
        if boxes != box:
            fewer = find_closed_set(context, boxes ^ box, budget)
            if fewer is not None:
                boxes, found = boxes ^ box, fewer
    return evidence_of(context, *found)
