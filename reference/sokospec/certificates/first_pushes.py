"""PI-corrals: boxes whose pushes alone need to be tried."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sokospec.certificates.dead_patterns import Bound
from sokospec.certificates.grid import INFINITE, Grid
from sokospec.certificates.ground import Rejected


def first_pushes(
    grid: Grid, boxes: int, region: int, closing: int, covered: Sequence[Bound]
) -> Iterator[tuple[int, int]]:
    """Yield the pushes of the boxes `closing`, one of which can come first in every solution; raises `Rejected` if not.

    Until a closing box is pushed, everything happens outside: where the player could go if only these boxes existed.
    One must be pushed: it is off the goals, or a goal not outside is empty. Take the first push of one. Either it leads
    to a dead state, or it is possible now and ends not outside. So it blocks nothing that happens outside, and can be
    made at once. The number of pushes stays the same, that of moves may not. After Brian Damgaard's YASC; proof:
    certificates.md, "CLOSING".
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
