"""Closed sets of patterns from exhaustive play of a few boxes alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sokodead.context import Context, next_number
from sokodead.field import Node
from sokospec.certificates import Evidence, Patterns
from sokospec.certificates.grid import bits

_Hopeful = Callable[[int, int], bool]
"""Says of boxes and the player's region that the search may give up, because the boxes are set free."""


@dataclass(frozen=True, slots=True)
class ClosedSet:
    """Patterns that play cannot leave except to states with a box on a dead square."""

    nodes: tuple[Node, ...]
    rests_on_dead_squares: bool


@dataclass(slots=True)
class Budget:
    """Remaining number of states for searches."""

    left: int


def _never(boxes: int, region: int) -> bool:
    return False


def find_closed_set(
    context: Context, boxes: int, player: int, budget: Budget, hopeful: _Hopeful = _never, *, prune: bool = True
) -> ClosedSet | None:
    """Return all states of the game with these boxes alone, or None if one is solved or hopeful or the budget is spent.

    With `prune`, states with a box that alone reaches no goal are not expanded.
    """
    field = context.field
    start = (boxes, field.reachable(player, boxes))
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
    return ClosedSet(tuple(sorted(seen)), rests)


def _dead_boxes(
    context: Context, boxes: int, player: int, budget: Budget, hopeful: _Hopeful
) -> tuple[int, ClosedSet] | None:
    """Return a minimal subset of the boxes that is dead alone, with its closed set, or None."""
    found = find_closed_set(context, boxes, player, budget, hopeful)
    if found is None:
        return None
    for box in bits(boxes):
        if boxes != box:
            fewer = find_closed_set(context, boxes ^ box, player, budget)
            if fewer is not None:
                boxes, found = boxes ^ box, fewer
    return boxes, found


def evidence_of(context: Context, found: ClosedSet) -> Evidence:
    """Return a closed set as evidence."""
    facts, by = context.with_dead_squares() if found.rests_on_dead_squares else (context.facts, ())
    number = next_number(facts)
    patterns = tuple(context.pattern(boxes, region) for boxes, region in found.nodes)
    return (*facts, Patterns(number, patterns, by, context.within))


def dead_by_closed_set(
    context: Context, boxes: int, player: int, budget: Budget, hopeful: _Hopeful = _never
) -> Evidence | None:
    r"""Return evidence that some of these boxes are dead by themselves.

    >>> from sokospec import Level
    >>> level = Level.parse("######\n#@   #\n# $$ #\n# $$ #\n#....#\n######")
    >>> context = Context.of(level.board)
    >>> [fact] = dead_by_closed_set(context, *context.masks(level), Budget(100))
    >>> len(fact.patterns), len(fact.patterns[0].boxes)
    (1, 4)
    """
    found = _dead_boxes(context, boxes, player, budget, hopeful)
    return None if found is None else evidence_of(context, found[1])
