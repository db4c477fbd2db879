"""Fact `Frozen`: boxes that become part of the board."""

from __future__ import annotations

from collections.abc import Sequence

from sokospec.certificates.dead_patterns import Bound, pushes_are_covered, read_pattern
from sokospec.certificates.facts import Pattern
from sokospec.certificates.grid import Grid
from sokospec.certificates.ground import Ground, Rejected


def frozen_ground(ground: Ground, pattern: Pattern, earlier: Sequence[Bound]) -> Ground:
    """Return the ground on which the boxes of a pattern are walls and their goals are none.

    Each push of these boxes leads to a dead state, so a solution from a matching state pushes none of them. It solves
    the level without them on this ground. They must stand on goals so that it has as many boxes as goals.
    """
    boxes, region = read_pattern(ground, pattern)
    if boxes & ~ground.grid.goals:
        raise Rejected("a frozen box stands off the goals: that is a dead pattern")
    pushes_are_covered(ground, boxes, region, earlier)
    fixed = ground.fixed | boxes
    return Ground(Grid(ground.grid.board, ground.grid.squares(fixed)), fixed, region, ground.look, ground.height)
