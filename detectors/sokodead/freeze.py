"""Freeze deadlocks: boxes that block each other for ever, one of them off the goals."""

from __future__ import annotations

from sokodead.closed_sets import evidence_of
from sokodead.context import Context
from sokodead.field import Field
from sokospec.board import Level
from sokospec.certificates import Evidence
from sokospec.certificates.grid import bits

_AXES = ("vertical", "horizontal")


def _beside(field: Field, box: int, axis: str) -> tuple[int, int]:
    step = field.row if axis == "vertical" else 1
    return box >> step, box << step


def _is_blocked_by_board(field: Field, ends: tuple[int, int]) -> bool:
    return any(not end & field.floor for end in ends) or not any(end & field.live for end in ends)


def _mutually_blocked(field: Field, boxes: int) -> int:
    """Return the largest set of boxes each blocked along both axes by the board or the set.

    A box blocked by none of these can be pushed once others are gone, so it is removed, and so on.
    """
    held, last = boxes, 0
    while held != last:
        last = held
        for box in bits(held):
            for axis in _AXES:
                ends = _beside(field, box, axis)
                if not _is_blocked_by_board(field, ends) and not any(end & held for end in ends):
                    held &= ~box
    return held


def _chain(field: Field, held: int, box: int, visited: int = 0) -> int:
    """Return boxes among `held` that block each other, together with this one and those visited.

    The published recursion, restricted to `held`: every answer is yes, which avoids exponential time.
    """
    visited |= box
    for axis in _AXES:
        ends = _beside(field, box, axis)
        if not _is_blocked_by_board(field, ends) and not any(end & visited for end in ends):
            neighbour = next(end for end in ends if end & held)
            visited |= _chain(field, held, neighbour, visited)
    return visited


def freeze(level: Level) -> Evidence | None:
    r"""Return evidence if a box off the goals is blocked for ever by walls, blocked boxes and dead squares.

    A box is blocked along an axis by a wall or blocked box at one end, or dead squares at both.

    >>> [fact] = freeze(Level.parse("######\n#@   #\n# $$ #\n# $$ #\n#....#\n######"))
    >>> len(fact.patterns[0].boxes)
    4
    """
    context = Context.of(level)
    field = context.field
    held = _mutually_blocked(field, context.boxes)
    for box in bits(held & ~field.goals):
        frozen = _chain(field, held, box)
        region = field.reachable(context.player, frozen)
        rests = any(True for _ in field.pushes(frozen, region))
        return evidence_of(context, [(frozen, region)], rests)
    return None
