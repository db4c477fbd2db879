"""Which pushes it is enough to try where some boxes close off a part of the floor: those of these boxes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sokospec.certificates.dead_patterns import Bound
from sokospec.certificates.grid import INFINITE, Grid
from sokospec.certificates.ground import Rejected


def first_pushes(
    grid: Grid, boxes: int, region: int, closing: int, covered: Sequence[Bound]
) -> Iterator[tuple[int, int]]:
    """Yield the pushes of the boxes `closing`, one of which can come first in every solution; raises `Rejected` if not.

    As long as no closing box is pushed, the player and all other boxes stay within the outside: what he could reach if
    there were no boxes but the closing ones. Some closing box has to be pushed, as one is off the goals, or a goal that
    is not outside is empty: a state of the set has as many boxes as there are goals, so each goal gets one. Each push
    of a closing box that could then come first can be made now, unless it is shown to be dead, and puts the box on a
    square that is not outside. So in a solution from here that push can be made first: it is legal, it is in no other
    box's or the player's way, and it gives the player one square more. The number of pushes stays the same; the number
    of moves may not. After the PI-corrals of Brian Damgaard's YASS.
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
