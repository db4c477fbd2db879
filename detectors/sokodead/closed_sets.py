"""Closed sets of patterns: the game of some boxes alone, played to its end, shows them dead or comes to nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sokodead.context import Context, next_number
from sokodead.field import Node
from sokospec.certificates import Evidence, Patterns
from sokospec.certificates.grid import bits

Hopeful = Callable[[int, int], bool]
"""Says of boxes and the player's region that the search may give up, because the boxes are set free."""


@dataclass(frozen=True, slots=True)
class ClosedSet:
    """Patterns that play cannot leave, except to states in which a box alone can get to no goal."""

    nodes: tuple[Node, ...]
    rests_on_dead_squares: bool


@dataclass(slots=True)
class Budget:
    """How many states searches may still look at together."""

    left: int


def never(boxes: int, region: int) -> bool:
    """Give up in no state but a solved one."""
    return False


def closed_set(
    context: Context, boxes: int, player: int, budget: Budget, hopeful: Hopeful = never, *, prune: bool = True
) -> ClosedSet | None:
    """Return all states of the game with these boxes alone, when none is solved.

    With `prune`, a push that leads to where the box, were it alone, could get to no goal is not followed further. None
    when a state is solved or hopeful, or when the budget is spent. Depth first, since one solved state is enough.
    """
    field = context.field
    start = (boxes, field.region(player, boxes))
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
            node = (after, field.region(box, after))
            if node not in seen:
                seen.add(node)
                waiting.append(node)
    return ClosedSet(tuple(sorted(seen)), rests)


def dead_boxes(
    context: Context, boxes: int, player: int, budget: Budget, hopeful: Hopeful = never
) -> tuple[int, ClosedSet] | None:
    """Return boxes of the given ones, none too many, that are dead by themselves, with their closed set.

    Boxes are left out one by one as long as the others are still dead. None when the closed set is not found.
    """
    found = closed_set(context, boxes, player, budget, hopeful)
    if found is None:
        return None
    for box in bits(boxes):
        if boxes != box:
            fewer = closed_set(context, boxes ^ box, player, budget)
            if fewer is not None:
                boxes, found = boxes ^ box, fewer
    return boxes, found


def evidence_of(context: Context, found: ClosedSet) -> Evidence:
    """Return the evidence that a closed set is."""
    facts, by = context.with_dead_squares() if found.rests_on_dead_squares else (context.facts, ())
    number = next_number(facts)
    patterns = tuple(context.pattern(boxes, region) for boxes, region in found.nodes)
    return (*facts, Patterns(number, patterns, by, context.within))


def dead_by_closed_set(
    context: Context, boxes: int, player: int, budget: Budget, hopeful: Hopeful = never
) -> Evidence | None:
    """Return evidence that some of these boxes are dead by themselves.

    >>> from sokospec import Level
    >>> level = Level.parse("######\\n#@   #\\n# $$ #\\n# $$ #\\n#....#\\n######")
    >>> context = Context.of(level.board)
    >>> [fact] = dead_by_closed_set(context, *context.masks(level), Budget(100))
    >>> len(fact.patterns), len(fact.patterns[0].boxes)
    (1, 4)
    """
    found = dead_boxes(context, boxes, player, budget, hopeful)
    return None if found is None else evidence_of(context, found[1])
