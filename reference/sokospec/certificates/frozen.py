"""Fact `Frozen`: boxes that never need to move become part of the board."""

from __future__ import annotations

from collections.abc import Sequence

from sokospec.certificates.dead_patterns import Bound, pushes_are_covered, read_pattern
from sokospec.certificates.facts import Pattern
from sokospec.certificates.grid import Grid
from sokospec.certificates.ground import Ground, Rejected


def frozen_ground(ground: Ground, pattern: Pattern, earlier: Sequence[Bound]) -> Ground:
    """Return the ground on which the boxes of a pattern are walls and their goals are none.

    Each of the boxes stands on a goal, and each push of one leads to a dead state. So a solution from a matching state
    pushes none of them: its pushes solve the level without these boxes and goals, on the board with these walls, and
    what holds for all solutions there holds for those here. The player stays in the pattern's region. The boxes must
    stand on goals so that the remaining level has as many boxes as goals.
    """
    boxes, region = read_pattern(ground, pattern)
    if boxes & ~ground.grid.goals:
        raise Rejected("a frozen box stands off the goals: that is a dead pattern")
    pushes_are_covered(ground, boxes, region, earlier)
    fixed = ground.fixed | boxes
    return Ground(Grid(ground.grid.board, ground.grid.squares(fixed)), fixed, region, ground.look, ground.height)
