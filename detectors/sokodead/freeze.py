"""Boxes that hold each other for good, one of them off the goals: a chain reaction of blocked boxes."""

from __future__ import annotations

from sokodead.closed_sets import ClosedSet, evidence_of
from sokodead.context import Context
from sokodead.field import Field
from sokospec.board import Level
from sokospec.certificates import Evidence
from sokospec.certificates.grid import bits

_AXES = ("vertical", "horizontal")


def _beside(field: Field, box: int, axis: str) -> tuple[int, int]:
    step = field.row if axis == "vertical" else 1
    return box >> step, box << step


def _blocked_by_board(field: Field, ends: tuple[int, int]) -> bool:
    """Say whether there is a wall at one of two opposite sides, or no way to any goal from either."""
    return any(not end & field.floor for end in ends) or not any(end & field.live for end in ends)


def mutually_blocked(field: Field, boxes: int) -> int:
    """Return the largest set of the boxes in which each is blocked along both axes, by the board or by one of the set.

    A box that is blocked by none of these can be pushed once others are out of its way, so it is left out, and so on.
    """
    held, last = boxes, 0
    while held != last:
        last = held
        for box in bits(held):
            for axis in _AXES:
                ends = _beside(field, box, axis)
                if not _blocked_by_board(field, ends) and not any(end & held for end in ends):
                    held &= ~box
    return held


def chain(field: Field, held: int, box: int, visited: int = 0) -> int:
    """Return boxes among the `held` ones, with this one and those already visited, that block each other.

    The published recursion: to find out whether a box is blocked by its neighbour, ask whether the neighbour is blocked
    if this box is a wall; boxes already visited count as frozen. Since no box outside `held` is asked, each answer is
    yes; without that, the recursion takes exponential time on large groups of boxes.
    """
    visited |= box
    for axis in _AXES:
        ends = _beside(field, box, axis)
        if not _blocked_by_board(field, ends) and not any(end & visited for end in ends):
            neighbour = next(end for end in ends if end & held)
            visited |= chain(field, held, neighbour, visited)
    return visited


def freeze(level: Level) -> Evidence | None:
    """Return evidence when a box off the goals is blocked for good by walls, other blocked boxes and dead squares.

    A box is blocked along an axis when it has a wall, or a box that is blocked itself, at one end, or static dead
    squares at both. O(boxes squared).

    >>> [fact] = freeze(Level.parse("######\\n#@   #\\n# $$ #\\n# $$ #\\n#....#\\n######"))
    >>> len(fact.patterns[0].boxes)
    4
    """
    context = Context.of(level.board)
    field = context.field
    boxes, player = context.masks(level)
    held = mutually_blocked(field, boxes)
    for box in bits(held & ~field.goals):
        frozen = chain(field, held, box)
        region = field.region(player, frozen)
        rests = any(True for _ in field.pushes(frozen, region))
        return evidence_of(context, ClosedSet(((frozen, region),), rests))
    return None
