"""PI-corrals: boxes that close off part of the floor, whose pushes alone need to be tried."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sokospec.certificates.dead_patterns import Bound
from sokospec.certificates.grid import INFINITE, Grid
from sokospec.certificates.ground import Rejected


def first_pushes(
    grid: Grid, boxes: int, region: int, closing: int, covered: Sequence[Bound]
) -> Iterator[tuple[int, int]]:
    """Yield the pushes of the boxes `closing`, one of which can come first in every solution; raises `Rejected` if not.

    While no closing box is pushed, the player and all other boxes stay outside: in what he could reach if only the
    closing boxes existed. Some closing box has to be pushed: one is off the goals, or a goal that is not outside is
    empty, and every goal gets a box because a state has as many boxes as goals. Each push of a closing box that could
    then come first can be made now, unless the new state is dead, and moves the box to a square that is not outside. So
    a solution can make that push first: it is legal, it blocks no other box and not the player, and it frees one square
    for the player. The number of pushes stays the same; the number of moves may change. After the PI-corrals of Brian
    Damgaard's YASC.
    """
    if not closing or closing & ~boxes:
        raise Rejected("a closing square has no box")
    outside = grid.reachable(region, closing)
    if not closing & ~grid.goals and not grid.goals & ~outside & ~boxes:
        raise Rejected("the closing boxes need not be pushed")
    now = set(grid.pushes(boxes, region))
    for box, landing in grid.pushes(closing, outside):
        if any(bound(closing ^ box ^ landing, box) >= INFINITE for bound in covered):
            continue
        if (box, landing) not in now or landing & outside:
            raise Rejected("a closing box may have to wait for another push")
        yield box, landing
